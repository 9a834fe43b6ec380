// Who sits where and how each player stands: a row for every seat, drawn anew at each move.

import { h } from "../shared/dom.js";
import { playerName, tone, unit } from "../shared/players.js";
import { seatText } from "../setup/seats.js";

/** What else there is to count for a player. */
function details({ game, scene }, player) {
  const tops = scene.cells.filter(({ stack }) => stack.at(-1) === player);
  const kings = tops.filter(({ king }) => king).length;
  return [
    scene.reserves && `reserve ${scene.reserves[player]}`,
    scene.hand?.[player] && `hand ${scene.hand[player]}`,
    scene.captured && `captured ${scene.captured[player]}`,
    game === "checkers" && `${kings} ${kings === 1 ? "king" : "kings"}`,
    game === "abalone" && `${tops.length} marbles left`,
  ].filter(Boolean);
}

/** How the game ended for a player, in a word; null while it goes on. */
function verdict(outcome, player) {
  if (!outcome) return null;
  if (!outcome.winners.length) return "draw";
  return outcome.winners.includes(player) ? "wins" : null;
}

export class Standing {
  constructor(catalog) {
    this.catalog = catalog;
    this.element = h("ul", { class: "seats" });
    // The numbers alone, for screens where the seats lie far below the board; screen readers have the seats.
    this.strip = h("p", { class: "strip", "aria-hidden": "true" });
  }

  /** A position of the game, and who sits where in it. */
  show(state, seats = state.seats) {
    const short = (score, player) =>
      h("span", {}, h("span", { class: `swatch tone-${tone(state.game, player)}` }), score);
    this.strip.replaceChildren(...state.scores.map(short));
    this.element.replaceChildren(...seats.map((seat, player) => this.row(state, seat, player)));
  }

  row(state, seat, player) {
    const turn = !state.outcome && player === state.to_move;
    const said = verdict(state.outcome, player);
    const more = details(state, player);
    const row = h(
      "li",
      { class: turn ? "turn" : said === "wins" ? "won" : null, "aria-current": turn ? "true" : null },
      h("span", { class: `swatch tone-${tone(state.game, player)}` }),
      h(
        "div",
        { class: "grow" },
        h("strong", {}, playerName(state.game, player)),
        said && h("span", { class: "badge" }, said),
        h("span", { class: "muted small who", title: seatText(this.catalog, seat) }, seatText(this.catalog, seat)),
        more.length ? h("span", { class: "muted small more" }, more.join(" · ")) : null,
      ),
      h("span", { class: "score" }, state.scores[player], h("small", {}, unit(state.game, state.scores[player]))),
    );
    row.dataset.player = player;
    return row;
  }
}
