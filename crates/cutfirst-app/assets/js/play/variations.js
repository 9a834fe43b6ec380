// Variations: what one has tried in positions of a game, beside the moves that were played. They stay with the game in this
// browser.

import { button, h } from "../shared/dom.js";
import { load, save } from "../shared/store.js";

/** So many are kept with a game. */
const MOST = 40;

const begins = (line, prefix) => prefix.every((move, index) => line[index] === move);

export class Variations {
  /** `onLook(frame)` shows a position of a variation. */
  constructor(onLook) {
    this.onLook = onLook;
    this.lines = [];
    this.list = h("ul", { class: "variations", "aria-label": "Variations" });
    this.element = h("div", { hidden: true }, h("h3", {}, "Variations"), this.list);
  }

  /** The game at hand; its variations come with it. */
  show(state) {
    if (this.state?.id !== state.id) this.lines = load(`variations.${state.id}`) ?? [];
    this.state = state;
    this.draw();
  }

  /** The frame after these moves from the start; what leads there and is not part of the game becomes a variation. */
  frame(moves) {
    if (moves.length <= this.state.ply && begins(this.state.moves, moves)) return null;
    if (!this.lines.some((line) => begins(line, moves))) {
      const grown = this.lines.findIndex((line) => line.length === moves.length - 1 && begins(moves, line));
      if (grown >= 0) this.lines[grown] = moves;
      else this.lines = [...this.lines, moves].slice(-MOST);
      this.keep();
    }
    return this.at(this.lines.find((line) => begins(line, moves)), moves.length);
  }

  /** The frame of a line after so many moves. */
  at(line, length) {
    const branch = this.branch(line);
    if (length <= branch || length > line.length) return null;
    const tried = length - branch;
    return {
      key: `line ${line.slice(0, length).join(" ")}`,
      label: `Variation after move ${branch}: ${line.slice(branch, length).slice(-4).join(" ")} (${tried} of ${line.length - branch})`,
      position: this.state.start,
      moves: line.slice(0, length),
      step: (by) => this.at(line, length + by),
    };
  }

  /** How many moves a line has in common with the game. */
  branch(line) {
    const { moves } = this.state;
    const at = line.findIndex((move, index) => move !== moves[index]);
    return at < 0 ? line.length : at;
  }

  keep() {
    save(`variations.${this.state.id}`, this.lines);
    this.draw();
  }

  draw() {
    const lines = this.lines.filter((line) => this.branch(line) < line.length);
    this.element.hidden = !lines.length;
    this.list.replaceChildren(
      ...lines.map((line) => {
        const from = this.branch(line);
        const moves = line.slice(from).map((move, index) => this.move(line, from + index + 1, move));
        const remove = button("Remove this variation", { symbol: "close", words: false, kind: "quiet" }, () => {
          this.lines = this.lines.filter((other) => other !== line);
          this.keep();
        });
        return h("li", {}, h("span", { class: "number" }, `${from + 1}.`), moves, remove);
      }),
    );
    this.mark(this.key);
  }

  move(line, length, text) {
    const element = h("button", { type: "button", class: "move", onclick: () => this.onLook(this.at(line, length)) }, text);
    element.dataset.key = `line ${line.slice(0, length).join(" ")}`;
    return element;
  }

  /** Marks the position that the board shows. */
  mark(key) {
    this.key = key;
    for (const move of this.list.querySelectorAll(".move")) {
      if (move.dataset.key === key) move.setAttribute("aria-current", "true");
      else move.removeAttribute("aria-current");
    }
  }
}
