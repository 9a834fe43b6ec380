// What stands after the # of the address: a view and its settings.

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
    // An empty variant says something: the rules of the experiments, not those that people expect.
    if (text !== undefined && text !== null && (text !== "" || key === "variant")) query.set(key, text);
  }
  // What may stand in a fragment as it is stays readable.
  const text = query.toString().replace(/%(2C|3A|3B)/g, decodeURIComponent);
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

/** Leaves out what is empty, so that the server takes its defaults; an empty variant stays, since it says something. */
export function strip(setup) {
  return Object.fromEntries(
    Object.entries(setup).filter(
      ([key, value]) =>
        value !== undefined &&
        value !== null &&
        (value !== "" || key === "variant") &&
        !(Array.isArray(value) && !value.length),
    ),
  );
}
