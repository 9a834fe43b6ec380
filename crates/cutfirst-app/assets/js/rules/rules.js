// The rules of a game on a page of their own: text beside positions in which they can be tried.

import { catalog } from "../shared/api.js";
import { report } from "../shared/announce.js";
import { h } from "../shared/dom.js";
import { fragment } from "../shared/link.js";
import { Example } from "./example.js";
import { RULES } from "./texts.js";

export async function rulesView(main, query) {
  const known = await catalog();
  const show = async (asked) => {
    const info = known.games.find(({ name }) => name === asked.get("game")) ?? known.games[0];
    document.title = `Rules of ${info.title} · cutfirst`;
    const { aim, parts } = RULES[info.name];
    const examples = parts.map((part) => new Example(info.name, part));
    const links = known.games.map(({ name, title }) =>
      h(
        "a",
        { class: "button", href: fragment("rules", { game: name }), "aria-current": name === info.name ? "page" : null },
        title,
      ),
    );
    const sections = parts.map(({ title, text }, index) =>
      h(
        "section",
        { class: "card rule" },
        h("div", {}, h("h2", {}, title), text.map((paragraph) => h("p", {}, paragraph))),
        examples[index].element,
      ),
    );
    main.replaceChildren(
      h(
        "div",
        { class: "rules-page" },
        h("h1", {}, `Rules of ${info.title}`),
        h("nav", { class: "rules-nav", "aria-label": "Games" }, links),
        h("p", { class: "lead" }, aim),
        h("p", {}, h("a", { class: "button", href: fragment("play", { game: info.name }) }, `Play ${info.title}`)),
        h("div", { class: "rule-list" }, sections),
      ),
    );
    await Promise.all(examples.map((example) => example.show())).catch(report);
  };
  await show(query);
  return { change: show };
}
