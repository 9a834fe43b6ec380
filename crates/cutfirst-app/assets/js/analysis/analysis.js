// The analysis panel: what the engine thinks, depth by depth, while it thinks.

import { aborted, stream } from "../shared/api.js";
import { brief, button, choice, field, h, percent, scoreText } from "../shared/dom.js";
import { Line } from "./line.js";
import { Scores } from "./scores.js";
import { report } from "../shared/announce.js";

/** Numbers about the search; all have their place before there is one. */
const FACTS = [
  ["Depth", ({ depth }) => depth],
  ["Nodes", ({ nodes }) => brief(nodes)],
  ["Nodes/s", ({ nps }) => brief(nps)],
  ["Cuts", ({ cutoffs }) => brief(cutoffs)],
  ["At first try", (event) => percent(event.first_move_cutoffs, event.cutoffs)],
];

export class Analysis {
  /** `catalog` for choices; `busy()` says whether an engine of the game is thinking; `looks` is what a line can ask of the board: {onPoint, onKeep}. */
  constructor(catalog, { busy, ...looks }) {
    this.busy = busy;
    this.controller = null;
    this.running = button("Analyse", { symbol: "eye", "aria-pressed": "false", id: "analyse" }, () => this.toggle());
    const most = Math.floor((catalog.limits?.max_time_ms ?? 60_000) / 1000);
    this.level = choice(
      "Limit",
      [
        ["time 3", "3 seconds"],
        ["time 10", "10 seconds"],
        ["time 30", "30 seconds"],
        ...[4, 6, 8, 10, 12].map((depth) => [`depth ${depth}`, `depth ${depth}`]),
      ].filter(([key]) => !key.startsWith("time") || Number(key.slice(5)) <= most),
      "time 10",
      () => this.again(),
    );
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
    this.line = new Line(looks);
    this.facts = h("dl", { class: "facts" });
    this.rows = h("tbody");
    this.table = h(
      "div",
      { class: "scroll-x depths" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Depth", "Score", "Best", "Nodes", "First try"].map((text) => h("th", { scope: "col" }, text)),
          ),
        ),
        this.rows,
      ),
    );
    this.element = h(
      "section",
      { class: "card analysis", "aria-labelledby": "analysis-title" },
      h("div", { class: "row" }, h("h2", { id: "analysis-title", class: "grow" }, "Analysis"), this.running),
      this.scores.element,
      this.line.element,
      this.facts,
      this.table,
      h(
        "details",
        {},
        h("summary", {}, "Settings of the analysis"),
        h("div", { class: "fields" }, this.level, this.algorithm, this.order),
      ),
    );
    this.fill(null);
  }

  get active() {
    return this.running.getAttribute("aria-pressed") === "true";
  }

  toggle() {
    const on = !this.active;
    this.running.setAttribute("aria-pressed", String(on));
    if (on) this.again();
    else this.stop();
  }

  clear(state) {
    this.scores.clear(state);
    this.line.clear();
    this.rows.replaceChildren();
    this.fill(null);
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

  /** A new position is on the board. */
  position(state) {
    this.stop();
    this.state = state;
    // The engine's move is made: what it thought stays to be read.
    if (!this.busy()) this.line.settle();
    this.again();
  }

  async again() {
    this.stop();
    // The thoughts of the engine that is to move have the panel; the analysis begins after its move.
    if (!this.active || !this.state || this.state.outcome || this.busy()) return;
    const { game, players, variant, position } = this.state;
    const controller = new AbortController();
    this.controller = controller;
    this.clear(this.state);
    const [what, amount] = this.level.control.value.split(" ");
    const body = {
      game,
      players,
      variant: variant || undefined,
      position,
      level: what === "time" ? { time_ms: 1000 * Number(amount) } : { depth: Number(amount) },
    };
    if (this.algorithm.control.value) body.algorithm = this.algorithm.control.value;
    if (this.order.control.value.trim()) body.order = this.order.control.value.trim();
    try {
      await stream("/api/analyse", body, { depth: (event) => this.show(event, this.state) }, controller.signal);
    } catch (error) {
      if (!aborted(error)) report(error);
    }
  }

  /** One completed depth. */
  show(event, state) {
    if (Number(this.rows.firstChild?.dataset.depth) >= event.depth) this.rows.replaceChildren();
    this.scores.show(event, state);
    this.line.show(event, state);
    this.fill(event);
    const row = h(
      "tr",
      {},
      h("td", {}, event.depth),
      h("td", {}, scoreText(event.score)),
      h("td", { class: "mono" }, event.pv[0] ?? "–"),
      h("td", {}, brief(event.nodes)),
      h("td", {}, percent(event.first_move_cutoffs, event.cutoffs)),
    );
    row.dataset.depth = event.depth;
    this.rows.prepend(row);
    while (this.rows.children.length > 40) this.rows.lastChild.remove();
  }
}
