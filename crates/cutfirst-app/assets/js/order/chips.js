// Adaptive lists as rows of chips. A promoted chip slides to its new place.

import { h, still } from "../shared/dom.js";

/** More chips than this are only counted. */
const MOST = 16;

export class Chips {
  constructor(trace, sides) {
    this.trace = trace;
    this.rows = trace.data.lists.map((list, index) => {
      const name =
        list.heuristic === "threat"
          ? "Opponents, most dangerous first"
          : `${sides[list.side === "max" ? 0 : 1]} tries first`;
      const level = list.level === null || list.level === undefined ? "" : `, level ${list.level}`;
      const items = h("ol", { class: "chips", "aria-label": name + level });
      items.dataset.list = `${list.heuristic} ${list.side}${list.level === null || list.level === undefined ? "" : ` ${list.level}`}`;
      return {
        items,
        chips: new Map(),
        // Of lists per level many are never used, such as those of a player who is not to move there.
        element: h(
          "div",
          { class: "list", hidden: !list.initial.length && !trace.data.queries.some((query) => query[1] === index) },
          h("h3", {}, name, h("span", { class: "muted" }, level)),
          items,
        ),
      };
    });
    this.element = h(
      "div",
      { class: "lists" },
      this.rows.length
        ? this.rows.map(({ element }) => element)
        : h(
            "p",
            { class: "muted small" },
            "This ordering keeps no list: it takes the moves as the game generates them.",
          ),
    );
  }

  /** Shows the lists after t nodes; `slide` for steps that an eye can follow. */
  at(t, slide) {
    const tried = t > 0 && t <= this.trace.count ? this.trace.node(t - 1).move.replace(/^\d+:/, "") : null;
    this.trace.listsAt(t).forEach((list, index) => this.show(this.rows[index], list, t, tried, slide && !still()));
  }

  show(row, list, t, tried, slide) {
    const shown = list.order.slice(0, MOST);
    const before = new Map([...row.chips].map(([key, chip]) => [key, slide ? chip.getBoundingClientRect() : null]));
    const chips = new Map(
      shown.map((element) => [
        element,
        row.chips.get(element) ?? h("li", { class: "chip" }, this.trace.element(list, element)),
      ]),
    );
    const rest = list.order.length - shown.length;
    row.items.replaceChildren(
      ...chips.values(),
      ...(rest > 0 ? [h("li", { class: "muted small" }, `and ${rest} more`)] : []),
      ...(list.order.length ? [] : [h("li", { class: "muted small" }, "empty")]),
    );
    row.items.dataset.elements = list.order.join(" ");
    row.chips = chips;
    for (const [element, chip] of chips) {
      chip.classList.toggle("promoted", list.when === t && element === list.promoted);
      chip.classList.toggle("tried", tried !== null && chip.textContent === tried);
      if (!slide) continue;
      const old = before.get(element);
      const now = chip.getBoundingClientRect();
      if (!old)
        chip.animate(
          [
            { opacity: 0, transform: "translateY(-14px)" },
            { opacity: 1, transform: "none" },
          ],
          { duration: 260, easing: "ease-out" },
        );
      else if (Math.hypot(old.left - now.left, old.top - now.top) > 1) {
        chip.animate(
          [{ transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }, { transform: "none" }],
          { duration: 320, easing: "ease-in-out" },
        );
      }
    }
  }
}
