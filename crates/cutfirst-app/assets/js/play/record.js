// Copying and pasting: position, game record, link.

import { post } from "../shared/api.js";
import { button, h } from "../shared/dom.js";
import { copy } from "../shared/announce.js";
import { dialog } from "../shared/dialog.js";
import { fragment, readRecord, strip, writeRecord } from "../shared/link.js";

/** The link that opens this game anywhere: the start position is left out where it is the usual one. */
export async function shareLink(state) {
  const { game, players, variant, start, moves } = state;
  const usual = await post("/api/position", strip({ game, players, variant }));
  const position = start === usual.position ? undefined : start;
  return location.origin + location.pathname + fragment("play", { game, players, variant, position, moves });
}

function copyable(label, text, id) {
  const area = h("textarea", {
    id,
    readonly: true,
    rows: Math.min(6, text.split("\n").reduce((rows, line) => rows + Math.ceil((line.length + 1) / 60), 0)),
    "aria-label": label,
    spellcheck: "false",
  });
  area.value = text;
  area.addEventListener("focus", () => area.select());
  return h(
    "div",
    { class: "field" },
    h(
      "div",
      { class: "row" },
      h("span", { class: "grow" }, label),
      button("Copy", { symbol: "copy", kind: "quiet" }, () => {
        area.select();
        copy(text, label);
      }),
    ),
    area,
  );
}

/** Shows what can be copied and takes what is pasted; `open(setup)` starts from it. */
export async function recordDialog(state, open) {
  const link = await shareLink(state);
  const error = h("p", { class: "error-line", role: "alert", id: "paste-error" });
  const input = h("textarea", {
    id: "paste",
    rows: 4,
    spellcheck: "false",
    placeholder: "A position line, a list of moves, a game record or a link",
  });
  const go = button("Open it", { kind: "primary", id: "paste-open" }, async () => {
    error.textContent = "";
    input.removeAttribute("aria-invalid");
    try {
      const setup = input.value.trim() && readRecord(input.value, state);
      if (!setup) throw new Error("There is nothing to open; paste a position, moves, a record or a link.");
      await open(setup);
      opened.close();
    } catch (problem) {
      error.textContent = problem.message;
      input.setAttribute("aria-invalid", "true");
    }
  });
  const opened = dialog(
    "Copy, paste, share",
    [
      copyable("Link", link, "copy-link"),
      copyable("Position", state.position, "copy-position"),
      copyable("Game record", writeRecord(state), "copy-record"),
      h("div", { class: "field" }, h("label", { for: "paste" }, "Paste"), input, error),
    ],
    [button("Close", {}, () => opened.close()), go],
  );
}
