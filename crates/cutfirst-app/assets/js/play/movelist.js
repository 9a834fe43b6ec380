// The moves played, and a field to type one.

import { h } from "../shared/dom.js";

export class MoveList {
  /** `onLook(ply)` shows the position after a move, `onType(text)` plays a typed one. */
  constructor(onLook, onType) {
    this.onLook = onLook;
    this.list = h("ol", { class: "moves", tabindex: "0", "aria-label": "Moves played" });
    this.input = h("input", {
      id: "typed-move",
      list: "legal-moves",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "Type a move",
      "aria-label": "Type a move",
    });
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
    );
  }

  show(state) {
    const { players } = state;
    const rows = [];
    for (let first = 0; first < state.moves.length; first += players) {
      const round = state.moves.slice(first, first + players).map((move, index) => this.move(move, first + index + 1));
      rows.push(h("li", {}, h("span", { class: "number" }, `${first / players + 1}`), round));
    }
    this.list.replaceChildren(...(rows.length ? rows : [h("li", { class: "muted small" }, "No moves yet.")]));
    this.mark(state.ply);
    this.list.scrollTop = this.list.scrollHeight;
    this.legal.replaceChildren(
      ...(state.legal.length <= 300 ? state.legal.map(({ move }) => h("option", { value: move })) : []),
    );
    for (const control of this.form.elements) control.disabled = Boolean(state.outcome);
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
    return element;
  }

  mark(ply) {
    for (const move of this.list.querySelectorAll(".move")) {
      if (Number(move.dataset.ply) === ply) move.setAttribute("aria-current", "true");
      else move.removeAttribute("aria-current");
    }
  }
}
