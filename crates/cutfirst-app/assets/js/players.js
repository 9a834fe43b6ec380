// What the players of each game are called and coloured.

const TWO_TONE = new Set(["othello", "checkers", "abalone"]);
const COLOURS = ["Blue", "Orange", "Green", "Red", "Purple", "Olive"];

/** The name of a player: Black and White where the game says so, otherwise by colour. */
export const playerName = (game, player) => (TWO_TONE.has(game) ? ["Black", "White"] : COLOURS)[player] ?? `Player ${player + 1}`;

/** The class suffix of a player's colour: `body-black`, `body-p2`. */
export const tone = (game, player) => (TWO_TONE.has(game) ? ["black", "white"][player] : `p${player}`);
