// My games: all that were played here, with a little picture, who played and how it ended; to resume, review or delete.

import { ServerError, catalog, geometry, get, post, remove } from "../shared/api.js";
import { note, report } from "../shared/announce.js";
import { picture } from "../board/board.js";
import { ask } from "../shared/dialog.js";
import { button, h, icon } from "../shared/dom.js";
import { fragment } from "../shared/link.js";
import { playerName, tone } from "../shared/players.js";
import { seatText } from "../setup/seats.js";
import { forget, remembered } from "../shared/store.js";

/** How many the server tells of at a time. */
const PAGE = 60;

export async function gamesView(main) {
  const view = new GamesView(await catalog());
  main.replaceChildren(view.element);
  await view.more();
  return {};
}

/** Games on this machine are all one's own; on a server for several people, those that this browser remembers. */
async function list(skip) {
  try {
    return await get(`/api/games?skip=${skip}`);
  } catch (error) {
    if (!(error instanceof ServerError) || error.status !== 403) throw error;
    const mine = remembered();
    const { games } = await post("/api/games", { ids: mine.slice(skip, skip + PAGE) });
    return { games, more: Math.max(0, mine.length - skip - PAGE) };
  }
}

const thisYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const before = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** The time of a game, as short as it can be said. */
function when(seconds) {
  const date = new Date(seconds * 1000);
  return (date.getFullYear() === new Date().getFullYear() ? thisYear : before).format(date);
}

class GamesView {
  constructor(known) {
    this.catalog = known;
    this.total = 0;
    this.skip = 0;
    this.list = h("ul", { class: "games" });
    this.empty = h(
      "div",
      { class: "card empty", hidden: true },
      h("p", {}, "No games yet. "),
      h("a", { class: "button", href: "#/play" }, "Play one"),
    );
    this.filter = h("select", { "aria-label": "Show", onchange: () => this.sift() });
    for (const [key, text] of [
      ["", "All games"],
      ["open", "Not finished"],
      ["over", "Finished"],
      ...known.games.map(({ name, title }) => [`game ${name}`, title]),
    ])
      this.filter.append(h("option", { value: key }, text));
    this.none = h("p", { class: "muted", role: "status" });
    this.moreButton = button("Older games", { id: "older", hidden: true }, () => this.more().catch(report));
    this.element = h(
      "div",
      { class: "search-view" },
      h(
        "div",
        { class: "row" },
        h("h1", { class: "grow" }, "My games"),
        h("div", {}, this.filter),
      ),
      this.list,
      this.none,
      this.empty,
      this.moreButton,
    );
  }

  async more() {
    const { games, more } = await list(this.skip);
    this.total ||= games.length + more;
    this.skip = this.total - more;
    const items = await Promise.all(games.map((game) => this.item(game)));
    this.list.append(...items);
    this.empty.hidden = this.list.children.length > 0;
    this.moreButton.hidden = !more;
    this.sift();
  }

  sift() {
    const [what, name] = this.filter.value.split(" ");
    for (const item of this.list.children) {
      const { game, over } = item.dataset;
      item.hidden = !({ "": true, open: over === "false", over: over === "true", game: game === name }[what]);
    }
    const shown = [...this.list.children].some((item) => !item.hidden);
    this.none.textContent = shown || !this.list.children.length ? "" : "None of these games.";
  }

  async item(game) {
    const { id, outcome, seats, players } = game;
    const info = this.catalog.games.find(({ name }) => name === game.game);
    const shape = await geometry(game);
    const address = fragment("play", { id });
    const who = seats.map((seat, player) =>
      h(
        "li",
        { class: outcome?.winners.includes(player) ? "won" : null },
        h("span", { class: `swatch tone-${tone(game.game, player)}` }),
        seatText(this.catalog, seat),
      ),
    );
    const status = outcome ? outcome.text : `${playerName(game.game, game.to_move)} to move`;
    const item = h(
      "li",
      { class: "card game" },
      h(
        "a",
        { class: "thumb", href: address, tabindex: "-1", "aria-hidden": "true" },
        picture(game.game, shape, players, game.scene, ""),
      ),
      h(
        "div",
        { class: "about" },
        h("h2", {}, h("a", { href: address }, info?.title ?? game.game)),
        h("p", { class: outcome ? "result" : "result muted" }, status),
        h("ul", { class: "who-list" }, who),
        h("p", { class: "muted small" }, `${game.ply} moves · ${when(game.modified)}`),
        h(
          "div",
          { class: "row" },
          outcome
            ? h("a", { class: "button", href: `${address}&review=1` }, "Review")
            : h("a", { class: "button", href: address }, "Go on"),
          h("a", { class: "button", href: `${address}&analyse=1` }, "Analyse"),
          h("a", { class: "button quiet icon", href: `${address}&share=1`, "aria-label": "Export", title: "Export" }, icon("share")),
          button("Delete", { symbol: "trash", words: false, kind: "quiet" }, () => this.delete(item, game).catch(report)),
        ),
      ),
    );
    Object.assign(item.dataset, { id, game: game.game, over: String(Boolean(outcome)) });
    return item;
  }

  async delete(item, { id, game, ply }) {
    const title = this.catalog.games.find(({ name }) => name === game)?.title ?? game;
    if (!(await ask("Delete this game?", `${title}, ${ply} moves. It is gone for good.`, "Delete"))) return;
    await remove(`/api/play/${id}`);
    forget(id);
    this.skip -= 1;
    this.total -= 1;
    item.remove();
    this.empty.hidden = this.list.children.length > 0;
    note("The game is deleted.");
  }
}
