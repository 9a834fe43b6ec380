// What lies beside the board: the seats with their counts, and pieces in reserve or hand that can be dropped.

import { h } from "./dom.js";
import { playerName, tone } from "./players.js";
import { seatText } from "./seats.js";

/** What the numbers beside the players count. */
const UNITS = {
  othello: "discs",
  checkers: "pieces",
  focus: "stacks",
  virus: "squares",
  "chinese-checkers": "in target",
  abalone: "pushed off",
};

export class Trays {
  /** `onPick("reserve" | "hand")` is called when a piece beside the board is chosen. */
  constructor(onPick) {
    this.onPick = onPick;
    this.element = h("div", { class: "trays row" });
    this.seats = h("ul", { class: "seats" });
  }

  show(state) {
    this.state = state;
    const { scene } = state;
    const counts = (player) =>
      [
        scene.reserves ? `${scene.reserves[player]} in reserve` : null,
        scene.captured ? `${scene.captured[player]} captured` : null,
      ]
        .filter(Boolean)
        .join(" · ");
    this.seats.replaceChildren(
      ...state.seats.map((seat, player) => {
        const turn = !state.outcome && player === state.to_move;
        const won = state.outcome?.winners?.includes(player);
        const score = state.scores?.[player];
        return h(
          "li",
          { class: turn ? "turn" : won ? "won" : null, "aria-current": turn ? "true" : null },
          h("span", { class: `swatch tone-${tone(state.game, player)}` }),
          h(
            "div",
            { class: "grow" },
            h("strong", {}, playerName(state.game, player)),
            won ? h("span", { class: "badge" }, "wins") : null,
            h("div", { class: "muted small" }, seatText(seat)),
            counts(player) ? h("div", { class: "muted small" }, counts(player)) : null,
          ),
          score === undefined ? null : h("span", { class: "score" }, score, h("small", {}, UNITS[state.game])),
        );
      }),
    );
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
    this.element.hidden = !piles.length;
  }

  pile(key, player, count, open, picked) {
    const discs = h(
      "span",
      { class: "discs" },
      Array.from({ length: Math.min(count, 8) }, () =>
        h("span", { class: `disc tone-${tone(this.state.game, player)}` }),
      ),
    );
    const label = `${playerName(this.state.game, player)}: ${count} ${key === "ejected" ? "pushed off" : `in ${key}`}`;
    if (!open) return h("span", { class: "pile" }, discs, h("span", { class: "small muted" }, label));
    const chosen = picked === key;
    const element = h(
      "button",
      { type: "button", class: "pile", "aria-pressed": String(chosen), onclick: () => this.onPick(key) },
      discs,
      h("span", { class: "small" }, chosen ? "Now choose a cell" : `${label}: drop one`),
    );
    element.dataset.cell = key;
    return element;
  }
}
