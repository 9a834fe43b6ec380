// The play view: board, seats, moves, analysis, review and what can be done with a game.

import { catalog, geometry, superseded } from "../shared/api.js";
import { note, report, say } from "../shared/announce.js";
import { Analysis } from "../analysis/analysis.js";
import { Review } from "../analysis/review.js";
import { Board } from "../board/board.js";
import { ask } from "../shared/dialog.js";
import { button, h } from "../shared/dom.js";
import { editPosition } from "./editor.js";
import { Entering } from "./entering.js";
import { askHint } from "./hint.js";
import { keepFocus } from "../shared/focus.js";
import { onKey } from "./keys.js";
import { fragment, parseFragment, setupFrom, strip } from "../shared/link.js";
import { MoveList } from "./movelist.js";
import { askNewGame, askSeats } from "../setup/newgame.js";
import { Peek } from "./peek.js";
import { playerName } from "../shared/players.js";
import { shareDialog } from "./record.js";
import { HUMAN, orderList, usualSeats } from "../setup/seats.js";
import { Session } from "./session.js";
import * as sound from "./sound.js";
import { Standing } from "./standing.js";
import { Status } from "./status.js";
import { load } from "../shared/store.js";
import { Toolbar } from "./toolbar.js";
import { Trays } from "./trays.js";
import { Variations } from "./variations.js";

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
    this.board = new Board({
      onCell: (cell, how) => this.entering.clicked(cell, how),
      canLift: (cell) => this.entering.canLift(cell),
    });
    this.session = new Session({
      state: (state, previous) => this.show(state, previous),
      variations: (state) => this.variations.show(state),
      // What the engine expects is for analyses: one's own reply would be part of it.
      depth: () => {},
      thinking: (on) => {
        this.status.thinking(on);
        if (on && !this.peek.kept) this.analysis.stop();
      },
      offline: (on) => this.offline(on),
      error: (error) => report(error),
    });
    this.status = new Status({
      onPause: () => {
        this.session.setPaused(!this.session.paused);
        this.analysis.again();
      },
      onRematch: () => this.rematch().catch(report),
      onReview: () => this.reviewAll(),
    });
    this.standing = new Standing(this.catalog);
    this.trays = new Trays((cell) => this.entering.clicked(cell));
    this.entering = new Entering(this.board, this.trays, {
      shown: () => (this.peek.pointed ? null : this.shownState),
      onPlay: (move) => this.play(move),
    });
    this.variations = new Variations({
      onLook: (frame) => this.peek.keep(frame),
      onKeep: (what, line) => this.session.variation(what, line).catch(report),
    });
    this.moves = new MoveList({
      onLook: (ply) => this.peek.look(ply),
      onType: (text) => this.typed(text),
      below: this.variations.element,
    });
    this.peek = new Peek(this.board, {
      onChange: (frame, position) => this.looked(frame, position),
      onPlay: (frame) => this.playOn(frame).catch(report),
    });
    this.analysis = new Analysis(known, {
      busy: () => this.session.engineToMove && !this.session.paused,
      onAdvice: (advice) => this.peek.pointed || this.board.advise(advice ?? {}),
      onPoint: (frame) => this.peek.point(frame),
      onKeep: (frame) => (frame.moves ? this.try(frame.moves) : this.peek.keep(frame)),
    });
    this.review = new Review({
      onGrade: (grades) => this.moves.grade(grades),
      onLook: (ply) => this.peek.go(this.peek.played(ply)),
      onTry: (moves) => this.try(moves),
    });
    this.newButton = button("New game", { symbol: "new", kind: "primary", id: "new-game" }, () => this.fresh());
    const actions = {
      undo: () => this.undo("undo"),
      redo: () => this.undo("redo"),
      hint: () => this.hint(),
      rotate: () => {
        this.board.rotate();
        this.entering.refresh();
        this.analysis.advise(this.analysis.state);
      },
      resign: () => this.resign(),
      setup: () => editPosition(this.shownState, (setup) => this.restart(setup)),
      share: () => shareDialog(this.catalog, this.session.state, (setup) => this.openImported(setup)),
    };
    this.toolbar = new Toolbar(actions);
    this.keyActions = {
      back: () => this.peek.step(-1),
      forward: () => this.peek.step(1),
      first: () => this.peek.go(this.peek.played(0)),
      last: () => this.peek.back(),
      analyse: () => this.analysis.toggle(),
      values: () => this.analysis.every.click(),
      hint: () => this.toolbar.hint.disabled || this.hint().catch(report),
      undo: () => this.toolbar.undo.disabled || this.undo("undo").catch(report),
      rotate: actions.rotate,
      type: () => this.moves.input.focus(),
      board: () => this.board.current?.focus(),
      fresh: () => this.fresh(),
    };
    document.addEventListener("keydown", this.key);
    this.heading = h("h1");
    this.rules = h("p", { class: "muted small" });
    this.boardBox = h("div", { class: "board-box" }, this.analysis.bar.element, this.board.svg);
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
        h("div", { class: "above" }, this.status.element, this.peek.banner, this.entering.element),
        this.boardBox,
        this.trays.element,
        this.toolbar.element,
      ),
      h(
        "div",
        { class: "panels" },
        h(
          "section",
          { class: "card seats-card", "aria-labelledby": "seats-title" },
          h("div", { class: "row" }, h("h2", { class: "grow", id: "seats-title" }, "Seats"), this.seatsButton),
          this.standing.element,
        ),
        this.moves.element,
        this.analysis.element,
        this.review.element,
      ),
      orderList(known),
    );
  }

  /** Escape leads back, wherever the focus is: from what is looked at to the game, or to a move not begun. */
  key = (event) => {
    if (event.key !== "Escape") return onKey(event, this.keyActions);
    if (document.querySelector("dialog[open]")) return;
    if (this.peek.shown && !this.entering.isBegun) this.peek.back();
    else this.entering.cancel();
  };

  /** What the board shows: the game, or a position that is kept beside it. */
  get shownState() {
    return this.peek.kept && this.peek.view ? this.peek.view : this.session.state;
  }

  /** Opens what the address says: a game by id, a link's game, or the one at hand, or a first one. */
  async enter(query) {
    const id = query.get("id");
    if (id && id === this.session.state?.id) return;
    const setup = setupFrom(query);
    try {
      if (setup) await this.restart(setup, null);
      else if (id ?? load("game")?.id) await this.session.open(id ?? load("game").id);
      else await this.session.create({ game: "othello", seats: usualSeats(2) });
      if (query.has("analyse")) this.analysis.toggle(true);
      if (query.has("review")) this.reviewAll();
      if (query.has("share")) this.toolbar.share.click();
    } catch (error) {
      if (error.status === 0 && !this.session.state) throw error;
      report(error);
      if (error.status === 0) return;
      // A dead link must not leave an empty page, nor its address; the game at hand is still there.
      history.replaceState(null, "", fragment("play", {}));
      const { state } = this.session;
      if (state) return this.address(state);
      const kept = load("game")?.id;
      await (kept && kept !== id ? this.session.open(kept) : Promise.reject(error))
        .catch(() => this.session.create({ game: "othello", seats: usualSeats(2) }))
        .catch(report);
    }
  }

  reviewAll() {
    this.review.show(this.session.state);
    if (this.review.judged.length < this.session.state.ply) this.review.run();
    this.review.element.scrollIntoView({ block: "nearest" });
  }

  fresh() {
    const start = (setup) => this.session.create(strip(setup));
    askNewGame(this.catalog, this.session.state ?? { game: "othello" }, start, this.keyActions.board);
  }

  /** The same game from its start, with everybody one seat further. */
  rematch() {
    const { game, players, variant, start, seats } = this.session.state;
    const swapped = [...seats.slice(1), seats[0]];
    return this.session.create(strip({ game, players, variant, position: start, seats: swapped }));
  }

  /** A new game from a position that is looked at; this one stays as it is. */
  async playOn(frame) {
    const { game, players, variant, seats } = this.session.state;
    await this.session.create(strip({ game, players, variant, position: frame.position, moves: frame.moves, seats }));
    note("A new game from here; the old one is under My games.");
  }

  /** A game from elsewhere is there to be looked at: nobody moves in it before somebody says so. */
  async openImported(setup) {
    await this.session.create({ ...setup, seats: Array.from({ length: setup.players ?? 2 }, () => HUMAN) });
    this.analysis.toggle(true);
  }

  /** A new game from a setup; the seats stay as they are where they fit. */
  async restart(setup, seats = this.session.state?.seats) {
    const info = this.catalog.games.find(({ name }) => name === setup.game);
    const players = setup.players ?? info?.default_players ?? 2;
    const fitting = seats?.length === players && setup.game === this.session.state?.game;
    await this.session.create({ ...setup, seats: fitting ? seats : usualSeats(players) });
  }

  async show(state, previous) {
    const key = shapeKey(state);
    const fresh = !previous || this.laid !== key;
    const shape = fresh && (await geometry(state));
    if (this.session.state !== state) return;
    this.address(state);
    keepFocus(
      () => {
        if (shape) this.lay(key, shape, state);
        this.draw(state, previous, fresh);
      },
      () => (state.outcome ? this.status.again : this.board.current),
    );
    this.announce(state, previous);
  }

  /** Another board. */
  lay(key, shape, state) {
    this.laid = key;
    this.board.setGame(state.game, shape, state.players);
    // Whoever plays from the other side sees it from there.
    const humans = state.seats.flatMap((seat, player) => (seat.kind === "human" ? [player] : []));
    if (state.players === 2 && humans.length === 1 && humans[0] === 1) this.board.turnTo(180);
  }

  /** Another game is another entry of the browser's history, so that Back leads to the one before. */
  address(state) {
    const now = parseFragment(location.hash);
    const next = fragment("play", { id: state.id });
    if (location.hash === next) return;
    const id = now.view === "play" && now.query.get("id");
    if (id && id !== state.id) history.pushState(null, "", next);
    else history.replaceState(null, "", next);
  }

  draw(state, previous, fresh) {
    const info = this.catalog.games.find(({ name }) => name === state.game);
    this.element.dataset.game = state.game;
    this.element.classList.toggle("with-piles", this.trays.has(state));
    this.heading.textContent = info?.title ?? state.game;
    const rules = info && ruleWords(info, state);
    this.rules.replaceChildren(
      [rules, state.players > 2 && `${state.players} players`].filter(Boolean).join(" · "),
      " ",
      h("a", { href: fragment("rules", { game: state.game }) }, "Rules"),
    );
    document.title = `${this.heading.textContent} · cutfirst`;
    this.peek.setState(state, Boolean(previous));
    this.board.svg.setAttribute(
      "aria-label",
      `${this.heading.textContent} board. Arrow keys move between cells, Enter chooses.`,
    );
    this.variations.show(state);
    this.status.show(state, this.session);
    this.moves.show(state);
    this.review.show(state);
    this.hinting?.abort();
    if (this.peek.kept) {
      this.toolbar.show(state, false);
      return;
    }
    this.board.show(state, { motion: !fresh && state.ply === (previous?.ply ?? 0) + 1 });
    this.standing.show(state);
    this.trays.show(state);
    this.entering.begin(state);
    this.moves.suggest(state);
    this.analysis.position(state, true);
    this.toolbar.show(state, this.entering.isOpen);
    if (previous && state.ply > previous.ply) {
      const fewer = state.scene.cells.length < previous.scene.cells.length;
      sound.play(state.outcome ? "end" : fewer ? "capture" : "move");
    }
  }

  announce(state, previous) {
    const name = (player) => playerName(state.game, player);
    const played =
      state.last && previous && state.ply > previous.ply ? `${name(state.movers.at(-1))} plays ${state.last.move}. ` : "";
    say(played + (state.outcome ? state.outcome.text : `${name(state.to_move)} to move.`));
  }

  /** The board shows a position that is looked at, or the game again. */
  looked(frame, position) {
    const state = this.session.state;
    const shown = frame ? position : state;
    this.moves.mark(frame ? frame.ply : state.ply);
    this.review.graph.mark(frame ? (frame.ply ?? -1) : state.ply);
    this.variations.mark(this.peek.kept?.key);
    this.analysis.mark(this.peek.kept?.key);
    this.standing.show(shown, state.seats);
    this.trays.show(shown);
    // What is only pointed at is gone in a moment; what is kept is analysed and can be played on from.
    if (this.peek.pointed) return this.entering.refresh();
    if (frame?.key !== this.settled) {
      this.settled = frame?.key;
      this.entering.begin(shown, Boolean(frame?.moves));
      this.moves.suggest(shown);
      this.analysis.position(frame && !frame.moves ? { ...shown, moves: [], start: shown.position } : shown, !frame);
      this.toolbar.show(state, !frame && this.entering.isOpen);
    } else {
      this.entering.refresh();
      this.analysis.advise(shown);
    }
    // The button that led back is gone.
    if (!frame && this.peek.tools.contains(document.activeElement)) this.board.current?.focus();
    if (frame) {
      say(frame.label);
      // On a phone the line is far below the board.
      if (this.boardBox.getBoundingClientRect().bottom < 200) this.element.scrollIntoView();
    }
  }

  /** Shows the position after these moves from the start; what is not part of the game becomes a variation. */
  try(moves) {
    const frame = this.variations.frame(moves);
    if (frame) return this.peek.go(frame);
    return this.peek.go(this.peek.played(moves.length));
  }

  async play(move) {
    if (this.peek.kept) {
      this.entering.choices([]);
      return this.try([...this.peek.kept.moves, move]);
    }
    const goOn = this.entering.suspend(move);
    const { state } = this.session;
    try {
      await this.session.move(move);
      this.status.moved(state);
    } catch (error) {
      goOn();
      // Without a server, the bar at the bottom says so until it is back.
      if (error.status === 0) this.session.reconnect();
      else report(error);
    }
  }

  typed(text) {
    if (!this.entering.isOpen) return note(this.session.state.outcome ? "The game is over." : "It is not your turn.", "error");
    return this.play(text);
  }

  undo(what) {
    this.peek.back();
    return this.session[what]();
  }

  async hint() {
    const state = this.session.state;
    this.hinting?.abort();
    this.hinting = new AbortController();
    const found = await askHint(state, this.hinting.signal).catch((error) => {
      // Whoever moves meanwhile needs no hint any more.
      if (!superseded(error)) throw error;
    });
    if (!found || this.session.state !== state) return;
    this.entering.hint(found.move);
    note(`Hint: ${found.move}`);
    say(`Hint: ${found.move}`);
  }

  async resign() {
    const { game, seats, to_move: toMove } = this.session.state;
    const humans = seats.flatMap((seat, player) => (seat.kind === "human" ? [player] : []));
    const player = humans.includes(toMove) || !humans.length ? toMove : humans[0];
    if (await ask("Resign?", `${playerName(game, player)} gives up, and the game is over.`, "Resign"))
      await this.session.act("resign", { player });
  }

  offline(on) {
    const bar = document.getElementById("offline");
    bar.hidden = !on;
    bar.textContent = on ? "The server does not answer. The game is kept; waiting for it to come back…" : "";
    // It is back: what was said about its absence is no longer true.
    if (!on) for (const line of document.querySelectorAll(".note.error")) line.remove();
  }

  leave() {
    document.removeEventListener("keydown", this.key);
    this.session.leave();
    this.hinting?.abort();
    this.analysis.stop();
    this.review.leave();
    this.offline(false);
  }
}

/** The rules of a game in a few words: what differs from the usual ones is named. */
function ruleWords(info, { variant, players }) {
  const usual = (info.for_people[info.players.indexOf(players)] ?? "").split(",");
  const named = (words) => info.variants.find(({ name }) => words.includes(name)) ?? info.variants[0];
  const words = variant.split(",");
  const others = words.filter((word) => word && word !== named(words)?.name && !usual.includes(word));
  const options = others.map((word) => word.replaceAll("-", " ").replace("=", " "));
  return [named(words) === named(usual) ? null : named(words).about, ...options].filter(Boolean).join(", ");
}

const shapeKey = ({ game, players, variant }) => `${game} ${players} ${variant}`;
