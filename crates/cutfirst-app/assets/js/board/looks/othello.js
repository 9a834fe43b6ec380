// Othello: discs on green felt, turned over one after the other.

import { s } from "../../shared/dom.js";
import { tone } from "../../shared/players.js";
import { disc, extent, squareLabels } from "./shapes.js";

export const othello = {
  turn: 180,
  square: true,
  half: (board) => extent(board, 50 + 62),

  ground(board) {
    const [w, h] = extent(board, 50);
    const lines = [];
    for (let at = -w + 100; at < w; at += 100) {
      lines.push(
        s("line", { class: "felt-line", x1: at, y1: -h, x2: at, y2: h }),
        s("line", { class: "felt-line", x1: -w, y1: at, x2: w, y2: at }),
      );
    }
    const dots = [
      [-200, -200],
      [200, -200],
      [-200, 200],
      [200, 200],
    ].map(([x, y]) => s("circle", { class: "felt-dot", cx: x, cy: y, r: 8 }));
    return [
      s("rect", { class: "frame", x: -w - 62, y: -h - 62, width: 2 * w + 124, height: 2 * h + 124, rx: 26 }),
      s("rect", { class: "felt", x: -w, y: -h, width: 2 * w, height: 2 * h, rx: 3 }),
      lines,
      dots,
      squareLabels(board, "on-frame", 0.82),
    ].flat(2);
  },

  /** Real discs have two colours; the other one shows as a rim below. */
  piece(board, { stack: [owner] }) {
    const [shadow, body] = disc(board.game, owner, 40);
    return [shadow, s("circle", { class: `side-${tone(board.game, 1 - owner)}`, cy: 4.5, r: 40 }), body];
  },

  motion(stage, [square]) {
    if (!square) return;
    stage.pop(square);
    for (const [cell, { stack }] of stage.is) {
      const old = stage.was.get(cell);
      if (old && old.stack[0] !== stack[0]) stage.flip(cell, 60 + 75 * stage.distance(square, cell));
    }
  },

  /** 64 characters from a1, b1 … to h8 and the side to move. */
  write(text, scene, toMove, geometry) {
    const owner = new Map(scene.cells.map(({ cell, stack }) => [cell, stack[0]]));
    const order = geometry.cells
      .map(({ cell }) => cell)
      .sort((a, b) => a[1] - b[1] || a.charCodeAt(0) - b.charCodeAt(0));
    return `${order.map((cell) => "XO"[owner.get(cell)] ?? "-").join("")} ${"XO"[toMove]}`;
  },
};
