//! Node counts that are pinned in a file: measuring, comparing and, with `UPDATE_SIGNATURE=1`, writing them anew.

use std::collections::BTreeMap;
use std::path::Path;

use cutfirst::engine::Settings;
use cutfirst::random::Random;
use cutfirst::search::Limit;
use cutfirst_games::board_game::{BoardGame, GameInfo};
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};

use super::playout::{random_position, start};

/// A file of pinned counts, `tests/NAME.txt`, of the test `NAME`.
pub(crate) struct Pinned {
    pub(crate) name: &'static str,
    /// The first line of the file.
    pub(crate) about: &'static str,
    /// The searches of a game of so many players, each with its name.
    pub(crate) searches: fn(&GameInfo, usize) -> Vec<(&'static str, Settings)>,
    /// How deep they go.
    pub(crate) depth: fn(&str, usize) -> u32,
}

/// Nodes by "game players evaluation search".
type Nodes = BTreeMap<String, u64>;

impl Pinned {
    /// Compares the counts of every game, number of players and evaluation with the file, or updates it.
    pub(crate) fn check(&self) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/{}.txt", self.name));
        let found = self.measure();
        if std::env::var_os("UPDATE_SIGNATURE").is_some_and(|value| !value.is_empty() && value != "0") {
            std::fs::write(&path, self.write(&found)).expect("the file can be written");
            return;
        }
        let pinned = read(&std::fs::read_to_string(&path).expect("the file can be read"));
        let names = pinned.keys().chain(found.keys().filter(|name| !pinned.contains_key(*name)));
        let shown = |nodes: Option<&u64>| nodes.map_or_else(|| "nothing".to_owned(), u64::to_string);
        let changed: Vec<_> = names
            .filter(|name| pinned.get(*name) != found.get(*name))
            .map(|name| format!("{name}: {} → {}", shown(pinned.get(name)), shown(found.get(name))))
            .collect();
        assert!(
            changed.is_empty(),
            "{} node counts changed:\n{}\nIf that is on purpose: UPDATE_SIGNATURE=1 cargo test -p cutfirst-games \
             --test {}",
            changed.len(),
            changed.join("\n"),
            self.name
        );
    }

    fn measure(&self) -> Nodes {
        let mut nodes = Nodes::new();
        for info in GAMES {
            for &players in info.players {
                let of_game = OfGame { players, pinned: self, nodes: &mut nodes };
                with_game(info.name, of_game).expect("a game of its own");
            }
        }
        nodes
    }

    fn write(&self, nodes: &Nodes) -> String {
        let lines = nodes.iter().map(|(name, nodes)| format!("{name} {nodes}\n"));
        format!("# {}\n{}", self.about, lines.collect::<String>())
    }
}

struct OfGame<'a> {
    players: usize,
    pinned: &'a Pinned,
    nodes: &'a mut Nodes,
}

impl GameVisitor for OfGame<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let begin: G = start(self.players, None);
        // Many openings look the same from any order; the middle of a game does not.
        let middle = random_position(&begin, 4 * self.players, &mut Random::new(self.players as u64));
        let limit = Limit::depth((self.pinned.depth)(G::INFO.name, self.players));
        for evaluation in G::INFO.evaluations {
            for (search, settings) in (self.pinned.searches)(&G::INFO, self.players) {
                let nodes = [&begin, &middle].map(|game| {
                    let engine = game.engine(evaluation.name, settings.clone());
                    let report = engine.expect("a game with all powers").search(game, &limit);
                    report.expect("a game that goes on").counts.total
                });
                let name = format!("{} {} {} {search}", G::INFO.name, self.players, evaluation.name);
                self.nodes.insert(name, nodes.iter().sum());
            }
        }
    }
}

fn read(text: &str) -> Nodes {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (name, nodes) = line.rsplit_once(' ').expect("a name and a number");
            (name.to_owned(), nodes.parse().expect("a number"))
        })
        .collect()
}
