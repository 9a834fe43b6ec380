// Setting up a position: click the board, or write the line. The server checks every version of it.

import { geometry, post } from "../shared/api.js";
import { Board } from "../board/board.js";
import { button, choice, h } from "../shared/dom.js";
import { dialog } from "../shared/dialog.js";
import { strip } from "../shared/link.js";
import { playerName, tone } from "../shared/players.js";

/** Opens the editor on a position; `open(setup)` starts a game from it. */
export async function editPosition(state, open) {
  const { game, players, variant } = state;
  const shape = await geometry(state);
  const error = h("p", { class: "error-line", role: "alert", id: "setup-error" });
  const line = h("textarea", { id: "setup-line", rows: 3, spellcheck: "false", "aria-label": "Position line" });
  line.value = state.position;
  let [scene, tool, checked, ticket] = [structuredClone(state.scene), 0, true, 0];
  const board = new Board({ label: "Position being set up", onCell: (cell, { drag } = {}) => !drag && put(cell) });
  board.setGame(game, shape, players);

  const tools = h("div", { class: "segments", role: "group", "aria-label": "What a click puts on the board" });
  const kinds = [
    ...Array.from({ length: players }, (_, player) => [player, playerName(game, player)]),
    ...(game === "checkers"
      ? [
          ["king 0", "Black king"],
          ["king 1", "White king"],
        ]
      : []),
    ["none", "Empty"],
  ];
  for (const [key, name] of kinds) {
    const swatch =
      key === "none"
        ? null
        : h("span", { class: `swatch tone-${tone(game, Number(String(key).replace("king ", "")))}` });
    const pick = h(
      "button",
      {
        type: "button",
        "aria-pressed": String(key === tool),
        onclick: () => {
          tool = key;
          for (const other of tools.children) other.setAttribute("aria-pressed", String(other === pick));
        },
      },
      swatch,
      name,
    );
    tools.append(pick);
  }
  const turn = choice(
    "To move",
    kinds.filter(([key]) => typeof key === "number"),
    state.to_move,
    () => rewrite(),
  );

  function put(cell) {
    const old = scene.cells.find((piece) => piece.cell === cell);
    scene.cells = scene.cells.filter((piece) => piece.cell !== cell);
    if (tool !== "none") {
      const king = typeof tool === "string";
      const owner = king ? Number(tool.slice(5)) : tool;
      // Focus builds stacks: another click puts another disc on top.
      const stack = game === "focus" && old && old.stack.length < 5 ? [...old.stack, owner] : [owner];
      scene.cells.push({ cell, stack, ...(king ? { king: true } : {}) });
    }
    rewrite();
  }

  function rewrite() {
    line.value = board.look.write(line.value, scene, Number(turn.control.value), shape);
    draw();
    check();
  }

  function draw() {
    board.show({ scene, last: null }, { motion: false });
    board.mark();
  }

  async function check() {
    const mine = ++ticket;
    try {
      const answer = await post("/api/position", setup());
      if (mine !== ticket) return;
      [scene, checked, error.textContent] = [answer.scene, true, ""];
      turn.control.value = answer.to_move;
      draw();
    } catch (problem) {
      if (mine !== ticket) return;
      [checked, error.textContent] = [false, problem.message];
    }
    line.setAttribute("aria-invalid", String(!checked));
    go.disabled = !checked;
  }

  const setup = () => strip({ game, players, variant, position: line.value.trim() });
  line.addEventListener("input", () => check());
  const clear = button("Clear the board", {}, () => {
    scene = { ...scene, cells: [] };
    rewrite();
  });
  const go = button("Play from here", { kind: "primary", id: "setup-open" }, async () => {
    try {
      await open(setup());
      opened.close();
    } catch (problem) {
      error.textContent = problem.message;
    }
  });
  const opened = dialog(
    "Set up a position",
    [
      h("div", { class: "row" }, tools),
      h("div", { class: "editor-board" }, board.svg),
      h("div", { class: "row bottom" }, turn, clear),
      h("div", { class: "field" }, h("label", { for: "setup-line" }, "Position line"), line),
    ],
    // Where it is seen however far one has scrolled.
    [error, button("Cancel", {}, () => opened.close()), go],
  );
  draw();
}
