// Focus: stacks of up to five discs, seen a little from the front so that every layer shows.

import { s } from "../../shared/dom.js";
import { tone } from "../../shared/players.js";
import { extent, rows, sign, squareLabels } from "./shapes.js";

const LIFT = 11;

export const focus = {
  turn: 90,
  square: true,
  lightGround: true,
  // The number on a stack needs the middle for itself.
  lastRing: 0,
  half: (board) => extent(board, 50 + 46),

  ground(board) {
    const squares = [...board.at.values()].map(([x, y]) =>
      s("rect", { class: "stone", x: x - 47, y: y - 47, width: 94, height: 94, rx: 12 }),
    );
    return [...squares, ...squareLabels(board, "plain", 0.74)];
  },

  piece(board, { stack }) {
    const base = ((stack.length - 1) * LIFT) / 2;
    const layers = stack.flatMap((owner, level) => {
      const y = base - level * LIFT;
      const colour = tone(board.game, owner);
      return [
        s("ellipse", { class: `side-${colour}`, cx: 0, cy: y + 6, rx: 36, ry: 28 }),
        s("ellipse", { class: `body-${colour}`, cx: 0, cy: y, rx: 36, ry: 28 }),
      ];
    });
    const top = base - (stack.length - 1) * LIFT;
    const mark =
      stack.length > 1
        ? s("text", { class: "height", x: 0, y: top + 1 }, stack.length)
        : s("g", { transform: `translate(0 ${top})` }, sign(stack[0], 9));
    return [s("ellipse", { class: "shadow", cx: 3, cy: base + 12, rx: 42, ry: 34 }), ...layers, mark];
  },

  motion(stage, [from, to]) {
    if (!to) return;
    if (!stage.was.has(from)) {
      stage.pop(to);
      return;
    }
    const count = Math.round(stage.distance(from, to));
    const moved = stage.was.get(from).stack.slice(-count);
    const time = 170 + 90 * count;
    stage.hold(to, time);
    stage.carry({ stack: moved }, from, to, time);
    // What is pushed out at the bottom sinks away.
    const all = [...(stage.was.get(to)?.stack ?? []), ...moved];
    if (all.length > 5) {
      const [x, y] = stage.at(to);
      stage.leave({ cell: to, stack: all.slice(0, all.length - 5) }, { delay: time, to: [x, y + 60], duration: 420 });
    }
  },

  /** Rows of stacks from the top; what follows (reserves, hand, captures) is kept from the line that was edited. */
  write(text, scene, toMove, geometry) {
    const stacks = new Map(scene.cells.map(({ cell, stack }) => [cell, stack.join("")]));
    const board = rows(geometry)
      .map((row) => row.map((cell) => stacks.get(cell) ?? ".").join(","))
      .join("/");
    return [board, toMove, ...text.trim().split(/\s+/).slice(2)].join(" ");
  },
};
