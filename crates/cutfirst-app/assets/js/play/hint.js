// Asking the engine for a move without letting it play.

import { stream } from "../shared/api.js";

/** The engine's suggestion: `{move, score, pv}`. */
export async function askHint(state, signal) {
  let found = null;
  await stream(
    `/api/play/${state.id}/hint`,
    { ply: state.ply, level: { time_ms: 700 } },
    {
      done: (result) => {
        found = result;
      },
    },
    signal,
  );
  return found;
}
