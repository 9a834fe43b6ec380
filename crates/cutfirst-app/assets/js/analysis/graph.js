// The course of a game as a graph: each player's chance to win, move by move. A click leads to the move.

import { h, s } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";
import { inPercent } from "./words.js";

const [WIDE, HIGH] = [340, 110];

export class Graph {
  /** `onLook(ply)` shows the position before a move. */
  constructor(onLook) {
    this.onLook = onLook;
    this.svg = s("svg", {
      class: "graph",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": "Chances in the course of the game; the list below has the moves.",
      onclick: (event) => this.clicked(event),
    });
    this.legend = h("p", { class: "muted small" });
    this.element = h("div", { hidden: true }, this.svg, this.legend);
  }

  /** `judged` are the moves of a review, `total` how many there are. */
  show(judged, total, { game, players }) {
    this.total = total;
    this.element.hidden = judged.length < 2;
    const x = (ply) => ((ply - 1) / Math.max(1, total - 1)) * WIDE;
    const y = (chance) => HIGH - 4 - chance * (HIGH - 8);
    // Of two players one line says all; of more, everybody has one.
    const shown = players === 2 ? [0] : Array.from({ length: players }, (_, player) => player);
    const lines = shown.map((player) => {
      const points = judged
        .filter(({ mover }) => players === 2 || mover === player)
        .map(({ ply, mover, chance }) => [x(ply), y(mover === player ? chance : 1 - chance)]);
      const line = points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
      const area =
        players === 2 && points.length
          ? s("polygon", {
              class: "graph-area",
              points: `${points[0][0].toFixed(1)},${HIGH} ${line} ${points.at(-1)[0].toFixed(1)},${HIGH}`,
            })
          : null;
      return [area, s("polyline", { class: `graph-line stroke-${players === 2 ? "one" : tone(game, player)}`, points: line })];
    });
    const dots = judged
      .filter(({ grade }) => grade === "mistake" || grade === "blunder")
      .map(({ ply, mover, chance, grade }) =>
        s("circle", {
          class: `graph-dot ${grade}`,
          cx: x(ply),
          cy: y(players > 2 || mover === 0 ? chance : 1 - chance),
          r: 4,
        }),
      );
    this.here = s("line", { class: "graph-here", y1: 0, y2: HIGH, x1: -9, x2: -9 });
    this.svg.replaceChildren(
      s("line", { class: "graph-half", x1: 0, x2: WIDE, y1: y(1 / players), y2: y(1 / players) }),
      ...lines.flat(2).filter(Boolean),
      this.here,
      ...dots,
    );
    const last = judged.at(-1);
    const until = judged.length < total ? "so far" : "at the end";
    this.legend.textContent =
      players === 2 && last
        ? `${playerName(game, 0)}'s chance to win; ${until} ${inPercent(last.mover === 0 ? last.played : 1 - last.played)}`
        : "Each player's chance to win, at their moves";
  }

  /** Marks the position after so many moves. */
  mark(ply) {
    const x = (Math.max(0, ply) / Math.max(1, this.total - 1)) * WIDE;
    this.here?.setAttribute("x1", x);
    this.here?.setAttribute("x2", x);
  }

  clicked(event) {
    const { left, width } = this.svg.getBoundingClientRect();
    this.onLook(Math.round(((event.clientX - left) / width) * (this.total - 1)));
  }
}
