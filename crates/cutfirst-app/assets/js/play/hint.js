// Asking the engine for a move without letting it play.

import { stream } from "../shared/api.js";

/** The engine's suggestion: `{move, score, pv}`; `onDepth` sees it think. */
export async function askHint(state, onDepth, signal) {
  let found = null;
  await stream(
    `/api/play/${state.id}/hint`,
    { ply: state.ply, level: { time_ms: 700 } },
    {
      depth: onDepth,
      done: (result) => {
        found = result;
      },
    },
    signal,
  );
  return found;
}
