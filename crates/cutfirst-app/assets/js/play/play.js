// The play view: board, seats, moves, analysis and what can be done with a game.

import { catalog, geometry } from "../shared/api.js";
import { note, report, say } from "../shared/announce.js";
import { Analysis } from "../analysis/analysis.js";
import { Board } from "../board/board.js";
import { button, h } from "../shared/dom.js";
import { editPosition } from "./editor.js";
import { Entry } from "../board/entry.js";
import { askHint } from "./hint.js";
import { keepFocus } from "../shared/focus.js";
import { fragment, setupFrom, strip } from "../shared/link.js";
import { MoveList } from "./movelist.js";
import { askNewGame, askSeats } from "../setup/newgame.js";
import { Peek } from "./peek.js";
import { playerName } from "../shared/players.js";
import { recordDialog } from "./record.js";
import { orderList, usualSeats } from "../setup/seats.js";
import { Session } from "./session.js";
import { Standing } from "./standing.js";
import { Status } from "./status.js";
import { load } from "../shared/store.js";
import { Toolbar } from "./toolbar.js";
import { Trays } from "./trays.js";

/** Builds the view into `main`; returns what the router calls when it is left or its address changes. */
export async function playView(main, query) {
  const view = new PlayView(await catalog());
  main.replaceChildren(view.element);
  await view.enter(query);
  return { leave: () => view.leave(), change: (next) => view.enter(next) };
}

class PlayView {
  constructor(known) {
    this.catalog = known;
    this.board = new Board({ onCell: (cell, how) => this.clicked(cell, how) });
    document.addEventListener("keydown", this.escape);
    this.session = new Session({
      state: (state, previous) => this.show(state, previous),
      depth: (event) => {
        this.analysis.show(event, this.session.state);
        this.status.depth(event);
      },
      thinking: (on) => {
        this.status.thinking(on);
        if (on) this.analysis.stop();
      },
      offline: (on) => this.offline(on),
      error: (error) => report(error),
    });
    this.status = new Status({
      onPause: () => {
        this.session.setPaused(!this.session.paused);
        this.analysis.again();
      },
      onAgain: () => this.again().catch(report),
    });
    this.standing = new Standing(this.catalog);
    this.trays = new Trays((cell) => this.clicked(cell));
    this.moves = new MoveList(
      (ply) => this.peek.look(ply),
      (text) => this.typed(text),
    );
    this.peek = new Peek(this.board, (frame) => this.looked(frame));
    this.analysis = new Analysis(known, {
      busy: () => this.session.engineToMove && !this.session.paused,
      onPoint: (frame) => this.peek.point(frame),
      onKeep: (frame) => this.peek.keep(frame),
    });
    this.chooser = h("div", { class: "chooser row", role: "group", "aria-label": "How to go on", hidden: true });
    this.newButton = button("New game", { symbol: "new", kind: "primary", id: "new-game" }, () =>
      askNewGame(known, this.session.state ?? { game: "othello" }, (setup) => this.session.create(strip(setup))),
    );
    this.toolbar = new Toolbar({
      undo: () => this.session.undo(),
      redo: () => this.session.redo(),
      hint: () => this.hint(),
      rotate: () => {
        this.board.rotate();
        this.refresh();
      },
      resign: () => this.resign(),
      setup: () => editPosition(this.session.state, (setup) => this.restart(setup)),
      share: () => recordDialog(this.session.state, (setup) => this.restart(setup)),
    });
    this.heading = h("h1");
    this.rules = h("p", { class: "muted small" });
    this.boardBox = h("div", { class: "board-box" }, this.board.svg);
    this.seatsButton = button("Change", { kind: "quiet", "aria-label": "Change seats" }, () =>
      askSeats(known, this.session.state, (seats) => this.session.act("seats", { seats })),
    );
    this.element = h(
      "div",
      { class: "play" },
      h(
        "section",
        { class: "board-side", "aria-label": "Board" },
        h("div", { class: "row title" }, h("div", { class: "grow" }, this.heading, this.rules, this.standing.strip), this.newButton),
        h("div", { class: "above" }, this.status.element, this.peek.banner, this.chooser),
        this.boardBox,
        this.trays.element,
        this.toolbar.element,
      ),
      h(
        "div",
        { class: "panels" },
        h(
          "section",
          { class: "card", "aria-labelledby": "seats-title" },
          h("div", { class: "row" }, h("h2", { class: "grow", id: "seats-title" }, "Seats"), this.seatsButton),
          this.standing.element,
        ),
        this.moves.element,
        this.analysis.element,
      ),
      orderList(known),
    );
  }

  /** Escape leads back, wherever the focus is: from what is looked at to the game, or to a move not begun. */
  escape = (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    if (this.peek.shown) this.peek.back();
    else this.cancel();
  };

  /** Opens what the address says: a game by id, a link's game, or the one at hand, or a first one. */
  async enter(query) {
    const id = query.get("id");
    if (id && id === this.session.state?.id) return;
    const setup = setupFrom(query);
    try {
      if (setup) await this.restart(setup, null);
      else if (id ?? load("game")?.id) await this.session.open(id ?? load("game").id);
      else await this.session.create({ game: "othello", seats: usualSeats(2) });
    } catch (error) {
      report(error);
      // A dead link or id must not leave an empty page.
      if (!this.session.state) await this.session.create({ game: "othello", seats: usualSeats(2) }).catch(report);
    }
  }

  /** The same game from its start, with the same seats. */
  again() {
    const { game, players, variant, start, seats } = this.session.state;
    return this.session.create(strip({ game, players, variant, position: start, seats }));
  }

  /** A new game from a setup; the seats stay as they are where they fit. */
  async restart(setup, seats = this.session.state?.seats) {
    const info = this.catalog.games.find(({ name }) => name === setup.game);
    const players = setup.players ?? info?.default_players ?? 2;
    const fitting = seats?.length === players && setup.game === this.session.state?.game;
    await this.session.create({ ...setup, seats: fitting ? seats : usualSeats(players) });
  }

  async show(state, previous) {
    const fresh = !previous || this.shape?.key !== shapeKey(state);
    if (fresh) {
      const key = shapeKey(state);
      const shape = await geometry(state);
      if (this.session.state !== state) return;
      this.shape = { key };
      this.board.setGame(state.game, shape, state.players);
      this.analysis.clear(state);
    }
    keepFocus(
      () => this.draw(state, previous, fresh),
      () => (state.outcome ? this.status.again : this.board.current),
    );
    this.announce(state, previous);
  }

  draw(state, previous, fresh) {
    const info = this.catalog.games.find(({ name }) => name === state.game);
    this.element.dataset.game = state.game;
    this.element.classList.toggle("with-piles", this.trays.has(state));
    this.heading.textContent = info?.title ?? state.game;
    this.rules.textContent = [state.variant, `${state.players} players`, info?.about].filter(Boolean).join(" · ");
    document.title = `${this.heading.textContent} · cutfirst`;
    history.replaceState(null, "", fragment("play", { id: state.id }));
    this.peek.setState(state);
    this.analysis.line.mark(null);
    this.board.svg.setAttribute(
      "aria-label",
      `${this.heading.textContent} board. Arrow keys move between cells, Enter chooses.`,
    );
    this.board.show(state, { motion: !fresh && state.ply === (previous?.ply ?? 0) + 1 });
    this.status.show(state, this.session);
    this.standing.show(state);
    this.trays.show(state);
    this.begin(state);
    this.moves.show(state);
    this.analysis.position(state);
    this.hinting?.abort();
    this.toolbar.show(state, Boolean(this.entry));
  }

  announce(state, previous) {
    const name = (player) => playerName(state.game, player);
    const played =
      state.last && previous && state.ply > previous.ply ? `${name(previous.to_move)} plays ${state.last.move}. ` : "";
    say(played + (state.outcome ? state.outcome.text : `${name(state.to_move)} to move.`));
  }

  /** A human may enter a move in the position shown. */
  begin(state) {
    const human = !state.outcome && state.seats[state.to_move]?.kind === "human";
    const occupied = new Map(state.scene.cells.map((piece) => [piece.cell, piece]));
    const own = (cell) => occupied.get(cell)?.stack.at(-1) === state.to_move;
    const ways = this.board.look.aliases?.(this.board, state.legal, occupied) ?? state.legal;
    this.entry = human ? new Entry(ways, own) : null;
    this.board.svg.classList.toggle("playable", human);
    this.hinted = null;
    this.refresh();
  }

  /** Draws the marks of a half-entered move and offers what needs a button. */
  refresh() {
    const { entry } = this;
    const state = this.session.state;
    const actions = [];
    if (!entry || this.peek.shown) this.board.mark({});
    else {
      const begun = entry.path.length > 0;
      // Where one click is a move, all of them are shown; where pieces are chosen first, those that can move, unless nearly all can.
      const single = state.legal.every(({ path }) => path.length <= 1);
      const starts = begun || single || state.legal.length >= 40 ? [] : entry.starts();
      this.board.mark({
        picked: entry.path,
        next: single ? entry.starts() : entry.next(),
        starts,
        line: this.hinted ?? [],
      });
      const stop = entry.stop();
      if (stop)
        actions.push(
          h("span", { class: "muted" }, "Stop here or go on?"),
          button(`Play ${stop}`, { kind: "primary" }, () => this.play(stop)),
        );
      const pass = state.legal.find(({ path }) => path.length === 0);
      if (pass)
        actions.push(
          h("span", { class: "muted" }, "There is no move here."),
          button(pass.move === "pass" ? "Pass" : pass.move, { kind: "primary", id: "pass" }, () =>
            this.play(pass.move),
          ),
        );
      keepFocus(
        () => this.trays.offer(entry.starts(), entry.path[0]),
        () => this.board.current,
      );
    }
    this.choices(actions);
  }

  /** The board shows a position that is looked at, or the game again. */
  looked(frame) {
    const state = this.session.state;
    this.moves.mark(frame ? frame.ply : state.ply);
    this.analysis.line.mark(this.peek.kept?.key);
    this.refresh();
    // The button that led back is gone.
    if (!frame && this.peek.tools.contains(document.activeElement)) this.board.current?.focus();
    if (frame && frame === this.peek.kept) {
      say(frame.label);
      // On a phone the line is far below the board.
      if (this.boardBox.getBoundingClientRect().bottom < 200) this.element.scrollIntoView();
    }
  }

  choices(actions) {
    keepFocus(
      () => {
        this.chooser.replaceChildren(...actions);
        this.chooser.hidden = !actions.length;
      },
      () => this.board.current,
    );
  }

  clicked(cell, { drag = false } = {}) {
    // What is looked at cannot be played on; the first click leads back to the game.
    if (this.peek.shown) return this.peek.back();
    if (!this.entry) return;
    // A drag from a cell that is already chosen goes on from there.
    if (drag && this.entry.path.at(-1) === cell) return;
    const answer = this.entry.click(cell);
    if (answer.play) this.play(answer.play);
    else {
      this.refresh();
      if (answer.refused) say(`No move starts at ${cell}.`);
      if (answer.choose) this.choose(answer.choose);
      else if (this.entry.path.length)
        say(`${this.entry.path.join(", ")} chosen. Can go on to ${[...this.entry.next()].join(", ") || "nothing"}.`);
    }
  }

  /** Several moves end here: which one is meant? */
  choose(moves) {
    const buttons = moves.map(({ move, path }) => {
      const show = () => this.board.mark({ picked: [path[0]], line: path });
      return h("button", { type: "button", onmouseenter: show, onfocus: show, onclick: () => this.play(move) }, move);
    });
    this.choices([
      h("span", { class: "muted" }, "Which way?"),
      ...buttons,
      button("Cancel", { kind: "quiet" }, () => this.cancel()),
    ]);
    buttons[0].focus();
  }

  cancel() {
    this.entry?.clear();
    this.refresh();
  }

  async play(move) {
    const { entry } = this;
    const path = this.session.state.legal.find((legal) => legal.move === move)?.path ?? [];
    // The click shows at once; the server's answer draws the rest.
    this.entry = null;
    this.choices([]);
    this.board.mark({ picked: path });
    try {
      await this.session.move(move);
    } catch (error) {
      report(error);
      entry?.clear();
      this.entry ??= entry;
      this.refresh();
      if (error.status === 0) this.session.reconnect();
    }
  }

  typed(text) {
    if (!this.entry) return note("It is not your turn.", "error");
    return this.play(text);
  }

  async hint() {
    const state = this.session.state;
    this.hinting?.abort();
    this.hinting = new AbortController();
    // An analysis that is under way keeps the panel.
    const show = (event) => this.analysis.active || this.analysis.show(event, state);
    const found = await askHint(state, show, this.hinting.signal);
    if (!found || this.session.state !== state) return;
    this.hinted = state.legal.find(({ move }) => move === found.move)?.path ?? [];
    this.refresh();
    note(`Hint: ${found.move}`);
    say(`Hint: ${found.move}`);
  }

  resign() {
    const { seats, to_move: toMove } = this.session.state;
    const humans = seats.flatMap((seat, player) => (seat.kind === "human" ? [player] : []));
    const player = humans.includes(toMove) || !humans.length ? toMove : humans[0];
    return this.session.act("resign", { player });
  }

  offline(on) {
    const bar = document.getElementById("offline");
    bar.hidden = !on;
    bar.textContent = on ? "The server does not answer. The game is kept; waiting for it to come back…" : "";
  }

  leave() {
    document.removeEventListener("keydown", this.escape);
    this.session.leave();
    this.hinting?.abort();
    this.analysis.stop();
    this.offline(false);
  }
}

const shapeKey = ({ game, players, variant }) => `${game} ${players} ${variant}`;
