// The analysis panel: what the engine thinks, depth by depth, while it thinks.

import { aborted, stream } from "./api.js";
import { brief, button, choice, field, grouped, h, percent, scoreText } from "./dom.js";
import { playerName, tone } from "./players.js";
import { report } from "./announce.js";

export class Analysis {
  /** `catalog` for choices; `onLine(moves)` shows a line on the board, `onLine(null)` takes it away. */
  constructor(catalog, onLine) {
    this.onLine = onLine;
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
    this.scores = h("ul", { class: "scores" });
    this.line = h("p", { class: "pv", onmouseleave: () => this.onLine(null) });
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
            ["Depth", "Score", "Best", "Nodes", "First-try cuts"].map((text) => h("th", { scope: "col" }, text)),
          ),
        ),
        this.rows,
      ),
    );
    this.empty = h(
      "p",
      { class: "muted small" },
      "Shows depth, score, expected line and cut-off rates while the engine thinks. Point at a move of the line to see it on the board.",
    );
    this.element = h(
      "section",
      { class: "card analysis", "aria-labelledby": "analysis-title" },
      h("div", { class: "row" }, h("h2", { id: "analysis-title", class: "grow" }, "Analysis"), this.running),
      this.empty,
      this.scores,
      this.line,
      this.facts,
      this.table,
      h(
        "details",
        {},
        h("summary", {}, "Settings of the analysis"),
        h("div", { class: "fields" }, this.level, this.algorithm, this.order),
      ),
    );
    this.clear();
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

  clear() {
    for (const part of [this.scores, this.line, this.facts, this.rows]) part.replaceChildren();
    this.table.hidden = true;
    this.empty.hidden = false;
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
  }

  /** A new position is on the board. */
  position(state, thinking) {
    this.stop();
    this.state = state;
    this.onLine(null);
    if (this.active && !thinking) this.again();
    else if (!thinking) this.settle();
  }

  /** The engine's move is made: what it thought stays to be read, its line no longer fits the board. */
  settle() {
    this.line.classList.add("past");
  }

  async again() {
    this.stop();
    if (!this.active || !this.state || this.state.outcome) return;
    const { game, players, variant, position } = this.state;
    const controller = new AbortController();
    this.controller = controller;
    this.clear();
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
    this.empty.hidden = true;
    this.table.hidden = false;
    this.line.classList.remove("past");
    const scores = event.scores?.length
      ? event.scores
      : state.players === 2
        ? [0, 1].map((player) => (player === state.to_move ? event.score : -event.score))
        : null;
    const views = scores ? scores.map((score, player) => [player, score]) : [[state.to_move, event.score]];
    this.scores.replaceChildren(
      ...views.map(([player, score]) =>
        h(
          "li",
          {},
          h("span", { class: `swatch tone-${tone(state.game, player)}` }),
          h("span", { class: "muted" }, playerName(state.game, player)),
          h("strong", {}, scoreText(score)),
        ),
      ),
    );
    this.line.replaceChildren(
      h("span", { class: "muted small" }, "Expects "),
      ...event.pv.map((move, index) => {
        const look = () => this.onLine(event.pv.slice(0, index + 1));
        return h(
          "button",
          {
            type: "button",
            class: "pv-move",
            onmouseenter: look,
            onfocus: look,
            onblur: () => this.onLine(null),
            onclick: look,
          },
          move,
        );
      }),
    );
    const facts = [
      ["Depth", event.depth],
      ["Nodes", grouped(event.nodes)],
      ["Nodes/s", brief(event.nps)],
      ["Cut-offs", grouped(event.cutoffs)],
      ["Cut at first try", percent(event.first_move_cutoffs, event.cutoffs)],
    ];
    this.facts.replaceChildren(...facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
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
