// The evaluation bar beside the board: how the chances of two players are at the moment.

import { h } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";
import { chanceOfFirst, inPercent } from "./words.js";

export class Bar {
  constructor() {
    this.fill = h("div", { class: "bar-fill" });
    this.text = h("span", { class: "bar-text" });
    this.element = h("div", { class: "bar", role: "img", "aria-label": "Chances: not analysed" }, this.fill, this.text);
    this.clear(null);
  }

  /** Without an analysis; games of more than two players have no bar. */
  clear(state) {
    this.element.classList.add("unknown");
    this.element.hidden = !state || state.players !== 2;
    if (!state) return;
    this.fill.className = `bar-fill tone-${tone(state.game, 0)}`;
    this.element.classList.remove(...[...this.element.classList].filter((name) => name.startsWith("tone-")));
    this.element.classList.add(`tone-${tone(state.game, 1)}`);
    this.element.setAttribute("aria-label", "Chances: not analysed");
    this.text.textContent = "";
  }

  show(event, state) {
    if (state.players !== 2) return;
    const first = chanceOfFirst(event, state.to_move);
    this.element.classList.remove("unknown");
    this.fill.style.height = `${(100 * first).toFixed(1)}%`;
    const said = `${playerName(state.game, 0)} ${inPercent(first)}, ${playerName(state.game, 1)} ${inPercent(1 - first)}`;
    this.element.setAttribute("aria-label", `Chances: ${said}`);
    this.element.title = said;
    this.text.textContent = inPercent(Math.max(first, 1 - first));
    this.text.classList.toggle("low", first > 0.5);
  }
}
