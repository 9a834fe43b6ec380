// Choosing a game, its number of players, its variant and its options.

import { choice, field, h } from "../shared/dom.js";

/** `relaxed,chains=complete` → {name: "relaxed", options: Map}. */
function parseVariant(text, info) {
  const options = new Map();
  let name = "";
  for (const part of (text ?? "").split(",").filter(Boolean)) {
    const [key, value] = part.split("=");
    if (info.variants.some((variant) => variant.name === key)) name = key;
    else options.set(key, value ?? "");
  }
  return { name, options };
}

/** A form for game, players and variant; `onchange` is called when the game or the number of players changes. Without a variant in
 *  `start`, the rules are those that people expect, or with `plain` those of the experiments. */
export function gameForm(catalog, start, onchange, { plain = false } = {}) {
  const box = h("div", { class: "fields" });
  const about = h("p", { class: "muted small" });
  // Most people play by the usual rules.
  const fine = h("div", { class: "fields" });
  const more = h("details", { class: "options" }, h("summary", {}, "Options of the rules"), fine);
  const game = choice(
    "Game",
    catalog.games.map(({ name, title }) => [name, title ?? name]),
    // A link may name a game that is not there.
    catalog.games.some(({ name }) => name === start.game) ? start.game : catalog.games[0].name,
    () => fresh(),
  );
  let players, variant, options;

  const info = () => catalog.games.find(({ name }) => name === game.control.value);

  function fresh(from = {}) {
    const chosen = info();
    const count = from.players ?? chosen.default_players;
    const usual = plain ? "" : chosen.for_people[chosen.players.indexOf(count)];
    const parsed = parseVariant(from.variant ?? usual, chosen);
    players = choice("Players", chosen.players, count, () => {
      // The rules that people expect may depend on how many play.
      fresh({ players: Number(players.control.value) });
    });
    players.control.disabled = chosen.players.length < 2;
    variant = chosen.variants.length
      ? choice(
          "Variant",
          chosen.variants.map(({ name }) => [name, name[0].toUpperCase() + name.slice(1).replaceAll("-", " ")]),
          parsed.name || chosen.variants[0].name,
          describe,
        )
      : null;
    options = chosen.options.map((option) => optionField(option, parsed.options.get(option.key), onchange));
    box.replaceChildren(...[game, players, variant].filter(Boolean));
    fine.replaceChildren(...options);
    more.hidden = !options.length;
    more.open = Boolean(from.variant) && parsed.options.size > 0;
    describe();
    onchange?.();
  }

  function describe() {
    const chosen = info();
    const more = variant && chosen.variants.find(({ name }) => name === variant.control.value)?.about;
    about.textContent = [chosen.about, more].filter(Boolean).join(" · ");
  }

  const form = h("div", { class: "game-form" }, box, about, more);
  Object.defineProperty(form, "value", {
    get() {
      const parts = [];
      const chosen = info();
      if (variant && variant.control.value !== chosen.variants[0].name) parts.push(variant.control.value);
      parts.push(...options.map((option) => option.text()).filter(Boolean));
      return {
        game: game.control.value,
        players: Number(players.control.value),
        variant: parts.join(","),
      };
    },
  });
  /** Takes over another setup. */
  form.take = (setup) => {
    game.control.value = setup.game;
    fresh(setup);
  };
  fresh(start);
  return form;
}

function optionField(option, value, onchange) {
  const { key, kind, values = [], about } = option;
  const preset = option.default === null || option.default === undefined ? "" : String(option.default);
  const label = key[0].toUpperCase() + key.slice(1).replaceAll("-", " ");
  const written = (text) => (text === preset || text === "" ? "" : `${key}=${text}`);
  let element;
  if (kind === "flag") {
    const box = h("input", { type: "checkbox", checked: value !== undefined });
    element = Object.assign(h("label", { class: "inline" }, box, label), { text: () => (box.checked ? key : "") });
    box.addEventListener("change", () => onchange?.());
  } else if (kind === "words") {
    element = choice(label, values.map(String), value ?? preset, () => onchange?.());
    element.text = () => written(element.control.value);
  } else {
    const bounds =
      kind === "number" ? { type: "number", min: values[0], max: values[1] } : { type: "text", spellcheck: "false" };
    element = field(label, { ...bounds, value: value ?? preset });
    element.control.addEventListener("change", () => onchange?.());
    element.text = () => written(element.control.value.trim());
  }
  const explained = h("div", { class: "option" }, element, h("p", { class: "muted small" }, about));
  return Object.assign(explained, { text: element.text });
}
