// Looking at positions other than the one that the game is at: earlier moves, moves of an expected line, variations. What is
// looked at changes nothing in the game. A position is pointed at for a moment, or kept until it is given up; one that is
// kept can be played on from, which makes a variation.

import { post } from "../shared/api.js";
import { report } from "../shared/announce.js";
import { button, h } from "../shared/dom.js";
import { keepFocus } from "../shared/focus.js";
import { strip } from "../shared/link.js";

/** More positions than this are asked for again. */
const MOST = 200;

/** A frame is {key, label, position, moves?, last?, ply?, step}: what to show, what to call it, and what is next to it. */
export class Peek {
  /** `onChange(frame, position)` is called with what the board shows now, null for the game itself; `onPlay(frame)` begins a game there. */
  constructor(board, { onChange, onPlay }) {
    Object.assign(this, { board, onChange });
    this.label = h("span", { class: "grow" });
    const quiet = (label, symbol, id, by) =>
      button(label, { symbol, words: false, kind: "quiet", id }, () => this.step(by));
    this.before = quiet("The move before", "back", "look-before", -1);
    this.after = quiet("The move after", "step", "look-after", 1);
    this.playOn = button("Play on", { kind: "quiet", id: "play-on", title: "A new game from here" }, () =>
      onPlay(this.kept),
    );
    this.backButton = button("Back", { kind: "quiet", id: "back", "aria-label": "Back to the game" }, () => this.back());
    this.tools = h("div", { class: "row" }, this.before, this.after, this.playOn, this.backButton);
    this.banner = h("div", { class: "viewing row", hidden: true }, this.label, this.tools);
    this.known = new Map();
    this.state = null;
    this.shown = this.kept = this.pointed = null;
    /** The position that is kept, with its legal moves; null while it is the game's. */
    this.view = null;
  }

  /** The game has moved on. Whoever looks at something else goes on looking. */
  setState(state, isSame) {
    this.state = state;
    this.pointed = null;
    if (isSame && this.kept) return;
    this.shown = this.kept = this.view = null;
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
    return this.go(frame);
  }

  /** Keeps a position on the board; null for the game. */
  go(frame) {
    this.kept = frame;
    this.pointed = null;
    return this.draw();
  }

  /** Goes to an earlier move without taking anything back; again to the same one, or to the last, leads back. */
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

  /** One move back or forward, from what is kept or from the game. */
  step(by) {
    if (!this.kept) return by < 0 ? this.go(this.played(this.state.ply - 1)) : null;
    const next = this.kept.step(by);
    if (next) return this.go(next);
    return by > 0 && this.kept.ply === this.state.ply - 1 ? this.back() : null;
  }

  back() {
    this.kept = this.pointed = null;
    return this.draw();
  }

  get wanted() {
    return this.pointed ?? this.kept;
  }

  async draw() {
    const { wanted: frame } = this;
    if (frame === this.shown) return;
    try {
      const position = frame && (await this.position(frame));
      // The game may have gone on meanwhile: what was asked for is still what one wants to see.
      if (this.wanted !== frame) return;
      const { state } = this;
      this.shown = frame;
      if (frame === this.kept) this.view = position;
      this.banner.hidden = !frame;
      this.label.textContent = frame?.label ?? "";
      this.tools.hidden = frame !== this.kept;
      keepFocus(
        () => {
          this.before.disabled = !frame?.step(-1);
          this.after.disabled = !frame?.step(1) && frame?.ply !== state.ply - 1;
          this.playOn.disabled = Boolean(position?.outcome);
        },
        () => this.backButton,
      );
      if (frame) {
        const last = frame.last ?? position.last;
        const recent = frame.last ? [frame.last.path] : position.recent;
        this.board.show({ ...position, last, recent }, { motion: false, preview: frame !== this.kept });
      } else this.board.show(state, { motion: false });
      this.onChange(frame, position);
    } catch (error) {
      if (this.wanted === frame) this.kept = this.pointed = this.view = null;
      report(error);
    }
  }

  position({ position, moves }) {
    const { game, players, variant } = this.state;
    const setup = strip({ game, players, variant, position, moves });
    const key = JSON.stringify(setup);
    if (this.known.size > MOST) this.known.clear();
    if (!this.known.has(key)) {
      const asked = post("/api/position", setup);
      this.known.set(key, asked);
      asked.catch(() => this.known.delete(key));
    }
    return this.known.get(key);
  }
}
