// The analysis panel: what the engine thinks of the position on the board, whatever that is, depth by depth while it thinks.

import { aborted, stream } from "../shared/api.js";
import { brief, button, choice, field, h, percent } from "../shared/dom.js";
import { Bar } from "./bar.js";
import { Line } from "./line.js";
import { Scores } from "./scores.js";
import { report } from "../shared/announce.js";
import { load, save } from "../shared/store.js";

/** Numbers about the search; all have their place before there is one. */
const FACTS = [
  ["Depth", ({ depth }) => depth],
  ["Nodes", ({ nodes }) => brief(nodes)],
  ["Nodes/s", ({ nps }) => brief(nps)],
  ["Cuts", ({ cutoffs }) => brief(cutoffs)],
  ["At first try", (event) => percent(event.first_move_cutoffs, event.cutoffs)],
];

/** The server has no more. */
const MOST_LINES = 256;

/** Who hears nothing for so many milliseconds is told why. */
const PATIENCE = 1200;

export class Analysis {
  /**
   * `catalog` for choices; `busy()` says whether an engine of the game is thinking; `onAdvice(lines)` is given the best lines
   * for marks on the board; `looks` is what a line can ask of the board: {onPoint, onKeep}.
   */
  constructor(catalog, { busy, onAdvice, ...looks }) {
    Object.assign(this, { busy, onAdvice, looks });
    this.controller = null;
    this.bar = new Bar();
    this.running = button("Analyse", { symbol: "eye", "aria-pressed": "false", id: "analyse", title: "Key: a" }, () =>
      this.toggle(),
    );
    const most = Math.floor((catalog.limits?.max_time_ms ?? 60_000) / 1000);
    const kept = load("analysis") ?? {};
    this.level = choice(
      "Limit",
      [
        ["time 3", "3 seconds"],
        ["time 10", "10 seconds"],
        ["time 30", "30 seconds"],
        // Odd depths, so that the scores of neighbouring positions can be compared.
        ...[3, 5, 7, 9, 11, 13].map((depth) => [`depth ${depth}`, `depth ${depth}`]),
      ].filter(([key]) => !key.startsWith("time") || Number(key.slice(5)) <= most),
      kept.level ?? "time 10",
      () => this.again(),
    );
    this.count = choice("Lines", [1, 2, 3, 5], kept.lines ?? 3, () => this.again());
    this.every = h("input", { type: "checkbox", id: "every-move", checked: kept.every ?? false, onchange: () => this.again() });
    this.algorithm = choice("Search", [["", "Strongest"], ...catalog.algorithms.map(({ name }) => name)], "", () =>
      this.again(),
    );
    this.order = field("Ordering", {
      list: "orders",
      placeholder: "Strongest",
      autocomplete: "off",
      spellcheck: "false",
      onchange: () => this.again(),
    });
    this.scores = new Scores();
    this.verdict = h("p", { class: "judgement", id: "judgement" });
    this.list = h("ul", { class: "lines", "aria-label": "Best lines" });
    this.lines = [];
    this.facts = h("dl", { class: "facts" });
    this.rows = h("tbody");
    const heads = ["Depth", "Score", "Best", "Nodes", "First try"].map((text) => h("th", { scope: "col" }, text));
    this.table = h("div", { class: "scroll-x depths" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), this.rows));
    this.body = h(
      "div",
      { class: "analysis-body", hidden: true },
      this.verdict,
      this.scores.element,
      this.list,
      h(
        "div",
        { class: "row" },
        h("label", { class: "inline" }, this.every, "Values on the board"),
      ),
      h(
        "details",
        { class: "numbers" },
        h("summary", {}, "Settings, and the search in numbers"),
        h("div", { class: "fields" }, this.level, this.count, this.algorithm, this.order),
        this.facts,
        this.table,
      ),
    );
    this.element = h(
      "section",
      { class: "card analysis", "aria-labelledby": "analysis-title" },
      h("div", { class: "row" }, h("h2", { id: "analysis-title", class: "grow" }, "Analysis"), this.running),
      this.body,
    );
    this.fill(null);
  }

  get active() {
    return this.running.getAttribute("aria-pressed") === "true";
  }

  toggle(on = !this.active) {
    this.running.setAttribute("aria-pressed", String(on));
    this.body.hidden = !on;
    if (on) this.again();
    else {
      this.stop();
      this.bar.clear(this.state);
      this.onAdvice(null);
    }
  }

  /** Nothing is known of this position yet. */
  clear(state) {
    this.found = [];
    this.scores.clear(state);
    this.bar.clear(state);
    this.verdict.textContent = "";
    for (const line of this.lines) line.clear();
    this.rows.replaceChildren();
    this.fill(null);
    this.onAdvice(null);
  }

  fill(event) {
    this.facts.replaceChildren(
      ...FACTS.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, event ? value(event) : "–"))),
    );
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
  }

  /** A new position is on the board; `live` if it is the one that the game is at. */
  position(state, live) {
    this.stop();
    this.state = state;
    this.live = live;
    this.clear(state);
    this.again();
  }

  async again() {
    this.stop();
    const [level, lines, every] = [this.level.control.value, Number(this.count.control.value), this.every.checked];
    save("analysis", { level, lines, every });
    const { state } = this;
    // The engine that is to move has the processor; the analysis begins after its move.
    if (!this.active || !state || (this.live && this.busy())) return;
    this.clear(state);
    this.room(Math.min(lines, state.legal.length));
    if (state.outcome) {
      this.verdict.textContent = state.outcome.text;
      return;
    }
    const controller = new AbortController();
    this.controller = controller;
    const { game, players, variant, position } = state;
    const [what, amount] = level.split(" ");
    const wanted = every ? Math.min(MOST_LINES, state.legal.length) : lines;
    const body = {
      game,
      players,
      variant,
      position,
      lines: Math.max(1, wanted),
      level: what === "time" ? { time_ms: 1000 * Number(amount) } : { depth: Number(amount) },
    };
    if (this.algorithm.control.value) body.algorithm = this.algorithm.control.value;
    if (this.order.control.value.trim()) body.order = this.order.control.value.trim();
    const waiting = setTimeout(() => {
      this.verdict.textContent = "Waits until another search has ended…";
    }, PATIENCE);
    const heard = (event) => {
      clearTimeout(waiting);
      this.show(event, state);
    };
    try {
      await stream("/api/analyse", body, { depth: heard }, controller.signal);
    } catch (error) {
      if (aborted(error)) return;
      report(error);
      // Without a server what was found stays, and the button says that nothing is looked for any more.
      if (error.status === 0) this.running.setAttribute("aria-pressed", "false");
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Places for so many lines. */
  room(count) {
    while (this.lines.length < count) this.lines.push(new Line(this.looks));
    this.list.replaceChildren(...this.lines.slice(0, count).map(({ element }) => element));
  }

  /** A line of a completed depth: all of them come together, the best first. */
  show(event, state) {
    const { number } = event;
    this.found = [...this.found.slice(0, number), event];
    if (number === 0) this.first(event, state);
    const { start, moves } = state;
    this.lines.slice(0, this.list.children.length).forEach((line, index) => {
      if (this.found[index]) line.show(this.found[index], state, { start, moves });
    });
    this.advise(state);
  }

  first(event, state) {
    this.scores.show(event, state);
    this.bar.show(event, state);
    this.verdict.textContent = event.sentence;
    this.fill(event);
    if (Number(this.rows.firstChild?.dataset.depth) >= event.depth) this.rows.firstChild.remove();
    const row = h(
      "tr",
      {},
      h("td", {}, event.depth),
      h("td", {}, event.worth),
      h("td", { class: "mono" }, event.moves[0] ?? "–"),
      h("td", {}, brief(event.nodes)),
      h("td", {}, percent(event.first_move_cutoffs, event.cutoffs)),
    );
    row.dataset.depth = event.depth;
    this.rows.prepend(row);
    while (this.rows.children.length > 40) this.rows.lastChild.remove();
  }

  /** Marks for the board: arrows for the best lines and, if wished, what every move is worth. */
  advise(state) {
    const found = this.found.filter((line) => line.paths.length);
    const best = found.slice(0, Number(this.count.control.value)).map(({ paths }, rank) => ({ path: paths[0], rank }));
    const values = found.map((line) => ({
      path: line.paths[0],
      text: line.mark,
      good: line.chance >= found[0].chance - 0.02,
    }));
    this.onAdvice(this.every.checked ? { best: best.slice(0, 1), values } : { best, values: [] }, state);
  }

  /** Marks the move whose position the board keeps. */
  mark(key) {
    for (const line of this.lines) line.mark(key);
  }
}
