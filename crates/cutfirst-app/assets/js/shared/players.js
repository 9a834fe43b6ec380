// What the players of each game are called and coloured.

const names = new Map();
const counts = new Map();
const titles = new Map();

/** Takes the names from the server's catalogue. */
export function learnNames({ games }) {
  for (const game of games) {
    names.set(game.name, game.names);
    counts.set(game.name, game.counts);
    titles.set(game.name, game.title);
  }
}

/** What the server counts for each player of a game: "disc" of one, "discs" of three. */
export const unit = (game, count) => counts.get(game)?.[count === 1 ? 0 : 1] ?? "";

/** What a game is called. */
export const gameTitle = (game) => titles.get(game) ?? game;

/** The name of a player, as the server writes it in its sentences. */
export const playerName = (game, player) => names.get(game)?.[player] ?? `Player ${player + 1}`;

/** The class suffix of a player's colour: `body-black`, `body-p2`. */
export const tone = (game, player) =>
  playerName(game, 0) === "Black" ? ["black", "white"][player] : `p${player}`;
