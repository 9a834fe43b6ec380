// A recorded search: its tree, and what stood where after so many nodes.
//
// Nodes are numbered in the order of entering, so a subtree is a run of numbers, and everything about "after t
// nodes" follows from where it ends: node i is entered if i < t and left if its subtree ends by t.

export const KIND = { LEAF: 0, INTERIOR: 1, CUT: 2, TABLE: 3, FINISHED: 4, QUIESCENCE: 5 };
const [PARENT, MOVE, SIDE, PLY, LOW, HIGH, VALUE, GENERATED, NODE_KIND] = Array(9).keys();

/** A child that was never looked at takes less room than one that was. */
const NEVER_WIDTH = 0.4;
const NEVER_MOST = 3.2;

export class Trace {
  constructor(data) {
    this.data = data;
    const { nodes } = data;
    this.count = nodes.length;
    this.total = data.search.nodes.total;
    this.complete = data.complete;
    this.children = nodes.map(() => []);
    nodes.forEach((node, i) => {
      if (node[PARENT] >= 0) this.children[node[PARENT]].push(i);
    });
    /** Where each subtree ends. A trace that stopped at its bound leaves the last path open for ever. */
    this.end = new Array(this.count);
    for (let i = this.count - 1; i >= 0; i -= 1) {
      const last = this.children[i].at(-1);
      this.end[i] = last === undefined ? i + 1 : this.end[last];
    }
    if (!this.complete) {
      for (let i = this.count - 1; i >= 0; i = nodes[i][PARENT]) this.end[i] = Infinity;
    }
    this.depth = Math.max(...nodes.map((node) => node[PLY]));
    this.limit = Number(/limit=(\d+)/.exec(data.search.order)?.[1] ?? Infinity);
    this.layOut();
    this.cuts = nodes
      .flatMap((node, i) => (node[NODE_KIND] === KIND.CUT && this.end[i] < Infinity ? [this.end[i]] : []))
      .sort((a, b) => a - b);
  }

  node(i) {
    const row = this.data.nodes[i];
    return {
      parent: row[PARENT],
      move: this.data.moves[row[MOVE]] ?? "",
      side: row[SIDE],
      ply: row[PLY],
      low: row[LOW],
      high: row[HIGH],
      value: row[VALUE],
      generated: row[GENERATED],
      kind: row[NODE_KIND],
    };
  }

  kind(i) {
    return this.data.nodes[i][NODE_KIND];
  }

  ply(i) {
    return this.data.nodes[i][PLY];
  }

  parent(i) {
    return this.data.nodes[i][PARENT];
  }

  /** Children that were generated but never entered. */
  never(i) {
    return this.end[i] === Infinity ? 0 : Math.max(0, this.data.nodes[i][GENERATED] - this.children[i].length);
  }

  /** Width and left edge of every node, in leaves. */
  layOut() {
    const width = new Float64Array(this.count);
    for (let i = this.count - 1; i >= 0; i -= 1) {
      const inner = this.children[i].reduce((sum, child) => sum + width[child], 0);
      width[i] = Math.max(1, inner + this.neverWidth(i));
    }
    const left = new Float64Array(this.count);
    for (let i = 0; i < this.count; i += 1) {
      let x = left[i];
      for (const child of this.children[i]) {
        left[child] = x;
        x += width[child];
      }
    }
    Object.assign(this, { width, left });
  }

  neverWidth(i) {
    return this.children[i].length ? Math.min(NEVER_MOST, NEVER_WIDTH * this.never(i)) : 0;
  }

  /** The moves from the root to a node. */
  path(i) {
    const moves = [];
    for (let at = i; at > 0; at = this.parent(at)) moves.unshift(this.node(at).move);
    return moves;
  }

  /** How many nodes have been left by a cut after t nodes, and how many moves were thereby never looked at. */
  cutsBy(t) {
    return this.cuts.filter((end) => end <= t).length;
  }

  /** The name of a list's element: an opponent in the lists of Threat-ADS, a move in the others. */
  element(list, id) {
    return list.heuristic === "threat" ? `Player ${id + 1}` : (this.data.elements[id] ?? String(id));
  }

  /** The lists as they stood after t nodes, with the element each one moved last: [{…, order, promoted}]. */
  listsAt(t) {
    const lists = this.data.lists.map((list) => ({ ...list, order: [...list.initial], promoted: null }));
    for (const [node, list, element, from, to] of this.data.queries) {
      if (!(this.end[node] <= t)) continue;
      const { order } = lists[list];
      if (from >= 0) order.splice(from, 1);
      order.splice(to, 0, element);
      if (order.length > this.limit) order.length = this.limit;
      lists[list].promoted = element;
      lists[list].when = this.end[node];
    }
    return lists;
  }

  /** What happened with the t-th node, in words. */
  narrate(t, sides) {
    if (t <= 0) return "Before the search: the lists are empty, nothing has been looked at.";
    if (t >= this.count && this.complete) return `Finished after ${this.total.toLocaleString("en-US")} positions.`;
    const i = t - 1;
    const node = this.node(i);
    if (i === 0) return `${sides[0]} is to move. ${node.generated} moves to choose from.`;
    const parent = this.node(node.parent);
    const place = this.children[node.parent].indexOf(i) + 1;
    const line = this.path(node.parent).join(" ");
    const words = [
      `${sides[parent.side]} tries ${node.move}${line ? ` after ${line}` : ""}, as move ${place} of ${parent.generated}.`,
    ];
    if (node.kind === KIND.TABLE) words.push("The table knows this position.");
    for (let at = i; at >= 0 && this.end[at] <= t; at = this.parent(at)) {
      if (this.kind(at) !== KIND.CUT) continue;
      const cut = this.node(at);
      const answer = this.node(this.children[at].at(-1)).move;
      const never = this.never(at);
      words.push(
        `${answer} refutes ${cut.move || "the line"}: cut, ${never === 0 ? "no move was left" : never === 1 ? "1 move is never looked at" : `${never} moves are never looked at`}.`,
      );
    }
    return words.join(" ");
  }
}
