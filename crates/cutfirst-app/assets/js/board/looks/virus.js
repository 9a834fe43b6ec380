// Virus Game: squares that take the colour of their owner, spreading from the infected one.

import { s } from "../../shared/dom.js";
import { tone } from "../../shared/players.js";
import { extent, rows, sign, squareLabels } from "./shapes.js";

export const virus = {
  turn: 90,
  square: true,
  lightGround: true,
  lastRing: 30,
  half: (board) => extent(board, 50 + 46),

  ground(board) {
    const squares = [...board.at.values()].map(([x, y]) =>
      s("rect", { class: "stone", x: x - 47, y: y - 47, width: 94, height: 94, rx: 14 }),
    );
    return [...squares, ...squareLabels(board, "plain", 0.74)];
  },

  piece(board, { stack }) {
    return [
      s("rect", { class: `body-${tone(board.game, stack[0])}`, x: -44, y: -44, width: 88, height: 88, rx: 16 }),
      sign(stack[0], 13),
    ];
  },

  motion(stage, path) {
    const target = path.at(-1);
    if (!target) return;
    for (const [cell, { stack }] of stage.is) {
      const old = stage.was.get(cell);
      const delay = 140 * stage.distance(target, cell);
      if (!old) stage.pop(cell, delay);
      else if (old.stack[0] !== stack[0]) stage.flip(cell, delay);
    }
  },

  /** Rows from the top, a digit for each player, and the player to move. */
  write(text, scene, toMove, geometry) {
    const owner = new Map(scene.cells.map(({ cell, stack }) => [cell, stack[0]]));
    return `${rows(geometry)
      .map((row) => row.map((cell) => owner.get(cell) ?? ".").join(""))
      .join("/")} ${toMove}`;
  },
};
