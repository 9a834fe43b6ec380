// Shapes that several boards share.

import { s } from "../../shared/dom.js";
import { tone } from "../../shared/players.js";

/** A disc seen from above, lying on the board. */
export function disc(game, owner, r = 40) {
  return [
    s("ellipse", { class: "shadow", cx: 3, cy: 8, rx: r * 1.12, ry: r * 1.12 }),
    s("circle", { class: `body-${tone(game, owner)}`, r }),
  ];
}

/** A glossy ball in a hole. */
export function marble(game, owner, r = 39) {
  return [
    s("ellipse", { class: "shadow", cx: 4, cy: 9, rx: r * 1.12, ry: r * 1.1 }),
    s("circle", { class: `body-${tone(game, owner)}`, r }),
    s("ellipse", {
      class: "gloss",
      cx: -r * 0.3,
      cy: -r * 0.46,
      rx: r * 0.32,
      ry: r * 0.2,
      transform: `rotate(-28 ${-r * 0.3} ${-r * 0.46})`,
    }),
  ];
}

const SIGNS = [
  (r) => s("circle", { r: r * 0.8 }),
  (r) => s("path", { d: `M0 ${-r} L${r} ${r * 0.75} L${-r} ${r * 0.75} Z` }),
  (r) => s("rect", { x: -r * 0.8, y: -r * 0.8, width: r * 1.6, height: r * 1.6, rx: r * 0.15 }),
  (r) => s("path", { d: `M0 ${-r * 1.1} L${r * 1.1} 0 L0 ${r * 1.1} L${-r * 1.1} 0 Z` }),
  (r) =>
    s("path", {
      d: `M${-r} ${-r * 0.35} H${-r * 0.35} V${-r} H${r * 0.35} V${-r * 0.35} H${r} V${r * 0.35} H${r * 0.35} V${r} H${-r * 0.35} V${r * 0.35} H${-r} Z`,
    }),
  (r) => s("path", { d: `M${-r} 0 L${-r / 2} ${-r * 0.87} H${r / 2} L${r} 0 L${r / 2} ${r * 0.87} H${-r / 2} Z` }),
];

/** A small sign of a player, for eyes that do not tell the colours apart. */
export const sign = (owner, r = 9) => s("g", { class: "sign" }, SIGNS[owner](r));

/** Half width and height of a drawing whose cells reach `rim` beyond their centres. */
export function extent(board, rim) {
  let [w, h] = [0, 0];
  for (const [x, y] of board.at.values()) {
    w = Math.max(w, Math.abs(x));
    h = Math.max(h, Math.abs(y));
  }
  return [w + rim, h + rim];
}

/** Letters and numbers along the edges of a board of squares, turned with it. */
export function squareLabels(board, kind, away = 0.82) {
  const labels = new Map();
  const { cells } = board.geometry;
  const [left, bottom] = [
    Math.min(...cells.map((cell) => cell.x)) - away,
    Math.max(...cells.map((cell) => cell.y)) + away,
  ];
  for (const { cell, x, y } of cells) {
    labels.set(cell[0], [x, bottom]);
    labels.set(cell.slice(1), [left, y]);
  }
  return [...labels].map(([text, [x, y]]) => {
    const [px, py] = board.point(x, y);
    return s("text", { class: `coord ${kind}`, x: px, y: py, "font-size": labelSize(board) }, text);
  });
}

/** Letters that look equally large beside boards of any size. */
const labelSize = (board) => (26 * extent(board, 50)[0]) / 400;

/** The rows of a board from the top, each from the left, as the position lines write them. */
export function rows(geometry) {
  const byRow = new Map();
  for (const cell of geometry.cells) {
    const key = Math.round(cell.y * 100);
    if (!byRow.has(key)) byRow.set(key, []);
    byRow.get(key).push(cell);
  }
  return [...byRow].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a.x - b.x).map(({ cell }) => cell));
}
