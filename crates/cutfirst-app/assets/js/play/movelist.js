// The moves played, and a field to type one.

import { h } from "../shared/dom.js";

/** The usual signs of what a move was worth. */
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
  /** `onLook(ply)` shows the position after a move, `onType(text)` plays a typed one; `below` follows the moves. */
  constructor({ onLook, onType, below }) {
    this.onLook = onLook;
    /** What a review says of moves, by their numbers. */
    this.grades = new Map();
    this.list = h("ol", { class: "moves", tabindex: "0", "aria-label": "Moves played" });
    this.input = h("input", {
      id: "typed-move",
      list: "legal-moves",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "Type a move",
      "aria-label": "Type a move",
    });
    // Other panels come and go; the current move stays in sight.
    new ResizeObserver(() => this.mark(this.ply)).observe(this.list);
    this.legal = h("datalist", { id: "legal-moves" });
    this.form = h(
      "form",
      {
        class: "row type-move",
        onsubmit: (event) => {
          event.preventDefault();
          const text = this.input.value.trim();
          this.input.value = "";
          if (text) onType(text);
        },
      },
      h("div", { class: "grow" }, this.input),
      h("button", { type: "submit" }, "Play"),
      this.legal,
    );
    this.element = h(
      "section",
      { class: "card", "aria-labelledby": "moves-title" },
      h("div", { class: "row" }, h("h2", { class: "grow", id: "moves-title" }, "Moves"), this.form),
      this.list,
      below,
    );
  }

  /** Marks moves as a review grades them: a map from the number of the move to {grade, text}. */
  grade(grades) {
    this.grades = grades;
    for (const move of this.list.querySelectorAll(".move")) this.sign(move, Number(move.dataset.ply));
  }

  sign(element, ply) {
    const graded = this.grades.get(ply);
    element.querySelector(".grade")?.remove();
    element.title = graded?.text ?? "";
    if (graded && MARKS[graded.grade])
      element.append(h("span", { class: `grade ${graded.grade}`, "aria-label": graded.grade }, MARKS[graded.grade]));
  }

  show(state) {
    const { players } = state;
    const rows = [];
    for (let first = 0; first < state.moves.length; first += players) {
      const round = state.moves.slice(first, first + players).map((move, index) => this.move(move, first + index + 1));
      rows.push(h("li", {}, h("span", { class: "number" }, `${first + 1}.`), round));
    }
    this.list.replaceChildren(...(rows.length ? rows : [h("li", { class: "muted small" }, "No moves yet.")]));
    this.mark(state.ply);
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** The moves that can be typed: those of the position on the board. */
  suggest({ legal }) {
    this.legal.replaceChildren(...(legal.length <= 300 ? legal.map(({ move }) => h("option", { value: move })) : []));
  }

  move(text, ply) {
    const element = h(
      "button",
      {
        type: "button",
        class: "move",
        "aria-label": `Move ${ply}: ${text}; show the position`,
        onclick: () => this.onLook(ply),
      },
      text,
    );
    element.dataset.ply = ply;
    this.sign(element, ply);
    return element;
  }

  mark(ply) {
    this.ply = ply;
    for (const move of this.list.querySelectorAll(".move")) {
      const here = Number(move.dataset.ply) === ply;
      if (here) move.setAttribute("aria-current", "true");
      else move.removeAttribute("aria-current");
      // Only the list scrolls, never the page.
      if (here) {
        const row = move.parentElement;
        const [top, bottom] = [row.offsetTop - this.list.offsetTop, row.offsetTop - this.list.offsetTop + row.offsetHeight];
        if (top < this.list.scrollTop) this.list.scrollTop = top;
        else if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight;
      }
    }
  }
}
