// One expected line: what it is worth, and a button for each move in the colour of who plays it. Pointing at a move shows the
// position after it, a click keeps that position on the board.

import { h } from "../shared/dom.js";
import { playerName, tone } from "../shared/players.js";

/** What the board is asked to show for each move of a line; `base` has the moves that led to where the line begins. */
function frames({ moves: texts, movers, paths, positions }, { game, players }, base) {
  const line = texts.map((move, index) => {
    const name = playerName(game, movers[index]);
    // Among more than two players lines may leave players out, so that the moves alone would not lead there.
    const moves = players === 2 && base ? [...base.moves, ...texts.slice(0, index + 1)] : undefined;
    return {
      key: `${index} ${move} ${positions[index]}`,
      position: moves ? base.start : positions[index],
      moves,
      last: { move, path: paths[index] },
      label: `Expected, move ${index + 1} of ${texts.length}: ${name} plays ${move}`,
      tone: tone(game, movers[index]),
      name,
      move,
      step: (by) => line[index + by] ?? null,
    };
  });
  return line;
}

export class Line {
  /** `onPoint(frame | null)` shows a position while it is pointed at, `onKeep(frame)` until it is given up. */
  constructor({ onPoint, onKeep }) {
    Object.assign(this, { onPoint, onKeep });
    this.frames = [];
    this.worth = h("strong", { class: "worth" });
    this.steps = h("ol", { class: "pv", "aria-label": "Expected line", onmouseleave: () => this.point(null) });
    this.element = h("li", { class: "line" }, this.worth, this.steps);
    this.clear();
  }

  clear() {
    this.frames = [];
    this.point(null);
    this.worth.textContent = "–";
    this.steps.replaceChildren();
  }

  /** `base` is {start, moves} where the moves before the line are known. */
  show(event, state, base) {
    this.frames = frames(event, state, base);
    this.worth.textContent = event.worth;
    // Buttons stay where they are while the search goes on, so that neither focus nor pointer loses them.
    const kept = [...this.steps.children];
    this.steps.replaceChildren(...this.frames.map((frame, index) => this.fill(kept[index] ?? this.step(index), frame)));
    this.mark(this.keptKey);
    if (this.pointed !== null) this.point(this.frames[this.pointed] ? this.pointed : null);
  }

  step(index) {
    const look = () => this.point(index);
    const button = h("button", {
      type: "button",
      class: "pv-move",
      // A pointer that rests while the line changes under it points at nothing.
      onpointermove: (event) => (event.movementX || event.movementY) && this.pointed !== index && look(),
      onfocus: () => button.matches(":focus-visible") && look(),
      onblur: () => this.point(null),
      onclick: () => {
        const frame = this.frames[index];
        this.point(null);
        this.onKeep(frame);
      },
    });
    const item = h("li", {}, button);
    item.dataset.step = index;
    return item;
  }

  fill(item, frame) {
    const button = item.firstChild;
    button.replaceChildren(h("span", { class: `swatch tone-${frame.tone}` }), frame.move);
    button.setAttribute("aria-label", frame.label);
    button.title = `${frame.name} plays ${frame.move}`;
    return item;
  }

  point(index) {
    const before = this.pointed ?? null;
    this.pointed = index;
    if (index !== null || before !== null) this.onPoint(index === null ? null : this.frames[index]);
  }

  /** Marks the move whose position the board keeps. */
  mark(key) {
    this.keptKey = key;
    for (const item of this.steps.children) {
      item.firstChild.setAttribute("aria-pressed", String(this.frames[item.dataset.step]?.key === key));
    }
  }
}
