// One lane of a race.

import { brief, grouped, h, percent, s, took } from "../shared/dom.js";

const NOTES = { "worst-first": "the worst moves first", replay: "knows the right moves already", none: "as generated" };

export class Lane {
  /** `amount` is how far the lane has to run, `scale` what the full width stands for. */
  constructor(event, { scale, amount, by, best, bookend, least }) {
    Object.assign(this, { event, scale, amount, by, least });
    this.bar = s("rect", { class: "track-bar", x: 0, y: 3, width: 0, height: 24, rx: 3 });
    this.end = s("rect", { class: "track-end", y: 0, width: 4, height: 30, visibility: "hidden" });
    this.torn = s("path", {
      class: "track-torn",
      d: "M958 0 l10 6 -10 6 10 6 -10 6 10 6 h12 l-10 -6 10 -6 -10 -6 10 -6 -10 -6 z",
      visibility: "hidden",
    });
    this.result = h("span", { class: "result" });
    const label = event.order === "worst-first" ? "worst first" : event.order;
    this.element = h(
      "div",
      { class: `lane${best ? " best" : ""}${bookend ? " bookend" : ""}`, role: "listitem" },
      h("span", { class: "name mono" }, label, NOTES[event.order] ? h("small", {}, NOTES[event.order]) : null),
      s(
        "svg",
        { class: "track", viewBox: "0 0 1000 30", preserveAspectRatio: "none", "aria-hidden": "true" },
        s("rect", { class: "track-ground", width: 1000, height: 30, rx: 4 }),
        this.bar,
        this.torn,
        this.end,
      ),
      this.result,
    );
    this.element.dataset.order = event.order;
    this.element.dataset.nodes = event.nodes;
  }

  /** Shows the lane when everyone has run `reached`. */
  at(reached) {
    const { event, amount, scale } = this;
    const off = amount > scale;
    const done = reached >= amount || reached === Infinity;
    const share = Math.min(done ? amount : reached, scale) / scale;
    this.bar.setAttribute("width", Math.max(2, 1000 * share));
    this.end.setAttribute("x", Math.max(0, 1000 * share - 4));
    this.end.setAttribute("visibility", done && !off ? "visible" : "hidden");
    this.torn.setAttribute("visibility", off && share >= 1 ? "visible" : "hidden");
    this.element.classList.toggle("done", done);
    const running =
      this.by === "nodes" ? brief(Math.min(reached, amount)) : took(Math.min(reached, amount));
    if (!done) {
      this.result.replaceChildren(running, h("small", {}, "running"));
      return;
    }
    const notes = [
      event.cutoffs ? `${percent(event.first_move_cutoffs, event.cutoffs)} first try` : null,
      this.least && event.order !== "replay" ? `${(event.nodes / this.least).toFixed(1)} × replay` : null,
    ].filter(Boolean);
    this.result.replaceChildren(
      this.by === "nodes" ? grouped(event.nodes) : took(event.seconds),
      h("small", {}, notes.join(" · ")),
    );
  }
}
