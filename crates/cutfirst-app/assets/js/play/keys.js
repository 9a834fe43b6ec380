// Keys for the play view, and the sheet that lists them.

import { dialog } from "../shared/dialog.js";
import { h } from "../shared/dom.js";
import { cellOf } from "../board/board.js";

const KEYS = [
  ["←", "→", "one move back or forward"],
  ["Home", "End", "the beginning, and back to the game"],
  ["a", "analyse what is on the board, or stop"],
  ["v", "the value of every move on the board"],
  ["h", "a hint"],
  ["u", "undo"],
  ["r", "turn the board"],
  ["m", "type a move"],
  ["n", "a new game"],
  ["Esc", "forget a half-entered move, or go back to the game"],
  ["b", "to the board, where arrows move between cells and Enter chooses"],
  ["?", "this list"],
];

export function showKeys() {
  const rows = KEYS.map((entry) =>
    h("tr", {}, h("td", {}, entry.slice(0, -1).map((key) => h("kbd", {}, key))), h("td", {}, entry.at(-1))),
  );
  dialog("Keys", [h("table", { class: "keys" }, h("tbody", {}, rows))]);
}

/** Calls the action of a key: `actions` has back, forward, first, last, analyse, values, hint, undo, rotate, type, board, fresh. */
export function onKey(event, actions) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = event.target;
  if (target.matches?.("input, select, textarea")) return;
  // On the board and in lists that scroll, arrows have another meaning.
  const arrows = cellOf(target) === null && !target.matches?.("[role=slider], .moves");
  const action = {
    ArrowLeft: arrows && actions.back,
    ArrowRight: arrows && actions.forward,
    Home: actions.first,
    End: actions.last,
    a: actions.analyse,
    v: actions.values,
    h: actions.hint,
    u: actions.undo,
    r: actions.rotate,
    m: actions.type,
    b: actions.board,
    n: actions.fresh,
    "?": showKeys,
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
