// Entering a move by clicking cells. Legal moves are paths of cells; each click leaves those that go on this
// way. It knows no game: jump chains, broadside groups and drops are all paths.

const startsWith = (path, prefix) => prefix.every((cell, index) => path[index] === cell);

/** The different moves among `ways` (several ways may enter the same move). */
function distinct(ways) {
  return [...new Map(ways.map((way) => [way.move, way])).values()];
}

/** The entry of a move in a position on a board. */
export function entryOn(board, state) {
  const occupied = new Map(state.scene.cells.map((piece) => [piece.cell, piece]));
  const own = (cell) => occupied.get(cell)?.stack.at(-1) === state.to_move;
  const ways = board.look.aliases?.(board, state.legal, occupied) ?? state.legal;
  // What one has in the hand must be put down before anything else: it need not be picked up first.
  const inHand = ({ move, path }) => ({ move, path: path[0] === "hand" ? path.slice(1) : path });
  return new Entry(ways.map(inHand), own);
}

class Entry {
  /** `ways` is a list of {move, path}; `own(cell)` says whether the mover owns what stands there. */
  constructor(ways, own = () => false) {
    this.ways = ways;
    this.own = own;
    this.path = [];
  }

  get open() {
    return this.ways.filter(({ path }) => path.length && startsWith(path, this.path));
  }

  /** Whether every move is a single click. */
  get isSingle() {
    return this.ways.every(({ path }) => path.length <= 1);
  }

  /** Cells where a move can start. */
  starts() {
    return new Set(this.ways.filter(({ path }) => path.length).map(({ path }) => path[0]));
  }

  /** Cells where the begun move can go on or end. */
  next() {
    const cells = new Set();
    if (!this.path.length) return cells;
    for (const { path } of this.open) {
      if (path.length > this.path.length) cells.add(path[this.path.length]).add(path.at(-1));
    }
    for (const cell of this.path) cells.delete(cell);
    return cells;
  }

  /** The move that would end with what is clicked so far, though longer ones exist. */
  stop() {
    if (!this.path.length) return null;
    const ends = distinct(this.open.filter(({ path }) => path.length === this.path.length));
    return ends.length === 1 ? ends[0].move : null;
  }

  clear() {
    this.path = [];
  }

  /** One click. Answers {play: move}, {choose: [moves]}, {refused: true} or {} when the move goes on. */
  click(cell) {
    const length = this.path.length;
    if (length && cell === this.path.at(-1)) {
      const stop = this.stop();
      this.clear();
      return stop ? { play: stop } : {};
    }
    const steps = this.open.filter(({ path }) => path[length] === cell);
    if (!steps.length && length) {
      const ends = distinct(this.open.filter(({ path }) => path.at(-1) === cell));
      if (ends.length) return this.decide(ends);
    }
    if (!steps.length) {
      const restart = this.starts().has(cell);
      const refused = !restart && !length;
      this.path = restart ? [cell] : [];
      return refused ? { refused: true } : restart ? this.settle(cell) : {};
    }
    this.path = [...this.path, cell];
    return this.settle(cell);
  }

  settle(cell) {
    const left = distinct(this.open);
    const ended = distinct(this.open.filter(({ path }) => path.length === this.path.length));
    if (ended.length && ended.length === left.length) return this.decide(ended);
    // Only one way to go on: no need to click it, except where the last click only gathered own pieces.
    if (left.length === 1 && this.path.length > 1 && !this.own(cell)) return this.decide(left);
    return {};
  }

  decide(moves) {
    if (moves.length > 1) return { choose: moves };
    this.clear();
    return { play: moves[0].move };
  }
}
