// What a search says of each player. Max-N has a score for everybody; Best-Reply Search and Paranoid see the game
// with the eyes of the player to move alone, and the panel says so instead of guessing.

import { h } from "../shared/dom.js";
import { playerName, tone, unit } from "../shared/players.js";
import { inPercent } from "./words.js";

/** Whose view it is, where it is not everybody's. */
function view(algorithm, name) {
  if (algorithm === "max-n") return "The chances of every player: in Max-N, all play for themselves.";
  if (algorithm === "paranoid") return `Only ${name}'s chance to win: in Paranoid, all others play against ${name}.`;
  return `Only ${name}'s chance to win: Best-Reply Search takes the others for one opponent.`;
}

export class Scores {
  constructor() {
    this.list = h("ul", { class: "scores" });
    this.note = h("p", { class: "muted small whose" });
    this.element = h("div", {}, this.list, this.note);
  }

  /** Places for all players, without scores yet. */
  clear(state) {
    this.fill(state, () => null);
    this.note.textContent = "What the search says of each player.";
    // Of two players, a sentence and the bar beside the board say all.
    this.element.hidden = state.players === 2;
  }

  /** One completed depth of a search by the player to move in `state`. */
  show(event, state) {
    const mover = (player) => (player === state.to_move ? event.chance : null);
    this.fill(state, (player) => event.chances[player] ?? mover(player), event.tally);
    this.note.textContent = view(event.algorithm, playerName(state.game, state.to_move));
  }

  fill({ game, players, to_move: toMove }, chance, tally) {
    const row = (_, player) => {
      const value = chance(player);
      const item = h(
        "li",
        { class: player === toMove ? "mover" : null },
        h("span", { class: `swatch tone-${tone(game, player)}` }),
        h("span", { class: "muted" }, playerName(game, player)),
        h("strong", { title: value === null ? "This search does not know this player's chance" : null }, value === null ? "–" : inPercent(value)),
        tally && players > 2 && h("span", { class: "end", title: "After the expected line" }, `then ${tally[player]} ${unit(game, tally[player])}`),
      );
      item.dataset.player = player;
      return item;
    };
    this.list.replaceChildren(...Array.from({ length: players }, row));
  }
}
