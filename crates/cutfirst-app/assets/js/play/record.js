// Copying, pasting, sharing: link, position, the game in the formats of other programs.

import { get, post } from "../shared/api.js";
import { button, choice, h } from "../shared/dom.js";
import { copy } from "../shared/announce.js";
import { dialog } from "../shared/dialog.js";
import { fragment, parseFragment, setupFrom, strip } from "../shared/link.js";
import { seatText } from "../setup/seats.js";

/** What the server needs to know of a game to write it down. */
const written = ({ game, players, variant, start, moves }) => strip({ game, players, variant, position: start, moves });

/** The link that opens a copy of this game anywhere: the start position is left out where it is the usual one. */
async function copyLink(state, address) {
  const { game, players, variant, start, moves } = state;
  const byUs = await post("/api/position", { game, players, variant });
  const expected = await post("/api/position", { game, players });
  return (
    address +
    fragment("play", {
      game,
      players,
      variant: variant === expected.variant ? undefined : variant,
      position: start === byUs.position ? undefined : start,
      moves,
    })
  );
}

function copyable(label, text, id, about) {
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
        copy(area.value, label);
      }),
    ),
    area,
    about && h("p", { class: "muted small" }, about),
  );
}

/** The game as text in a format that can be chosen, to copy or to save. */
function exporting(catalog, state) {
  const info = catalog.games.find(({ name }) => name === state.game);
  const names = state.seats.map((seat) => seatText(catalog, seat));
  const field = copyable("Game", "", "copy-record");
  const area = field.querySelector("textarea");
  area.rows = 9;
  const error = h("p", { class: "error-line", role: "alert" });
  const format = choice(
    "Format",
    info.formats.map(({ name, about }) => [name, `${name}: ${about}`]),
    "text",
    () => fill(),
  );
  let fileName = "";
  const fill = async () => {
    error.textContent = "";
    try {
      const { text, file } = await post("/api/export", { ...written(state), names, format: format.control.value });
      area.value = text;
      fileName = file;
    } catch (problem) {
      area.value = "";
      error.textContent = problem.message;
    }
  };
  const save = button("Save as a file", { kind: "quiet" }, () => {
    const link = h("a", {
      href: `data:text/plain;charset=utf-8,${encodeURIComponent(area.value)}`,
      download: fileName,
    });
    link.click();
  });
  return { element: h("div", { class: "field" }, format, field, h("div", { class: "row" }, save), error), fill };
}

/** Asks for a game as text; `open(setup)` takes one of those that it holds. */
function importing(state, open, close) {
  const error = h("p", { class: "error-line", role: "alert", id: "paste-error" });
  const found = h("ul", { class: "found" });
  const input = h("textarea", {
    id: "paste",
    rows: 4,
    spellcheck: "false",
    placeholder: "A link, a game (PDN, GGF, Aba-Pro, a transcript), a list of moves, or a position of any game",
  });
  const file = h("input", {
    type: "file",
    hidden: true,
    id: "paste-file",
    "aria-label": "A file with games",
    onchange: async () => {
      input.value = await file.files[0].text();
      file.value = "";
      go.click();
    },
  });
  const take = async (setup) => {
    await open(setup);
    close();
  };
  const go = button("Open it", { kind: "primary", id: "paste-open" }, async () => {
    error.textContent = "";
    input.removeAttribute("aria-invalid");
    found.replaceChildren();
    try {
      const link = input.value.trim().match(/#\/\w+\?\S+$/);
      const query = link && parseFragment(link[0]).query;
      const linked = query && setupFrom(query);
      if (linked) return await take(linked);
      if (query?.get("id")) {
        // The very game, if this server has it.
        const { id } = await get(`/api/play/${encodeURIComponent(query.get("id"))}`);
        location.hash = fragment("play", { id });
        return null;
      }
      const { game, players, variant } = state;
      const { games } = await post("/api/import", { text: input.value, ...strip({ game, players, variant }) });
      if (games.length === 1) return await take(setupOf(games[0]));
      found.replaceChildren(
        ...games.map((one, index) =>
          h("li", {}, button(title(one, index), { kind: "quiet" }, () => take(setupOf(one)))),
        ),
      );
    } catch (problem) {
      error.textContent = problem.status === 413 ? "That is too much at a time: paste one game of it." : problem.message;
      input.setAttribute("aria-invalid", "true");
    }
    return null;
  });
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: "paste" }, "Open a game or position"),
    input,
    h("div", { class: "row" }, button("From a file…", {}, () => file.click()), file, go),
    error,
    found,
  );
  return element;
}

const setupOf = ({ game, players, variant, position, moves }) => strip({ game, players, variant, position, moves });

function title({ names, moves }, index) {
  const known = names.filter(Boolean).join(" – ");
  return `${index + 1}. ${known || "a game"}, ${moves.length} moves`;
}

/** Shows what can be copied and takes what is pasted; `open(setup)` opens it. */
export async function shareDialog(catalog, state, open) {
  const { open: isOpen, address } = await get("/api/invite");
  const home = address ?? location.origin + location.pathname;
  const exported = exporting(catalog, state);
  const together = isOpen
    ? copyable(
        "Play together",
        home + fragment("play", { id: state.id }),
        "live-link",
        "Whoever opens this link sees and plays this very game; it holds the key to this server.",
      )
    : h(
        "p",
        { class: "muted small" },
        "To play with somebody on another machine, start the server with ",
        h("code", {}, "--host 0.0.0.0 --allow-remote"),
        "; this page then has a link for them.",
      );
  const opened = dialog(
    "Share and open",
    [
      importing(state, open, () => opened.close()),
      together,
      copyable("Link to a copy", await copyLink(state, home), "copy-link"),
      copyable("Position", state.position, "copy-position"),
      exported.element,
    ],
    [button("Close", {}, () => opened.close())],
  );
  await exported.fill();
}
