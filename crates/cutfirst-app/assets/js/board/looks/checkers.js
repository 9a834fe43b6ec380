// Checkers: grooved discs on wood, kings with a crown; jumped pieces fade as they are passed.

import { s } from "../../shared/dom.js";
import { tone } from "../../shared/players.js";
import { disc, extent } from "./shapes.js";

const CROWN = "M-19 13 L-22 -9 L-10 0 L0 -15 L10 0 L22 -9 L19 13 Z";

export const checkers = {
  turn: 180,
  square: true,
  half: () => [400 + 26, 400 + 26],

  ground(board) {
    const squares = [];
    const dark = new Set(
      [...board.at.values()].map(([x, y]) => `${Math.round((x + 350) / 100)} ${Math.round((y + 350) / 100)}`),
    );
    for (let row = 0; row < 8; row += 1) {
      for (let column = 0; column < 8; column += 1) {
        squares.push(
          s("rect", {
            class: dark.has(`${column} ${row}`) ? "sq-dark" : "sq-light",
            x: column * 100 - 400,
            y: row * 100 - 400,
            width: 100,
            height: 100,
          }),
        );
      }
    }
    const numbers = [...board.at].map(([cell, [x, y]]) =>
      s("text", { class: "sq-number", x: x - 38, y: y - 39 }, cell),
    );
    return [s("rect", { class: "frame", x: -426, y: -426, width: 852, height: 852, rx: 18 }), ...squares, ...numbers];
  },

  piece(board, { stack, king }) {
    const colour = tone(board.game, stack[0]);
    return [
      ...disc(board.game, stack[0], 40),
      s("circle", { class: `groove-${colour}`, r: 32 }),
      s("circle", { class: `groove-${colour}`, r: 24 }),
      king ? s("path", { class: `crown-${colour}`, d: CROWN }) : null,
    ];
  },

  motion(stage, path) {
    if (path.length < 2) return;
    stage.slide(path.at(-1), path);
    for (const [cell, piece] of stage.was) {
      if (stage.is.has(cell) || cell === path[0]) continue;
      const hop = path.findIndex(
        (on, index) =>
          index > 0 &&
          Math.abs(
            stage.distance(path[index - 1], cell) + stage.distance(cell, on) - stage.distance(path[index - 1], on),
          ) < 0.01,
      );
      stage.leave(piece, { delay: stage.step * (Math.max(hop, 1) - 0.4) });
    }
  },

  /** The FEN of PDN: side to move, then each colour's squares, K before kings. */
  write(text, scene, toMove) {
    const side = (player) =>
      scene.cells
        .filter(({ stack }) => stack[0] === player)
        .map(({ cell, king }) => (king ? `K${cell}` : cell))
        .join(",");
    return `${"BW"[toMove]}:W${side(1)}:B${side(0)}`;
  },
};
