// One line above the board: who is to move, what the engine is doing, how the game ended and what one can do then.

import { button, h } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";
import { load, save } from "../shared/store.js";
import { FIRST, IN_HAND } from "./why.js";

/** After so many own moves in a game one knows how they are made. */
const BEGINNING = 2;

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];

export class Status {
  /** `onPause()` stops engines or lets them go on, `onRematch()` starts again with the seats swapped, `onReview()` reviews. */
  constructor({ onPause, onRematch, onReview }) {
    this.swatch = h("span", { class: "swatch" });
    this.text = h("span", { id: "status-text" });
    this.tip = h("span", { class: "muted small tip" });
    this.pulse = h("span", { class: "pulse", "aria-hidden": "true", hidden: true });
    this.pause = button("Pause", { symbol: "pause", kind: "quiet", hidden: true }, onPause);
    this.review = button("Review", { symbol: "review", kind: "quiet", id: "to-review", hidden: true }, onReview);
    this.again = button(
      "Rematch",
      { symbol: "turn", kind: "primary", id: "again", hidden: true, title: "The same game with the seats swapped" },
      onRematch,
    );
    this.element = h(
      "div",
      { class: "status row" },
      this.swatch,
      h("div", { class: "grow" }, this.text, this.tip),
      this.pulse,
      this.pause,
      this.review,
      this.again,
    );
  }

  show(state, session) {
    this.state = state;
    this.session = session;
    this.element.classList.toggle("over", Boolean(state.outcome));
    const winner = state.outcome?.winners?.length === 1 ? state.outcome.winners[0] : state.to_move;
    this.swatch.className = `swatch tone-${tone(state.game, winner)}`;
    this.again.hidden = this.review.hidden = !state.outcome;
    this.review.disabled = !state.ply;
    this.swatch.hidden = Boolean(state.outcome) && state.outcome.winners?.length !== 1;
    this.sentence();
  }

  /** Somebody has made a move by hand. */
  moved({ game }) {
    const known = load("known") ?? {};
    save("known", { ...known, [game]: (known[game] ?? 0) + 1 });
  }

  sentence() {
    const { state, session } = this;
    if (!state) return;
    const seat = state.seats[state.to_move];
    const engine = seat?.kind !== "human";
    const name = playerName(state.game, state.to_move);
    if (state.outcome) this.text.textContent = state.outcome.text;
    else if (!engine) this.text.textContent = `${name} to move`;
    else this.text.textContent = session.paused ? `${name} (engine) is paused` : `${name} is thinking`;
    const isNew = !state.outcome && !engine && ((load("known") ?? {})[state.game] ?? 0) < BEGINNING;
    const inHand = !state.outcome && !engine && state.legal[0]?.path[0] === "hand";
    this.tip.textContent = inHand ? IN_HAND : isNew ? FIRST[state.game] : "";
    // The rule that ends games which go round is announced before it strikes.
    const [visits, most] = state.visits;
    if (!state.outcome && visits > 1)
      this.text.textContent += ` · this position for the ${ORDINALS[visits]} time; the ${ORDINALS[most]} makes a draw`;
    // A game of engines alone needs a brake; a paused one a way on.
    const alone = state.seats.every(({ kind }) => kind !== "human");
    this.pause.hidden = Boolean(state.outcome) || !(alone || (session.paused && engine));
    this.pause.replaceChildren(
      ...button(session.paused ? "Go on" : "Pause", { symbol: session.paused ? "play" : "pause" }).children,
    );
  }

  thinking(on) {
    this.pulse.hidden = !on;
    this.sentence();
  }
}
