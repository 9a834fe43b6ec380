// The tree of a search as an icicle: the root on top, below each node its children, as wide as their subtrees.

import { h, scoreText } from "../shared/dom.js";
import { KIND } from "./trace.js";

const ROW = 30;
const GAP = 2;

export class Icicle {
  /** `onPoint(node | null)` is told which node is pointed at. */
  constructor(trace, label, onPoint) {
    this.trace = trace;
    this.root = 0;
    this.share = 1;
    this.t = 0;
    this.canvas = h("canvas", { class: "icicle", role: "img", "aria-label": label });
    this.whole = h(
      "button",
      { type: "button", class: "whole", hidden: true, onclick: () => this.zoom(0) },
      "Whole tree",
    );
    this.element = h("div", { class: "icicle-box" }, this.canvas, this.whole);
    this.canvas.addEventListener("mousemove", (event) => onPoint(this.hit(event)));
    this.canvas.addEventListener("mouseleave", () => onPoint(null));
    this.canvas.addEventListener("click", (event) => {
      const node = this.hit(event);
      if (node !== null) this.zoom(node === this.root ? Math.max(0, trace.parent(node)) : node);
    });
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  /** The part of the full width that the whole tree takes: as large as its share of positions, so that less work
   * looks smaller. (Widths alone would not do: what was left out takes some room as well.) */
  setShare(share) {
    this.share = share;
    this.draw();
  }

  zoom(node) {
    this.root = this.trace.children[node].length ? node : Math.max(0, this.trace.parent(node));
    this.whole.hidden = this.root === 0;
    this.draw();
  }

  at(t) {
    this.t = t;
    this.draw();
  }

  hit(event) {
    const box = this.canvas.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top) / ROW);
    const x = ((event.clientX - box.left) / box.width) * this.span() + this.trace.left[this.root];
    const { trace } = this;
    let at = this.root;
    for (let step = 0; step < row; step += 1) {
      const child = trace.children[at].find(
        (node) => x >= trace.left[node] && x < trace.left[node] + trace.width[node],
      );
      if (child === undefined) return null;
      at = child;
    }
    return x < trace.left[at] + trace.width[at] && at < this.t ? at : null;
  }

  span() {
    return this.trace.width[this.root] / (this.root === 0 ? this.share : 1);
  }

  draw() {
    const { trace, canvas, t } = this;
    const wide = this.element.clientWidth;
    if (!wide) return;
    const high = (trace.depth + 1) * ROW;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(wide * scale) || canvas.height !== Math.round(high * scale)) {
      canvas.width = Math.round(wide * scale);
      canvas.height = Math.round(high * scale);
      // The style sheet sets the width; the height follows from the depth of the tree.
      canvas.style.height = `${high}px`;
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, wide, high);
    const colours = palette();
    const unit = wide / this.span();
    const [from, base] = [trace.left[this.root], trace.ply(this.root)];
    const open = new Set();
    for (let at = Math.min(t, trace.count) - 1; at >= 0; at = trace.parent(at)) open.add(at);
    pen.font = "12px ui-monospace, Menlo, monospace";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const last = trace.end[this.root] === Infinity ? trace.count : trace.end[this.root];
    const finished = t >= trace.count && trace.complete;
    for (let i = this.root; i < last; i += 1) {
      const x = (trace.left[i] - from) * unit;
      const y = (trace.ply(i) - base) * ROW;
      const width = Math.max(trace.width[i] * unit - (unit > 3 ? GAP : unit > 1 ? 0.5 : 0), 0.4);
      const left = trace.end[i] <= t;
      if (i >= t) pen.fillStyle = colours.ahead;
      else if (open.has(i) && !finished) pen.fillStyle = colours.now;
      else pen.fillStyle = left ? colours[trace.kind(i)] : colours[KIND.INTERIOR];
      pen.fillRect(x, y, width, ROW - GAP);
      if (i < t && width > 24)
        this.label(pen, words(trace.node(i), left), x + width / 2, y + ROW / 2 - 1, width, colours);
      if (left) this.never(pen, i, x, y, unit, colours);
    }
  }

  /** The longest of some texts that a box has room for. */
  label(pen, texts, x, y, width, colours) {
    const text = texts.find((one) => pen.measureText(one).width <= width - 4);
    if (!text) return;
    pen.fillStyle = colours.text;
    pen.fillText(text, x, y);
  }

  /** Hollow boxes for children that a cut made unnecessary. */
  never(pen, i, x, y, unit, colours) {
    const { trace } = this;
    const count = trace.never(i);
    if (!count || !trace.children[i].length) return;
    const width = trace.neverWidth(i) * unit;
    const start = x + (trace.width[i] * unit - width);
    const top = y + ROW;
    if (width < 1.2) return;
    pen.strokeStyle = colours.never;
    pen.lineWidth = 1;
    const boxes = Math.max(1, Math.min(count, Math.floor(width / 4)));
    pen.fillStyle = colours.hollow;
    pen.fillRect(start, top, width, ROW - GAP);
    for (let box = 0; box < boxes; box += 1)
      pen.strokeRect(start + (box * width) / boxes + 0.5, top + 0.5, Math.max(width / boxes - 2, 0.6), ROW - GAP - 1);
  }
}

/** What a box says: its move and, once it is left, what it is worth to the player at the root, exactly or at least or at most. */
function words({ move, low, high, value }, isLeft) {
  const name = move || "root";
  if (!isLeft || value === null) return [name];
  const bound = low !== null && value <= low ? "≤ " : high !== null && value >= high ? "≥ " : "";
  return [`${name}: ${bound}${scoreText(value)}`, name];
}

let colours = null;
document.addEventListener("themechange", () => {
  colours = null;
});

function palette() {
  if (colours) return colours;
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue(`--tree-${name}`).trim();
  colours = {
    [KIND.LEAF]: get("leaf"),
    [KIND.INTERIOR]: get("interior"),
    [KIND.CUT]: get("cut"),
    [KIND.TABLE]: get("table"),
    [KIND.FINISHED]: get("end"),
    [KIND.QUIESCENCE]: get("leaf"),
    now: get("now"),
    ahead: get("ahead"),
    never: get("outline"),
    hollow: get("hollow"),
    text: get("text"),
  };
  return colours;
}
