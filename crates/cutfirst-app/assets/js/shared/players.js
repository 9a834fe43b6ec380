// What the players of each game are called and coloured.

const names = new Map();

/** Takes the names from the server's catalogue. */
export function learnNames({ games }) {
  for (const game of games) names.set(game.name, game.names);
}

/** The name of a player, as the server writes it in its sentences. */
export const playerName = (game, player) => names.get(game)?.[player] ?? `Player ${player + 1}`;

/** The class suffix of a player's colour: `body-black`, `body-p2`. */
export const tone = (game, player) =>
  playerName(game, 0) === "Black" ? ["black", "white"][player] : `p${player}`;
