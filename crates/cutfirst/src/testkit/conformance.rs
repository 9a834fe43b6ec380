//! One call that checks a game against its contract.

#[cfg(test)]
mod tests;

use super::{Fault, fault};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::keys::Keys;
use crate::evaluation::Evaluation;
use crate::game::{Game, Player};
use crate::notation::Notation;
use crate::perft::{Finished, perft};
use crate::powers::Powers;
use crate::random::Random;
use crate::testkit::{check_evaluation, parse_perft};

type NotationCheck<G> = fn(&G, &[<G as Game>::Move], &mut HashMap<u64, String>) -> Result<(), Fault>;

/// [`check_evaluation`] with an evaluation: start, games, seed.
type CheckEvaluation<G> = dyn Fn(&G, usize, u64) -> Result<(), Fault> + Send + Sync;

#[derive(Clone)]
struct EvaluationCheck<G>(Arc<CheckEvaluation<G>>);

impl<G> fmt::Debug for EvaluationCheck<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EvaluationCheck")
    }
}

/// Plays seeded random games and looks at every position on the way, then checks perft counts:
/// - [`moves`](Game::moves) and whatever else pushes moves leaves alone what the buffer already holds;
/// - there are moves, each once, exactly if there is no outcome, [`count_moves`](Game::count_moves) counts them, and
///   [`first_moves`](Game::first_moves) are the first of them;
/// - making and taking back any move restores position and key;
/// - positions with equal keys have the same player to move, the same moves and the same outcome;
/// - slots are in range and, if asked for, distinct;
/// - every power does what its trait says, in turn and out of turn;
/// - if asked for, the [notation](Self::notation) reads what it writes, and an [evaluation](Self::evaluation) is the
///   same move by move as from scratch.
///
/// ```no_run
/// # use cutfirst::{evaluation::Evaluation, game::Game, notation::Notation, testkit::Conformance};
/// # fn check<MyGame: Notation>(start: MyGame, evaluation: impl Evaluation<MyGame>) {
/// Conformance::new(start).perft("1 9\n2 72").notation().evaluation(evaluation).games(1000).check();
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Conformance<G: Game> {
    start: G,
    perft: String,
    largest_perft: u64,
    games: usize,
    longest_game: usize,
    seed: u64,
    distinct_slots: bool,
    notation: Option<NotationCheck<G>>,
    evaluations: Vec<EvaluationCheck<G>>,
}

impl<G: Game> Conformance<G> {
    /// Checks the game that begins with `start`.
    #[must_use]
    pub fn new(start: G) -> Self {
        Self {
            start,
            perft: String::new(),
            largest_perft: u64::MAX,
            games: 100,
            longest_game: 200,
            seed: 1,
            distinct_slots: false,
            notation: None,
            evaluations: Vec::new(),
        }
    }

    /// Perft counts from the start, in the form of [`parse_perft`].
    #[must_use]
    pub fn perft(mut self, counts: &str) -> Self {
        counts.clone_into(&mut self.perft);
        self
    }

    /// Skips perft counts above `leaves`.
    #[must_use]
    pub fn largest_perft(mut self, leaves: u64) -> Self {
        self.largest_perft = leaves;
        self
    }

    /// How many random games to play.
    #[must_use]
    pub fn games(mut self, games: usize) -> Self {
        self.games = games;
        self
    }

    /// After how many plies a random game is broken off.
    #[must_use]
    pub fn longest_game(mut self, plies: usize) -> Self {
        self.longest_game = plies;
        self
    }

    /// The seed of the random games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Also checks that no two legal moves of a position share a slot.
    #[must_use]
    pub fn distinct_slots(mut self) -> Self {
        self.distinct_slots = true;
        self
    }

    /// Also checks an evaluation by [`check_evaluation`], in as many random games. Can be called for several.
    #[must_use]
    pub fn evaluation<E: Evaluation<G>>(mut self, evaluation: E) -> Self {
        let check = move |start: &G, games, seed| check_evaluation(start, &evaluation, games, seed);
        self.evaluations.push(EvaluationCheck(Arc::new(check)));
        self
    }

    /// Runs the suite.
    ///
    /// # Panics
    /// With a description of the first thing that is wrong.
    pub fn check(&self) {
        if let Err(fault) = self.find_fault() {
            panic!("{fault}");
        }
    }

    /// Runs the suite and describes the first thing that is wrong.
    ///
    /// # Errors
    /// If something is.
    pub fn find_fault(&self) -> Result<(), Fault> {
        let (mut keys, mut texts) = (Keys::new(), HashMap::new());
        for index in 0..self.games {
            self.play_game(index, &mut keys, &mut texts)
                .map_err(|fault| format!("random game {index}: {fault}"))?;
        }
        // What is wrong with a position says more than a wrong count.
        self.check_perft()?;
        self.evaluations.iter().try_for_each(|check| check.0(&self.start, self.games, self.seed))
    }

    fn check_perft(&self) -> Result<(), Fault> {
        for case in parse_perft(&self.perft)? {
            for (depth, expected) in case.counts {
                if expected > self.largest_perft {
                    continue;
                }
                let counted = perft(&mut self.start.clone(), depth, Finished::Ignored);
                if counted != expected {
                    return Err(fault!("perft {depth} counts {counted}, expected {expected}"));
                }
            }
        }
        Ok(())
    }

    fn play_game(
        &self,
        index: usize,
        keys: &mut Keys<G>,
        texts: &mut HashMap<u64, String>,
    ) -> Result<(), Fault> {
        let mut random = Random::keyed(&[self.seed, index as u64]);
        let mut branches = Random::keyed(&[self.seed, index as u64, 1]);
        let mut game = self.start.clone();
        let mut somewhere = game.clone();
        let mut moves = Vec::new();
        // Something to lie in the buffers, also when a game is over.
        let mut lying = Vec::new();
        for ply in 0..self.longest_game {
            moves.clear();
            game.moves(&mut moves);
            lying.extend(moves.iter().rev());
            let checked = keys.look(&game).and_then(|()| {
                check_buffers(&game, &moves, &lying)?;
                self.check_position(&game, &moves, &mut random, texts)
            });
            checked.map_err(|fault| format!("{fault}, at ply {ply} in {game:?}"))?;
            if moves.is_empty() {
                break;
            }
            lying.truncate(1);
            if branches.below(ply + 1) == 0 {
                somewhere.clone_from(&game);
            }
            let mv = moves[random.below(moves.len())];
            game.make(mv);
        }
        keys.branch_out(&somewhere, &mut branches)
    }

    fn check_position(
        &self,
        game: &G,
        moves: &[G::Move],
        random: &mut Random,
        texts: &mut HashMap<u64, String>,
    ) -> Result<(), Fault> {
        check_outcome(game, moves)?;
        check_moves(game, moves)?;
        check_captures(game, moves)?;
        self.check_slots(game, moves, random)?;
        check_turns(game, random)?;
        if let Some((classes, class)) = G::Powers::CLASS {
            for &mv in moves {
                ensure(class(game, mv) < classes, || format!("{mv:?} has a class not below {classes}"))?;
            }
        }
        if let Some(notation) = self.notation {
            notation(game, moves, texts)?;
        }
        Ok(())
    }

    fn check_slots(&self, game: &G, moves: &[G::Move], random: &mut Random) -> Result<(), Fault> {
        let slots = game.slots();
        let mut by_slot: HashMap<usize, Vec<G::Move>> = HashMap::new();
        for &mv in moves {
            let slot = game.slot(mv);
            ensure(slot < slots, || format!("{mv:?} has slot {slot}, not below {slots}"))?;
            by_slot.entry(slot).or_default().push(mv);
        }
        if self.distinct_slots
            && let Some((slot, shared)) = by_slot.iter().find(|(_, moves)| moves.len() > 1)
        {
            return Err(fault!("slot {slot} is shared by {shared:?}"));
        }
        if let Some(moves_in_slot) = G::Powers::MOVES_IN_SLOT {
            let some = (0..16).map(|_| random.below(slots));
            for slot in by_slot.keys().copied().chain(some) {
                let mut found = Vec::new();
                moves_in_slot(game, slot, &mut found);
                let expected = by_slot.get(&slot).map_or(&[][..], Vec::as_slice);
                ensure(found == expected, || format!("slot {slot} holds {expected:?}, but gives {found:?}"))?;
            }
        }
        Ok(())
    }
}

impl<G: Notation> Conformance<G> {
    /// Also checks that moves and positions survive being written and read, that the key agrees
    /// with one built from scratch, and that no two positions share one.
    #[must_use]
    pub fn notation(mut self) -> Self {
        self.notation = Some(check_notation);
        self
    }
}

fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault(fault())) }
}

/// Searches keep the moves of all nodes on the way in one buffer: whatever pushes into it leaves alone what is there,
/// and does not look at it either.
fn check_buffers<G: Game>(game: &G, moves: &[G::Move], lying: &[G::Move]) -> Result<(), Fault> {
    pushes("moves", lying, moves, |out| game.moves(out))?;
    let mut scratch = lying.to_vec();
    game.count_moves(&mut scratch);
    ensure(scratch == lying, || "count_moves does not leave its working space as it was".to_owned())?;
    let mut expected = Vec::new();
    game.first_moves(&mut expected);
    pushes("first_moves", lying, &expected, |out| _ = game.first_moves(out))?;
    if let Some(captures) = G::Powers::CAPTURES {
        let mut expected = Vec::new();
        captures(game, &mut expected);
        pushes("captures", lying, &expected, |out| captures(game, out))?;
    }
    if let Some(moves_in_slot) = G::Powers::MOVES_IN_SLOT
        && let Some(&mv) = moves.first()
    {
        let mut expected = Vec::new();
        moves_in_slot(game, game.slot(mv), &mut expected);
        pushes("moves_in_slot", lying, &expected, |out| moves_in_slot(game, game.slot(mv), out))?;
    }
    Ok(())
}

fn pushes<M: Copy + PartialEq + fmt::Debug>(
    what: &str,
    lying: &[M],
    expected: &[M],
    push: impl FnOnce(&mut Vec<M>),
) -> Result<(), Fault> {
    let mut buffer = lying.to_vec();
    push(&mut buffer);
    ensure(buffer.starts_with(lying), || format!("{what} touches what the buffer already holds"))?;
    let pushed = &buffer[lying.len()..];
    ensure(pushed == expected, || {
        format!("{what} pushes {expected:?} into an empty buffer, but {pushed:?} into one that holds moves")
    })
}

/// The captures are the moves that capture, in the same order.
fn check_captures<G: Game>(game: &G, moves: &[G::Move]) -> Result<(), Fault> {
    let (Some(captures), Some(is_capture)) = (G::Powers::CAPTURES, G::Powers::IS_CAPTURE) else {
        return Ok(());
    };
    let mut found = Vec::new();
    captures(game, &mut found);
    let expected: Vec<_> = moves.iter().copied().filter(|&mv| is_capture(game, mv)).collect();
    ensure(found == expected, || format!("captures pushes {found:?}, but captures are {expected:?}"))
}

fn check_outcome<G: Game>(game: &G, moves: &[G::Move]) -> Result<(), Fault> {
    let outcome = game.outcome();
    ensure(moves.is_empty() == outcome.is_some(), || {
        format!("{} legal moves, but the outcome is {outcome:?}", moves.len())
    })?;
    let counted = game.count_moves(&mut Vec::new());
    ensure(counted == moves.len() as u64, || format!("{} legal moves, counted as {counted}", moves.len()))?;
    if let Some(outcome) = outcome {
        ensure(outcome.results().len() == game.players(), || format!("{outcome:?} lacks players"))?;
    }
    ensure(game.to_move().index() < game.players(), || format!("{} does not exist", game.to_move()))
}

fn check_moves<G: Game>(game: &G, moves: &[G::Move]) -> Result<(), Fault> {
    let mut first = Vec::new();
    let are_all = game.first_moves(&mut first);
    let begins = moves.starts_with(&first) && (are_all || !first.is_empty());
    ensure(begins && (!are_all || first.len() == moves.len()), || {
        format!("first_moves pushes {first:?} of {moves:?} and says {are_all}")
    })?;
    for (i, &mv) in moves.iter().enumerate() {
        ensure(!moves[..i].contains(&mv), || format!("{mv:?} is generated twice"))?;
        make_and_unmake(game, mv)?;
    }
    Ok(())
}

fn make_and_unmake<G: Game>(game: &G, mv: G::Move) -> Result<(), Fault> {
    let mut copy = game.clone();
    let undo = copy.make(mv);
    ensure(copy.players() == game.players(), || format!("{mv:?} changes the number of players"))?;
    copy.unmake(mv, undo);
    ensure(copy == *game, || format!("unmake of {mv:?} leaves {copy:?}"))?;
    ensure(copy.key() == game.key(), || format!("unmake of {mv:?} leaves another key"))
}

/// Handing the turn around changes nothing but whose moves are generated.
fn check_turns<G: Game>(game: &G, random: &mut Random) -> Result<(), Fault> {
    let Some(set_turn) = G::Powers::SET_TURN else { return Ok(()) };
    let mover = game.to_move();
    let mut moves = Vec::new();
    for player in Player::all(game.players()) {
        let mut copy = game.clone();
        set_turn(&mut copy, player);
        ensure(copy.to_move() == player, || format!("the turn was not handed to {player}"))?;
        ensure((copy.key() == game.key()) == (player == mover), || {
            format!("the key does not tell {player} to move from {mover} to move")
        })?;
        moves.clear();
        copy.moves(&mut moves);
        if player == mover {
            let mut in_turn = Vec::new();
            game.moves(&mut in_turn);
            ensure(moves == in_turn, || format!("out of turn {moves:?}, in turn {in_turn:?}"))?;
        }
        if !moves.is_empty() {
            let mv = moves[random.below(moves.len())];
            make_and_unmake(&copy, mv).map_err(|fault| format!("out of turn, {fault}"))?;
            check_captures(&copy, &moves).map_err(|fault| format!("out of turn, {fault}"))?;
            if let Some(moves_in_slot) = G::Powers::MOVES_IN_SLOT {
                let mut found = Vec::new();
                moves_in_slot(&copy, copy.slot(mv), &mut found);
                ensure(found.contains(&mv), || format!("out of turn, the slot of {mv:?} gives {found:?}"))?;
            }
        }
        set_turn(&mut copy, mover);
        ensure(copy == *game && copy.key() == game.key(), || {
            format!("handing the turn back leaves {copy:?}")
        })?;
    }
    Ok(())
}

fn check_notation<G: Notation>(
    game: &G,
    moves: &[G::Move],
    texts: &mut HashMap<u64, String>,
) -> Result<(), Fault> {
    for &mv in moves {
        let text = game.move_text(mv);
        let read = game.parse_move(&text);
        ensure(read.as_ref() == Ok(&mv), || format!("{mv:?} is written '{text}', which reads as {read:?}"))?;
    }
    let text = game.position_text();
    let read = game.parse_position(&text).map_err(|error| format!("'{text}' cannot be read: {error}"))?;
    ensure(read == *game, || format!("'{text}' reads as {read:?}"))?;
    ensure(read.key() == game.key(), || format!("the key of '{text}' differs from one built from scratch"))?;
    ensure(!text.contains(['\n', '\r']), || format!("'{text}' is not one line"))?;
    let known = texts.entry(game.key()).or_insert_with(|| text.clone());
    ensure(*known == text, || format!("'{known}' and '{text}' share a key"))
}
