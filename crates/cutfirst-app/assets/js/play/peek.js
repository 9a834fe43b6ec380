// Looking at other positions than the game's own: a move of an expected line, or an earlier one of the game. What is
// pointed at is shown as long as it is; what is kept stays until it is given up.

import { post } from "../shared/api.js";
import { report } from "../shared/announce.js";
import { button, h } from "../shared/dom.js";
import { keepFocus } from "../shared/focus.js";
import { strip } from "../shared/link.js";

/** More positions than this are asked for again. */
const MOST = 200;

/** A frame is {key, label, position, moves?, last?, ply?, step}: what to show, what to call it, and what is next to it. */
export class Peek {
  /** `onChange(frame)` is called with what the board shows now, null for the game itself. */
  constructor(board, onChange) {
    Object.assign(this, { board, onChange });
    this.label = h("span", { class: "grow" });
    this.before = button("The move before", { symbol: "back", words: false, kind: "quiet", id: "look-before" }, () =>
      this.step(-1),
    );
    this.after = button("The move after", { symbol: "step", words: false, kind: "quiet", id: "look-after" }, () =>
      this.step(1),
    );
    this.backButton = button("Back", { kind: "quiet", id: "back", "aria-label": "Back to the game" }, () => this.back());
    this.tools = h("div", { class: "row" }, this.before, this.after, this.backButton);
    this.banner = h("div", { class: "viewing row", hidden: true }, this.label, this.tools);
    this.known = new Map();
    this.state = null;
    this.shown = this.kept = this.pointed = null;
  }

  /** The game has moved on. */
  setState(state) {
    this.state = state;
    this.shown = this.kept = this.pointed = null;
    this.banner.hidden = true;
  }

  /** Shows a position while it is pointed at; null to stop. */
  point(frame) {
    this.pointed = frame;
    return this.draw();
  }

  /** Keeps a position on the board; asked for the same one again, gives it up. */
  keep(frame) {
    if (this.kept?.key === frame.key) return this.back();
    this.kept = frame;
    this.pointed = null;
    return this.draw();
  }

  /** Goes to an earlier move without taking anything back. */
  look(ply) {
    const frame = this.played(ply);
    return frame ? this.keep(frame) : this.back();
  }

  /** The position after so many moves of the game, unless it is the one that the game is at. */
  played(ply) {
    const { state } = this;
    if (ply < 0 || ply >= state.ply) return null;
    return {
      key: `ply ${ply}`,
      label: ply ? `Position after move ${ply} of ${state.ply}` : `Position before the first of ${state.ply} moves`,
      position: state.start,
      moves: state.moves.slice(0, ply),
      ply,
      step: (by) => this.played(ply + by),
    };
  }

  /** From what is kept to what is next to it. */
  step(by) {
    const next = this.kept?.step(by);
    return next && this.keep(next);
  }

  back() {
    this.kept = this.pointed = null;
    return this.draw();
  }

  get wanted() {
    return this.pointed ?? this.kept;
  }

  async draw() {
    const { state, wanted: frame } = this;
    if (frame === this.shown) return;
    try {
      const position = frame && (await this.position(frame));
      if (this.state !== state || this.wanted !== frame) return;
      this.shown = frame;
      this.banner.hidden = !frame;
      this.label.textContent = frame?.label ?? "";
      this.tools.hidden = frame !== this.kept;
      keepFocus(
        () => {
          this.before.disabled = !frame?.step(-1);
          this.after.disabled = !frame?.step(1);
        },
        () => this.backButton,
      );
      if (frame) this.board.show({ ...position, last: frame.last ?? position.last }, { motion: false, preview: true });
      else this.board.show(state, { motion: false });
      this.onChange(frame);
    } catch (error) {
      if (this.wanted === frame) this.kept = this.pointed = null;
      report(error);
    }
  }

  position({ position, moves }) {
    const { game, players, variant } = this.state;
    const setup = strip({ game, players, variant, position, moves });
    const key = JSON.stringify(setup);
    if (this.known.size > MOST) this.known.clear();
    if (!this.known.has(key)) this.known.set(key, post("/api/position", setup));
    return this.known.get(key);
  }
}
