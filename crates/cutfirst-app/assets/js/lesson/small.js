// A tree of three moves with four replies each, small enough to see every number: searched as the engine searches, and drawn.

import { s } from "../shared/dom.js";

/** Three moves, each with its replies: [name, value for the one who moves first]. */
export const TREE = [
  { name: "A", replies: [["a", 8], ["b", 5], ["c", 9], ["d", 6]] },
  { name: "B", replies: [["a", 7], ["b", 3], ["c", 8], ["d", 4]] },
  { name: "C", replies: [["a", 6], ["b", 2], ["c", 4], ["d", 9]] },
];

/**
 * Looks at leaves in the order of the tree. The first player wants the largest number, the other answers with the smallest; a move
 * is given up as soon as one reply holds it to no more than what another move has. Answers {value, looked, moves}: how many leaves were
 * looked at, and of each move its value (at most), the replies that were looked at, and whether it was given up.
 */
export function search(tree) {
  let [value, looked] = [-Infinity, 0];
  const moves = tree.map(({ name, replies }) => {
    let [lowest, seen, by] = [Infinity, 0, null];
    for (const [reply, worth] of replies) {
      seen += 1;
      if (worth < lowest) [lowest, by] = [worth, reply];
      if (lowest <= value) break;
    }
    looked += seen;
    const refuted = lowest <= value;
    value = Math.max(value, lowest);
    return { name, value: lowest, seen, refuted, by };
  });
  return { value, looked, moves };
}

/** The same moves and replies in another order: `first` to the front of its row. */
export function toFront(tree, move, reply) {
  const front = (list, is) => [...list.filter(is), ...list.filter((one) => !is(one))];
  if (!reply) return front(tree, ({ name }) => name === move);
  return tree.map((one) =>
    one.name === move ? { ...one, replies: front(one.replies, ([name]) => name === reply) } : one,
  );
}

/** All in some order. */
export function shuffled(tree) {
  const mix = (list) => list.map((one) => [Math.random(), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
  return mix(tree).map((move) => ({ ...move, replies: mix(move.replies) }));
}

const HIGH = 330;

/** On a narrow screen everything stands closer together, so that numbers can still be read. */
const width = () => (matchMedia("(max-width: 700px)").matches ? 620 : 960);

/**
 * The tree as a drawing: {values: true} writes what each move is worth, {found} crosses out what a search did not look at; a move of it
 * that is `open` is still being looked at, and nothing of it is crossed out. `onPick(move, reply?)` makes moves and leaves buttons.
 */
export function drawing(tree, { values = false, found = null, onPick = null, label }) {
  const parts = [];
  const wide = width();
  const top = [wide / 2, 34];
  const each = wide / tree.length;
  const step = each / 4.4;
  const half = Math.min(26, 0.45 * step);
  const pick = (move, reply, words) =>
    onPick
      ? {
          class: "pickable",
          role: "button",
          tabindex: "0",
          "aria-label": words,
          onclick: () => onPick(move, reply),
          onkeydown: (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            onPick(move, reply);
          },
        }
      : {};
  tree.forEach(({ name, replies }, index) => {
    const judged = found?.moves[index];
    const [x, y] = [each * (index + 0.5), 150];
    parts.push(s("line", { class: "twig", x1: top[0], y1: top[1] + 24, x2: x, y2: y - 26 }));
    replies.forEach(([reply, worth], place) => {
      const [lx, ly] = [x + (place - (replies.length - 1) / 2) * step, 280];
      const unseen = judged && place >= judged.seen;
      parts.push(
        s("line", { class: unseen ? "twig unseen-twig" : "twig", x1: x, y1: y + 26, x2: lx, y2: ly - 24 }),
        s(
          "g",
          pick(name, reply, `Reply ${reply} to ${name}: ${unseen ? "not looked at" : worth}`),
          s("rect", { class: unseen ? "leaf never" : "leaf", x: lx - half, y: ly - 24, width: 2 * half, height: 48, rx: 10 }),
          s("text", { class: "leaf-value", x: lx, y: ly }, unseen ? "?" : worth),
          s("text", { class: "leaf-name", x: lx, y: ly + 38 }, reply),
        ),
      );
      const across = 1.6 * half;
      if (unseen && !judged.open)
        parts.push(s("path", { class: "cross", d: `M${lx - across / 2} ${ly - 18} l${across} 36 m0 -36 l-${across} 36` }));
    });
    const known = values || (judged && !judged.open);
    const worth = judged ? judged.value : Math.min(...replies.map(([, value]) => value));
    const words = judged?.refuted ? `≤ ${worth}` : worth;
    parts.push(
      s(
        "g",
        pick(name, null, `Move ${name}${known ? `, worth ${words}` : ""}`),
        s("circle", { class: judged?.refuted ? "knot refuted" : "knot", cx: x, cy: y, r: 27 }),
        s("text", { class: "knot-value", x, y }, known ? words : name),
        known ? s("text", { class: "leaf-name", x: x - 44, y }, name) : null,
      ),
    );
  });
  const value = found?.value ?? Math.max(...tree.map(({ replies }) => Math.min(...replies.map(([, one]) => one))));
  parts.push(
    s("rect", { class: "knot root-knot", x: top[0] - 27, y: top[1] - 27, width: 54, height: 54, rx: 12 }),
    s("text", { class: "knot-value", x: top[0], y: top[1] }, values || found ? value : "?"),
  );
  return s("svg", { class: "small-tree", viewBox: `0 0 ${wide} ${HIGH}`, role: onPick ? "group" : "img", "aria-label": label }, parts);
}
