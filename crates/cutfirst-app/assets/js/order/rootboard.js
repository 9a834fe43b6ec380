// The position at the root of a recorded search, with its moves numbered in the order in which they were tried.

import { geometry, post } from "../shared/api.js";
import { Board } from "../board/board.js";

export class RootBoard {
  constructor(trace) {
    this.trace = trace;
    this.board = new Board({ label: "The position that is searched; numbers say which move was tried when" });
    this.element = this.board.svg;
    this.element.classList.add("root-board");
    this.ready = false;
  }

  /** Fetches the position; until then there is nothing to see. */
  async load() {
    const { search, root } = this.trace.data;
    const { game, players, variant } = search;
    const [state, shape] = await Promise.all([
      post("/api/position", { game, players, variant, position: root.position }),
      geometry({ game, players, variant }),
    ]);
    this.paths = new Map(state.legal.map(({ move, path }) => [move, path]));
    this.board.setGame(game, shape, players);
    this.board.show({ scene: state.scene, recent: [] }, { motion: false });
    this.ready = true;
    this.at(this.time ?? 0);
  }

  /** After t positions: the moves tried so far, and an arrow for the one that is looked at, or that was best in the end. */
  at(t) {
    this.time = t;
    if (!this.ready) return;
    const tried = this.trace.children[0].filter((child) => child < t).map((child) => this.trace.node(child).move);
    const now = t >= this.trace.count && this.trace.complete ? this.trace.data.search.move : tried.at(-1);
    const known = (move) => this.paths.get(move) ?? [];
    this.board.advise({
      best: now ? [{ path: known(now), rank: 0 }] : [],
      values: tried.map((move, index) => ({ path: known(move), text: `${index + 1}`, good: move === now })),
    });
  }
}
