// The reviews themselves, apart from the panel that shows them: one that is under way goes on while other games and views are
// looked at, and what was judged is kept, also of one that was stopped.

import { aborted, stream } from "../shared/api.js";
import { note, report } from "../shared/announce.js";
import { strip } from "../shared/link.js";
import { gameTitle } from "../shared/players.js";
import { forgetReview, keepReview, load } from "../shared/store.js";

/** Reviews under way, by the game's address. */
const running = new Map();

// What was judged is kept; nobody needs the rest of it once the page is left.
addEventListener("pagehide", () => running.forEach((review) => review.stop()));

const keyOf = ({ moves }) => moves.join(" ");

class Reviewing {
  constructor(state, judged) {
    Object.assign(this, { state, judged, watch: null });
    this.controller = new AbortController();
    this.began = Date.now();
    this.before = judged.length;
  }

  /** Seconds until it is done, by how fast it went so far; null if nobody can know yet. */
  get left() {
    const done = this.judged.length - this.before;
    if (!done) return null;
    return Math.ceil((((Date.now() - this.began) / done) * (this.state.ply - this.judged.length)) / 1000);
  }

  async run() {
    const { state } = this;
    const { id, game, players, variant, start, moves } = state;
    const isDone = await stream(
      "/api/review",
      strip({ game, players, variant, position: start, moves, from: this.before }),
      {
        move: (judged) => {
          this.judged.push(judged);
          keepReview(id, { key: keyOf(state), judged: this.judged });
          this.watch?.(false);
        },
      },
      this.controller.signal,
    ).then(
      () => true,
      (error) => {
        if (!aborted(error)) report(error);
        return false;
      },
    );
    if (running.get(id) === this) running.delete(id);
    if (this.watch) this.watch(true, isDone);
    else if (isDone) note(`The review of ${gameTitle(game)} is done; it is with the game.`);
  }

  stop() {
    this.controller.abort();
  }
}

/** The review of a game that is under way; one of a game that has gone on since is stopped. */
export function underWay(state) {
  const review = running.get(state.id);
  if (!review || keyOf(review.state) === keyOf(state)) return review ?? null;
  review.stop();
  running.delete(state.id);
  return null;
}

/** What was judged of a game before: the moves that it still begins with keep their judgement. */
export function judgedBefore(state) {
  const kept = load(`review.${state.id}`);
  if (!kept) return [];
  const before = kept.key.split(" ");
  const differs = state.moves.findIndex((move, index) => move !== before[index]);
  const same = differs < 0 ? state.ply : differs;
  return kept.judged.filter(({ ply }) => ply <= same);
}

/** Begins a review, or goes on with one from the first move that is not judged yet. */
export function beginReview(state, judged) {
  const review = new Reviewing(state, judged);
  if (!judged.length) forgetReview(state.id);
  running.set(state.id, review);
  review.run();
  return review;
}
