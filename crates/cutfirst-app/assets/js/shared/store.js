// What the browser keeps between visits: the game at hand, the theme, the last choices. All of it may be missing.

export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(`cutfirst.${key}`));
  } catch {
    return null;
  }
}

export function save(key, value) {
  try {
    localStorage.setItem(`cutfirst.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page works without.
  }
}
