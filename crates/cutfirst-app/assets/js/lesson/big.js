// The last step: one question, one click, a finished comparison of two real searches.

import { catalog, geometry, post } from "../shared/api.js";
import { Board } from "../board/board.js";
import { Comparison } from "../order/comparison.js";
import { button, grouped, h, still } from "../shared/dom.js";
import { fragment } from "../shared/link.js";
import { playerName } from "../shared/players.js";

const SETUP = { game: "othello", moves: ["f5", "f6", "e6", "f4"] };
const DEPTH = 4;
const ORDERS = ["none", "ads:mtf"];

export async function bigStep(main) {
  await catalog();
  const [position, shape] = await Promise.all([
    post("/api/position", SETUP),
    geometry({ game: SETUP.game, players: 2 }),
  ]);
  const board = new Board({ label: "The position of the lesson" });
  board.setGame(SETUP.game, shape, 2);
  board.show(position, { motion: false });
  board.mark({ next: position.legal.map(({ path }) => path[0]) });
  const answer = h("div", { class: "result" });
  const error = h("p", { class: "error-line", role: "alert" });
  let comparison = null;

  const cards = ORDERS.map((order, index) =>
    h(
      "button",
      { type: "button", class: "guess", id: `guess-${index}`, onclick: () => guess(index) },
      h("strong", {}, index === 0 ? "Take the moves as they come" : "Try first what worked before"),
      h(
        "span",
        { class: "muted" },
        index === 0
          ? "Every position is searched in the order in which the rules list its moves."
          : "A move that refuted something goes to the front of a short list and is tried first from then on.",
      ),
    ),
  );

  async function guess(chosen) {
    for (const card of cards) {
      card.disabled = true;
      card.setAttribute("aria-pressed", String(card === cards[chosen]));
    }
    error.textContent = "";
    try {
      const traces = await Promise.all(ORDERS.map((order) => post("/api/trace", { ...SETUP, depth: DEPTH, order })));
      // Slow enough to follow the first cuts; the slider leads to the end.
      comparison = new Comparison(traces, { speed: 30 });
      const [plain, listed] = traces.map(({ search }) => search.nodes.total);
      const right = (listed < plain ? 1 : 0) === chosen;
      const verdict = h(
        "div",
        { class: "verdict card", role: "status" },
        h("h2", {}, right ? "Right." : "It is the other one."),
        h(
          "p",
          {},
          `Both searches found the same move and the same value. The list looked at ${grouped(listed)} positions, without it ${grouped(plain)}. A move that is good in one position is often good in its neighbours: tried first, it refutes them at once, and their other moves need not be looked at.`,
        ),
        h(
          "p",
          { class: "row" },
          h(
            "a",
            { class: "button", href: fragment("order", { ...SETUP, depth: DEPTH, orders: ORDERS.join(";") }) },
            "Look closer",
          ),
          h(
            "a",
            { class: "button", href: fragment("race", { ...SETUP, depth: 6, orders: "none;killer;history;ads:mtf" }) },
            "Race more orderings",
          ),
          button("Ask me again", {}, () => bigStep(main)),
        ),
      );
      answer.replaceChildren(verdict, comparison.element);
      const { transport } = comparison;
      if (still()) transport.seek(transport.length, false);
      else transport.play();
      // In front of others, the trees take the place of its words.
      const seen = verdict.querySelector("p").checkVisibility() ? verdict : comparison.headline;
      seen.scrollIntoView({ behavior: still() ? "auto" : "smooth", block: "start" });
    } catch (problem) {
      error.textContent = problem.message;
      for (const card of cards) card.disabled = false;
    }
  }

  main.replaceChildren(
    h(
      "div",
      {},
      h("h2", {}, "Which search looks at fewer positions?"),
      h(
        "div",
        { class: "lesson-top" },
        h(
          "div",
          {},
          h(
            "p",
            { class: "lead" },
            `${playerName(SETUP.game, position.to_move)} is to move. Two searches look for the best move, ${DEPTH} moves ahead. Both are exact: they find the same value. They differ only in which moves they try first.`,
          ),
          h("div", { class: "guesses", role: "group", "aria-label": "Your guess" }, cards),
          error,
          h("p", { class: "small muted" }, "Choose one: the searches run on this machine, now."),
        ),
        h("div", { class: "lesson-board" }, board.svg),
      ),
      answer,
    ),
  );
  return () => comparison?.transport.pause();
}
