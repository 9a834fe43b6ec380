// The rules of a game on a page of their own: text beside positions in which they can be tried.

import { catalog } from "../shared/api.js";
import { report } from "../shared/announce.js";
import { h } from "../shared/dom.js";
import { fragment } from "../shared/link.js";
import { load } from "../shared/store.js";
import { Example } from "./example.js";
import { RULES } from "./texts.js";

export async function rulesView(main, query) {
  const known = await catalog();
  const show = async (asked) => {
    const wanted = asked.get("game") ?? load("game")?.setup?.game;
    const info = known.games.find(({ name }) => name === wanted) ?? known.games[0];
    document.title = `Rules of ${info.title} · cutfirst`;
    const { aim, parts, others = [] } = RULES[info.name];
    const examples = [];
    const section = ({ choices, ...part }) => {
      const example = new Example(info.name, { ...part, choices: typeof choices === "function" ? choices(info) : choices });
      examples.push(example);
      return h(
        "section",
        { class: "card rule" },
        h("div", {}, h("h3", {}, part.title), part.text.map((paragraph) => h("p", {}, paragraph))),
        example.element,
      );
    };
    const links = known.games.map(({ name, title }) =>
      h(
        "a",
        { class: "button", href: fragment("rules", { game: name }), "aria-current": name === info.name ? "page" : null },
        title,
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
        h("div", { class: "rule-list" }, parts.map(section)),
        others.length
          ? [h("h2", { class: "others" }, "Other rules that New game offers"), h("div", { class: "rule-list" }, others.map(section))]
          : null,
      ),
    );
    await Promise.all(examples.map((example) => example.show())).catch(report);
  };
  await show(query);
  return { change: show };
}
