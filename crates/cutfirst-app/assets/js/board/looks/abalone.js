// Abalone: marbles on a hexagon; lines slide together, a pushed-off marble rolls over the edge.

import { s } from "../../shared/dom.js";
import { extent, marble, rows } from "./shapes.js";

export const abalone = {
  turn: 60,
  square: false,
  dot: 13,
  lastRing: 13,
  half: (board) => extent(board, 124),

  ground(board) {
    const points = [...board.at.values()];
    const reach = Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
    const corners = points
      .filter(([x, y]) => Math.hypot(x, y) > reach - 5)
      .map(([x, y]) => Math.atan2(y, x))
      .sort((a, b) => a - b);
    const hexagon = (r) =>
      corners.map((angle) => `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`).join(" ");
    const holes = points.map(([x, y]) => s("circle", { class: "hole", cx: x, cy: y, r: 40 }));
    return [
      s("polygon", { class: "slate", points: hexagon(reach + 122) }),
      s("polygon", { class: "slate-rim", points: hexagon(reach + 113) }),
      ...holes,
      ...labels(board),
    ];
  },

  /** Every marble that has moved, where it is now, and the cell that it left. */
  trail(board, path) {
    if (path.length < 2) return path;
    const at = (cell) => board.at.get(cell);
    const [first, last] = [path[0], path.at(-1)];
    const [dx, dy] = [at(last)[0] - at(first)[0], at(last)[1] - at(first)[1]];
    const next = (cell) => board.cellAt([at(cell)[0] + dx, at(cell)[1] + dy]);
    if (path.length === 3) return between(board, path[0], path[1]).flatMap((cell) => [cell, next(cell)]).filter(Boolean);
    const cells = [first];
    for (let cell = next(first); cell && board.occupied?.has(cell); cell = next(cell)) cells.push(cell);
    return cells;
  },

  /** Where the marbles of a move go, each from its place to its place: one arrow for a line, and for a broadside as many as move. */
  ways(board, path) {
    const at = (cell) => board.at.get(cell);
    const [from, to] = [at(path[0]), at(path.at(-1))];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (path.length === 3)
      return between(board, path[0], path[1]).map((cell) => [at(cell), [at(cell)[0] + dx, at(cell)[1] + dy]]);
    const owner = (cell) => board.occupied.get(cell)?.stack[0];
    let front = to;
    while (owner(board.cellAt(front)) === owner(path[0])) front = [front[0] + dx, front[1] + dy];
    return [[from, front]];
  },

  piece: (board, { stack }) => marble(board.game, stack[0], 41),

  motion(stage, path) {
    if (path.length < 2) return;
    const goal = path.at(-1);
    const [[ax, ay], [bx, by]] = [stage.at(path[0]), stage.at(goal)];
    const step = [bx - ax, by - ay];
    const beyond = (cell) => {
      const [x, y] = stage.at(cell);
      return [x + step[0], y + step[1]];
    };
    for (const cell of movers(stage, path)) {
      const next = stage.board.cellAt(beyond(cell));
      if (next) stage.slide(next, [cell, next], { each: 260 });
      else stage.leave(stage.was.get(cell), { to: beyond(cell), duration: 420 });
    }
  },

  /** Rows from the top, then the side to move and the counts of the line that was edited. */
  write(text, scene, toMove, geometry) {
    const owner = new Map(scene.cells.map(({ cell, stack }) => [cell, stack[0]]));
    const board = rows(geometry)
      .map((row) => row.map((cell) => "@O"[owner.get(cell)] ?? ".").join(""))
      .join("/");
    return [board, "@O"[toMove], ...text.trim().split(/\s+/).slice(2)].join(" ");
  },

  /**
   * More ways to click the same moves. A line can be moved by its rear marble and the cell in front of it, or by
   * both its ends and then the cell; a broadside group by its ends in either order and any cell it moves to.
   */
  aliases(board, legal, occupied) {
    const at = (cell) => board.at.get(cell);
    const ways = [];
    for (const { move, path } of legal) {
      const line = path.length === 2 ? [path[0]] : between(board, path[0], path[1]);
      const [dx, dy] = [at(path.at(-1))[0] - at(path[0])[0], at(path.at(-1))[1] - at(path[0])[1]];
      const shifted = (cell) => board.cellAt([at(cell)[0] + dx, at(cell)[1] + dy]);
      if (path.length === 2) {
        const owner = occupied.get(path[0])?.stack[0];
        let front = shifted(path[0]);
        while (front && occupied.get(front)?.stack[0] === owner) {
          line.push(front);
          front = shifted(front);
        }
        ways.push({ move, path: [path[0], front] });
        if (line.length > 1)
          ways.push({ move, path: [line[0], line.at(-1), front] }, { move, path: [line.at(-1), line[0], front] });
      } else {
        const ends = [line[0], line.at(-1)];
        for (const cell of line)
          ways.push({ move, path: [...ends, shifted(cell)] }, { move, path: [ends[1], ends[0], shifted(cell)] });
      }
    }
    return ways;
  },
};

function between(board, a, b) {
  const [[ax, ay], [bx, by]] = [board.at.get(a), board.at.get(b)];
  const steps = Math.round(Math.hypot(bx - ax, by - ay) / 100);
  return Array.from({ length: steps + 1 }, (_, i) =>
    board.cellAt([ax + ((bx - ax) * i) / steps, ay + ((by - ay) * i) / steps]),
  );
}

/** Every marble that moves: the group itself, and what it pushes. */
function movers(stage, path) {
  if (path.length === 3) return between(stage.board, path[0], path[1]);
  const [[ax, ay], [bx, by]] = [stage.at(path[0]), stage.at(path[1])];
  const moving = [];
  for (let cell = path[0]; cell && stage.was.has(cell);) {
    moving.push(cell);
    const [x, y] = stage.at(cell);
    cell = stage.board.cellAt([x + bx - ax, y + by - ay]);
  }
  return moving;
}

/** Row letters at the left end of each row and diagonal numbers at the lower end of each diagonal. */
function labels(board) {
  const ends = new Map();
  for (const { cell, x, y } of board.geometry.cells) {
    const [row, diagonal] = [cell[0], cell.slice(1)];
    if (!ends.has(row) || x < ends.get(row).x) ends.set(row, { x, y, dx: -0.84, dy: 0 });
    if (!ends.has(diagonal) || y > ends.get(diagonal).y) ends.set(diagonal, { x, y, dx: 0.42, dy: 0.727 });
  }
  return [...ends].map(([text, { x, y, dx, dy }]) => {
    const [px, py] = board.point(x + dx, y + dy);
    return s("text", { class: "coord", x: px, y: py, "font-size": 25 }, text);
  });
}
