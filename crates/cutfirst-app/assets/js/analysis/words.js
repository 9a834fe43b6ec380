// Scores as people say them: a chance to win, discs where they are certain, and the end of the game where it is in sight.

import { playerName } from "../shared/players.js";

const WIN = 1_000_000_000;

/** How many plies away the decided end is; null if it is not decided. */
function decided(score) {
  return Math.abs(score) > WIN - 10_000 ? WIN - Math.abs(score) : null;
}

export const inPercent = (chance) => `${Math.round(100 * chance)} %`;

/** A line's worth for the player to move, in a word or two: "62 %", "+6", "wins in 5". */
export function worth({ chance, score, discs }) {
  if (discs !== undefined) return discs > 0 ? `+${discs}` : String(discs).replace("-", "−");
  const end = decided(score);
  if (end !== null) return `${score > 0 ? "wins" : "loses"} in ${end}`;
  return inPercent(chance);
}

/** The same as a sentence about a player. */
export function sentence(event, { game, to_move: toMove }) {
  const name = playerName(game, toMove);
  if (event.discs !== undefined) {
    if (!event.discs) return "A draw with best play";
    return `${playerName(game, event.discs > 0 ? toMove : 1 - toMove)} wins by ${Math.abs(event.discs)} discs with best play`;
  }
  const end = decided(event.score);
  if (end !== null) return `${name} ${event.score > 0 ? "wins" : "loses"} in ${end} ${end === 1 ? "move" : "moves"}`;
  return `${name} wins with a chance of ${inPercent(event.chance)}`;
}

/** The first player's chance, of two. */
export const chanceOfFirst = (event, toMove) => (toMove === 0 ? event.chance : 1 - event.chance);
