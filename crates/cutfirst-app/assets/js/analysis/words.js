// Chances as people say them. What a line is worth in words comes from the server.

export const inPercent = (chance) => `${Math.round(100 * chance)} %`;

/** The first player's chance, of two. */
export const chanceOfFirst = (event, toMove) => (toMove === 0 ? event.chance : 1 - event.chance);
