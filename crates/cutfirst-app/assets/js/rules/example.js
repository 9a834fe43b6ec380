// A position on a page of the rules in which moves can be tried.

import { geometry, post } from "../shared/api.js";
import { report } from "../shared/announce.js";
import { Board } from "../board/board.js";
import { entryOn } from "../board/entry.js";
import { button, h } from "../shared/dom.js";
import { Trays } from "../play/trays.js";

export class Example {
  /** Of several `choices`, each {name, about, setup}, buttons show one at a time. */
  constructor(game, { setup, task, done, choices = [] }) {
    Object.assign(this, { game, setup, task, done });
    this.played = [];
    this.board = new Board({
      label: "A position to try",
      onCell: (cell, how) => this.clicked(cell, how),
      canLift: (cell) => Boolean(this.entry?.starts().has(cell)) && this.board.occupied.has(cell),
    });
    this.trays = new Trays((cell) => this.clicked(cell));
    this.said = h("p", { class: "said", role: "status" }, task);
    this.choices = h("div", { class: "row" });
    const chosen = ({ about, setup: other }, button) => {
      Object.assign(this, { setup: other, task: about, shape: null, played: [] });
      for (const one of this.picks.children) one.setAttribute("aria-pressed", String(one === button));
    };
    this.picks = h("div", { class: "picks row", role: "group", "aria-label": "Rules" });
    for (const choice of choices) {
      const pick = button(choice.name, {}, () => {
        chosen(choice, pick);
        this.show().catch(report);
      });
      this.picks.append(pick);
    }
    if (choices.length) chosen(choices[0], this.picks.firstChild);
    this.element = h("div", { class: "example" }, this.picks, this.board.svg, this.trays.element, this.choices, this.said);
  }

  /** Draws the position after what was tried. */
  async show() {
    const { game, setup, played } = this;
    const state = await post("/api/position", { game, ...setup, moves: [...(setup.moves ?? []), ...played] });
    const shape = this.shape ?? (await geometry(state));
    if (setup !== this.setup || played !== this.played) return;
    if (!this.shape) {
      this.shape = shape;
      this.board.setGame(game, this.shape, state.players);
    }
    this.state = state;
    this.board.show(state, { motion: played.length > 0 });
    this.trays.show(state);
    this.entry = state.outcome ? null : entryOn(this.board, state);
    this.board.svg.classList.toggle("playable", Boolean(this.entry));
    this.said.textContent = played.length ? this.done(state) : this.task;
    this.mark();
  }

  mark() {
    const { entry, state } = this;
    const buttons = [];
    if (!entry) this.board.mark({});
    else {
      const single = entry.isSingle;
      const starts = entry.path.length || single ? [] : entry.starts();
      this.board.mark({ picked: entry.path, next: single ? entry.starts() : entry.next(), starts });
      this.trays.offer(entry.starts(), entry.path[0]);
      const stop = entry.stop();
      if (stop) buttons.push(button(`Play ${stop}`, {}, () => this.play(stop)));
      const pass = state.legal.find(({ path }) => !path.length);
      if (pass) buttons.push(button("Pass", { kind: "primary" }, () => this.play(pass.move)));
    }
    if (this.played.length) buttons.push(button("Again", { kind: "quiet", symbol: "undo" }, () => this.again()));
    this.choices.replaceChildren(...buttons);
  }

  again() {
    this.played = [];
    this.show().catch(report);
  }

  play(move) {
    this.played = [...this.played, move];
    this.show().catch(report);
  }

  clicked(cell, { drag = false } = {}) {
    if (!this.entry || (drag && this.entry.path.at(-1) === cell)) return;
    const answer = this.entry.click(cell);
    if (answer.play) this.play(answer.play);
    else if (answer.choose) this.play(answer.choose[0].move);
    else this.mark();
  }
}
