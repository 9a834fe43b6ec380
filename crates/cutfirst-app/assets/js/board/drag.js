// Dragging a piece, by mouse or by touch: it is lifted, follows the pointer, and where it is dropped counts like a click.
// A finger that begins on a piece which can move drags it; anywhere else it scrolls the page.

import { cellOf } from "./board.js";

/** A pointer that has moved less than this, in pixels, has clicked. Fingers are less steady. */
const SLACK = { touch: 12 };
const USUAL_SLACK = 6;

/** How large a lifted piece is; under a finger it must be larger to be seen. */
const LIFTED = { touch: 1.5 };
const USUAL_LIFTED = 1.08;

export class Drag {
  /** `canLift(cell)` says whether what stands on a cell can be moved now. */
  constructor(board, canLift) {
    Object.assign(this, { board, canLift, from: null, ghost: null, justDropped: false });
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => {
      // A second finger does not take the piece away from the first.
      if (event.button !== 0 || !event.isPrimary) return;
      const cell = cellOf(event.target);
      this.justDropped = false;
      if (cell === null || !this.canLift(cell)) return;
      Object.assign(this, { from: cell, start: [event.clientX, event.clientY], pointer: event.pointerId });
    });
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    for (const kind of ["pointerleave", "pointercancel"])
      svg.addEventListener(kind, (event) => event.pointerId === this.pointer && this.end());
    // `touch-action` alone does not keep every browser from scrolling while a finger is on a part of a drawing.
    svg.addEventListener("touchmove", (event) => this.from !== null && event.preventDefault(), { passive: false });
  }

  /** Marks the cells from which a finger drags instead of scrolling. */
  prepare() {
    for (const [cell, hit] of this.board.cells)
      hit.classList.toggle("liftable", Boolean(this.board.occupied?.has(cell)) && this.canLift(cell));
  }

  move(event) {
    if (this.from === null || event.pointerId !== this.pointer) return;
    const [x, y] = this.start;
    const slack = SLACK[event.pointerType] ?? USUAL_SLACK;
    if (!this.ghost && Math.hypot(event.clientX - x, event.clientY - y) < slack) return;
    if (!this.ghost) this.lift();
    const matrix = this.board.svg.getScreenCTM().inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const scale = LIFTED[event.pointerType] ?? USUAL_LIFTED;
    this.ghost.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${scale})`);
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
    if (event.pointerId !== this.pointer) return;
    const { from, ghost, board } = this;
    this.end();
    if (!ghost) return;
    // A finger's events all go to where it began; what lies under it now is what counts.
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = board.svg.contains(under) ? cellOf(under) : null;
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
    this.from = this.ghost = this.pointer = null;
  }
}
