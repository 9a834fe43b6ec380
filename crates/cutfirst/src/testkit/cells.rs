//! One call that checks what a game tells of its cells.

use super::{Fault, fault};
use std::collections::BTreeSet;

use crate::evaluation::Evaluation;
use crate::game::Player;
use crate::patterns::{BASE, Corrected, MOST_SCORE, Patterns, Weights};
use crate::powers::{Cells, Powers};
use crate::random::Random;
use crate::testkit::check_evaluation;

/// After how many plies a random game is broken off.
const LONGEST_GAME: usize = 200;

/// Plays seeded random games from `start` and looks at every position on the way:
/// - states, phases and gauges are in range, as the players see them too, and after a move what was told before it;
/// - a move changes the cells that it tells of, each once, and no others, also as a move of a player whose turn it is not;
/// - places are permutations of the cells, and symmetries are permutations that leave neighbours neighbours;
/// - patterns can be laid, and an evaluation made of them keeps its contract and says what its weights add up to.
///
/// # Errors
/// With a description of the first thing that is wrong.
pub fn check_cells<G: Cells>(start: &G, games: usize, seed: u64) -> Result<(), Fault> {
    check_symmetries(start)?;
    // What is wrong with the game says more than what patterns make of it.
    walk(start, games, seed, check_position)?;
    let weights = Weights::random(start, seed).map_err(|error| error.to_string())?;
    let patterns = Patterns::new(start, weights.clone()).map_err(|error| error.to_string())?;
    check_evaluation(start, &patterns, games.div_ceil(4), seed)?;
    let mut correction = weights.clone();
    correction.set_note(BASE, "nothing");
    let correction = Patterns::new(start, correction).map_err(|error| error.to_string())?;
    check_evaluation(start, &Corrected::new(LooksAhead, correction), games.div_ceil(4), seed)
        .map_err(|fault| format!("as a correction, {fault}"))?;
    walk(start, games, seed, |game| check_sum(game, &weights, &patterns))
}

/// Looks at every position of seeded random games.
fn walk<G: Cells>(
    start: &G,
    games: usize,
    seed: u64,
    look: impl Fn(&G) -> Result<(), Fault>,
) -> Result<(), Fault> {
    for index in 0..games {
        let mut random = Random::keyed(&[seed, index as u64]);
        let mut game = start.clone();
        let mut moves = Vec::new();
        for ply in 0..LONGEST_GAME {
            look(&game).map_err(|fault| fault!("random game {index}: {fault}, at ply {ply} in {game:?}"))?;
            moves.clear();
            game.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            game.make(moves[random.below(moves.len())]);
        }
    }
    Ok(())
}

fn check_position<G: Cells>(game: &G) -> Result<(), Fault> {
    check_ranges(game)?;
    check_moves(game)?;
    let Some(set_turn) = G::Powers::SET_TURN else { return Ok(()) };
    for player in Player::all(game.players()) {
        let mut game = game.clone();
        set_turn(&mut game, player);
        check_moves(&game).map_err(|fault| fault!("{fault}, as a move of {player}"))?;
    }
    Ok(())
}

/// Has nothing to say but whether a position can be judged without making the move to it.
#[derive(Clone)]
struct LooksAhead;

impl<G: Cells> Evaluation<G> for LooksAhead {
    type Accumulator = ();

    fn after(&self, before: &G, (): &(), mv: G::Move) -> Option<()> {
        let mut next = before.clone();
        next.make(mv);
        let goes_on = |game: &G| game.outcome().is_none();
        let by_turns = before.players() != 2 || before.to_move() != next.to_move();
        let set_turn = G::Powers::SET_TURN.filter(|_| next.players() > 2);
        let whoever_moves = set_turn.is_none_or(|set_turn| {
            Player::all(next.players()).all(|player| {
                let mut next = next.clone();
                set_turn(&mut next, player);
                goes_on(&next)
            })
        });
        (by_turns && goes_on(&next) && whoever_moves).then_some(())
    }

    fn evaluate(&self, _game: &G, (): &(), _player: Player) -> i32 {
        0
    }
}

/// The pairs of cells that lie side by side.
fn pairs<G: Cells>(game: &G, image: impl Fn(usize) -> usize) -> BTreeSet<[usize; 2]> {
    let mut pairs = BTreeSet::new();
    for cell in 0..game.cells() {
        for next in (0..game.axes()).filter_map(|axis| game.next(cell, axis)) {
            let (a, b) = (image(cell), image(next));
            pairs.insert([a.min(b), a.max(b)]);
        }
    }
    pairs
}

fn check_symmetries<G: Cells>(game: &G) -> Result<(), Fault> {
    let pairs_before = pairs(game, |cell| cell);
    for (number, symmetry) in game.symmetries().iter().enumerate() {
        if symmetry.iter().copied().collect::<BTreeSet<_>>() != (0..game.cells()).collect() {
            return Err(fault!("symmetry {number} is no permutation of the cells"));
        }
        if pairs(game, |cell| symmetry[cell]) != pairs_before {
            return Err(fault!("symmetry {number} parts cells that lie side by side"));
        }
    }
    for player in Player::all(game.players()) {
        if pairs(game, |cell| game.place(cell, player)) != pairs_before {
            return Err(fault!("the places that {player} sees part cells that lie side by side"));
        }
    }
    Ok(())
}

/// What weights add up to one by one, but for rounding.
fn check_sum<G: Cells>(game: &G, weights: &Weights, patterns: &Patterns) -> Result<(), Fault> {
    let accumulator = patterns.accumulate(game);
    for player in Player::all(game.players()) {
        let (found, expected) = match game.players() {
            2 if player != game.to_move() => continue,
            2 => {
                let difference = patterns.evaluate(game, &accumulator, player)
                    - patterns.evaluate(game, &accumulator, player.next(2));
                (difference, weights.sum(game, player))
            }
            _ => (patterns.evaluate(game, &accumulator, player), weights.sum(game, player)),
        };
        let expected = expected.clamp(-f64::from(MOST_SCORE), MOST_SCORE.into());
        if (f64::from(found) - expected).abs() > 1.0 + weights.layout().sets() as f64 / 8.0 {
            return Err(fault!("patterns are worth {found} to {player}, but their weights {expected:.1}"));
        }
    }
    Ok(())
}

fn states<G: Cells>(game: &G) -> Vec<usize> {
    (0..game.cells()).map(|cell| game.state(cell)).collect()
}

fn check_ranges<G: Cells>(game: &G) -> Result<(), Fault> {
    let below = |what: &str, value: usize, limit: usize| {
        if value < limit { Ok(()) } else { Err(fault!("{what} is {value}, not below {limit}")) }
    };
    below("the phase", game.phase(), game.phases())?;
    for (cell, state) in states(game).into_iter().enumerate() {
        below(&format!("the state of cell {cell}"), state, game.states())?;
        for player in Player::all(game.players()) {
            let seen = game.seen_by(state, player);
            below(&format!("state {state}, as {player} sees it,"), seen, game.seen_states())?;
        }
    }
    for (gauge, &values) in game.gauges().iter().enumerate() {
        for player in Player::all(game.players()) {
            below(&format!("gauge {gauge} of {player}"), game.gauge(gauge, player), values)?;
        }
    }
    Ok(())
}

fn check_moves<G: Cells>(game: &G) -> Result<(), Fault> {
    let before = states(game);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for mv in moves {
        let mut told = before.clone();
        let mut seen = BTreeSet::new();
        let (mut twice, mut beyond) = (None, None);
        game.changes(mv, &mut |cell, state| {
            if !seen.insert(cell) {
                twice = Some(cell);
            }
            match told.get_mut(cell) {
                Some(place) => *place = state,
                None => beyond = Some(cell),
            }
        });
        if let Some(cell) = twice {
            return Err(fault!("{mv:?} tells twice of cell {cell}"));
        }
        if let Some(cell) = beyond {
            return Err(fault!("{mv:?} tells of cell {cell}, which there is not"));
        }
        let mut next = game.clone();
        next.make(mv);
        let after = states(&next);
        if let Some(cell) = (0..after.len()).find(|&cell| told[cell] != after[cell]) {
            return Err(fault!("{mv:?} leaves cell {cell} in state {}, not {}", after[cell], told[cell]));
        }
        if next.outcome().is_none() {
            check_after(game, mv, &next)?;
        } else if G::TELLS_ENDS && game.phase_after(mv).is_some() {
            return Err(fault!("{mv:?} ends the game, but a phase is told"));
        }
    }
    Ok(())
}

fn check_after<G: Cells>(game: &G, mv: G::Move, next: &G) -> Result<(), String> {
    let Some(phase) = game.phase_after(mv) else { return Ok(()) };
    if phase != next.phase() {
        return Err(format!("{mv:?} leads to phase {}, not {phase}", next.phase()));
    }
    for gauge in 0..game.gauges().len() {
        for player in Player::all(game.players()) {
            let (told, found) = (game.gauge_after(mv, gauge, player), next.gauge(gauge, player));
            if told != found {
                return Err(format!("{mv:?} leads to {found} on gauge {gauge} of {player}, not {told}"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Outcome};
    use crate::powers::NoPowers;

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Wrong {
        Nothing,
        State,
        Seen,
        Phase,
        Gauge,
        ShortSymmetry,
        Symmetry,
        Place,
        TellsTwice,
        TellsTooLittle,
        TellsOfNoCell,
        TellsAnotherState,
        PhaseAfter,
        GaugeAfter,
    }

    const CELLS: usize = 6;

    /// Stones are put on six cells in a row until it is full; whoever put the first one wins.
    #[derive(Clone, PartialEq, Debug)]
    struct Row {
        cells: [u8; CELLS],
        put: u8,
        wrong: Wrong,
    }

    impl Game for Row {
        type Move = u8;
        type Undo = ();
        type Powers = NoPowers;

        fn players(&self) -> usize {
            2
        }
        fn to_move(&self) -> Player {
            Player(self.put % 2)
        }
        fn moves(&self, out: &mut Vec<u8>) {
            out.extend((0..CELLS as u8).filter(|&cell| self.cells[usize::from(cell)] == 0));
        }
        fn make(&mut self, cell: u8) {
            self.cells[usize::from(cell)] = 1 + self.put % 2;
            self.put += 1;
        }
        fn unmake(&mut self, cell: u8, (): ()) {
            self.put -= 1;
            self.cells[usize::from(cell)] = 0;
        }
        fn outcome(&self) -> Option<Outcome> {
            (usize::from(self.put) == CELLS).then(|| Outcome::win(2, Player(0)))
        }
        fn key(&self) -> u64 {
            let cells = self.cells.iter().fold(0, |key, &cell| 3 * key + u64::from(cell));
            crate::zobrist::mix(2 * cells + u64::from(self.put % 2))
        }
        fn slot(&self, cell: u8) -> usize {
            cell.into()
        }
        fn slots(&self) -> usize {
            CELLS
        }
    }

    impl Cells for Row {
        fn cells(&self) -> usize {
            CELLS
        }
        fn state(&self, cell: usize) -> usize {
            let state = usize::from(self.cells[cell]);
            if self.wrong == Wrong::State && cell == 4 && state == 2 { 3 } else { state }
        }
        fn changes(&self, mv: u8, changed: &mut impl FnMut(usize, usize)) {
            let mut next = self.clone();
            next.make(mv);
            let state = next.state(mv.into());
            match self.wrong {
                Wrong::TellsTooLittle if mv == 5 => return,
                Wrong::TellsOfNoCell if mv == 5 => changed(CELLS, state),
                Wrong::TellsTwice => changed(mv.into(), state),
                _ => {}
            }
            changed(mv.into(), if self.wrong == Wrong::TellsAnotherState { 3 - state } else { state });
        }
        fn next(&self, cell: usize, _axis: usize) -> Option<usize> {
            (cell + 1 < CELLS).then_some(cell + 1)
        }
        fn axes(&self) -> usize {
            1
        }
        fn seen_by(&self, state: usize, player: Player) -> usize {
            match (self.wrong, state, player.0) {
                (Wrong::Seen, 2, 1) => 3,
                (_, 1 | 2, 1) => 3 - state,
                _ => state,
            }
        }
        fn place(&self, cell: usize, player: Player) -> usize {
            if self.wrong == Wrong::Place && player.0 == 1 { cell / 2 + 3 * (cell % 2) } else { cell }
        }
        fn symmetries(&self) -> Vec<Vec<usize>> {
            match self.wrong {
                Wrong::ShortSymmetry => vec![(1..CELLS).rev().collect()],
                Wrong::Symmetry => vec![vec![1, 0, 2, 3, 4, 5]],
                _ => vec![(0..CELLS).rev().collect()],
            }
        }
        fn phases(&self) -> usize {
            2
        }
        fn phase(&self) -> usize {
            let late = usize::from(self.put > 3);
            if self.wrong == Wrong::Phase { 2 * late } else { late }
        }
        fn gauges(&self) -> &'static [usize] {
            &[4]
        }
        fn gauge(&self, _gauge: usize, player: Player) -> usize {
            let put = self.put / 2 + u8::from(player.0 == 0) * (self.put % 2);
            usize::from(put) + usize::from(self.wrong == Wrong::Gauge && put == 3)
        }
        fn phase_after(&self, _mv: u8) -> Option<usize> {
            let told = usize::from(self.put > if self.wrong == Wrong::PhaseAfter { 3 } else { 2 });
            (self.wrong != Wrong::Phase).then_some(told)
        }
        fn gauge_after(&self, mv: u8, gauge: usize, player: Player) -> usize {
            let mut next = self.clone();
            next.make(mv);
            if self.wrong == Wrong::GaugeAfter {
                self.gauge(gauge, player)
            } else {
                next.gauge(gauge, player)
            }
        }
    }

    #[test]
    fn wrong_cells_are_caught() {
        for (wrong, words) in [
            (Wrong::Nothing, ""),
            (Wrong::State, "the state of cell 4 is 3, not below 3"),
            (Wrong::Seen, "state 2, as player 2 sees it, is 3, not below 3"),
            (Wrong::Phase, "the phase is 2, not below 2"),
            (Wrong::Gauge, "gauge 0 of player 1 is 4, not below 4"),
            (Wrong::ShortSymmetry, "symmetry 0 is no permutation of the cells"),
            (Wrong::Symmetry, "symmetry 0 parts cells that lie side by side"),
            (Wrong::Place, "the places that player 2 sees part cells"),
            (Wrong::TellsTwice, "tells twice of cell"),
            (Wrong::TellsTooLittle, "5 leaves cell 5 in state 1, not 0"),
            (Wrong::TellsOfNoCell, "5 tells of cell 6, which there is not"),
            (Wrong::TellsAnotherState, "leaves cell 0 in state 1, not 2"),
            (Wrong::PhaseAfter, "leads to phase 1, not 0"),
            (Wrong::GaugeAfter, "leads to 1 on gauge 0 of player 1, not 0"),
        ] {
            let start = Row { cells: [0; CELLS], put: 0, wrong };
            let found = check_cells(&start, 20, 1).err().map(|fault| fault.to_string()).unwrap_or_default();
            assert!(found.contains(words) && found.is_empty() == words.is_empty(), "{wrong:?}: {found}");
        }
    }
}
