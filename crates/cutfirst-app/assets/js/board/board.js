// A board on the page: cells, pieces, marks, keyboard. What it looks like comes from boards/, where its cells
// lie from the server; it knows no rules.

import { s } from "../shared/dom.js";
import { animate } from "./motion.js";
import { playerName } from "../shared/players.js";
import { Drag } from "./drag.js";
import { look } from "./looks/index.js";

/** Units of the drawing per unit of the geometry. */
export const UNIT = 100;

export class Board {
  /**
   * `onCell(cell)` is called when a cell is clicked or chosen by keyboard, `canLift(cell)` says whether what stands there
   * can be dragged. Without `onCell` it is a picture.
   */
  constructor({ onCell, canLift, label } = {}) {
    this.onCell = onCell;
    this.layers = Object.fromEntries(
      ["ground", "under", "pieces", "ghosts", "over", "advice", "cells"].map((name) => [name, s("g", { class: name })]),
    );
    const role = onCell ? "group" : "img";
    this.svg = s("svg", { class: "board", role, "aria-label": label ?? "Board" }, Object.values(this.layers));
    this.turns = 0;
    this.shown = null;
    if (!onCell) return;
    this.drag = new Drag(this, canLift ?? (() => false));
    this.svg.addEventListener("click", (event) => this.clicked(event.target));
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Takes a game's geometry and draws the empty board. */
  setGame(game, geometry, players) {
    this.game = game;
    this.look = look(game);
    this.geometry = geometry;
    this.players = players;
    this.turns = 0;
    this.shown = null;
    this.layOut();
  }

  /** Turns the board by one step: a half turn where nothing else fits, 90° on squares, 60° on hexagons. */
  rotate() {
    this.turns = (this.turns + 1) % (360 / this.look.turn);
    const shown = this.shown;
    this.layOut();
    if (shown) this.show(shown, { motion: false });
  }

  /** Turns the board to an angle that it can have. */
  turnTo(angle) {
    while ((this.turns * this.look.turn) % 360 !== angle) this.rotate();
  }

  layOut() {
    const { cells } = this.geometry;
    const xs = cells.map((cell) => cell.x);
    const ys = cells.map((cell) => cell.y);
    const [cx, cy] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    const angle = (this.turns * this.look.turn * Math.PI) / 180;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    /** Board coordinates (centre = 0) of a point of the geometry, turned as the board is. */
    this.point = (x, y) => [UNIT * ((x - cx) * cos - (y - cy) * sin), UNIT * ((x - cx) * sin + (y - cy) * cos)];
    this.at = new Map(cells.map((cell) => [cell.cell, this.point(cell.x, cell.y)]));
    const half = this.look.half(this);
    this.svg.setAttribute("viewBox", `${-half[0]} ${-half[1]} ${2 * half[0]} ${2 * half[1]}`);
    this.svg.classList.toggle("light-ground", this.look.lightGround === true);
    this.layers.ground.replaceChildren(...this.look.ground(this));
    this.cells = new Map();
    if (!this.onCell) return;
    const hits = cells.map(({ cell }) => {
      const [x, y] = this.at.get(cell);
      const hit = this.look.square
        ? s("rect", { class: "cell", x: x - 50, y: y - 50, width: 100, height: 100, rx: 6 })
        : s("circle", { class: "cell", cx: x, cy: y, r: 48 });
      hit.dataset.cell = cell;
      hit.setAttribute("role", "button");
      hit.setAttribute("tabindex", "-1");
      this.cells.set(cell, hit);
      return hit;
    });
    hits[0]?.setAttribute("tabindex", "0");
    this.layers.cells.replaceChildren(...hits);
  }

  /** Shows a position: `{scene, last, legal, toMove}`. With `motion`, what changed since the one before moves. */
  show(view, { motion = true, preview = false } = {}) {
    const before = this.shown;
    this.shown = view;
    this.svg.classList.toggle("preview", preview);
    const occupied = new Map(view.scene.cells.map((cell) => [cell.cell, cell]));
    this.occupied = occupied;
    this.groups = new Map();
    this.layers.ghosts.replaceChildren();
    const groups = [...occupied.values()]
      .filter(({ cell }) => this.at.has(cell))
      .map((piece) => {
        const group = this.piece(piece);
        this.groups.set(piece.cell, group);
        return group;
      });
    this.layers.pieces.replaceChildren(...groups);
    this.layers.advice.replaceChildren();
    this.drag?.end();
    this.markLast(view.recent ?? [view.last?.path ?? []]);
    this.describe();
    if (motion && before && view.last) animate(this, before.scene, view.scene, view.last);
  }

  /** The drawing of what stands on a cell, placed there. */
  piece(piece, cell = piece.cell) {
    const [x, y] = this.at.get(cell);
    return s("g", { class: "piece", transform: `translate(${x} ${y})` }, this.look.piece(this, piece));
  }

  /** Marks what was played since the player to move has moved last, the latest move first. */
  markLast(paths) {
    const marks = paths.flatMap((whole, age) => {
      const path = whole.filter((cell) => this.at.has(cell));
      const cells = this.look.trail?.(this, path) ?? path;
      const spots = cells.map((cell) => this.spot(cell, age ? "last older" : "last"));
      if (path.length < 2) return spots;
      const points = path.map((cell) => this.at.get(cell).join(",")).join(" ");
      return [...spots, s("polyline", { class: age ? "last-line older" : "last-line", points })];
    });
    this.layers.under.replaceChildren(...marks.reverse());
  }

  /**
   * Shows what an analysis thinks of moves: an arrow or a ring for `best` ({path, rank} from 0 for the best), and a text on
   * the last cell of each of `values` ({path, text, good}).
   */
  advise({ best = [], values = [] } = {}) {
    const known = ({ path }) => path.length && this.at.has(path.at(-1));
    const marks = best.filter(known).map(({ path, rank }) => {
      const on = path.filter((cell) => this.at.has(cell));
      const kind = `advice-${Math.min(rank, 3)}`;
      const [from, to] = [this.at.get(on[0]), this.at.get(on.at(-1))];
      if (on.length === 1) return [s("circle", { class: `advice-ring ${kind}`, cx: to[0], cy: to[1], r: 34 })];
      const ways = this.look.ways?.(this, on) ?? [[from, to]];
      return ways.map(([tail, head]) => arrow(tail, head, kind));
    });
    // Where they cross, the best lies on top.
    marks.reverse();
    // Of several moves that end on the same cell, the best speaks for it.
    const spoken = new Map();
    for (const value of values.filter(known)) if (!spoken.has(value.path.at(-1))) spoken.set(value.path.at(-1), value);
    const texts = [...spoken].map(([cell, { text, good }]) => {
      const [x, y] = this.at.get(cell);
      const wide = 26 + 13 * text.length;
      return s(
        "g",
        { class: `value${good ? " good" : ""}` },
        s("rect", { x: x - wide / 2, y: y - 18, width: wide, height: 36, rx: 12 }),
        s("text", { x, y: y + 1 }, text),
      );
    });
    this.layers.advice.replaceChildren(...marks.flat(), ...texts);
  }

  /** The cell at a place of the drawing, if there is one. */
  cellAt([x, y]) {
    for (const [cell, [cx, cy]] of this.at) if (Math.hypot(cx - x, cy - y) < 10) return cell;
    return null;
  }

  /** A shape that fills a cell. */
  spot(cell, kind) {
    const [x, y] = this.at.get(cell);
    return this.look.square
      ? s("rect", { class: kind, x: x - 49, y: y - 49, width: 98, height: 98, rx: 4 })
      : s("circle", { class: kind, cx: x, cy: y, r: 46 });
  }

  ring(cell, kind, r = 42) {
    const [x, y] = this.at.get(cell);
    return s("circle", { class: kind, cx: x, cy: y, r });
  }

  /** Marks for entering a move: chosen cells, where it can go on, what can start, and cells of a line that is looked at. */
  mark({ picked = [], next = [], starts = [], line = [] } = {}) {
    const known = (cells) => [...cells].filter((cell) => this.at.has(cell));
    const marks = known(starts)
      .filter((cell) => this.occupied.has(cell))
      .map((cell) => this.ring(cell, "can-start"));
    for (const cell of known(next)) {
      if (this.occupied.has(cell)) marks.push(this.ring(cell, "dot-ring under"), this.ring(cell, "dot-ring"));
      else marks.push(this.ring(cell, "dot", this.look.dot ?? 14));
    }
    marks.push(
      ...known(picked).map((cell) => this.ring(cell, "pick", 44)),
      ...known(line).map((cell) => this.ring(cell, "line-mark", 44)),
    );
    const last = this.shown?.last?.path?.at(-1);
    const size = this.look.lastRing ?? 15;
    if (last && this.at.has(last) && !picked.length && size) marks.unshift(this.ring(last, "last-ring", size));
    this.layers.over.replaceChildren(...marks);
    this.goals = new Set([...picked, ...next, ...starts]);
    this.drag?.prepare();
    this.describe();
  }

  /** Names each cell for screen readers. */
  describe() {
    if (!this.onCell) return;
    for (const [cell, hit] of this.cells) {
      const piece = this.occupied?.get(cell);
      const words = [cell];
      if (!piece) words.push("empty");
      else if (piece.stack.length > 1)
        words.push(
          `stack of ${piece.stack.length}: ${[...piece.stack]
            .reverse()
            .map((owner) => playerName(this.game, owner))
            .join(" on ")}`,
        );
      else words.push(playerName(this.game, piece.stack[0]) + (piece.king ? " king" : ""));
      if (this.goals?.has(cell)) words.push("can be chosen");
      hit.setAttribute("aria-label", words.join(", "));
    }
  }

  clicked(target) {
    const cell = cellOf(target);
    if (this.drag.justDropped) return;
    if (cell !== null) {
      this.rove(cell);
      this.onCell?.(cell);
    }
  }

  /** The cell that the keyboard is on, or comes to first. */
  get current() {
    return this.layers.cells.querySelector("[tabindex='0']");
  }

  rove(cell) {
    for (const [name, hit] of this.cells) hit.setAttribute("tabindex", name === cell ? "0" : "-1");
  }

  key(event) {
    const cell = cellOf(event.target);
    if (cell === null) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      const next = this.neighbour(cell, way);
      if (next) {
        this.rove(next);
        this.cells.get(next).focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onCell?.(cell);
    }
  }

  /** The nearest cell in a direction of the screen: along it as near as possible, and not far off to the side. */
  neighbour(cell, [dx, dy]) {
    const [x, y] = this.at.get(cell);
    let best = null;
    for (const [other, [ox, oy]] of this.at) {
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along < 10 || aside > along * 1.8) continue;
      const cost = along + 2 * aside;
      if (!best || cost < best.cost) best = { other, cost };
    }
    return best?.other;
  }
}

/** The name of the cell that an event is about. */
export const cellOf = (target) => target?.dataset?.cell ?? null;

/** A thick line with a head, a little short of both ends. */
function arrow([ax, ay], [bx, by], kind) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const [tip, neck] = [length - 6, length - 40];
  const at = (along, aside) => `${(ax + ux * along - uy * aside).toFixed(1)},${(ay + uy * along + ux * aside).toFixed(1)}`;
  const points = [at(14, 9), at(neck, 9), at(neck, 24), at(tip, 0), at(neck, -24), at(neck, -9), at(14, -9)];
  return s("polygon", { class: `advice-arrow ${kind}`, points: points.join(" ") });
}

/** A picture of a position, without anything to click. */
export function picture(game, geometry, players, scene, label) {
  const board = new Board({ label });
  board.setGame(game, geometry, players);
  board.show({ scene, recent: [] }, { motion: false });
  return board.svg;
}
