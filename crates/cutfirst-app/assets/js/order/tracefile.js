// Recordings from disk: what `cutfirst search --trace FILE` wrote.

/** More nodes than this cannot be drawn. */
const MOST_NODES = 20_000;

/** The recordings in files that a person chose, or an error that says which one is none. */
export async function readTraces(files) {
  if (files.length > 2) throw new Error(`${files.length} files; two recordings can be compared.`);
  return Promise.all([...files].map(async (file) => check(file.name, await file.text())));
}

function check(name, text) {
  const wrong = (why) => new Error(`${name} ${why}; cutfirst search --plain --trace FILE writes one that can be read.`);
  let trace;
  try {
    trace = JSON.parse(text);
  } catch {
    throw wrong("is not JSON");
  }
  const rows = ["moves", "nodes", "lists", "queries"].every((key) => Array.isArray(trace?.[key]));
  if (!rows || !trace.search?.nodes || !trace.root || !trace.elements) throw wrong("is no recording of a search");
  if (trace.version !== 1) throw wrong(`has version ${trace.version} instead of 1`);
  const { nodes, lists, queries } = trace;
  if (!nodes.length || nodes.length > MOST_NODES) throw wrong(`has ${nodes.length} nodes, not 1 to ${MOST_NODES}`);
  // Parents come before their children, and every change of a list belongs to a node and a list.
  const fitting =
    nodes.every((node, i) => Array.isArray(node) && node.length === 9 && node[0] < i && (i === 0 || node[0] >= 0)) &&
    queries.every(([node, list]) => node >= 0 && node < nodes.length && list >= 0 && list < lists.length);
  if (!fitting) throw wrong("is damaged");
  return trace;
}
