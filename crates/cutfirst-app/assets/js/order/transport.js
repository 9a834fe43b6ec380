// Play, step, scrub, speed: moves a number from 0 to `length` and tells `onTime`.

import { button, choice, h } from "../shared/dom.js";

export class Transport {
  /** `length` steps; `nextCut(t)` gives the next interesting one; `onTime(t, slide)` shows a moment. */
  constructor({ length, nextCut, onTime, speed = 8 }) {
    Object.assign(this, { length, nextCut, onTime });
    this.t = 0;
    this.timer = null;
    this.scrub = h("input", {
      type: "range",
      min: 0,
      max: length,
      value: 0,
      "aria-label": "Positions looked at",
      oninput: () => {
        this.pause();
        this.seek(Number(this.scrub.value), false);
      },
    });
    this.speed = choice(
      "Speed",
      [
        [2, "2 a second"],
        [8, "8 a second"],
        [30, "30 a second"],
        [120, "120 a second"],
        [480, "480 a second"],
      ],
      speed,
    );
    this.playButton = button("Play", { symbol: "play", words: false, kind: "primary", id: "replay-play" }, () =>
      this.timer ? this.pause() : this.play(),
    );
    this.count = h("output", { class: "small muted count" });
    this.element = h(
      "div",
      { class: "transport card" },
      h(
        "div",
        { class: "row" },
        button("To the start", { symbol: "start", words: false }, () => this.jump(0)),
        button("One back", { symbol: "back", words: false, id: "replay-back" }, () => this.jump(this.t - 1, true)),
        this.playButton,
        button("One step", { symbol: "step", words: false, id: "replay-step" }, () => this.jump(this.t + 1, true)),
        button("Next cut", { symbol: "cut", id: "replay-cut" }, () => this.jump(nextCut(this.t) ?? length, true)),
        button("To the end", { symbol: "end", words: false, id: "replay-end" }, () => this.jump(length)),
        this.speed,
      ),
      h("div", { class: "row nowrap" }, h("div", { class: "grow" }, this.scrub), this.count),
    );
  }

  jump(t, slide = false) {
    this.pause();
    this.seek(Math.max(0, Math.min(this.length, t)), slide);
  }

  seek(t, slide) {
    this.t = t;
    this.scrub.value = t;
    this.count.textContent = `${t.toLocaleString("en-US")} of ${this.length.toLocaleString("en-US")}`;
    this.scrub.setAttribute("aria-valuetext", `${t} positions looked at`);
    this.onTime(t, slide);
  }

  play() {
    if (this.t >= this.length) this.seek(0, false);
    this.label("Pause", "pause");
    let [last, due] = [performance.now(), 0];
    const tick = (now) => {
      const rate = Number(this.speed.control.value);
      due += ((now - last) / 1000) * rate;
      last = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps) this.seek(Math.min(this.length, this.t + steps), rate <= 8);
      this.timer = this.t < this.length ? requestAnimationFrame(tick) : null;
      if (!this.timer) this.label("Play", "play");
    };
    this.timer = requestAnimationFrame(tick);
  }

  pause() {
    if (this.timer) cancelAnimationFrame(this.timer);
    this.timer = null;
    this.label("Play", "play");
  }

  label(text, symbol) {
    this.playButton.setAttribute("aria-label", text);
    this.playButton.title = text;
    this.playButton.replaceChildren(...button(text, { symbol, words: false }).children);
  }
}
