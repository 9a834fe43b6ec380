// One line above the board: who is to move, what the engine is doing, how the game ended.

import { button, h } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";

export class Status {
  /** `onPause()` stops engines or lets them go on, `onAgain()` starts the same game again. */
  constructor({ onPause, onAgain }) {
    this.swatch = h("span", { class: "swatch" });
    this.text = h("span", { class: "grow", id: "status-text" });
    this.pulse = h("span", { class: "pulse", "aria-hidden": "true", hidden: true });
    this.pause = button("Pause", { symbol: "pause", kind: "quiet", hidden: true }, onPause);
    this.again = button("Play again", { symbol: "turn", kind: "quiet", id: "again", hidden: true }, onAgain);
    this.element = h("div", { class: "status row" }, this.swatch, this.text, this.pulse, this.pause, this.again);
  }

  show(state, session) {
    this.state = state;
    this.session = session;
    this.element.classList.toggle("over", Boolean(state.outcome));
    const winner = state.outcome?.winners?.length === 1 ? state.outcome.winners[0] : state.to_move;
    this.swatch.className = `swatch tone-${tone(state.game, winner)}`;
    this.again.hidden = !state.outcome;
    this.swatch.hidden = Boolean(state.outcome) && state.outcome.winners?.length !== 1;
    this.sentence();
  }

  sentence(extra = "") {
    const { state, session } = this;
    if (!state) return;
    const seat = state.seats[state.to_move];
    const engine = seat?.kind === "engine";
    const name = playerName(state.game, state.to_move);
    if (state.outcome) this.text.textContent = state.outcome.text;
    else if (!engine) this.text.textContent = `${name} to move`;
    else this.text.textContent = session.paused ? `${name} (engine) is paused` : `${name} is thinking${extra}`;
    // A game of engines alone needs a brake; a paused one a way on.
    const alone = state.seats.every(({ kind }) => kind === "engine");
    this.pause.hidden = Boolean(state.outcome) || !(alone || (session.paused && engine));
    this.pause.replaceChildren(
      ...button(session.paused ? "Go on" : "Pause", { symbol: session.paused ? "play" : "pause" }).children,
    );
  }

  thinking(on) {
    this.pulse.hidden = !on;
    this.sentence();
  }

  depth(event) {
    this.sentence(`, depth ${event.depth}`);
  }
}
