// The review of a game: every move judged by the chance that it lost, in the background, with the better move to look at and to
// play on from.

import { say } from "../shared/announce.js";
import { button, h } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";
import { Graph } from "./graph.js";
import { beginReview, judgedBefore, underWay } from "./reviewing.js";

const GRADES = ["inaccuracy", "mistake", "blunder"];
const plural = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };

export class Review {
  /** `onGrade(map)` is given what the moves are worth, `onLook(ply)` shows a position of the game, `onTry(moves)` one of a variation. */
  constructor({ onGrade, onLook, onTry }) {
    Object.assign(this, { onGrade, onLook, onTry });
    this.go = button("Review the game", { id: "review", symbol: "review" }, () => this.run());
    this.stopButton = button("Stop", { id: "review-stop", kind: "quiet", hidden: true }, () => this.review?.stop());
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

  /** The game at hand. A review of it that was made before comes back, and one that is under way goes on. */
  show(state) {
    const isSame = this.state?.id === state.id && this.state.moves.join() === state.moves.join();
    this.state = state;
    this.go.disabled = state.ply < 1;
    if (isSame) return;
    this.leave();
    const review = underWay(state);
    this.judged = review?.judged ?? judgedBefore(state);
    this.follow(review);
    this.draw();
  }

  /** Shows how a review gets on; null if none does. */
  follow(review) {
    this.review = review;
    this.working.hidden = this.stopButton.hidden = !review;
    this.go.hidden = Boolean(review);
    if (!review) return;
    review.watch = (isOver, isDone) => {
      if (isOver) this.follow(null);
      else this.advance();
      this.draw();
      if (isDone) say(`The review is done. ${this.words()}`);
    };
    this.advance();
  }

  advance() {
    const { left } = this.review;
    const [done, all] = [this.judged.length, this.state.ply];
    this.progress.value = done / all;
    this.left.textContent = left === null ? "begins" : `${done} of ${all} moves, about ${left} s left`;
  }

  /** The panel is no longer there, or shows another game; the review goes on. */
  leave() {
    if (this.review) this.review.watch = null;
    this.review = null;
  }

  run() {
    const { state } = this;
    if (this.review) return;
    if (this.judged.length >= state.ply) this.judged = [];
    this.follow(beginReview(state, this.judged));
    this.draw();
    this.element.scrollIntoView({ block: "nearest" });
  }

  draw() {
    const { judged, state } = this;
    this.graph.show(judged, state.ply, state);
    this.go.lastChild.textContent = !judged.length
      ? "Review the game"
      : judged.length < state.ply
        ? "Go on reviewing"
        : "Review again";
    const graded = judged.filter(({ grade }) => GRADES.includes(grade));
    this.onGrade(new Map(graded.map((one) => [one.ply, { grade: one.grade, text: `${one.grade}: ${one.lost}` }])));
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
      h("span", { class: "muted small grow" }, one.lost),
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
