// The keyboard's place on the page: what has the focus may be taken away or switched off by what it did.

/** Runs `change`; if what had the focus can no longer have it, `next()` says what gets it instead. */
export function keepFocus(change, next) {
  const before = document.activeElement;
  change();
  const lost = before && (!before.isConnected || before.disabled || before.closest("[hidden]"));
  if (lost) next()?.focus();
}
