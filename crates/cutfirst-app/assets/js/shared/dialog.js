// A modal dialog with a title, a body and buttons. The browser's own, so focus and Escape work as expected.

import { button, h } from "./dom.js";

/** Asks a question that is answered with yes or no. */
export function ask(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const go = button(yes, { kind: "primary", id: "yes" }, () => {
      answer = true;
      opened.close();
    });
    const opened = dialog(title, [h("p", {}, text)], [button("Cancel", {}, () => opened.close()), go]);
    opened.element.classList.add("small-dialog");
    opened.element.addEventListener("close", () => resolve(answer));
    go.focus();
  });
}

/** Opens a dialog; `actions` are buttons for its foot. Returns {close}. */
export function dialog(title, body, actions = []) {
  const close = () => element.close();
  const heading = h("h2", { id: "dialog-title" }, title);
  const element = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    h(
      "div",
      { class: "dialog-head" },
      heading,
      button("Close", { symbol: "close", words: false, kind: "quiet" }, close),
    ),
    h("div", { class: "dialog-body" }, body),
    actions.length ? h("div", { class: "dialog-foot" }, actions) : null,
  );
  element.addEventListener("close", () => {
    document.body.append(...element.querySelectorAll("#notes"));
    element.remove();
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  document.body.append(element);
  element.showModal();
  // The first field is where one wants to be, not the button that closes.
  element.querySelector(".dialog-body :is(select, input, textarea, .segments button):not([disabled], [readonly])")?.focus();
  return { close, element };
}
