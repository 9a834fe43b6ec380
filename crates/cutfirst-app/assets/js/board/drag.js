// Dragging a piece: it is lifted, follows the pointer, and where it is dropped counts like a click.

import { cellOf } from "./board.js";

/** A pointer that has moved less than this, in pixels, has clicked. */
const SLACK = 6;

export class Drag {
  /** `canLift(cell)` says whether what stands on a cell can be moved now. */
  constructor(board, canLift) {
    Object.assign(this, { board, canLift, from: null, ghost: null, justDropped: false });
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      const cell = cellOf(event.target);
      this.justDropped = false;
      if (cell === null || !this.canLift(cell)) return;
      [this.from, this.start] = [cell, [event.clientX, event.clientY]];
    });
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("pointerleave", () => this.end());
    svg.addEventListener("pointercancel", () => this.end());
  }

  move(event) {
    if (this.from === null) return;
    const [x, y] = this.start;
    if (!this.ghost && Math.hypot(event.clientX - x, event.clientY - y) < SLACK) return;
    if (!this.ghost) this.lift();
    const matrix = this.board.svg.getScreenCTM().inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    this.ghost.setAttribute("transform", `translate(${at.x} ${at.y}) scale(1.08)`);
  }

  lift() {
    const { board, from } = this;
    const piece = board.occupied.get(from);
    // The click comes first, so that the cells show where it can go.
    board.onCell(from, { drag: true });
    this.ghost = board.piece(piece ?? { cell: from, stack: [] });
    this.ghost.classList.add("lifted");
    board.layers.ghosts.append(this.ghost);
    board.groups.get(from)?.classList.add("away");
    board.svg.classList.add("dragging");
  }

  drop(event) {
    const { from, ghost, board } = this;
    const cell = cellOf(event.target);
    this.end();
    if (!ghost) return;
    // The browser may report a click after this; it was no click.
    this.justDropped = true;
    setTimeout(() => {
      this.justDropped = false;
    });
    if (cell !== null && cell !== from) board.onCell(cell, { drag: true });
  }

  end() {
    const { board } = this;
    this.ghost?.remove();
    board.groups?.get(this.from)?.classList.remove("away");
    board.svg.classList.remove("dragging");
    this.from = this.ghost = null;
  }
}
