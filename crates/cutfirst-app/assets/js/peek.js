// Looking at other positions than the game's own: an expected line, or an earlier move.

import { post } from "./api.js";
import { report } from "./announce.js";
import { button, h } from "./dom.js";
import { strip } from "./link.js";

/** More positions than this are asked for again. */
const MOST = 200;

export class Peek {
  /** `onBack()` is called when the board shows the game again, `onLook(ply)` when it shows an earlier position. */
  constructor(board, { onBack, onLook }) {
    Object.assign(this, { board, onBack, onLook });
    this.banner = h("div", { class: "viewing row", hidden: true });
    this.known = new Map();
    this.state = null;
    /** The move after which the board is shown, or null when it shows the game. */
    this.ply = null;
  }

  /** The game has moved on. */
  setState(state) {
    this.state = state;
    this.ply = null;
    this.wanted = null;
    this.pointing = false;
    this.banner.hidden = true;
  }

  /** Shows an expected line while it is pointed at; null to stop. */
  async line(moves) {
    const { state } = this;
    this.wanted = moves;
    if (!moves) {
      if (this.pointing && this.ply === null) this.back();
      this.pointing = false;
      return;
    }
    const shown = await this.position(state.position, moves).catch(() => null);
    if (this.wanted !== moves || this.state !== state) return;
    this.pointing = true;
    if (shown) {
      this.board.show(shown, { motion: false, preview: true });
      this.board.mark({ line: shown.last?.path ?? [] });
    } else {
      // Best-Reply Search lets players move out of turn; such a line cannot be played, only pointed at.
      const last = moves.at(-1).replace(/^\d+:/, "");
      this.board.show(state, { motion: false });
      this.board.mark({ line: last.match(/[a-i]\d|\d+/gi) ?? [] });
    }
  }

  /** Goes to an earlier move without taking anything back. */
  async look(ply) {
    const { state } = this;
    if (ply === state.ply) {
      this.back();
      return;
    }
    try {
      const shown = await this.position(state.start, state.moves.slice(0, ply));
      if (this.state !== state) return;
      this.ply = ply;
      this.banner.replaceChildren(
        h("span", { class: "grow" }, `Position after move ${ply} of ${state.ply}`),
        button("Back to the game", { kind: "quiet" }, () => this.back()),
      );
      this.banner.hidden = false;
      this.board.show(shown, { motion: false, preview: true });
      this.onLook(ply);
    } catch (error) {
      report(error);
    }
  }

  back() {
    this.ply = null;
    this.banner.hidden = true;
    this.board.show(this.state, { motion: false });
    this.onBack();
  }

  position(position, moves) {
    const { game, players, variant } = this.state;
    const setup = strip({ game, players, variant, position, moves });
    const key = JSON.stringify(setup);
    if (this.known.size > MOST) this.known.clear();
    if (!this.known.has(key)) this.known.set(key, post("/api/position", setup));
    return this.known.get(key);
  }
}
