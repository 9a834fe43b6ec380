// The server's API: requests, and event streams that end when their reader goes away.

import { learnNames } from "./players.js";

/** An answer that says why not. */
export class ServerError extends Error {
  constructor(message, status) {
    // The server speaks as a command line does, in lower case.
    super(message.charAt(0).toUpperCase() + message.slice(1));
    this.status = status;
  }
}

/** The server did not answer at all. */
export class Unreachable extends ServerError {
  constructor() {
    super("The server does not answer. Is `cutfirst serve` still running?", 0);
  }
}

async function request(method, path, body, signal) {
  const options = { method, signal, headers: {}, cache: "no-store" };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable();
  }
  if (response.ok) return response;
  let message = `${response.status} ${response.statusText}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    // Not JSON: the status line has to do.
  }
  throw new ServerError(message, response.status);
}

export const get = async (path, signal) => (await request("GET", path, undefined, signal)).json();
export const remove = (path, signal) => request("DELETE", path, undefined, signal);
export const post = async (path, body, signal) => (await request("POST", path, body, signal)).json();

/**
 * Posts and reads the answer as server-sent events; `on` has a function for each event by name.
 * Resolves when the stream ends; an `error` event throws.
 */
export async function stream(path, body, on, signal) {
  const response = await request("POST", path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let chunk;
    try {
      chunk = await reader.read();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Unreachable();
    }
    if (chunk.done) return;
    rest += chunk.value.replaceAll("\r\n", "\n");
    const blocks = rest.split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const { name, data } = parseEvent(block);
      if (data === "") continue;
      const value = JSON.parse(data);
      if (name === "error") throw new ServerError(value.error, 500);
      on[name]?.(value);
    }
  }
}

function parseEvent(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return { name, data: data.join("\n") };
}

/** Has another search of the same game, from another window perhaps, ended this one? */
export const superseded = (error) => error?.message === "The search was stopped";

/** Was this only our own cancelling? */
export const aborted = (error) => error?.name === "AbortError";

let catalogue = null;

/** Games, variants, evaluations, algorithms: asked for once. */
export function catalog() {
  catalogue ??= get("/api/catalog").then(
    (known) => {
      learnNames(known);
      return known;
    },
    (error) => {
      catalogue = null;
      throw error;
    },
  );
  return catalogue;
}

const shapes = new Map();

/** Where the cells of a board lie: asked for once per game, variant and number of players. */
export function geometry({ game, variant, players }) {
  const query = new URLSearchParams();
  if (variant) query.set("variant", variant);
  if (players) query.set("players", players);
  const path = `/api/geometry/${encodeURIComponent(game)}?${query}`;
  if (!shapes.has(path))
    shapes.set(
      path,
      get(path).catch((error) => {
        shapes.delete(path);
        throw error;
      }),
    );
  return shapes.get(path);
}
