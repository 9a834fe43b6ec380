// What can be done with the game at hand: a row of buttons under the board.

import { report } from "../shared/announce.js";
import { button, h } from "../shared/dom.js";

export class Toolbar {
  /** `actions` has a function for every button: undo, redo, hint, rotate, resign, setup, share. */
  constructor(actions) {
    const make = (label, name, symbol = name) =>
      button(label, { symbol, id: name }, () => Promise.resolve(actions[name]()).catch(report));
    this.undo = make("Undo", "undo");
    this.redo = make("Redo", "redo");
    this.hint = make("Hint", "hint");
    this.share = make("Share", "share");
    this.resign = make("Resign", "resign", "flag");
    this.element = h(
      "div",
      { class: "toolbar row", role: "toolbar", "aria-label": "Game" },
      this.undo,
      this.redo,
      this.hint,
      make("Rotate", "rotate", "turn"),
      this.resign,
      make("Set up", "setup"),
      this.share,
    );
  }

  /** Only what makes sense now can be pressed; `human` says whether a person is to move. */
  show(state, human) {
    this.undo.disabled = state.ply === 0 && !state.outcome;
    this.redo.disabled = !state.redo;
    this.hint.disabled = !human;
    this.resign.disabled = Boolean(state.outcome);
  }
}
