// Positions against depth, on a logarithmic scale, one line for each ordering.

import { brief, s } from "../shared/dom.js";

const [HIGH, TOP, BOTTOM] = [310, 14, 44];

/** Width and margins; on a phone the drawing is as wide as its letters can stay readable. */
const widths = () => (matchMedia("(max-width: 700px)").matches ? [400, 40, 122] : [900, 56, 170]);

export function growth(events, here, best, bookends) {
  const [WIDE, LEFT, RIGHT] = widths();
  const depths = [...new Set(events.map(({ depth }) => depth))].sort((a, b) => a - b);
  const most = Math.ceil(Math.log10(Math.max(10, ...events.map(({ nodes }) => nodes))));
  const x = (depth) => LEFT + ((WIDE - LEFT - RIGHT) * (depth - depths[0])) / Math.max(1, depths.at(-1) - depths[0]);
  const y = (nodes) => TOP + (HIGH - TOP - BOTTOM) * (1 - Math.log10(Math.max(1, nodes)) / most);
  const grid = Array.from({ length: most + 1 }, (_, power) => [
    s("line", { class: "growth-axis", x1: LEFT, x2: WIDE - RIGHT, y1: y(10 ** power), y2: y(10 ** power) }),
    s("text", { x: LEFT - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, brief(10 ** power)),
  ]);
  const ticks = depths.map((depth) => s("text", { x: x(depth), y: HIGH - 26, "text-anchor": "middle" }, depth));
  const orders = [...new Set(events.map(({ order }) => order))];
  const ends = orders
    .map((order) => {
      const points = events.filter((event) => event.order === order).sort((a, b) => a.depth - b.depth);
      return { order, points, at: y(points.at(-1).nodes) };
    })
    .sort((a, b) => a.at - b.at);
  // Labels keep their distance from one another.
  ends.forEach((end, index) => {
    end.label = Math.max(end.at, (ends[index - 1]?.label ?? -20) + 15);
  });
  const colours = orders.filter((order) => !bookends.includes(order));
  const lines = ends.map(({ order, points, at, label }) => {
    const kind = bookends.includes(order) ? " bookend" : ` stroke-p${colours.indexOf(order) % 6}${order === best ? " best" : ""}`;
    const end = x(points.at(-1).depth);
    return [
      // From the end of the line to its name, wherever that found a place.
      s("line", { class: `growth-lead${kind}`, x1: end + 2, y1: at, x2: end + 20, y2: label }),
      s("polyline", {
        class: `growth-line${kind}`,
        points: points.map(({ depth, nodes }) => `${x(depth).toFixed(1)},${y(nodes).toFixed(1)}`).join(" "),
      }),
      s("text", { class: order === best ? "best" : null, x: end + 24, y: label + 4 }, order),
    ];
  });
  return s(
    "svg",
    {
      class: "growth",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": "Positions looked at against depth; the table below has the numbers.",
    },
    grid,
    ticks,
    s("text", { x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 8, "text-anchor": "middle" }, "depth"),
    s("line", { class: "growth-here", x1: x(here), x2: x(here), y1: TOP, y2: HIGH - BOTTOM }),
    lines,
  );
}
