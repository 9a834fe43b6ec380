// Entering a move on the board: the marks of what is begun, buttons for what a click cannot say, and the reason why a click was no
// move.

import { note, say } from "../shared/announce.js";
import { button, h } from "../shared/dom.js";
import { entryOn } from "../board/entry.js";
import { keepFocus } from "../shared/focus.js";
import { why } from "./why.js";

export class Entering {
  /** `shown()` is the position on the board, null while it is only pointed at; `onPlay(move)` is called with a whole move. */
  constructor(board, trays, { shown, onPlay }) {
    Object.assign(this, { board, trays, shown, onPlay, entry: null, hinted: null });
    this.element = h("div", { class: "chooser row", role: "group", "aria-label": "How to go on", hidden: true });
  }

  /** Whether a move may be entered now. */
  get isOpen() {
    return Boolean(this.entry);
  }

  /** Whether one is begun. */
  get isBegun() {
    return Boolean(this.entry?.path.length);
  }

  /** Whether what stands on a cell can be dragged. */
  canLift(cell) {
    return this.isOpen && this.entry.starts().has(cell) && this.board.occupied.has(cell);
  }

  /** A move may be entered in the position shown: in the game by a person whose turn it is, elsewhere by anybody. */
  begin(state, anybody = false) {
    const human = !state.outcome && (anybody || state.seats?.[state.to_move]?.kind === "human");
    this.entry = human ? entryOn(this.board, state) : null;
    this.board.svg.classList.toggle("playable", human);
    this.hinted = null;
    this.refresh();
  }

  /** Marks a move that somebody might make. */
  hint(text) {
    this.hinted = this.shown()?.legal.find(({ move }) => move === text)?.path ?? [];
    this.refresh();
  }

  /** Waits for what becomes of a move, which shows at once; the function that is returned lets go on as before. */
  suspend(text) {
    const { entry } = this;
    const path = this.shown()?.legal.find(({ move }) => move === text)?.path ?? [];
    this.entry = null;
    this.choices([]);
    this.board.mark({ picked: path });
    return () => {
      entry?.clear();
      this.entry ??= entry;
      this.refresh();
    };
  }

  /** Draws the marks of a half-entered move and offers what needs a button. */
  refresh() {
    const { entry } = this;
    const state = this.shown();
    const actions = [];
    if (!entry || !state) this.board.mark({});
    else {
      const begun = entry.path.length > 0;
      // Where one click is a move, all of them are shown; where pieces are chosen first, those that can move, unless nearly all can.
      const single = entry.isSingle;
      const starts = begun || single || state.legal.length >= 40 ? [] : entry.starts();
      this.board.mark({
        picked: entry.path,
        next: single ? entry.starts() : entry.next(),
        starts,
        line: this.hinted ?? [],
      });
      const stop = entry.stop();
      if (stop)
        actions.push(
          h("span", { class: "muted" }, "Stop here or go on?"),
          button(`Play ${stop}`, { kind: "primary" }, () => this.onPlay(stop)),
        );
      const pass = state.legal.find(({ path }) => path.length === 0);
      if (pass)
        actions.push(
          h("span", { class: "muted" }, "There is no move here."),
          button(pass.move === "pass" ? "Pass" : pass.move, { kind: "primary", id: "pass" }, () =>
            this.onPlay(pass.move),
          ),
        );
      keepFocus(
        () => this.trays.offer(entry.starts(), entry.path[0]),
        () => this.board.current,
      );
    }
    this.choices(actions);
  }

  choices(actions) {
    keepFocus(
      () => {
        this.element.replaceChildren(...actions);
        this.element.hidden = !actions.length;
      },
      () => this.board.current,
    );
  }

  clicked(cell, { drag = false } = {}) {
    if (!this.entry) return;
    // A drag from a cell that is already chosen goes on from there.
    if (drag && this.entry.path.at(-1) === cell) return;
    const [picked] = this.entry.path;
    const answer = this.entry.click(cell);
    if (answer.play) this.onPlay(answer.play);
    else {
      this.refresh();
      const nowhere = answer.refused || (picked && picked !== cell && !this.entry.path.length);
      if (nowhere && !answer.choose) note(why(this.shown(), cell, picked), "why");
      if (answer.choose) this.choose(answer.choose);
      else if (this.entry.path.length)
        say(`${this.entry.path.join(", ")} chosen. Can go on to ${[...this.entry.next()].join(", ") || "nothing"}.`);
    }
  }

  /** Several moves end here: which one is meant? */
  choose(moves) {
    const buttons = moves.map(({ move, path }) => {
      const show = () => this.board.mark({ picked: [path[0]], line: path });
      return h("button", { type: "button", onmouseenter: show, onfocus: show, onclick: () => this.onPlay(move) }, move);
    });
    this.choices([
      h("span", { class: "muted" }, "Which way?"),
      ...buttons,
      button("Cancel", { kind: "quiet" }, () => this.cancel()),
    ]);
    buttons[0].focus();
  }

  cancel() {
    this.entry?.clear();
    this.refresh();
  }
}
