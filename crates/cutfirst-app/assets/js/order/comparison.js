// Two recorded searches above one another, replayed together by equal numbers of positions.

import { report } from "../shared/announce.js";
import { grouped, h, percent, scoreText } from "../shared/dom.js";
import { playerName } from "../shared/players.js";
import { Chips } from "./chips.js";
import { Icicle } from "./icicle.js";
import { RootBoard } from "./rootboard.js";
import { Trace } from "./trace.js";
import { Transport } from "./transport.js";

/** What an ordering is called where there is room for words. */
const orderName = (order) => (order === "none" ? "none (as generated)" : order);

export class Comparison {
  /** `traces` are one or two answers of /api/trace, the plain one first; with `boards`, each has its position beside it. */
  constructor(answers, { speed, boards = false } = {}) {
    this.withBoards = boards;
    this.traces = answers.map((answer) => new Trace(answer));
    const { search, root } = answers[0];
    const mover = playerName(search.game, root.to_move);
    this.sides = [mover, search.players > 2 ? "An opponent" : playerName(search.game, 1 - root.to_move)];
    const most = Math.max(...this.traces.map((trace) => trace.count));
    this.headline = h("p", { class: "headline", role: "status", id: "headline" }, this.words());
    this.lanes = this.traces.map((trace) => this.lane(trace, most));
    const cuts = [...new Set(this.traces.flatMap((trace) => trace.cuts))].sort((a, b) => a - b);
    this.transport = new Transport({
      length: Math.max(...this.traces.map((trace) => trace.count)),
      speed,
      nextCut: (t) => cuts.find((end) => end > t),
      onTime: (t, slide) => this.at(t, slide),
    });
    this.element = h(
      "div",
      { class: "comparison" },
      this.headline,
      this.transport.element,
      this.lanes.map(({ element }) => element),
      legend(),
      this.table(),
    );
    this.transport.seek(0, false);
  }

  /** The comparison in one sentence. `whole` is the size of the tree without any cut, if known. */
  words(whole) {
    const [plain, better] = this.traces;
    const best = (trace) => trace.data.search;
    const answer = `${best(plain).move}, ${scoreText(best(plain).score)}`;
    const of = whole ? ` of ${grouped(whole)}` : "";
    if (!better) return `Answer: ${answer}. Looked at ${grouped(plain.total)} positions${of}.`;
    const alike = ["game", "players", "variant", "position", "depth", "evaluation"].every(
      (key) => best(plain)[key] === best(better)[key],
    );
    if (!alike) return `Two different searches: ${grouped(plain.total)} and ${grouped(better.total)} positions.`;
    const same = best(plain).score === best(better).score;
    const first = !same
      ? "Different values: this would be a bug."
      : best(plain).move === best(better).move
        ? `Same answer: ${answer}.`
        : `Same value: ${scoreText(best(plain).score)} (${best(plain).move} and ${best(better).move}).`;
    const part = Math.round(Math.abs(100 * (1 - better.total / plain.total)));
    const change =
      better.total === plain.total ? "equally many" : `${part} % ${better.total < plain.total ? "fewer" : "more"}`;
    return `${first} ${orderName(best(better).order)} looked at ${grouped(better.total)} positions instead of ${grouped(plain.total)}${of}: ${change}.`;
  }

  /** The size of the tree without cuts came in. */
  setWhole(whole) {
    this.headline.textContent = this.words(whole);
  }

  /** `most` is the number of positions that would take the full width. */
  lane(trace, most) {
    const { search } = trace.data;
    const count = h("strong", { class: "lane-count" });
    const cuts = h("span", { class: "muted" });
    const caption = h("p", { class: "caption", "aria-live": "off" });
    const point = h("p", { class: "small muted pointed" });
    const icicle = new Icicle(
      trace,
      `Tree of the search with ordering ${search.order}: ${search.nodes.total} positions, ${search.cutoffs} cut-offs. The text below says the same in words.`,
      (node) => {
        point.textContent = node === null ? "" : describe(trace, node, this.sides);
      },
    );
    icicle.setShare(trace.count / most);
    const chips = new Chips(trace, this.sides);
    const board = this.withBoards ? new RootBoard(trace) : null;
    board?.load().catch(report);
    const element = h(
      "section",
      { class: "card tree-lane", "aria-label": `Ordering ${search.order}` },
      h("div", { class: "row" }, h("h2", { class: "grow" }, orderName(search.order)), count, cuts),
      icicle.element,
      point,
      caption,
      trace.complete
        ? null
        : h(
            "p",
            { class: "small muted" },
            `The picture shows the first ${grouped(trace.count)} of ${grouped(trace.total)} positions; the numbers are those of the whole search.`,
          ),
      h("div", { class: "board-and-lists" }, board?.element, chips.element),
    );
    element.dataset.order = search.order;
    element.dataset.nodes = search.nodes.total;
    element.dataset.score = search.score;
    element.dataset.move = search.move;
    return { trace, icicle, chips, board, count, cuts, caption, element };
  }

  at(t, slide) {
    for (const { trace, icicle, chips, board, count, cuts, caption } of this.lanes) {
      const own = Math.min(t, trace.count);
      icicle.at(own);
      chips.at(own, slide);
      board?.at(own);
      const done = own >= trace.count;
      count.textContent = done ? `${grouped(trace.total)} positions` : grouped(own);
      cuts.textContent = ` ${grouped(done ? trace.data.search.cutoffs : trace.cutsBy(own))} cut-offs`;
      caption.textContent = trace.narrate(own, this.sides);
    }
  }

  /** The same in text: numbers, and positions at each depth. */
  table() {
    const searches = this.traces.map(({ data }) => data.search);
    const row = (name, value) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        searches.map((search) => h("td", {}, value(search))),
      );
    const plies = Array.from({ length: Math.max(...this.traces.map(({ depth }) => depth)) + 1 }, (_, ply) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, ply === 0 ? "Root" : `Ply ${ply}`),
        this.traces.map((trace) => h("td", {}, grouped(trace.data.nodes.filter((node) => node[3] === ply).length))),
      ),
    );
    return h(
      "details",
      { class: "card text-form" },
      h("summary", {}, "The same in text"),
      h(
        "div",
        { class: "scroll-x" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", {}, "Ordering"),
              searches.map(({ order }) => h("th", { scope: "col" }, order)),
            ),
          ),
          h(
            "tbody",
            {},
            row("Move", ({ move }) => move),
            row("Score", ({ score }) => scoreText(score)),
            row("Positions looked at", ({ nodes }) => grouped(nodes.total)),
            row("Cut-offs", ({ cutoffs }) => grouped(cutoffs)),
            row("Cut at first try", (search) => percent(search.first_move_cutoffs, search.cutoffs)),
            row("Expected line", ({ pv }) => (pv ?? []).join(" ")),
            plies,
          ),
        ),
      ),
    );
  }
}

function describe(trace, i, sides) {
  const node = trace.node(i);
  const bound = (value, infinite) => (value === null ? infinite : scoreText(value));
  const kinds = ["leaf", "inner position", "cut", "answered by the table", "finished game", "quiescence"];
  const children = node.generated ? `; ${trace.children[i].length} of ${node.generated} moves looked at` : "";
  return `${i === 0 ? "Root" : trace.path(i).join(" ")}: ${kinds[node.kind]}, ${sides[node.side]} to move, window ${bound(node.low, "−∞")} to ${bound(node.high, "+∞")}, value ${bound(node.value, "unknown")}${children}.`;
}

function legend() {
  const item = (kind, text) => h("li", {}, h("span", { class: `key key-${kind}` }), text);
  return h(
    "ul",
    { class: "legend small muted", "aria-label": "Colours" },
    item("interior", "looked at"),
    item("leaf", "leaf"),
    item("cut", "left early: a move refuted it"),
    item("never", "never looked at"),
    item("now", "being searched"),
  );
}
