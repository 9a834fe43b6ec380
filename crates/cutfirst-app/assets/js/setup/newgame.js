// The dialog that starts a game: which one, and who sits where.

import { button, h } from "../shared/dom.js";
import { dialog } from "../shared/dialog.js";
import { orderList, seatForm, usualSeats } from "./seats.js";
import { gameForm } from "./variants.js";

/** Asks for a game; `start` receives {game, players, variant, seats} and may throw what should be shown. */
export function askNewGame(catalog, current, start) {
  const seatsBox = h("div", { class: "seat-forms" });
  const error = h("p", { class: "error-line", role: "alert" });
  let forms = [];
  let known = current.seats ?? [];
  // The form calls back once while it is being made, before it can be asked for its value.
  let form = null;
  form = gameForm(catalog, current, () => form && fillSeats());

  function fillSeats() {
    const { game, players } = form.value;
    const usual = usualSeats(players);
    known = forms.length ? forms.map((seat) => seat.value) : known;
    forms = usual.map((seat, player) => seatForm(catalog, game, players, player, known[player] ?? seat));
    seatsBox.replaceChildren(...forms);
  }
  fillSeats();

  const go = button("Start", { kind: "primary", id: "start-game" }, async () => {
    error.textContent = "";
    go.disabled = true;
    try {
      await start({ ...form.value, seats: forms.map((seat) => seat.value) });
      opened.close();
    } catch (problem) {
      error.textContent = problem.message;
    } finally {
      go.disabled = false;
    }
  });
  const opened = dialog(
    "New game",
    [form, seatsBox, error, orderList(catalog)],
    [button("Cancel", {}, () => opened.close()), go],
  );
}

/** Asks who sits where in the game at hand. */
export function askSeats(catalog, state, change) {
  const error = h("p", { class: "error-line", role: "alert" });
  const forms = state.seats.map((seat, player) => seatForm(catalog, state.game, state.players, player, seat));
  const go = button("Use these", { kind: "primary" }, async () => {
    try {
      await change(forms.map((seat) => seat.value));
      opened.close();
    } catch (problem) {
      error.textContent = problem.message;
    }
  });
  const opened = dialog(
    "Seats",
    [h("div", { class: "seat-forms" }, forms), error, orderList(catalog)],
    [button("Cancel", {}, () => opened.close()), go],
  );
}
