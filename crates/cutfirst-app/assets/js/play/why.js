// One sentence at the moment when somebody wonders: how to begin, and why a click was no move.

import { playerName } from "../shared/players.js";

/** How one moves, for the first moves that somebody makes in a game; short enough for a line on a phone. */
export const FIRST = {
  othello: "Click a dot: discs that you enclose turn.",
  checkers: "Click a piece, then where it goes; or drag it.",
  focus: "A stack goes as many cells as pieces move.",
  virus: "Infect a square beside yours: it spreads.",
  "chinese-checkers": "Click a marble, then the hole where it ends.",
  abalone: "Click the rear marble, then the cell ahead.",
};

/** Focus for three: the thirteenth piece. */
export const IN_HAND = "First put the piece in your hand on a free cell.";

/** What a move has to do, for a click on a cell from which or to which none leads. */
const NEEDS = {
  othello: "A disc must enclose at least one of the other colour between itself and another of yours, in a line.",
  virus: "Infect a square next to one of yours that is not yours yet.",
};

const STUCK = {
  checkers: "It has nowhere to go: men step diagonally forward to a free square, kings also backward.",
  focus: "A stack moves straight, as many cells as pieces move, and stays on the board.",
  "chinese-checkers": "It can neither step to a free hole beside it nor hop over a neighbour.",
  abalone: "Nothing can move from there: a line pushes only fewer marbles than its own, and never its own colour.",
};

const TARGETS = {
  checkers: "Men step one square diagonally forward, or jump over a piece beside them onto the free square behind it.",
  focus: "A stack moves straight, by as many cells as pieces move: a single piece one cell, two pieces two.",
  "chinese-checkers": "A marble steps into a free hole beside it, or hops over neighbours in straight lines.",
  abalone: "Up to three marbles in a line move one cell; two push one, three push two.",
};

/** Is there a capture among the moves of checkers, so that others are forbidden? */
const mustCapture = ({ game, variant, legal }) =>
  game === "checkers" && variant.startsWith("english") && legal.some(({ move }) => move.includes("x"));

/** One sentence about a click on `cell`; `picked` is what had been chosen before, if anything. */
export function why(state, cell, picked) {
  const { game } = state;
  const piece = state.scene.cells.find((one) => one.cell === cell);
  const owner = piece?.stack.at(-1);
  if (state.legal[0]?.path[0] === "hand") return IN_HAND;
  if (picked) {
    if (mustCapture(state)) return "You must capture: the marked squares are where the jump goes.";
    return TARGETS[game] ?? NEEDS[game];
  }
  if (NEEDS[game]) return NEEDS[game];
  if (owner === undefined) return `Choose one of your pieces first; ${cell} is empty.`;
  if (owner !== state.to_move) return `That belongs to ${playerName(game, owner)}; ${playerName(game, state.to_move)} is to move.`;
  if (mustCapture(state)) return "You must capture, and this piece cannot: the marked ones can.";
  return STUCK[game] ?? `No move starts at ${cell}.`;
}
