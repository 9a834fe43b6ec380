// What the browser keeps between visits: the game at hand, the theme, the last choices. All of it may be missing.

export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(`cutfirst.${key}`));
  } catch {
    return null;
  }
}

/** The most games of which this browser keeps the address. */
const MOST = 500;

/** The addresses of the games that were played in this browser, the last one first. */
export const remembered = () => load("mine") ?? [];

/** Keeps the address of a game. */
export function remember(id) {
  const mine = remembered();
  if (mine[0] !== id) save("mine", [id, ...mine.filter((other) => other !== id)].slice(0, MOST));
}

/** Forgets a game and what is kept about it. */
export function forget(id) {
  save("mine", remembered().filter((other) => other !== id));
  if (load("game")?.id === id) save("game", null);
  forgetReview(id);
}

/** The most reviews that are kept; the oldest go. */
const MOST_REVIEWS = 60;

const reviewed = () => load("reviewed") ?? [];

/** Keeps the review of a game. */
export function keepReview(id, review) {
  const all = [id, ...reviewed().filter((other) => other !== id)];
  for (const old of all.slice(MOST_REVIEWS)) forgetReview(old);
  save("reviewed", all.slice(0, MOST_REVIEWS));
  save(`review.${id}`, review);
}

export function forgetReview(id) {
  save("reviewed", reviewed().filter((other) => other !== id));
  try {
    localStorage.removeItem(`cutfirst.review.${id}`);
  } catch {
    // Nothing was kept where nothing may be.
  }
}

export function save(key, value) {
  try {
    localStorage.setItem(`cutfirst.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page works without.
  }
}
