// Movement that explains a move. The new position is drawn first and is always right; what is seen moving is
// laid over it, so that an interrupted animation can do no harm.

import { still } from "../shared/dom.js";
import { UNIT } from "./board.js";

const STEP = 190;
const place = ([x, y], more = "") => `translate(${x}px, ${y}px) ${more}`;

/** Moves the pieces of `board`, which already shows `after`, from where they stood in `before`. */
export function animate(board, before, after, last) {
  if (still() || document.hidden) return;
  const was = new Map(before.cells.map((cell) => [cell.cell, cell]));
  const is = new Map(after.cells.map((cell) => [cell.cell, cell]));
  const stage = new Stage(board, was, is);
  board.look.motion(stage, last.path ?? []);
}

/** What a board's `motion` can do. Times are milliseconds. */
class Stage {
  constructor(board, was, is) {
    this.board = board;
    this.was = was;
    this.is = is;
    this.step = STEP;
  }

  at(cell) {
    return this.board.at.get(cell);
  }

  /** Distance of two cells in units of the board. */
  distance(a, b) {
    const [[ax, ay], [bx, by]] = [this.at(a), this.at(b)];
    return Math.hypot(ax - bx, ay - by) / UNIT;
  }

  /** The piece that now stands on `cell` comes along `cells`. */
  slide(cell, cells, { delay = 0, each = STEP } = {}) {
    const group = this.board.groups.get(cell);
    if (!group) return;
    this.board.layers.pieces.append(group);
    const frames = cells.map((on) => ({ transform: place(this.at(on)), easing: "ease-in-out" }));
    group.animate(frames, { duration: each * (cells.length - 1), delay, fill: "backwards" });
  }

  /** A piece of the old position that is seen leaving: it fades, moving to `to` if given. */
  leave(piece, { delay = 0, to = null, duration = 260 } = {}) {
    const ghost = this.board.piece(piece);
    this.board.layers.ghosts.append(ghost);
    const from = this.at(piece.cell);
    const end = to ?? from;
    ghost
      .animate(
        [
          { transform: place(from), opacity: 1 },
          { transform: place(from), opacity: 1, offset: delay / (delay + duration) },
          { transform: place(end, "scale(.6)"), opacity: 0 },
        ],
        { duration: delay + duration, easing: "ease-in" },
      )
      .finished.then(
        () => ghost.remove(),
        () => ghost.remove(),
      );
  }

  /** The old content of a cell stays in sight until `delay`, then the new one is shown. */
  hold(cell, delay) {
    const old = this.was.get(cell);
    this.board.groups.get(cell)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay });
    if (!old) return;
    const ghost = this.board.piece(old);
    this.board.layers.ghosts.append(ghost);
    setTimeout(() => ghost.remove(), delay);
  }

  /** A part of a stack travels over the board. */
  carry(piece, from, to, duration) {
    const ghost = this.board.piece(piece, from);
    this.board.layers.ghosts.append(ghost);
    const [a, b] = [this.at(from), this.at(to)];
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    ghost
      .animate([{ transform: place(a) }, { transform: place(middle, "scale(1.12)") }, { transform: place(b) }], {
        duration,
        easing: "ease-in-out",
      })
      .finished.then(
        () => ghost.remove(),
        () => ghost.remove(),
      );
  }

  /** The old piece turns over and shows the new one. */
  flip(cell, delay) {
    const group = this.board.groups.get(cell);
    const old = this.was.get(cell);
    if (!group || !old) return;
    const here = this.at(cell);
    const ghost = this.board.piece(old);
    this.board.layers.ghosts.append(ghost);
    const half = 130;
    ghost
      .animate(
        [
          { transform: place(here) },
          { transform: place(here), offset: delay / (delay + half) },
          { transform: place(here, "scaleX(.02)") },
        ],
        { duration: delay + half, easing: "ease-in" },
      )
      .finished.then(
        () => ghost.remove(),
        () => ghost.remove(),
      );
    group.animate([{ transform: place(here, "scaleX(.02)") }, { transform: place(here) }], {
      duration: half,
      delay: delay + half,
      fill: "backwards",
      easing: "ease-out",
    });
  }

  /** A piece that appears. */
  pop(cell, delay = 0) {
    const here = this.at(cell);
    this.board.groups.get(cell)?.animate(
      [
        { transform: place(here, "scale(.3)"), opacity: 0 },
        { transform: place(here, "scale(1.06)"), opacity: 1, offset: 0.7 },
        { transform: place(here), opacity: 1 },
      ],
      { duration: 220, delay, fill: "backwards", easing: "ease-out" },
    );
  }
}
