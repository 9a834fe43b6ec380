// Who plays: one form for each seat, human or engine.

import { choice, field, h } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";

/** The levels of the engine, then what goes beyond them, and programs of others that play the game: words and names. */
export const levelChoices = (catalog, game) => [
  ...catalog.levels.map(({ number, name }) => [`number ${number}`, `${number} · ${capital(name)}`]),
  ["time 1000", "Full strength: 1 s a move"],
  ["time 5000", "Full strength: 5 s a move"],
  ...(catalog.programs ?? []).filter((program) => program.game === game).map(({ name }) => [`program ${name}`, name]),
  ["own", "Own limit…"],
];

const capital = (name) => name[0].toUpperCase() + name.slice(1);

export const HUMAN = { kind: "human" };
export const ENGINE = { kind: "engine", level: { number: 4 } };

/** A person against engines: what a newcomer most likely wants. */
export const usualSeats = (players) =>
  Array.from({ length: players }, (_, seat) => (seat === 0 ? HUMAN : ENGINE));

/** The seat of a word pair: an engine with a level, or a program by its name. */
export function seatOf(word) {
  const name = word.match(/^program (.*)$/)?.[1];
  return name ? { kind: "program", name } : { kind: "engine", level: levelOf(word) };
}

function levelOf(word) {
  const [what, amount] = word.split(" ");
  return what === "time" ? { time_ms: Number(amount) } : { [what]: Number(amount) };
}

/** `level` as one word pair, e.g. "time 1000". */
export function levelWord(level) {
  if (level?.number) return `number ${level.number}`;
  return level?.depth ? `depth ${level.depth}` : `time ${level?.time_ms ?? 1000}`;
}

/** How a seat is described beside the board. */
export function seatText(catalog, seat) {
  if (seat.kind === "human") return "Human";
  if (seat.kind === "program") return seat.name;
  const { number, depth, time_ms } = seat.level;
  const named = catalog?.levels.find((level) => level.number === number);
  const who = named
    ? `${capital(named.name)}, level ${number}`
    : depth
      ? `Engine, ${depth} moves ahead`
      : `Full strength, ${time_ms / 1000} s`;
  return [who, seat.algorithm, seat.order].filter(Boolean).join(" · ");
}

/** A form for one seat. `.value` is the seat it describes. */
export function seatForm(catalog, game, players, player, seat) {
  const info = catalog.games.find(({ name }) => name === game);
  const word = seat.kind === "program" ? `program ${seat.name}` : levelWord(seat.level);
  const choices = levelChoices(catalog, game);
  const known = choices.some(([key]) => key === word);
  const kind = choice(
    "Played by",
    [
      ["human", "Human"],
      ["engine", "Engine"],
    ],
    seat.kind === "human" ? "human" : "engine",
    sync,
  );
  const level = choice("Level", choices, seat.kind === "human" ? "number 4" : known ? word : "own", sync);
  const unit = choice(
    "Limit",
    [
      ["time", "Seconds a move"],
      ["depth", "Moves ahead"],
    ],
    seat.level?.depth ? "depth" : "time",
    sync,
  );
  const amount = field("Amount", {
    type: "number",
    min: "0.01",
    step: "any",
    inputmode: "decimal",
    value: String(seat.level?.depth ?? (seat.level?.time_ms ?? 1000) / 1000),
  });
  const algorithms = catalog.algorithms
    .filter(({ two_players_only }) => players === 2 || !two_players_only)
    .map(({ name }) => name);
  const algorithm = choice("Search", [["", "Strongest"], ...algorithms], seat.algorithm ?? "");
  const order = field("Ordering", {
    list: "orders",
    placeholder: "Strongest",
    value: seat.order ?? "",
    autocomplete: "off",
    spellcheck: "false",
  });
  const evaluation = choice(
    "Evaluation",
    [["", info.plays_with], ...info.evaluations.map(({ name }) => name).filter((name) => name !== info.plays_with)],
    seat.evaluation ?? "",
  );
  const own = h("div", { class: "fields" }, unit, amount);
  const more = h(
    "details",
    {},
    h("summary", {}, "Search, ordering, evaluation"),
    h("div", { class: "fields" }, algorithm, order, evaluation),
  );
  if (seat.algorithm || seat.order || seat.evaluation) more.open = true;
  const form = h(
    "fieldset",
    { class: "seat-form" },
    h("legend", {}, h("span", { class: `swatch tone-${tone(game, player)}` }), playerName(game, player)),
    h("div", { class: "fields" }, kind, level),
    own,
    more,
  );
  function sync() {
    const engine = kind.control.value === "engine";
    level.hidden = !engine;
    more.hidden = !engine || level.control.value.startsWith("program ");
    own.hidden = !engine || level.control.value !== "own";
    amount.control.step = unit.control.value === "depth" ? "1" : "any";
    amount.control.min = unit.control.value === "depth" ? "1" : "0.01";
  }
  sync();
  Object.defineProperty(form, "value", {
    get() {
      if (kind.control.value === "human") return HUMAN;
      const limit = Number(amount.control.value);
      const isTime = unit.control.value === "time";
      const result =
        level.control.value === "own"
          ? seatOf(`${unit.control.value} ${isTime ? Math.round(limit * 1000) : limit}`)
          : seatOf(level.control.value);
      if (result.kind === "program") return result;
      // What this form has no field for stays as it was.
      if (seat.words) result.words = seat.words;
      if (algorithm.control.value) result.algorithm = algorithm.control.value;
      if (order.control.value.trim()) result.order = order.control.value.trim();
      if (evaluation.control.value) result.evaluation = evaluation.control.value;
      return result;
    },
  });
  return form;
}

/** Suggestions for every field that takes an ordering. */
export function orderList(catalog) {
  if (document.getElementById("orders")) return null;
  return h(
    "datalist",
    { id: "orders" },
    catalog.orders.map(({ spec, about }) => h("option", { value: spec }, about)),
  );
}
