// Lines for the eye (notes at the top) and for the ear (a live region).

import { h, icon } from "./dom.js";

/** Says something to screen readers without showing it. */
export function say(text) {
  document.getElementById("live").textContent = text;
}

/** Shows a line for a while: an `error`, which stays longer, a `why` about a click, or an `info`. */
export function note(text, kind = "info") {
  const notes = document.getElementById("notes");
  // An open dialog covers whatever is not in it, for eyes and for ears.
  const place = document.querySelector("dialog[open]") ?? document.body;
  if (notes.parentElement !== place) place.append(notes);
  const line = h(
    "div",
    { class: `note ${kind}` },
    h("p", {}, text),
    h(
      "button",
      { class: "quiet icon", type: "button", "aria-label": "Close this message", onclick: () => line.remove() },
      icon("close"),
    ),
  );
  // The same words again are the same line for longer, and one reason at a time is enough.
  for (const other of [...notes.children]) {
    if (other.textContent === line.textContent || (kind === "why" && other.classList.contains("why"))) other.remove();
  }
  notes.append(line);
  while (notes.children.length > 3) notes.firstChild.remove();
  setTimeout(() => line.remove(), kind === "error" ? 9_000 : 4_500);
}

/** Shows what an error says; our own cancelling is no error. */
export function report(error) {
  if (error?.name === "AbortError") return;
  if (error?.status === undefined) console.error(error);
  note(error.message, "error");
}

/** The old way, which browsers also allow without encryption: from another machine, the page has no clipboard. */
function copySelected(text) {
  const area = h("textarea", { class: "unseen", readonly: true });
  area.value = text;
  const focused = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused?.focus();
  if (!isCopied) throw new Error("nothing was copied");
}

/** Puts text on the clipboard, or says that the browser refuses. */
export async function copy(text, what) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copySelected(text);
    note(`${what} copied.`);
    return true;
  } catch {
    note(
      `The browser did not let the page copy the ${what.toLowerCase()}; select the text and copy it yourself.`,
      "error",
    );
    return false;
  }
}
