// Variations: what one has tried in positions of a game, beside the moves that were played. The server keeps them with the
// game; here they show before it has answered.

import { button, h } from "../shared/dom.js";

const begins = (line, prefix) => prefix.every((move, index) => line[index] === move);

export class Variations {
  /** `onLook(frame)` shows a position of a variation, `onKeep(what, line)` has a line kept (`add`) or forgotten (`remove`). */
  constructor({ onLook, onKeep }) {
    Object.assign(this, { onLook, onKeep, lines: [], unanswered: 0 });
    this.list = h("ul", { class: "variations", "aria-label": "Variations" });
    this.element = h("div", { hidden: true }, h("h3", {}, "Variations"), this.list);
  }

  /** The game at hand; its variations come with it. */
  show(state) {
    const isOther = this.state?.id !== state.id;
    this.state = state;
    // What the server does not know of yet stays.
    if (isOther || !this.unanswered) this.lines = state.variations;
    this.draw();
  }

  /** The frame after these moves from the start; what leads there and is not part of the game becomes a variation. */
  frame(moves) {
    if (moves.length <= this.state.ply && begins(this.state.moves, moves)) return null;
    if (!this.lines.some((line) => begins(line, moves))) {
      const grown = this.lines.findIndex((line) => line.length === moves.length - 1 && begins(moves, line));
      this.keep("add", moves, grown < 0 ? [...this.lines, moves] : this.lines.with(grown, moves));
    }
    return this.at(this.lines.find((line) => begins(line, moves)), moves.length);
  }

  /** The frame of a line after so many moves. */
  at(line, length) {
    const branch = this.branch(line);
    if (length <= branch || length > line.length) return null;
    const tried = length - branch;
    const from = branch ? `after move ${branch}` : "from the start";
    return {
      key: `line ${line.slice(0, length).join(" ")}`,
      label: `Variation ${from}: ${line.slice(branch, length).slice(-4).join(" ")} (${tried} of ${line.length - branch})`,
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

  async keep(what, line, lines) {
    this.lines = lines;
    this.draw();
    this.unanswered += 1;
    await this.onKeep(what, line);
    this.unanswered -= 1;
    this.show(this.state);
  }

  draw() {
    const lines = this.lines.filter((line) => this.branch(line) < line.length);
    this.element.hidden = !lines.length;
    this.list.replaceChildren(
      ...lines.map((line) => {
        const from = this.branch(line);
        const moves = line.slice(from).map((move, index) => this.move(line, from + index + 1, move));
        const remove = button("Remove this variation", { symbol: "close", words: false, kind: "quiet" }, () => {
          this.keep("remove", line, this.lines.filter((other) => other !== line));
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
