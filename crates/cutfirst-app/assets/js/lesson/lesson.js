// The lesson: six steps from a tree of twelve numbers to two searches of a real game. Each step asks for one thing and says why.

import { button, h } from "../shared/dom.js";
import { fragment } from "../shared/link.js";
import { bigStep } from "./big.js";
import { TREE, drawing, search, shuffled, toFront } from "./small.js";

const STEPS = [
  { title: "What the opponent answers", build: answers },
  { title: "What a move is worth", build: worths },
  { title: "What need not be looked at", build: cuts },
  { title: "Order decides", build: orders },
  { title: "A list that learns", build: learns },
  { title: "Two real searches", build: bigStep },
];

export async function lessonView(main, query) {
  let leave = null;
  const show = async (asked) => {
    leave?.();
    const step = Math.min(STEPS.length, Math.max(1, Number(asked.get("step")) || 1));
    const links = STEPS.map(({ title }, index) =>
      h(
        "a",
        { href: fragment("lesson", { step: index + 1 }), "aria-current": index + 1 === step ? "step" : null, title },
        String(index + 1),
      ),
    );
    const body = h("div", { class: "lesson-body" });
    const next =
      step < STEPS.length
        ? h("a", { class: "button primary", id: "next-step", href: fragment("lesson", { step: step + 1 }) }, "Next step")
        : h("a", { class: "button", href: fragment("order", { game: "othello" }) }, "On to Ordering");
    main.replaceChildren(
      h(
        "div",
        { class: "search-view lesson" },
        h(
          "div",
          { class: "row" },
          h("h1", { class: "grow" }, `${step}. ${STEPS[step - 1].title}`),
          h("nav", { class: "steps", "aria-label": "Steps of the lesson" }, links),
          button("Present", { id: "present", "aria-pressed": String(presenting()), title: "Large type, for a wall" }, () => {
            document.documentElement.classList.toggle("presenting");
            document.getElementById("present").setAttribute("aria-pressed", String(presenting()));
          }),
        ),
        body,
        h("p", { class: "row lesson-next" }, next),
      ),
    );
    leave = await STEPS[step - 1].build(body);
  };
  await show(query);
  return {
    change: show,
    leave: () => {
      leave?.();
      document.documentElement.classList.remove("presenting");
    },
  };
}

const presenting = () => document.documentElement.classList.contains("presenting");

/** A text, a drawing below it and a line that answers. */
function stage(body, text) {
  const picture = h("div", { class: "card" });
  const said = h("p", { class: "said", role: "status" });
  body.replaceChildren(h("p", { class: "lead" }, text), picture, said);
  return { picture, said };
}

function answers(body) {
  const { picture, said } = stage(
    body,
    "You may play A, B or C, and your opponent has four replies to each. The numbers say how good the end is for you. Your opponent wants them small. Which reply to A will he choose?",
  );
  const onPick = (move, reply) => {
    if (move !== "A") said.textContent = "Look at the four numbers below A.";
    else if (!reply) said.textContent = "Choose one of the replies below A.";
    else if (reply === "b") said.textContent = "Right: 5 is the smallest. So A is worth 5 to you, whatever else stands there.";
    else said.textContent = "That would please you, but there is a reply that pleases him more.";
  };
  picture.replaceChildren(drawing(TREE, { onPick, label: "Three moves with four replies each" }));
}

function worths(body) {
  const { picture, said } = stage(
    body,
    "Now each move has its value: the smallest number below it. You want the largest of them. Which move do you play?",
  );
  const onPick = (move) => {
    said.textContent =
      move === "A"
        ? "Right: A is worth 5, B 3 and C 2. This is minimax: all twelve numbers were looked at to find it."
        : `${move} is worth ${move === "B" ? 3 : 2}. There is a better one.`;
  };
  picture.replaceChildren(drawing(TREE, { values: true, onPick, label: "The same tree with the value of each move" }));
}

function cuts(body) {
  const { picture, said } = stage(
    body,
    "The engine looks at one number after the other, from the left. It knows that A is worth 5. The first reply to B gives 7, the second 3. Does it have to look at the other two?",
  );
  const half = { value: 5, looked: 6, moves: [{ seen: 4, value: 5 }, { seen: 2, open: true }, { seen: 0, open: true }] };
  picture.replaceChildren(drawing(TREE, { found: half, label: "A is known, and two replies to B" }));
  const answer = (right) => {
    said.textContent = right
      ? "Right. Your opponent can hold B to 3 already, and you have 5. Whatever the others are, you will not play B: it is refuted, and the search cuts the rest off. C goes the same way."
      : "Suppose they were 100: your opponent would still reply with 3, and you would still prefer the 5 of A. They make no difference.";
    if (right) picture.replaceChildren(drawing(TREE, { found: search(TREE), label: "What is left out is crossed out" }));
  };
  body.append(
    h(
      "div",
      { class: "row", role: "group", "aria-label": "Your answer" },
      button("Yes, they could be better", { id: "look-on" }, () => answer(false)),
      button("No, B is refuted", { id: "cut-off" }, () => answer(true)),
    ),
  );
}

function orders(body) {
  const { picture, said } = stage(
    body,
    "How much can be left out depends on the order. Click a move or a reply to try it first, and find an order that looks at only six numbers; or shuffle, and see how bad luck looks.",
  );
  let tree = shuffled(TREE);
  while (search(tree).looked < 10) tree = shuffled(TREE);
  let [fewest, most] = [12, 0];
  const show = () => {
    const found = search(tree);
    [fewest, most] = [Math.min(fewest, found.looked), Math.max(most, found.looked)];
    picture.replaceChildren(drawing(tree, { found, onPick: pick, label: "The tree in your order" }));
    said.textContent =
      found.looked === 6
        ? "Six of twelve, and the value is still 5: the best move first, and the refutation first below the others. No order can do with less."
        : `${found.looked} of 12 numbers were looked at; the value is 5 in every order.${fewest < most ? ` So far between ${fewest} and ${most}.` : ""}`;
  };
  const pick = (move, reply) => {
    tree = toFront(tree, move, reply);
    show();
  };
  body.append(
    h(
      "div",
      { class: "row" },
      button("Shuffle", { id: "shuffle", symbol: "turn" }, () => {
        tree = shuffled(tree);
        show();
      }),
    ),
  );
  show();
}

/** Positions that resemble each other: the same reply is good in most of them. */
const SERIES = [
  [["A", [8, 5, 9, 6]], ["B", [7, 6, 8, 3]], ["C", [9, 6, 7, 4]]],
  [["A", [6, 7, 8, 5]], ["B", [9, 8, 6, 2]], ["C", [7, 9, 8, 3]]],
  [["A", [9, 6, 7, 4]], ["B", [8, 5, 6, 1]], ["C", [6, 7, 9, 2]]],
  [["A", [7, 8, 6, 5]], ["B", [6, 9, 7, 4]], ["C", [8, 7, 9, 3]]],
].map((moves) => moves.map(([name, values]) => ({ name, replies: values.map((value, place) => ["abcd"[place], value]) })));

function learns(body) {
  const { picture, said } = stage(
    body,
    "The engine does not know the right order. But a reply that refuted one move often refutes others, also in the next position. An adaptive list keeps the replies; one that cuts moves to the front and is tried first from then on.",
  );
  const chips = h("ol", { class: "chips", "aria-label": "The list" });
  let [list, place, without, withList] = [["a", "b", "c", "d"], -1, 0, 0];
  const next = () => {
    place += 1;
    const tree = SERIES[place % SERIES.length];
    if (place % SERIES.length === 0) [list, without, withList] = [["a", "b", "c", "d"], 0, 0];
    // Move by move, so that what was learned below one move already serves the next.
    let ordered = tree.map((move) => ({ ...move }));
    ordered.forEach((move, index) => {
      const sort = (replies) => [...replies].sort(([a], [b]) => list.indexOf(a) - list.indexOf(b));
      ordered = ordered.map((one, other) => (other === index ? { ...one, replies: sort(one.replies) } : one));
      const judged = search(ordered.slice(0, index + 1)).moves[index];
      if (judged.refuted) list = [judged.by, ...list.filter((one) => one !== judged.by)];
    });
    const [plain, learned] = [search(tree), search(ordered)];
    without += plain.looked;
    withList += learned.looked;
    picture.replaceChildren(drawing(ordered, { found: learned, label: "A position, its replies in the order of the list" }));
    chips.replaceChildren(...list.map((reply, index) => h("li", { class: index ? "chip" : "chip promoted" }, reply)));
    said.textContent = `Position ${(place % SERIES.length) + 1}: ${learned.looked} numbers with the list, ${plain.looked} without. Together ${withList} and ${without}.`;
  };
  body.append(
    h("div", { class: "row" }, h("strong", {}, "The list:"), chips, button("Next position", { id: "next-position", symbol: "step" }, next)),
  );
  next();
}
