// The frame: which view the address asks for, and the theme.

import { report } from "./shared/announce.js";
import { Unreachable } from "./shared/api.js";
import { showKeys } from "./play/keys.js";
import * as sound from "./play/sound.js";
import { h } from "./shared/dom.js";
import { parseFragment } from "./shared/link.js";
import { load, save } from "./shared/store.js";

const VIEWS = {
  play: { title: "Play", open: async () => (await import("./play/play.js")).playView },
  games: { title: "My games", open: async () => (await import("./games/games.js")).gamesView },
  rules: { title: "Rules", open: async () => (await import("./rules/rules.js")).rulesView },
  lesson: { title: "Lesson", open: async () => (await import("./lesson/lesson.js")).lessonView },
  order: { title: "Ordering", open: async () => (await import("./order/order.js")).orderView },
  race: { title: "Race", open: async () => (await import("./race/race.js")).raceView },
  reports: { title: "Reports", open: async () => (await import("./reports/reports.js")).reportsView },
};

let current = null;

async function route() {
  // What was asked on the page before is answered by leaving it.
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  const { view: asked, query } = parseFragment(location.hash);
  const view = asked in VIEWS ? asked : "play";
  for (const link of document.querySelectorAll("nav.views a")) {
    if (link.dataset.view !== view) {
      link.removeAttribute("aria-current");
      continue;
    }
    link.setAttribute("aria-current", "page");
    // On a phone the row of views is longer than the screen.
    link.scrollIntoView({ block: "nearest", inline: "center" });
  }
  try {
    if (current?.view === view && current.handle?.change) {
      await current.handle.change(query);
      return;
    }
    current?.handle?.leave?.();
    const mine = { view, handle: null };
    current = mine;
    document.title = `${VIEWS[view].title} · cutfirst`;
    // A place of its own: a view that is ready too late, when another was asked for, writes where nobody sees it.
    const place = h("div", {}, h("p", { class: "muted" }, "Loading…"));
    document.getElementById("main").replaceChildren(place);
    const open = await VIEWS[view].open().catch(() => {
      throw new Unreachable();
    });
    if (current !== mine) return;
    mine.handle = await open(place, query);
    if (current !== mine) mine.handle?.leave?.();
  } catch (error) {
    report(error);
    current = null;
    document
      .getElementById("main")
      .replaceChildren(
        h(
          "div",
          { class: "card" },
          h("p", {}, error.message),
          // From the start: browsers never ask again for a part of the page that did not come.
          h("button", { type: "button", onclick: () => location.reload() }, "Try again"),
        ),
      );
  }
}

function theme(choice) {
  const dark = choice ? choice === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  // Scrollbars and fields follow the button as well, not only the system.
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
  document.dispatchEvent(new Event("themechange"));
}

theme(load("theme"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme(load("theme")));
document.getElementById("theme").addEventListener("click", () => {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  save("theme", next);
  theme(next);
});
const soundButton = document.getElementById("sound");
function showSound() {
  const on = sound.isOn();
  soundButton.setAttribute("aria-pressed", String(on));
  soundButton.title = on ? "Sounds are on" : "Sounds are off";
  soundButton.querySelector("use").setAttribute("href", on ? "#i-sound" : "#i-mute");
}
showSound();
soundButton.addEventListener("click", () => {
  sound.setOn(!sound.isOn());
  showSound();
});
document.getElementById("keys").addEventListener("click", showKeys);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", route);
// Browsers keep a page that was left as it is, with its searches; one that comes back begins anew.
addEventListener("pagehide", () => current?.handle?.leave?.());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
route();
