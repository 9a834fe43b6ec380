// Lines for the eye (notes at the bottom) and for the ear (a live region).

import { h, icon } from "./dom.js";

/** Says something to screen readers without showing it. */
export function say(text) {
  document.getElementById("live").textContent = text;
}

/** Shows a line for a while. Errors stay longer and can be closed. */
export function note(text, kind = "info") {
  const notes = document.getElementById("notes");
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
  notes.append(line);
  while (notes.children.length > 3) notes.firstChild.remove();
  setTimeout(() => line.remove(), kind === "error" ? 12_000 : 4_000);
}

/** Shows what an error says; our own cancelling is no error. */
export function report(error) {
  if (error?.name === "AbortError") return;
  if (error?.status === undefined) console.error(error);
  note(error.message, "error");
}

/** Puts text on the clipboard, or says that the browser refuses. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
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
