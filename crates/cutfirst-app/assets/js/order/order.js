// The ordering view: record a real search with two orderings and watch both trees grow.

import { catalog, post, stream } from "../shared/api.js";
import { copy, report } from "../shared/announce.js";
import { Comparison } from "./comparison.js";
import { button, choice, field, h, still } from "../shared/dom.js";
import { fragment, setupFrom, strip } from "../shared/link.js";
import { orderList } from "../setup/seats.js";
import { load } from "../shared/store.js";
import { readTraces } from "./tracefile.js";
import { gameForm } from "../setup/variants.js";

/** Depths that give hundreds or a few thousand nodes. */
const SHALLOW = { othello: 4, checkers: 5, focus: 3, virus: 4, "chinese-checkers": 3, abalone: 3 };

/** Positions in which it matters what is tried first: with `ads:mtf` about half the nodes or fewer. */
const EXAMPLES = {
  othello: { moves: "f5 f6 e6 f4" },
  checkers: { moves: "9-13 23-18 6-9 24-19 10-14 26-23 11-16 28-24 16-20 18-15" },
  focus: { players: 4, moves: "h3-h4 g2-g3 a6-a5 h5-h4 f1-f2 g4-h4 b2-c2 h6-g6" },
  virus: { moves: "b1 b5 d5 e2 c2 c4 c5 d3" },
  "chinese-checkers": { moves: "3-16 111-102 0-14 112-103" },
  abalone: { variant: "belgian" },
};

/** A tree without cuts is counted only where it is certain to be small. */
const WHOLE_MOST = 20_000;

export async function orderView(main, query) {
  const known = await catalog();
  const view = new OrderView(known, query);
  main.replaceChildren(view.element);
  // Something to see at once; the form is there to change it.
  await view.record();
  return { leave: () => view.leave() };
}

function exampleOf(game) {
  const { moves = "", ...rules } = EXAMPLES[game] ?? {};
  return { game, ...rules, moves: moves.split(" ").filter(Boolean) };
}

/** What a link asks for; one that names no more than a game leaves the position to us. */
function startOf(query) {
  const isOpen = [...query.keys()].every((key) => key === "game");
  return isOpen ? exampleOf(query.get("game") ?? "othello") : setupFrom(query);
}

/** Where to search: a form for game, position, moves and depth, shared with the race view. */
export function searchForm(known, query, depths) {
  const setup = startOf(query);
  let game = setup.game;
  // The form calls back once while it is being made, before it can be asked for its value.
  let form = null;
  form = gameForm(known, setup, () => {
    if (!form || form.value.game === game) return;
    // Another game: its own depth, and positions of the old one make no sense.
    game = form.value.game;
    const { moves: played, ...rules } = exampleOf(game);
    form.take(rules);
    depth.control.value = depths[game] ?? 3;
    position.control.value = "";
    moves.control.value = played.join(" ");
  }, { plain: true });
  const position = field("Position (empty: the start)", {
    value: setup.position ?? "",
    spellcheck: "false",
    autocomplete: "off",
  });
  const moves = field("Moves from there", {
    value: (setup.moves ?? []).join(" "),
    spellcheck: "false",
    autocomplete: "off",
  });
  const depth = field("Depth", {
    type: "number",
    min: 1,
    max: known.limits?.max_depth ?? 60,
    value: query.get("depth") ?? depths[setup.game] ?? 3,
  });
  const kept = load("game");
  const mine = kept
    ? button("Take the game from Play", { id: "take-game" }, () => {
        form.take(kept.setup);
        position.control.value = kept.setup.position ?? "";
        moves.control.value = (kept.setup.moves ?? []).join(" ");
      })
    : null;
  const place = h(
    "details",
    { open: Boolean(setup.position) },
    h("summary", {}, "Position"),
    h("div", { class: "fields wide" }, position, moves, mine),
  );
  return {
    form,
    depthField: depth,
    place,
    depth: () => Number(depth.control.value),
    value: () =>
      strip({
        ...form.value,
        position: position.control.value.trim(),
        moves: moves.control.value
          .trim()
          .split(/[\s,]+/)
          .filter(Boolean),
      }),
  };
}

class OrderView {
  constructor(known, query) {
    this.form = searchForm(known, query, SHALLOW);
    const [first, second] = (query.get("orders") ?? "none;ads:mtf").split(";");
    this.first = field("Ordering above", { list: "orders", value: first ?? "none", spellcheck: "false" });
    this.second = field("Ordering below", { list: "orders", value: second ?? "ads:mtf", spellcheck: "false" });
    this.algorithm = choice(
      "Search",
      [["", "alpha-beta, or best-reply for more players"], ...known.algorithms.map(({ name }) => name)],
      query.get("algorithm") ?? "",
    );
    this.evaluation = field("Evaluation", {
      placeholder: "the first of the game",
      value: query.get("evaluation") ?? "",
      spellcheck: "false",
    });
    this.error = h("p", { class: "error-line", role: "alert" });
    this.go = button("Record both searches", { kind: "primary", id: "record" }, () => this.record());
    this.result = h("div", { class: "result" });
    this.file = h("input", {
      type: "file",
      accept: ".json,application/json",
      multiple: true,
      hidden: true,
      id: "trace-files",
      "aria-label": "Recordings written by cutfirst search --trace",
      onchange: () => this.openFiles(),
    });
    this.share = button("Copy a link", { symbol: "share" }, () => copy(location.href, "Link"));
    this.element = h(
      "div",
      { class: "search-view" },
      h("h1", {}, "Ordering: the same search twice"),
      h(
        "p",
        { class: "lead" },
        "Both searches find the same value. What differs is which moves they try first, and so how much they can leave out. Each box is a position that was looked at, below it the positions after each move; hollow boxes were never looked at, because a cut made them unnecessary.",
      ),
      h(
        "section",
        { class: "card form", "aria-label": "What to search" },
        this.form.form,
        h("div", { class: "fields wide" }, this.form.depthField, this.first, this.second),
        this.form.place,
        h(
          "details",
          {},
          h("summary", {}, "Search and evaluation"),
          h("div", { class: "fields wide" }, this.algorithm, this.evaluation),
        ),
        h(
          "div",
          { class: "row" },
          this.go,
          this.share,
          button("Open recordings…", {}, () => this.file.click()),
          this.file,
        ),
        this.error,
        orderList(known),
      ),
      this.result,
    );
  }

  async record() {
    this.leave();
    const controller = new AbortController();
    this.controller = controller;
    const setup = this.form.value();
    const depth = this.form.depth();
    const orders = [this.first, this.second].map((one) => one.control.value.trim()).filter(Boolean);
    const more = strip({ algorithm: this.algorithm.control.value, evaluation: this.evaluation.control.value.trim() });
    history.replaceState(null, "", fragment("order", { ...setup, depth, orders: orders.join(";"), ...more }));
    this.error.textContent = "";
    this.go.disabled = true;
    try {
      const answers = await Promise.all(
        orders.map((order) => post("/api/trace", { ...setup, depth, order, ...more }, controller.signal)),
      );
      if (!answers.length) throw new Error("Give at least one ordering, such as none or ads:mtf.");
      this.show(answers);
      countWhole(setup, depth, answers[0].search, controller.signal).then(
        (whole) => whole && this.comparison.setWhole(whole),
        report,
      );
    } catch (error) {
      if (error.name !== "AbortError") this.error.textContent = error.message;
    } finally {
      this.go.disabled = false;
    }
  }

  /** Recordings from disk instead of the server's. */
  async openFiles() {
    this.leave();
    this.error.textContent = "";
    try {
      const traces = await readTraces(this.file.files);
      if (traces.length) this.show(traces);
    } catch (error) {
      this.error.textContent = error.message;
    }
    this.file.value = "";
  }

  show(traces) {
    this.comparison = new Comparison(traces, { boards: true });
    this.result.replaceChildren(this.comparison.element);
    this.comparison.transport.seek(this.comparison.transport.length, false);
    this.comparison.headline.scrollIntoView({ behavior: still() ? "auto" : "smooth", block: "start" });
  }

  leave() {
    this.controller?.abort();
    this.comparison?.transport.pause();
  }
}

/** How many positions the search would have looked at without cuts; null where that is not cheap to know. */
async function countWhole(setup, depth, search, signal) {
  if (search.players > 2 || search.nodes.total > WHOLE_MOST || search.algorithm !== "alpha-beta") return null;
  const totals = new Map([[0, 0]]);
  try {
    const body = {
      ...setup,
      level: { depth },
      order: "none",
      algorithm: "minimax",
      evaluation: search.evaluation,
      table: 0,
    };
    await stream("/api/analyse", body, { depth: (event) => totals.set(event.depth, event.nodes) }, signal);
    // It deepens step by step and counts all of them.
    return totals.has(depth) ? totals.get(depth) - totals.get(depth - 1) : null;
  } catch {
    // Too large for the server, or gone: the headline does without.
    return null;
  }
}
