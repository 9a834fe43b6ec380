// What lies beside the board: pieces in reserve or hand that can be dropped, and marbles that were pushed off.

import { h } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";

export class Trays {
  /** `onPick("reserve" | "hand")` is called when a piece beside the board is chosen. */
  constructor(onPick) {
    this.onPick = onPick;
    this.element = h("div", { class: "trays row" });
  }

  /** Whether a game has such pieces; then they have their place, also when there are none. */
  has({ scene }) {
    return Boolean(scene.reserves ?? scene.hand ?? scene.ejected);
  }

  show(state) {
    this.state = state;
    this.offer(new Set());
  }

  /** Shows reserves, with buttons for what the player to move may drop. */
  offer(starts, picked) {
    const { state } = this;
    if (!state) return;
    const piles = [];
    for (const key of ["reserve", "hand"]) {
      const held = key === "reserve" ? state.scene.reserves : state.scene.hand;
      if (!Array.isArray(held)) {
        if (starts.has(key)) piles.push(this.pile(key, state.to_move, 1, true, picked));
        continue;
      }
      held.forEach((count, player) => {
        if (count) piles.push(this.pile(key, player, count, player === state.to_move && starts.has(key), picked));
      });
    }
    // Abalone: marbles that have left the board lie beside it.
    state.scene.ejected?.forEach((count, player) => {
      if (count) piles.push(this.pile("ejected", player, count, false));
    });
    this.element.replaceChildren(...piles);
    this.element.hidden = !this.has(state);
  }

  pile(key, player, count, open, picked) {
    const discs = h(
      "span",
      { class: "discs" },
      Array.from({ length: Math.min(count, 8) }, () =>
        h("span", { class: `disc tone-${tone(this.state.game, player)}` }),
      ),
    );
    const name = playerName(this.state.game, player);
    const counted = key === "ejected" ? `${name} lost ${count}` : `${count} in ${key}`;
    if (!open) {
      const owner = key === "ejected" ? null : h("span", { class: "unseen" }, `${name}: `);
      return h("span", { class: "pile", title: name }, discs, h("span", { class: "small muted" }, owner, counted));
    }
    const chosen = picked === key;
    const element = h(
      "button",
      { type: "button", class: "pile", "aria-pressed": String(chosen), title: name, onclick: () => this.onPick(key) },
      discs,
      h("span", { class: "small" }, chosen ? "Now choose a cell" : `${counted}: drop one`),
    );
    element.dataset.cell = key;
    return element;
  }
}
