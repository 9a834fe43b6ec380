//! A recorded search: every node in the order of entering and every change of the lists, as
//! `search --trace` writes it and the page replays it. Bounded: what comes after the last recorded node
//! is counted by the search but not recorded.

use std::collections::BTreeMap;

use cutfirst::game::Player;
use cutfirst::ordering::ListView;
use cutfirst::search::Side;
use cutfirst::search::{Entered, Left, NodeKind, Observer};
use cutfirst_games::board_game::BoardGame;
use serde::{Serialize, Serializer};

use crate::search_report::ReportJson;

/// How many nodes are recorded if nothing else is said.
pub(crate) const DEFAULT_NODES: usize = 20_000;

/// Records a search as it runs.
#[derive(Default)]
pub(crate) struct Recorder {
    limit: usize,
    nodes: Vec<NodeRow>,
    /// Recorded nodes that were entered and not left, the root first.
    open: Vec<usize>,
    /// Nodes that were entered and not left but came after the last one recorded.
    unrecorded: usize,
    /// The name of the move to each ply that is entered next.
    names: Vec<usize>,
    moves: Vec<String>,
    lists: Vec<ListRow>,
    elements: BTreeMap<usize, String>,
    queries: Vec<[i64; 5]>,
    complete: bool,
}

/// The whole recording.
#[derive(Serialize)]
pub(crate) struct Trace {
    version: u32,
    search: ReportJson,
    root: Root,
    moves: Vec<String>,
    elements: BTreeMap<usize, String>,
    nodes: Vec<NodeRow>,
    lists: Vec<ListRow>,
    queries: Vec<[i64; 5]>,
    complete: bool,
    limit: usize,
}

#[derive(Serialize)]
struct Root {
    to_move: usize,
    position: String,
}

struct NodeRow {
    parent: i64,
    mv: i64,
    side: Side,
    ply: usize,
    low: Option<i32>,
    high: Option<i32>,
    value: Option<i32>,
    moves: usize,
    kind: u8,
}

/// A node is nine numbers in a row: traces are long.
impl Serialize for NodeRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { parent, mv, side, ply, low, high, value, moves, kind } = self;
        (parent, mv, side.index(), ply, low, high, value, moves, kind).serialize(serializer)
    }
}

#[derive(Serialize)]
struct ListRow {
    heuristic: &'static str,
    side: &'static str,
    level: Option<usize>,
    initial: Vec<usize>,
    #[serde(rename = "final")]
    last: Vec<usize>,
}

impl Recorder {
    /// Records at most `limit` nodes.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, complete: true, ..Self::default() }
    }

    /// The recording of a search that is over, with what it reported.
    pub(crate) fn finish<G: BoardGame>(mut self, game: &G, search: ReportJson, lists: &[ListView]) -> Trace {
        if self.lists.is_empty() {
            self.lists = lists.iter().map(|list| row(list, Vec::new())).collect();
        }
        // Iterations may have grown further lists since.
        for list in &lists[self.lists.len().min(lists.len())..] {
            self.lists.push(row(list, Vec::new()));
        }
        for (row, list) in self.lists.iter_mut().zip(lists) {
            row.last.clone_from(&list.elements);
        }
        let players = lists.iter().filter(|list| list.heuristic == "threat").flat_map(|list| &list.elements);
        for &player in players {
            self.elements.entry(player).or_insert_with(|| Player(player as u8).to_string());
        }
        Trace {
            version: 1,
            search,
            root: Root { to_move: game.to_move().index(), position: game.position_text() },
            moves: self.moves,
            elements: self.elements,
            nodes: self.nodes,
            lists: self.lists,
            queries: self.queries,
            complete: self.complete,
            limit: self.limit,
        }
    }

    fn name(&mut self, text: String) -> usize {
        self.moves.iter().position(|name| *name == text).unwrap_or_else(|| {
            self.moves.push(text);
            self.moves.len() - 1
        })
    }
}

fn row(list: &ListView, initial: Vec<usize>) -> ListRow {
    ListRow {
        heuristic: list.heuristic,
        side: if list.side == Side::Max { "max" } else { "min" },
        level: list.level,
        initial,
        last: Vec::new(),
    }
}

impl<G: BoardGame> Observer<G> for Recorder {
    fn descend(&mut self, game: &G, mv: G::Move, owner: Player) {
        if self.nodes.len() >= self.limit {
            return;
        }
        let mut text = game.move_text(mv);
        if game.players() > 2 {
            text = format!("{}:{text}", owner.0 + 1);
        }
        let name = self.name(text);
        self.names.truncate(self.open.len().saturating_sub(1));
        self.names.push(name);
    }

    fn enter(&mut self, node: Entered) {
        if self.nodes.len() >= self.limit {
            self.unrecorded += 1;
            self.complete = false;
            return;
        }
        let parent = self.open.last().map_or(-1, |&parent| parent as i64);
        let mv = if parent < 0 { -1 } else { self.names.last().map_or(-1, |&name| name as i64) };
        self.open.push(self.nodes.len());
        self.nodes.push(NodeRow {
            parent,
            mv,
            side: node.side,
            ply: node.ply,
            low: node.low,
            high: node.high,
            value: None,
            moves: 0,
            kind: if node.quiescence { 5 } else { 0 },
        });
    }

    fn leave(&mut self, node: Left) {
        if self.unrecorded > 0 {
            self.unrecorded -= 1;
            return;
        }
        let Some(index) = self.open.pop() else { return };
        let row = &mut self.nodes[index];
        row.value = node.value;
        row.moves = node.moves;
        row.kind = match (row.kind, node.kind) {
            (5, _) => 5,
            (_, NodeKind::Leaf) => 0,
            (_, NodeKind::Interior) => 1,
            (_, NodeKind::Cut) => 2,
            (_, NodeKind::Table) => 3,
            (_, NodeKind::Finished) => 4,
        };
    }

    fn lists(&mut self, game: &G, cutter: Option<G::Move>, before: &[ListView], after: &[ListView]) {
        if self.unrecorded > 0 {
            return;
        }
        let Some(&node) = self.open.last() else { return };
        while self.lists.len() < before.len() {
            let list = &before[self.lists.len()];
            self.lists.push(row(list, list.elements.clone()));
        }
        for (number, (before, after)) in before.iter().zip(after).enumerate() {
            let Some((element, from, to)) = moved(before, after) else { continue };
            if let Some(mv) = cutter.filter(|_| before.heuristic == "ads") {
                self.elements.entry(element).or_insert_with(|| game.move_text(mv));
            }
            self.queries.push([node as i64, number as i64, element as i64, from, to as i64]);
        }
    }
}

/// Which element changed its place in a list, and its places before (−1: it was not there) and after.
/// A query that changes nothing, such as one of the head, leaves no trace.
fn moved(before: &ListView, after: &ListView) -> Option<(usize, i64, usize)> {
    // What a query brings forward stands, afterwards, where the lists first differ.
    let first = before.elements.iter().zip(&after.elements).position(|(a, b)| a != b);
    let to =
        first.or_else(|| (after.elements.len() > before.elements.len()).then_some(before.elements.len()))?;
    let element = after.elements[to];
    let from = before.elements.iter().position(|&other| other == element);
    Some((element, from.map_or(-1, |place| place as i64), to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutfirst::search::Stop;

    use crate::session::{Ask, Level, Setting};

    /// The lists after all changes, made one by one as the page makes them.
    fn replayed(trace: &Trace, limit: usize) -> Vec<Vec<usize>> {
        let mut lists: Vec<_> = trace.lists.iter().map(|list| list.initial.clone()).collect();
        for &[_, list, element, from, to] in &trace.queries {
            let list = &mut lists[list as usize];
            if let Ok(from) = usize::try_from(from) {
                assert_eq!(list.remove(from), element as usize);
            }
            list.insert(to as usize, element as usize);
            list.truncate(limit);
        }
        lists
    }

    #[test]
    fn the_changes_lead_to_the_lists_of_the_search() {
        for (game, order, limit) in [
            ("othello", "ads:mtf", usize::MAX),
            ("othello", "ads:transpose", usize::MAX),
            ("checkers", "ads:mtf,limit=3", 3),
            ("checkers", "ads:mtf,per-level", usize::MAX),
            ("virus", "threat:mtf+ads:mtf", usize::MAX),
            ("virus", "threat:mtf", usize::MAX),
        ] {
            let position = Setting { game: game.to_owned(), ..Setting::default() }.open().ok().unwrap();
            let ask = Ask::new(Level::depth(4), None, Some(order), None).unwrap().plainly();
            let trace = position.trace(&ask, DEFAULT_NODES, &Stop::default()).unwrap();
            let last: Vec<_> = trace.lists.iter().map(|list| list.last.clone()).collect();
            assert!(last.iter().any(|list| list.len() > 1), "{game} {order} learns: {last:?}");
            assert_eq!(replayed(&trace, limit), last, "{game} {order}");
        }
    }
}
