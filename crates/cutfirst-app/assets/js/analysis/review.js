// The review of a game: every move judged by the chance that it lost, in the background, with the better move to look at and to
// play on from.

import { aborted, stream } from "../shared/api.js";
import { report, say } from "../shared/announce.js";
import { button, h } from "../shared/dom.js";
import { strip } from "../shared/link.js";
import { playerName, tone } from "../shared/players.js";
import { load, save } from "../shared/store.js";
import { Graph } from "./graph.js";
import { inPercent } from "./words.js";

const GRADES = ["inaccuracy", "mistake", "blunder"];
const plural = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };

/** What a move lost, in words. */
function loss({ chance, played, discs }) {
  if (discs && discs[0] !== discs[1]) {
    const signed = (count) => (count > 0 ? `+${count}` : String(count).replace("-", "−"));
    return `${signed(discs[1])} discs instead of ${signed(discs[0])}`;
  }
  return `${inPercent(played)} instead of ${inPercent(chance)}`;
}

export class Review {
  /** `onGrade(map)` is given what the moves are worth, `onLook(ply)` shows a position of the game, `onTry(moves)` one of a variation. */
  constructor({ onGrade, onLook, onTry }) {
    Object.assign(this, { onGrade, onLook, onTry });
    this.go = button("Review the game", { id: "review", symbol: "review" }, () => this.run());
    this.stopButton = button("Stop", { id: "review-stop", kind: "quiet", hidden: true }, () => this.stop());
    this.progress = h("progress", { max: 1, value: 0, "aria-label": "Moves reviewed" });
    this.left = h("span", { class: "muted small" });
    this.working = h("div", { class: "row working", hidden: true }, this.progress, this.left);
    this.graph = new Graph((ply) => onLook(ply));
    this.summary = h("ul", { class: "summary" });
    this.list = h("ol", { class: "mistakes", "aria-label": "Moves to look at" });
    this.element = h(
      "section",
      { class: "card review", "aria-labelledby": "review-title" },
      h("div", { class: "row" }, h("h2", { class: "grow", id: "review-title" }, "Review"), this.stopButton, this.go),
      this.working,
      this.graph.element,
      this.summary,
      this.list,
    );
    this.judged = [];
  }

  /** The game at hand. A review of it that was made before comes back. */
  show(state) {
    const isSame = this.state?.id === state.id && this.key === state.moves.join(" ");
    this.state = state;
    this.go.disabled = state.ply < 1;
    if (isSame) return;
    // A game that goes on keeps what was said of the moves that stay.
    this.stop();
    this.key = state.moves.join(" ");
    const kept = load(`review.${state.id}`);
    const begins = kept && (this.key === kept.key || kept.key.startsWith(`${this.key} `) || this.key.startsWith(`${kept.key} `));
    this.judged = begins ? kept.judged.filter(({ ply }) => ply <= state.ply) : [];
    this.draw();
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
    this.working.hidden = this.stopButton.hidden = true;
    this.go.hidden = false;
  }

  async run() {
    this.stop();
    const { state } = this;
    const controller = new AbortController();
    this.controller = controller;
    this.judged = [];
    this.draw();
    const began = Date.now();
    const show = () => {
      const [done, all] = [this.judged.length, state.ply];
      this.progress.value = done / all;
      const seconds = done ? Math.ceil((((Date.now() - began) / done) * (all - done)) / 1000) : null;
      this.left.textContent = seconds === null ? "begins" : `${done} of ${all} moves, about ${seconds} s left`;
    };
    show();
    this.working.hidden = this.stopButton.hidden = false;
    this.go.hidden = true;
    const { game, players, variant, start, moves } = state;
    try {
      await stream(
        "/api/review",
        strip({ game, players, variant, position: start, moves }),
        {
          move: (judged) => {
            this.judged.push(judged);
            show();
            this.draw();
          },
        },
        controller.signal,
      );
      save(`review.${state.id}`, { key: this.key, judged: this.judged });
      say(`The review is done. ${this.words()}`);
    } catch (error) {
      if (!aborted(error)) report(error);
    }
    if (this.controller === controller) this.stop();
  }

  draw() {
    const { judged, state } = this;
    this.graph.show(judged, state.ply, state);
    this.go.lastChild.textContent = judged.length ? "Review again" : "Review the game";
    const graded = judged.filter(({ grade }) => GRADES.includes(grade));
    this.onGrade(new Map(graded.map((one) => [one.ply, { grade: one.grade, text: `${one.grade}: ${loss(one)}` }])));
    this.summary.replaceChildren(...(judged.length ? state.seats.map((_, player) => this.player(player)) : []));
    this.list.replaceChildren(...graded.map((one) => this.mistake(one)));
    this.list.hidden = !graded.length;
  }

  /** How one player did. */
  player(player) {
    const { game } = this.state;
    const own = this.judged.filter(({ mover }) => mover === player);
    const lost = own.reduce((sum, { chance, played }) => sum + Math.max(0, chance - played), 0);
    const counts = GRADES.map((grade) => [own.filter((one) => one.grade === grade).length, grade]).filter(([count]) => count);
    const words = counts.map(([count, grade]) => `${count} ${count === 1 ? grade : plural[grade]}`).join(", ");
    return h(
      "li",
      {},
      h("span", { class: `swatch tone-${tone(game, player)}` }),
      h("strong", {}, playerName(game, player)),
      h(
        "span",
        { class: "muted small" },
        own.length ? `${words || "nothing to blame"} · lost ${(100 * lost / own.length).toFixed(1)} % a move` : "no move yet",
      ),
    );
  }

  words() {
    return [...this.summary.children].map((item) => item.textContent).join(". ");
  }

  mistake(one) {
    const { state } = this;
    const before = state.moves.slice(0, one.ply - 1);
    const item = h(
      "li",
      {},
      h("span", { class: `swatch tone-${tone(state.game, one.mover)}` }),
      h(
        "button",
        { type: "button", class: "link", onclick: () => this.onLook(one.ply - 1), title: "Show the position before it" },
        `${one.ply}. ${one.move}`,
      ),
      h("span", { class: `grade ${one.grade}` }, one.grade),
      h("span", { class: "muted small grow" }, loss(one)),
      h(
        "button",
        {
          type: "button",
          class: "better",
          onclick: () => this.onTry([...before, one.best]),
          "aria-label": `Better: ${one.best}; show it`,
        },
        `Better: ${one.best}`,
      ),
    );
    item.dataset.ply = one.ply;
    return item;
  }
}
