// What stands after the # of the address: a view and its settings. Also game records as text.

/** `#/race?game=othello&depth=6` → {view: "race", query: URLSearchParams}. */
export function parseFragment(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { view: path || "play", query: new URLSearchParams(query) };
}

/** The fragment of a view with settings; empty ones are left out. */
export function fragment(view, settings) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(settings)) {
    const text = Array.isArray(value) ? value.join(",") : value;
    if (text !== undefined && text !== null && text !== "") query.set(key, text);
  }
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

/** Where a game starts and what was played, from a link's settings; null if they name no game. */
export function setupFrom(query) {
  const game = query.get("game");
  if (!game) return null;
  const players = Number(query.get("players"));
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  return strip({
    game,
    players: players || undefined,
    variant: query.get("variant"),
    position: query.get("position"),
    moves,
  });
}

/** Leaves out what is empty, so that the server takes its defaults. */
export function strip(setup) {
  return Object.fromEntries(
    Object.entries(setup).filter(
      ([, value]) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && !value.length),
    ),
  );
}

/** A game as text that people can read and `readRecord` can read back. */
export function writeRecord({ game, players, variant, start, moves, outcome }) {
  const lines = [`game: ${game}`, `players: ${players}`];
  if (variant) lines.push(`variant: ${variant}`);
  if (start) lines.push(`position: ${start}`);
  lines.push(`moves: ${moves.join(" ")}`);
  if (outcome) lines.push(`result: ${outcome.text}`);
  return lines.join("\n");
}

const pairs = (text) => text.match(/[a-h][1-8]/gi) ?? [];

/**
 * A setup from pasted text: a link, a record, a position line, or moves of the current game. Only the shape is
 * looked at here; whether it is legal is for the server to say.
 */
export function readRecord(text, current) {
  const trimmed = text.trim();
  const hash = trimmed.match(/#\/\w+\?\S+$/);
  if (hash) return setupFrom(parseFragment(hash[0]).query);
  const fields = new Map(
    [...trimmed.matchAll(/^(game|players|variant|position|moves):[ \t]*(.*)$/gim)].map(([, key, value]) => [
      key.toLowerCase(),
      value.trim(),
    ]),
  );
  if (fields.has("game")) {
    return strip({
      game: fields.get("game"),
      players: Number(fields.get("players")) || undefined,
      variant: fields.get("variant"),
      position: fields.get("position"),
      moves: splitMoves(fields.get("moves") ?? "", fields.get("game")),
    });
  }
  const base = { game: current.game, players: current.players, variant: current.variant };
  return looksLikeMoves(trimmed, current.game)
    ? strip({ ...base, moves: splitMoves(trimmed, current.game) })
    : strip({ ...base, position: trimmed });
}

/** Moves apart by spaces or commas; Othello transcripts may run together, and numbers like `1.` are left out. */
function splitMoves(text, game) {
  const words = text.split(/[\s,;]+/).filter((word) => word && !/^\d+\.+$/.test(word));
  if (game !== "othello") return words;
  return words.flatMap((word) =>
    /^([a-h][1-8]){2,}$/i.test(word) ? pairs(word).map((pair) => pair.toLowerCase()) : [word],
  );
}

const MOVES = {
  othello: /^([a-h][1-8]|pass)+$/i,
  checkers: /^\d+([-x]\d+)+$/i,
  focus: /^(\+[a-h][1-8]|[a-h][1-8]-[a-h][1-8])$/i,
  virus: /^[a-h][1-8]$/i,
  "chinese-checkers": /^(\d+-\d+|pass)$/i,
  abalone: /^([A-I][1-9]){2,3}$/i,
};

function looksLikeMoves(text, game) {
  const words = text.split(/[\s,;]+/).filter((word) => word && !/^\d+\.+$/.test(word));
  return words.length > 0 && words.every((word) => MOVES[game]?.test(word));
}
