//! Openings: random ones, seeded, unfinished, and different from each other as long as there are any; or those of a book of games.

use std::collections::HashSet;

use cutfirst::random::Random;
use cutfirst_games::board_game::BoardGame;

/// What random choices of openings are keyed with, apart from those of engines.
const OPENING: u64 = 0x6f70_656e;
/// How often an opening is drawn anew because the same position was there before.
const FOR_NEW: u64 = 200;
/// How often an opening is drawn anew because the game was over.
const FOR_UNFINISHED: u64 = 2000;

/// A position to play from, and how it came about.
#[derive(Clone, Debug)]
pub(super) struct Opening<G: BoardGame> {
    pub(super) position: G,
    pub(super) moves: Vec<G::Move>,
}

/// Games whose first moves are openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// Where they are from, for whoever reads about the match.
    pub name: String,
    /// The moves of each from the start that its variant has.
    pub games: Vec<String>,
}

impl Book {
    /// The first so many plies of each game, or all if it has fewer: unfinished, and each position once.
    pub(super) fn openings<G: BoardGame>(&self, start: &G, plies: u32) -> Result<Self, String> {
        let mut seen = HashSet::new();
        let mut games = Vec::new();
        for (index, game) in self.games.iter().enumerate() {
            let moves: Vec<_> = game.split_whitespace().take(plies as usize).collect();
            let moves = moves.join(" ");
            let opening = read(start, &moves).map_err(|error| format!("game {}: {error}", index + 1))?;
            if opening.position.outcome().is_none() && seen.insert(opening.position.key()) {
                games.push(moves);
            }
        }
        if games.is_empty() {
            return Err(format!("{} holds no game that goes on after {plies} plies", self.name));
        }
        Ok(Self { name: self.name.clone(), games })
    }
}

fn read<G: BoardGame>(start: &G, moves: &str) -> Result<Opening<G>, String> {
    let moves = start.parse_moves(moves).map_err(|error| error.to_string())?;
    let mut position = start.clone();
    for &mv in &moves {
        position.make(mv);
    }
    Ok(Opening { position, moves })
}

/// The first `count` openings of a book, which begins anew at its end.
pub(super) fn from_book<G: BoardGame>(start: &G, book: &Book, count: u32) -> Result<Vec<Opening<G>>, String> {
    book.games.iter().cycle().take(count as usize).map(|moves| read(start, moves)).collect()
}

/// The first `count` random openings of so many plies; an opening does not depend on how many follow it. `None` if
/// no game lasts so long.
pub(super) fn openings<G: BoardGame>(
    start: &G,
    seed: u64,
    plies: u32,
    count: u32,
) -> Option<Vec<Opening<G>>> {
    let mut seen = HashSet::new();
    let mut found = Vec::with_capacity(count as usize);
    for number in 0..count {
        let mut old = None;
        let mut new = None;
        for attempt in 0..FOR_UNFINISHED {
            let Some(opening) = draw(start, seed, plies, number, attempt) else { continue };
            if seen.insert(opening.position.key()) {
                new = Some(opening);
                break;
            }
            old.get_or_insert(opening);
            if attempt >= FOR_NEW {
                break;
            }
        }
        found.push(new.or(old)?);
    }
    Some(found)
}

fn draw<G: BoardGame>(start: &G, seed: u64, plies: u32, number: u32, attempt: u64) -> Option<Opening<G>> {
    let mut random = Random::keyed(&[OPENING, seed, u64::from(number), attempt]);
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut legal = Vec::new();
    for _ in 0..plies {
        legal.clear();
        position.moves(&mut legal);
        if legal.is_empty() {
            return None;
        }
        let mv = legal[random.below(legal.len())];
        position.make(mv);
        moves.push(mv);
    }
    position.outcome().is_none().then_some(Opening { position, moves })
}

/// How many of the openings differ from all before them.
pub(super) fn distinct<G: BoardGame>(openings: &[Opening<G>]) -> usize {
    openings.iter().map(|opening| opening.position.key()).collect::<HashSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use cutfirst::game::Game;
    use cutfirst_games::othello::Othello;
    use cutfirst_games::setup::Setup;
    use cutfirst_games::virus::Virus;

    use super::*;

    fn start<G: BoardGame>(variant: Option<&str>) -> G {
        G::start(&Setup::new(&G::INFO, Some(2), variant).unwrap()).unwrap()
    }

    #[test]
    fn openings_differ_and_do_not_depend_on_how_many_there_are() {
        let start: Othello = start(None);
        let many = openings(&start, 7, 6, 40).unwrap();
        assert_eq!(distinct(&many), 40);
        let few = openings(&start, 7, 6, 10).unwrap();
        assert!(few.iter().zip(&many).all(|(a, b)| a.moves == b.moves));
        assert!(many.iter().all(|opening| opening.moves.len() == 6 && opening.position.outcome().is_none()));
        let other = openings(&start, 8, 6, 10).unwrap();
        assert!(few.iter().zip(&other).any(|(a, b)| a.moves != b.moves));
    }

    #[test]
    fn a_book_has_the_first_moves_of_games_each_once() {
        let start: Othello = start(None);
        let games = ["f5 d6 c3 d3", "f5 d6 c4", "f5 d6", "d3"].map(str::to_owned).to_vec();
        let book = Book { name: "games".to_owned(), games };
        let openings = book.openings(&start, 2).unwrap();
        assert_eq!(openings.games, ["f5 d6", "d3"]);
        let round = from_book(&start, &openings, 3).unwrap();
        assert_eq!((round.len(), round[2].moves.len()), (3, 2), "it begins anew");
        assert_eq!(book.openings(&start, 3).unwrap().games.len(), 4);
        let wrong = Book { games: vec!["f5 f5".to_owned()], ..book.clone() };
        assert!(
            wrong.openings(&start, 4).unwrap_err().starts_with("game 1: move 2: 'f5' is not a legal move")
        );
        let over = Book { games: vec!["e6 f4 e3 f6 g5 d6 e7 f5 c5".to_owned()], ..book };
        assert_eq!(over.openings(&start, 9).unwrap_err(), "games holds no game that goes on after 9 plies");
    }

    #[test]
    fn few_positions_are_repeated_and_none_are_refused() {
        let start: Othello = start(None);
        // By symmetry or not, there are four first moves.
        assert_eq!(distinct(&openings(&start, 1, 1, 10).unwrap()), 4);
        assert_eq!(openings(&start, 1, 0, 3).unwrap().len(), 3);
        assert!(openings(&start, 1, 200, 1).is_none());
        // On the smallest board games are short: those that are over are drawn anew.
        let small: Virus = self::start(Some("size=3"));
        assert!(
            openings(&small, 1, 6, 20).unwrap().iter().all(|opening| opening.position.outcome().is_none())
        );
    }
}
