// Elements from plain calls. No markup strings, so that nothing from the server or a link can become code.

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element: `h("p", {class: "lead"}, "text")`. Attributes called `on…` are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** One of the icons defined in index.html. */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** A button with an icon and a word; `words: false` leaves the word to screen readers and the tooltip. */
export function button(label, { symbol, words = true, kind = "", ...attributes } = {}, action) {
  const classes = [kind, symbol && !words ? "icon" : ""].join(" ").trim();
  const named = words ? {} : { "aria-label": label, title: label };
  return h(
    "button",
    { type: "button", class: classes || null, ...named, ...attributes, onclick: action },
    symbol && icon(symbol),
    words && h("span", {}, label),
  );
}

/** A labelled choice; its `.control` is the select. Options are `[value, text]` or plain values. */
export function choice(label, options, value, onchange) {
  const select = h("select", { onchange: () => onchange?.(select.value) });
  for (const option of options) {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    select.append(h("option", { value: key }, text));
  }
  if (value !== undefined && value !== null) select.value = value;
  return h("label", {}, label, select);
}

/** A labelled field of one line; its `.control` is the input. */
export function field(label, attributes) {
  return h("label", {}, label, h("input", attributes));
}

/** 1234567 as 1,234,567. */
export const grouped = (number) => Math.round(number).toLocaleString("en-US");

/** 1234567 as 1.23 M, for places without room. */
export function brief(number) {
  if (number < 10_000) return grouped(number);
  const [size, letter] = number < 1e6 ? [1e3, "k"] : number < 1e9 ? [1e6, "M"] : [1e9, "G"];
  return `${Number((number / size).toPrecision(3))} ${letter}`;
}

/** A time with three digits: 1.25 s, 31.4 ms, 870 µs. */
export function took(seconds) {
  const [size, unit] = seconds >= 1 ? [1, "s"] : seconds >= 1e-3 ? [1e-3, "ms"] : [1e-6, "µs"];
  return `${Number((seconds / size).toPrecision(3))} ${unit}`;
}

export const percent = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "–");

/** A score as the command line writes it: +3, −12, win in 5. */
export function scoreText(score) {
  if (score === null || score === undefined) return "–";
  const win = 1_000_000_000;
  if (Math.abs(score) > win - 10_000) return score > 0 ? `win in ${win - score}` : `loss in ${win + score}`;
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}

/** Whether the reader asked for less movement. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
