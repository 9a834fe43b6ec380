// The game at hand: the server keeps it, the page asks and shows. Survives reloads, lost connections and a
// restarted server; remembers enough to start again should the server have forgotten it. What happens to the game in
// another window or on another machine is shown here at once.

import { ServerError, Unreachable, aborted, get, post, stream, superseded } from "../shared/api.js";
import { still } from "../shared/dom.js";
import { load, remember, save } from "../shared/store.js";

/** Milliseconds between two moves of engines, where there is motion to see. */
const BREATH = 450;

const pause = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Tells two versions of a game apart; variations beside it are none of its own. */
const signature = ({ moves, ply, redo, outcome, seats }) => JSON.stringify([moves, ply, redo, outcome, seats]);

export class Session {
  /** `on` has `state(state, previous)`, `variations(state)`, `depth(event)`, `thinking(bool)`, `offline(bool)`, `error(error)`. */
  constructor(on) {
    this.on = on;
    this.state = null;
    this.paused = false;
    this.thought = null;
    document.addEventListener("visibilitychange", this.follow);
  }

  /** Opens a stored game by its id; if the server no longer has it, what the browser remembers is played again. */
  async open(id) {
    try {
      return await this.turnTo(get(`/api/play/${encodeURIComponent(id)}`));
    } catch (error) {
      const kept = load("game");
      if (error.status !== 404 || kept?.id !== id) throw error;
      return this.create(kept.setup);
    }
  }

  /** Starts a game from a setup with seats. */
  async create(setup) {
    this.paused = false;
    return this.turnTo(post("/api/play", setup));
  }

  /** Of several games that were asked for, the last one is shown, whichever comes first. */
  async turnTo(answer) {
    this.asked = answer;
    const state = await answer;
    return this.asked === answer ? this.take(state) : state;
  }

  /** The number of moves that the page has seen goes along, so that nothing happens to a position it does not show. */
  move = (move) => this.act("move", { move, ply: this.state.ply });
  undo = () => this.act("undo", { ply: this.state.ply });
  redo = () => this.act("redo", { ply: this.state.ply });

  async act(what, body) {
    this.hush();
    this.acting = true;
    try {
      const state = await post(`/api/play/${this.state.id}/${what}`, body);
      this.acting = false;
      return this.take(state);
    } catch (error) {
      this.acting = false;
      if (error.status === 409) {
        await this.open(this.state.id);
        throw new ServerError("The game has gone on meanwhile; the board shows how.", 409);
      }
      this.advance();
      throw error;
    }
  }

  /** Keeps (`add`) or forgets (`remove`) a line beside the game. Nothing else changes: an engine that thinks goes on. */
  async variation(what, line) {
    const { id } = this.state;
    const state = await post(`/api/play/${id}/variations`, { [what]: line });
    if (this.state.id === id) this.vary(state.variations);
  }

  vary(variations) {
    if (JSON.stringify(variations) === JSON.stringify(this.state.variations)) return;
    this.state.variations = variations;
    this.on.variations(this.state);
  }

  /** Stops whatever is being thought about. */
  hush() {
    this.thought?.abort();
    this.thought = null;
    this.on.thinking(false);
  }

  /** Leaves the game for another view. */
  leave() {
    this.hush();
    this.left = true;
    this.followed?.close();
    document.removeEventListener("visibilitychange", this.follow);
  }

  /** Listens to what others do in this game. A window that nobody sees does not need to. */
  follow = () => {
    const id = this.left || document.hidden ? null : this.state?.id;
    if (this.followed?.id === id) return;
    this.followed?.close();
    this.followed = null;
    if (!id) return;
    const source = new EventSource(`/api/play/${id}/live`);
    this.followed = { id, close: () => source.close() };
    source.addEventListener("state", ({ data }) => {
      const state = JSON.parse(data);
      if (state.id !== this.state?.id || this.acting) return;
      if (signature(state) === signature(this.state)) this.vary(state.variations);
      else this.take(state, state.seats[state.movers.at(-1)]?.kind !== "human");
    });
    source.addEventListener("gone", () => this.followed?.close());
  };

  setPaused(paused) {
    this.paused = paused;
    if (paused) this.hush();
    else this.advance();
  }

  take(state, byEngine = false) {
    const previous = this.state;
    this.afterEngine = byEngine;
    this.hush();
    this.state = state;
    save("game", {
      id: state.id,
      setup: {
        game: state.game,
        players: state.players,
        variant: state.variant,
        position: state.start || undefined,
        moves: state.moves,
        seats: state.seats,
      },
    });
    if (state.ply) remember(state.id);
    this.on.state(state, previous?.id === state.id ? previous : null);
    this.follow();
    this.advance();
    return state;
  }

  get engineToMove() {
    const { state } = this;
    return state && !state.outcome && state.seats[state.to_move]?.kind !== "human";
  }

  /** Lets the engine move where it sits. */
  async advance() {
    if (this.thought || this.paused || this.left || !this.engineToMove) return;
    const thought = new AbortController();
    this.thought = thought;
    this.on.thinking(true);
    // Engines that answer engines at once would be too fast to follow.
    if (this.afterEngine && !still()) {
      await pause(BREATH);
      if (this.thought !== thought) return;
    }
    let reply = null;
    try {
      await stream(
        `/api/play/${this.state.id}/think`,
        { ply: this.state.ply },
        {
          depth: (event) => this.on.depth(event),
          state: (state) => {
            reply = state;
          },
        },
        thought.signal,
      );
    } catch (error) {
      if (aborted(error) || this.thought !== thought) return;
      await this.recover(error);
      return;
    }
    if (this.thought !== thought) return;
    if (reply) this.take(reply, true);
    else await this.recover(new Unreachable());
  }

  /** After a failed thought: waits for the server, or shows what it said and stops. */
  async recover(error) {
    this.hush();
    if (error instanceof Unreachable) return this.reconnect();
    if (error.status === 409) return this.open(this.state.id);
    if (superseded(error)) return this.leaveItToOthers();
    if (error.status === 429 || error.status === 503) {
      await pause(700);
      return this.advance();
    }
    this.paused = true;
    this.on.error(error);
    return this.on.thinking(false);
  }

  /** Another window thinks about the same game: it gets its time, then the game goes on as the server has it. */
  async leaveItToOthers() {
    const { state } = this;
    await pause(1000 + (state.seats[state.to_move]?.level?.time_ms ?? 2000));
    if (this.state === state && !this.paused && !this.left) await this.open(state.id).catch(this.on.error);
  }

  /** Asks again every second until the server is back, then goes on with the game as it has it. */
  async reconnect() {
    if (this.waiting) return;
    this.waiting = true;
    this.on.offline(true);
    while (!this.left) {
      await pause(1000);
      try {
        await this.open(this.state.id);
        break;
      } catch (error) {
        if (!(error instanceof Unreachable)) {
          this.on.error(error);
          break;
        }
      }
    }
    this.waiting = false;
    this.on.offline(false);
  }
}
