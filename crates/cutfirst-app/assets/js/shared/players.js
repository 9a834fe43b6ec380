// What the players of each game are called and coloured.

const TWO_TONE = new Set(["othello", "checkers", "abalone"]);

/** The name of a player, as the server writes it in its sentences. */
export const playerName = (game, player) => (TWO_TONE.has(game) ? ["Black", "White"][player] : `Player ${player + 1}`);

/** The class suffix of a player's colour: `body-black`, `body-p2`. */
export const tone = (game, player) => (TWO_TONE.has(game) ? ["black", "white"][player] : `p${player}`);
