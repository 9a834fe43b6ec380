// The dialog that starts a game, in three choices: which game, who plays, and how well the opponent plays. All else is folded away.

import { geometry, post } from "../shared/api.js";
import { report } from "../shared/announce.js";
import { picture } from "../board/board.js";
import { button, h } from "../shared/dom.js";
import { dialog } from "../shared/dialog.js";
import { keepFocus } from "../shared/focus.js";
import { playerName, tone } from "../shared/players.js";
import { load, save } from "../shared/store.js";
import { ENGINE, HUMAN, levelChoices, levelWord, orderList, seatForm, seatOf } from "./seats.js";
import { gameForm } from "./variants.js";

/** The start of a game as a picture, drawn once. */
const starts = new Map();

function startPicture({ name, default_players: players, title }) {
  const place = h("span", { class: "thumb" });
  if (!starts.has(name))
    starts.set(
      name,
      Promise.all([post("/api/position", { game: name }), geometry({ game: name, players })]),
    );
  starts.get(name).then(([state, shape]) => {
    place.replaceChildren(picture(name, shape, state.players, state.scene, title));
  }, report);
  return place;
}

/** A row of buttons of which one is chosen; `.value` is which. */
function tiles(label, options, value, onchange) {
  const group = h("div", { class: "tiles", role: "radiogroup", "aria-label": label });
  const choose = (key, focus) => {
    group.value = key;
    for (const tile of group.children) {
      const chosen = tile.dataset.key === String(key);
      tile.setAttribute("aria-checked", String(chosen));
      tile.setAttribute("tabindex", chosen ? "0" : "-1");
      if (chosen && focus) tile.focus();
    }
  };
  const keys = options.map(({ key }) => key);
  for (const { key, content, id } of options) {
    const tile = h(
      "button",
      {
        type: "button",
        class: "tile",
        role: "radio",
        id,
        onclick: () => {
          choose(key);
          onchange?.(key);
        },
        onkeydown: (event) => {
          const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!by) return;
          event.preventDefault();
          const next = keys[(keys.indexOf(group.value) + by + keys.length) % keys.length];
          choose(next, true);
          onchange?.(next);
        },
      },
      content,
    );
    tile.dataset.key = key;
    group.append(tile);
  }
  choose(keys.includes(value) ? value : keys[0]);
  return group;
}

/** Asks for a game; `start` receives {game, players, variant, seats} and may throw what should be shown; then comes `started`. */
export function askNewGame(catalog, current, start, started) {
  const last = load("newgame") ?? {};
  const error = h("p", { class: "error-line", role: "alert" });
  const who = h("div");
  const opponent = h("div");
  const details = h("details", { class: "details", id: "details" }, h("summary", {}, "Rules and seats in detail"));
  const seatForms = h("div", { class: "seat-forms" });
  let [form, forms, own] = [null, [], false];

  const games = tiles(
    "Game",
    catalog.games.map((info) => ({
      key: info.name,
      id: `game-${info.name}`,
      content: [startPicture(info), h("span", {}, info.title)],
    })),
    current.game,
    () => pick(),
  );
  const info = () => catalog.games.find(({ name }) => name === games.value);

  /** Another game was chosen: its numbers of players and its rules. */
  function pick(players) {
    const chosen = info();
    const setup = { game: chosen.name, players: players ?? chosen.default_players };
    form = gameForm(catalog, setup, () => form && people());
    // Both are chosen above.
    for (const label of [...form.querySelectorAll("label")].slice(0, 2)) label.hidden = true;
    details.replaceChildren(details.firstChild, form, seatForms);
    people();
  }

  /** Who plays: the number of players, and which seats are people. */
  function people() {
    const { game, players } = form.value;
    const chosen = info();
    const numbers =
      chosen.players.length > 1
        ? tiles(
            "Players",
            chosen.players.map((count) => ({ key: count, id: `players-${count}`, content: `${count} players` })),
            players,
            (count) => pick(count),
          )
        : null;
    const swatch = (player) => h("span", { class: `swatch tone-${tone(game, player)}` });
    const seats = Array.from({ length: players }, (_, player) => player);
    const options = [
      ...seats.map((player) => ({
        key: `seat ${player}`,
        id: `as-${player}`,
        content: [swatch(player), h("span", {}, `You play ${playerName(game, player)}${player ? "" : ", first"}`)],
      })),
      { key: "random", id: "as-random", content: [h("span", {}, "Any colour")] },
      {
        key: "people",
        id: "as-people",
        content: [seats.map(swatch), h("span", {}, players === 2 ? "Two people here" : "People here")],
      },
      { key: "engines", id: "as-engines", content: [h("span", {}, "Watch engines play")] },
    ];
    const seat = tiles("Who plays", options, who.choice ?? last.who ?? "seat 0", (key) => {
      who.choice = key;
      levels();
    });
    who.choice = seat.value;
    // Whoever chose the number by keyboard goes on choosing.
    keepFocus(
      () => who.replaceChildren(...[numbers, seat].filter(Boolean)),
      () => who.querySelector("[aria-checked=true]"),
    );
    levels();
  }

  /** How well engines play. */
  function levels() {
    if (opponent.game !== games.value) {
      const kept = opponent.select?.value ?? last.level ?? levelWord(ENGINE.level);
      opponent.game = games.value;
      opponent.select = h("select", { id: "level", "aria-label": "Opponent", onchange: () => fill() });
      for (const [key, text] of levelChoices(catalog, games.value).filter(([word]) => word !== "own"))
        opponent.select.append(h("option", { value: key }, text));
      opponent.select.value = kept;
      // A program that does not play this game.
      if (opponent.select.selectedIndex < 0) opponent.select.value = levelWord(ENGINE.level);
      opponent.slider = h("input", {
        type: "range",
        min: 0,
        max: opponent.select.options.length - 1,
        value: opponent.select.selectedIndex,
        "aria-label": "Strength",
        oninput: () => {
          opponent.select.selectedIndex = Number(opponent.slider.value);
          fill();
        },
      });
      opponent.replaceChildren(h("div", { class: "strength" }, opponent.slider, opponent.select));
    }
    opponent.parentElement?.classList.toggle("off", who.choice === "people");
    opponent.select.disabled = opponent.slider.disabled = who.choice === "people";
    fill();
  }

  /** The seats that follow from the choices; whoever changes one in detail has the last word. */
  function fill() {
    opponent.slider.value = opponent.select.selectedIndex;
    const { game, players } = form.value;
    const engine = seatOf(opponent.select.value);
    const lucky = Math.floor(Math.random() * players);
    const human = { people: () => true, engines: () => false, random: (seat) => seat === lucky }[who.choice];
    const isHuman = human ?? ((seat) => `seat ${seat}` === who.choice);
    own = false;
    forms = Array.from({ length: players }, (_, seat) =>
      seatForm(catalog, game, players, seat, isHuman(seat) ? HUMAN : engine),
    );
    seatForms.replaceChildren(...forms);
  }
  seatForms.addEventListener("change", () => {
    own = true;
  });

  const go = button("Start", { kind: "primary", id: "start-game" }, async () => {
    error.textContent = "";
    go.disabled = true;
    try {
      if (!own) save("newgame", { who: who.choice, level: opponent.select.value });
      await start({ ...form.value, seats: forms.map((seat) => seat.value) });
      opened.close();
      started();
    } catch (problem) {
      error.textContent = problem.message;
    } finally {
      go.disabled = false;
    }
  });
  const section = (number, title, content) =>
    h("section", { class: "choice" }, h("h3", {}, h("span", { class: "step" }, number), title), content);
  const opened = dialog(
    "New game",
    [
      section(1, "Game", games),
      section(2, "Players", who),
      section(3, "Opponent", opponent),
      details,
      error,
      orderList(catalog),
    ],
    [button("Cancel", {}, () => opened.close()), go],
  );
  opened.element.classList.add("new-game");
  pick(current.game === games.value ? current.players : undefined);
  games.querySelector("[aria-checked=true]").focus();
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
