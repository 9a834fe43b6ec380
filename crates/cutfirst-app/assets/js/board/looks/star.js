// Chinese Checkers: the six-pointed star with its homes tinted, and marbles that hop along their way.

import { s } from "../../shared/dom.js";
import { extent, marble, rows, sign } from "./shapes.js";

const touching = (distance) => Math.abs(distance - 1) < 0.12;

export const star = {
  turn: 60,
  square: false,
  lightGround: true,
  lastRing: 12,
  half: (board) => extent(board, 102),

  ground(board) {
    const points = [...board.at.values()];
    const reach = Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
    const tips = board.geometry.cells
      .map(({ cell, home, target }) => ({ home, target, at: board.at.get(cell) }))
      .filter(({ at: [x, y] }) => Math.hypot(x, y) > reach - 5)
      .map(({ home, target, at: [x, y] }) => ({ home, target, angle: Math.atan2(y, x) }))
      .sort((a, b) => a.angle - b.angle);
    // Between two tips lies an inner corner at 1/√3 of their distance from the centre.
    const outer = reach + 98;
    const inner = outer / Math.sqrt(3);
    const outline = tips
      .flatMap(({ angle }) => [
        [angle, outer],
        [angle + Math.PI / 6, inner],
      ])
      .map(([angle, r]) => `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`);
    const corner = (angle, r) => `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`;
    // Each point of the star is filled in the colour of the player who starts there, and has a rim in that of the player who
    // has to get there.
    const triangle = (angle, by, kind) =>
      s("polygon", {
        class: kind,
        points: [
          corner(angle, outer * by),
          corner(angle + Math.PI / 6, inner * by),
          corner(angle - Math.PI / 6, inner * by),
        ].join(" "),
      });
    const known = (player) => player !== undefined && player !== null;
    const tints = tips.flatMap(({ angle, home, target }) => [
      ...(known(home) ? [triangle(angle, 1, `home home-${home}`)] : []),
      ...(known(target) ? [triangle(angle, 0.975, `target target-${target}`)] : []),
    ]);
    const holes = points.map(([x, y]) => s("circle", { class: "star-hole", cx: x, cy: y, r: 25 }));
    const numbers = [...board.at].map(([cell, [x, y]]) => s("text", { class: "hole-number", x, y }, cell));
    return [s("polygon", { class: "star", points: outline.join(" ") }), ...tints, ...holes, ...numbers];
  },

  piece: (board, { stack }) => [...marble(board.game, stack[0], 36), sign(stack[0], 8)],

  motion(stage, [from, to]) {
    if (!to) return;
    stage.slide(to, route(stage, from, to), { each: 150 });
  },

  /** Rows from the north tip, a digit for each player, and the player to move. */
  write(text, scene, toMove, geometry) {
    const owner = new Map(scene.cells.map(({ cell, stack }) => [cell, stack[0]]));
    return `${rows(geometry)
      .map((row) => row.map((cell) => owner.get(cell) ?? ".").join(""))
      .join("/")} ${toMove}`;
  },
};

/** A shortest chain of hops from one hole to another: a move only says where it starts and ends. */
function route(stage, from, to) {
  if (touching(stage.distance(from, to))) return [from, to];
  const occupied = (cell) => cell !== from && stage.was.has(cell);
  const before = new Map([[from, null]]);
  const queue = [from];
  while (queue.length && !before.has(to)) {
    const cell = queue.shift();
    const [x, y] = stage.at(cell);
    for (const over of stage.was.keys()) {
      if (!occupied(over) || !touching(stage.distance(cell, over))) continue;
      const [ox, oy] = stage.at(over);
      const landing = stage.board.cellAt([2 * ox - x, 2 * oy - y]);
      if (landing === null || occupied(landing) || before.has(landing)) continue;
      before.set(landing, cell);
      queue.push(landing);
    }
  }
  if (!before.has(to)) return [from, to];
  const way = [];
  for (let cell = to; cell !== null; cell = before.get(cell)) way.unshift(cell);
  return way;
}
