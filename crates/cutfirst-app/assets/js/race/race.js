// The race view: one position, several orderings, lanes that advance by equal numbers of nodes or equal time.

import { aborted, catalog, stream } from "../shared/api.js";
import { copy, say } from "../shared/announce.js";
import { button, field, grouped, h, percent, scoreText, still, took } from "../shared/dom.js";
import { growth } from "./growth.js";
import { Lane } from "./lane.js";
import { fragment } from "../shared/link.js";
import { searchForm } from "../order/order.js";
import { orderList } from "../setup/seats.js";

const USUAL = "none;killer;history;ads:mtf;ads:mtf+killer";
const DEPTHS = { othello: 6, checkers: 6, focus: 3, virus: 6, "chinese-checkers": 4, abalone: 3 };
const BOOKENDS = ["worst-first", "replay"];
/** How long a race takes to watch, in milliseconds. */
const SHOW = 3200;

export async function raceView(main, query) {
  const view = new RaceView(await catalog(), query);
  main.replaceChildren(view.element);
  view.run();
  return { leave: () => view.leave() };
}

class RaceView {
  constructor(known, query) {
    this.form = searchForm(known, query, DEPTHS);
    const asked = (query.get("orders") ?? USUAL).split(";").filter(Boolean);
    this.boxes = known.orders.map(({ spec }) => h("input", { type: "checkbox", value: spec, checked: asked.includes(spec) }));
    this.others = field("Others, separated by ;", {
      value: asked.filter((order) => !known.orders.some(({ spec }) => spec === order)).join("; "),
      spellcheck: "false",
      autocomplete: "off",
    });
    this.named = h("summary");
    this.name();
    this.by = query.get("by") === "time" ? "time" : "nodes";
    this.error = h("p", { class: "error-line", role: "alert" });
    this.go = button("Race", { kind: "primary", id: "race-go" }, () => this.run());
    this.events = [];
    this.depth = 0;
    this.slider = h("input", {
      type: "range",
      min: 1,
      max: 1,
      value: 1,
      id: "race-depth",
      oninput: () => this.pick(Number(this.slider.value)),
    });
    this.depthText = h("output", { for: "race-depth" });
    this.segments = h(
      "div",
      { class: "segments", role: "group", "aria-label": "Lanes advance by" },
      ["nodes", "time"].map((by) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(by === this.by),
            onclick: (event) => {
              this.by = by;
              for (const other of this.segments.children)
                other.setAttribute("aria-pressed", String(other === event.currentTarget));
              this.address();
              this.pick(this.depth);
            },
          },
          by === "nodes" ? "Equal nodes" : "Equal time",
        ),
      ),
    );
    this.lanes = h("div", { class: "race", role: "list", "aria-label": "Lanes" });
    this.agree = h("p", { class: "agree", role: "status", hidden: true });
    this.headline = h("p", { class: "headline", hidden: true, id: "race-headline" });
    this.chart = h("div");
    this.table = h("div", { class: "scroll-x" });
    this.again = button("Run again", { symbol: "play" }, () => this.pick(this.depth));
    this.track = h(
      "section",
      { class: "card", hidden: true, "aria-label": "Race" },
      h(
        "div",
        { class: "row" },
        this.segments,
        h("label", { class: "inline grow", for: "race-depth" }, "Depth", this.slider, this.depthText),
        this.again,
      ),
      this.lanes,
    );
    this.more = h(
      "section",
      { class: "card", hidden: true },
      h("h2", {}, "How the gap grows with depth"),
      this.chart,
      h("details", { class: "text-form", open: still() }, h("summary", {}, "The same in text"), this.table),
    );
    this.element = h(
      "div",
      { class: "search-view" },
      h("h1", {}, "Race: who needs fewer positions?"),
      h(
        "p",
        { class: "lead" },
        "Every lane searches the same position exactly and gets the same value. A lane stops when its search is done: the shorter, the better the ordering. “Worst first” tries the worst moves first; “replay” already knows the right ones and shows about how short a lane can be.",
      ),
      h(
        "section",
        { class: "card form", "aria-label": "What to race" },
        this.form.form,
        h("div", { class: "fields wide" }, this.form.depthField),
        h(
          "details",
          { class: "orders", onchange: () => this.name() },
          this.named,
          known.orders.map(({ spec, about }, index) =>
            h("label", {}, this.boxes[index], h("span", {}, h("code", {}, spec), h("small", {}, about))),
          ),
          this.others,
        ),
        this.form.place,
        h(
          "div",
          { class: "row" },
          this.go,
          button("Copy a link", { symbol: "share" }, () => copy(location.href, "Link")),
        ),
        this.error,
        orderList(known),
      ),
      this.headline,
      this.agree,
      this.track,
      this.more,
    );
  }

  settings() {
    return {
      ...this.form.value(),
      depth: this.form.depth(),
      orders: [
        ...this.boxes.filter(({ checked }) => checked).map(({ value }) => value),
        ...this.others.control.value
          .split(";")
          .map((order) => order.trim())
          .filter(Boolean),
      ],
    };
  }

  name() {
    this.named.textContent = `Orderings: ${this.settings().orders.join(" · ") || "none chosen"}`;
  }

  address() {
    const settings = this.settings();
    history.replaceState(
      null,
      "",
      fragment("race", { ...settings, orders: settings.orders.join(";"), by: this.by === "time" ? "time" : "" }),
    );
  }

  async run() {
    this.leave();
    const controller = new AbortController();
    this.controller = controller;
    this.address();
    const settings = this.settings();
    Object.assign(this, { events: [], result: null, depth: 0 });
    this.error.textContent = "";
    this.headline.hidden = this.agree.hidden = this.more.hidden = true;
    this.go.disabled = true;
    try {
      if (!settings.orders.length) throw new Error("Choose at least one ordering.");
      await stream(
        "/api/race",
        settings,
        {
          lane: (event) => {
            // A depth is shown as soon as the next one begins, so that a long race has something to look at.
            if (event.depth > (this.events.at(-1)?.depth ?? 1)) this.pick(event.depth - 1, false);
            this.events.push(event);
          },
          done: (result) => {
            this.result = result;
          },
        },
        controller.signal,
      );
      this.finish();
    } catch (error) {
      if (aborted(error)) return;
      this.error.textContent = error.message;
      this.error.scrollIntoView({ block: "nearest" });
    } finally {
      this.go.disabled = false;
    }
  }

  finish() {
    // Lanes beyond the last depth that all of them completed would not be comparable.
    const deepest = this.result.depth ?? Math.max(...this.events.map(({ depth }) => depth));
    this.events = this.events.filter(({ depth }) => depth <= deepest);
    if (!this.events.length) throw new Error("Not even depth 1 was finished in time.");
    this.more.hidden = this.agree.hidden = this.headline.hidden = false;
    const lanes = this.at(deepest);
    this.agree.classList.toggle("not", !this.result.agree);
    this.agree.dataset.agree = this.result.agree;
    this.agree.textContent = this.result.agree
      ? `Proof: all ${lanes.length} searches of each depth found the same value; at depth ${deepest} it is ${scoreText(this.result.score)}.${this.result.complete === false ? ` Time was up before depth ${deepest + 1} was finished.` : ""}`
      : "The values differ. This should not happen and would be a bug.";
    this.pick(deepest);
  }

  at(depth) {
    const rank = (order) => (order === "worst-first" ? 1 : order === "replay" ? 3 : 2);
    return this.events.filter((event) => event.depth === depth).sort((a, b) => rank(a.order) - rank(b.order));
  }

  /** Shows one depth and lets its lanes run. */
  pick(depth, run = true) {
    const events = this.at(depth);
    if (!events.length) return;
    this.depth = depth;
    this.track.hidden = false;
    this.slider.max = Math.max(...this.events.map((event) => event.depth));
    this.slider.value = depth;
    this.depthText.textContent = String(depth);
    const inner = events.filter(({ order }) => !BOOKENDS.includes(order));
    const best = inner.reduce((a, b) => (b.nodes < a.nodes ? b : a));
    const amount = ({ nodes, seconds }) => (this.by === "nodes" ? nodes : seconds);
    // The worst lane may be many times longer than the rest; it runs off the edge so that the others can be told apart.
    const scale = Math.max(...inner.map(amount)) * 1.12;
    // The bookends are counted in one go and have no time of their own.
    const running = this.by === "nodes" ? events : inner;
    const shown = running.map(
      (event) =>
        new Lane(event, {
          scale,
          amount: amount(event),
          by: this.by,
          best: event === best,
          bookend: BOOKENDS.includes(event.order),
          least: events.find(({ order }) => order === "replay")?.nodes,
        }),
    );
    this.lanes.replaceChildren(...shown.map(({ element }) => element));
    const plain = inner.find(({ order }) => order === "none") ?? inner.reduce((a, b) => (b.nodes > a.nodes ? b : a));
    this.headline.textContent =
      best === plain
        ? `At depth ${depth}, ${best.order} needs the fewest positions: ${grouped(best.nodes)}.`
        : `At depth ${depth}, ${best.order} looked at ${grouped(best.nodes)} positions, ${plain.order} at ${grouped(plain.nodes)}: ${moreThan(plain.nodes / best.nodes)}.`;
    this.chart.replaceChildren(growth(this.events, depth, best.order, BOOKENDS));
    this.table.replaceChildren(table(events));
    cancelAnimationFrame(this.frame);
    const end = Math.max(...shown.map((lane) => Math.min(lane.amount, scale)));
    if (!run || still()) {
      for (const lane of shown) lane.at(Infinity);
      return;
    }
    const start = performance.now();
    const tick = (now) => {
      const reached = (end * (now - start)) / SHOW;
      for (const lane of shown) lane.at(reached);
      if (reached < end) this.frame = requestAnimationFrame(tick);
      else {
        for (const lane of shown) lane.at(Infinity);
        say(this.headline.textContent);
      }
    };
    this.frame = requestAnimationFrame(tick);
  }

  leave() {
    this.controller?.abort();
    cancelAnimationFrame(this.frame);
  }
}

/** 1.05 as "5 % more", 3.2 as "3.2 times as many". */
const moreThan = (ratio) =>
  ratio >= 1.95 ? `${ratio.toFixed(1)} times as many` : `${Math.round(100 * (ratio - 1))} % more`;

function table(events) {
  const heads = ["Ordering", "Positions", "Cut-offs", "Cut at first try", "Value", "Move", "Time"];
  return h(
    "table",
    { id: "race-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h(
      "tbody",
      {},
      events.map((event) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: "mono" }, event.order),
          h("td", {}, grouped(event.nodes)),
          h("td", {}, event.cutoffs === undefined ? "–" : grouped(event.cutoffs)),
          h("td", {}, percent(event.first_move_cutoffs, event.cutoffs)),
          h("td", {}, scoreText(event.score)),
          h("td", {}, event.move ?? "–"),
          h("td", {}, BOOKENDS.includes(event.order) ? "–" : took(event.seconds)),
        ),
      ),
    ),
  );
}
