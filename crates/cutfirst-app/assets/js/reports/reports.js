// Results of `reproduce`, plans and matches that lie on this machine.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";

const KINDS = { reproduce: "Papers’ tables", plan: "Plan", match: "Match" };

export async function reportsView(main) {
  const reports = await get("/api/reports");
  const when = (text) => {
    const date = new Date(typeof text === "number" ? text * 1000 : text);
    return Number.isNaN(date.getTime()) ? String(text) : date.toLocaleString();
  };
  const rows = reports.map(({ name, kind, title, modified, path }) =>
    h(
      "li",
      { class: "card report" },
      h(
        "div",
        { class: "grow" },
        h(
          "h2",
          {},
          h(
            "a",
            { href: path ?? `/reports/${encodeURIComponent(name)}/report.html`, target: "_blank", rel: "noopener" },
            title || name,
          ),
        ),
        h("p", { class: "muted small" }, `${name} · ${when(modified)}`),
      ),
      h("span", { class: "badge" }, KINDS[kind] ?? kind),
    ),
  );
  main.replaceChildren(
    h(
      "div",
      { class: "search-view" },
      h("h1", {}, "Reports on this machine"),
      h(
        "p",
        { class: "lead" },
        "Tables, tests of significance and plots of the experiments that were run here. A report opens in a new tab.",
      ),
      rows.length
        ? h("ul", { class: "reports" }, rows)
        : h(
            "div",
            { class: "card empty" },
            h("p", {}, "There are no reports yet. These commands make some:"),
            h(
              "ul",
              {},
              [
                "cutfirst reproduce history-ads-1 --trials 10 --out results/first",
                "cutfirst lab run plans/first-steps.toml --out results/plan",
                "cutfirst match othello --player order=ads:mtf --player order=none --depth 4 --games 20 --out results/match",
              ].map((line) => h("li", {}, h("code", {}, line))),
            ),
          ),
    ),
  );
  return {};
}
