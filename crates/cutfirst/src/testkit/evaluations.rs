//! One call that checks an evaluation against its contract.

use super::{Fault, fault};
use crate::evaluation::{Evaluation, MOST_VALUE, is_moderate};
use crate::game::{Game, Player};
use crate::powers::Powers;
use crate::random::Random;

/// After how many plies a random game is broken off.
const LONGEST_GAME: usize = 200;

/// Plays seeded random games from `start` and looks at every move of every position on the way, and at those that
/// each player would have if it were his turn:
/// - values stay within ±1,000,000, so that a finished game outweighs them;
/// - an accumulator kept up to date from move to move gives every player the value that one from scratch does;
/// - taking a move back leaves the accumulator as it was;
/// - [`after`](Evaluation::after), where it answers, gives the values of the position after the move, and the game is
///   not over then, unless it is worth its evaluation in any case;
/// - [`reach`](Evaluation::reach), where it answers, tells truly of every move;
/// - [`difference`](Evaluation::difference) is one value minus the other, and `None` exactly if the game is over.
///
/// # Errors
/// With a description of the first thing that is wrong.
pub fn check_evaluation<G: Game, E: Evaluation<G>>(
    start: &G,
    evaluation: &E,
    games: usize,
    seed: u64,
) -> Result<(), Fault> {
    for index in 0..games {
        let mut random = Random::keyed(&[seed, index as u64]);
        play_game(start, evaluation, &mut random).map_err(|fault| format!("random game {index}: {fault}"))?;
    }
    Ok(())
}

fn play_game<G: Game, E: Evaluation<G>>(start: &G, evaluation: &E, random: &mut Random) -> Result<(), Fault> {
    let mut game = start.clone();
    let mut accumulator = evaluation.accumulate(&game);
    let mut moves = Vec::new();
    for ply in 0..LONGEST_GAME {
        check_position(&game, evaluation, &mut accumulator)
            .map_err(|fault| format!("{fault}, at ply {ply} in {game:?}"))?;
        moves.clear();
        game.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        evaluation.apply(&mut accumulator, &game, mv);
        game.make(mv);
    }
    Ok(())
}

fn check_position<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    accumulator: &mut E::Accumulator,
) -> Result<(), Fault> {
    let expected = values(game, evaluation, &evaluation.accumulate(game));
    if let Some(value) = expected.iter().find(|&&value| !is_moderate(value)) {
        return Err(fault!(
            "a value of {value} is not within ±{MOST_VALUE}, which a finished game outweighs"
        ));
    }
    let found = values(game, evaluation, accumulator);
    ensure(found == expected, || format!("move by move {found:?}, from scratch {expected:?}"))?;
    if game.players() == 2 {
        check_difference(game, evaluation, accumulator, &expected)?;
    }
    let Some(set_turn) = G::Powers::SET_TURN else {
        return check_moves(game, evaluation, accumulator);
    };
    for player in Player::all(game.players()) {
        let mut game = game.clone();
        set_turn(&mut game, player);
        check_moves(&game, evaluation, accumulator)
            .map_err(|fault| format!("{fault}, as a move of {player}"))?;
    }
    Ok(())
}

fn check_difference<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    accumulator: &E::Accumulator,
    values: &[i32],
) -> Result<(), Fault> {
    let over = !E::FINISHED_BY_VALUE && game.outcome().is_some();
    for player in Player::all(2) {
        let found = evaluation.difference(game, accumulator, player);
        let expected = (!over).then(|| values[player.index()] - values[player.next(2).index()]);
        // What a finished game differs by is asked only of evaluations that say so.
        let left_open = E::FINISHED_BY_VALUE && found.is_none() && game.outcome().is_some();
        ensure(found == expected || left_open, || {
            format!("the difference for {player} is {found:?} instead of {expected:?}")
        })?;
    }
    Ok(())
}

/// All moves one after the other with the same accumulator, so that what one leaves behind shows at the latest at the
/// next.
fn check_moves<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    accumulator: &mut E::Accumulator,
) -> Result<(), Fault> {
    let unmoved = values(game, evaluation, accumulator);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let reach = evaluation.reach(game, accumulator);
    ensure(reach.is_none() || !moves.is_empty(), || format!("{reach:?} is in reach of no move"))?;
    for mv in moves {
        let guessed = evaluation.after(game, accumulator, mv).map(|after| values(game, evaluation, &after));
        evaluation.apply(accumulator, game, mv);
        let mut next = game.clone();
        next.make(mv);
        let expected = values(&next, evaluation, &evaluation.accumulate(&next));
        let found = values(&next, evaluation, accumulator);
        ensure(found == expected, || format!("{mv:?} leads to {found:?}, from scratch to {expected:?}"))?;
        if let Some([low, high]) = reach {
            let mover = game.to_move().index();
            let value = expected[mover] - expected[1 - mover];
            ensure((low..=high).contains(&value), || {
                format!("{mv:?} leads to {value}, not to one of {low}..={high}")
            })?;
            check_goes_on(&next, evaluation, &expected).map_err(|fault| format!("after {mv:?} {fault}"))?;
        }
        evaluation.revert(accumulator, game, mv);
        let reverted = values(game, evaluation, accumulator);
        ensure(reverted == unmoved, || {
            format!("{mv:?} taken back leaves {reverted:?} instead of {unmoved:?}")
        })?;
        if let Some(guessed) = guessed {
            ensure(guessed == expected, || {
                format!("after {mv:?} there should be {guessed:?}, but there is {expected:?}")
            })?;
            check_goes_on(&next, evaluation, &expected).map_err(|fault| format!("after {mv:?} {fault}"))?;
        }
    }
    Ok(())
}

/// A position that was judged without being reached is not over, and with more than two players, of whom any may be
/// given the turn, neither that nor its values depend on whose turn it is.
fn check_goes_on<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, expected: &[i32]) -> Result<(), Fault> {
    let goes_on = |game: &G| E::FINISHED_BY_VALUE || game.outcome().is_none();
    ensure(goes_on(game), || "the game is over".to_owned())?;
    let Some(set_turn) = G::Powers::SET_TURN.filter(|_| game.players() > 2) else { return Ok(()) };
    for player in Player::all(game.players()) {
        let mut game = game.clone();
        set_turn(&mut game, player);
        ensure(goes_on(&game), || format!("the game is over if it is the turn of {player}"))?;
        let found = values(&game, evaluation, &evaluation.accumulate(&game));
        ensure(found == expected, || {
            format!("there is {found:?} instead of {expected:?} if it is the turn of {player}")
        })?;
    }
    Ok(())
}

fn values<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, accumulator: &E::Accumulator) -> Vec<i32> {
    Player::all(game.players()).map(|player| evaluation.evaluate(game, accumulator, player)).collect()
}

fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault(fault())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;
    use crate::powers::NoPowers;

    /// Two players add one or two to their own heap in turn; who first has ten wins.
    #[derive(Clone, PartialEq, Debug)]
    struct Heaps {
        heaps: [u8; 2],
        turn: u8,
    }

    const FULL: u8 = 10;

    impl Game for Heaps {
        type Move = u8;
        type Undo = ();
        type Powers = NoPowers;

        fn players(&self) -> usize {
            2
        }
        fn to_move(&self) -> Player {
            Player(self.turn)
        }
        fn moves(&self, out: &mut Vec<u8>) {
            if self.outcome().is_none() {
                out.extend([1, 2]);
            }
        }
        fn make(&mut self, mv: u8) {
            self.heaps[usize::from(self.turn)] += mv;
            self.turn ^= 1;
        }
        fn unmake(&mut self, mv: u8, (): ()) {
            self.turn ^= 1;
            self.heaps[usize::from(self.turn)] -= mv;
        }
        fn outcome(&self) -> Option<Outcome> {
            let winner = self.heaps.iter().position(|&heap| heap >= FULL)?;
            Some(Outcome::win(2, Player(winner as u8)))
        }
        fn key(&self) -> u64 {
            u64::from(self.turn) | u64::from(self.heaps[0]) << 8 | u64::from(self.heaps[1]) << 16
        }
        fn slot(&self, mv: u8) -> usize {
            mv.into()
        }
        fn slots(&self) -> usize {
            3
        }
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Fault {
        None,
        Apply,
        Revert,
        RevertOfLater,
        After,
        AfterTheEnd,
        Difference,
        DifferenceAtTheEnd,
        TooMuch,
        TooLittle,
    }

    /// The size of the heap, kept up to date.
    #[derive(Clone)]
    struct Size(Fault);

    impl Evaluation<Heaps> for Size {
        type Accumulator = [i32; 2];

        fn accumulate(&self, game: &Heaps) -> [i32; 2] {
            game.heaps.map(i32::from)
        }
        fn apply(&self, sizes: &mut [i32; 2], before: &Heaps, mv: u8) {
            if self.0 != Fault::Apply || mv == 1 {
                sizes[usize::from(before.turn)] += i32::from(mv);
            }
        }
        fn revert(&self, sizes: &mut [i32; 2], before: &Heaps, mv: u8) {
            let later = self.0 == Fault::RevertOfLater && before.heaps[0] > 5;
            if self.0 != Fault::Revert && !later {
                sizes[usize::from(before.turn)] -= i32::from(mv);
            }
        }
        fn after(&self, before: &Heaps, sizes: &[i32; 2], mv: u8) -> Option<[i32; 2]> {
            let mut sizes = *sizes;
            sizes[usize::from(before.turn)] += i32::from(if self.0 == Fault::After { 1 } else { mv });
            let over = sizes.contains(&i32::from(FULL)) || sizes.contains(&i32::from(FULL + 1));
            (!over || self.0 == Fault::AfterTheEnd).then_some(sizes)
        }
        fn difference(&self, game: &Heaps, sizes: &[i32; 2], player: Player) -> Option<i32> {
            if game.outcome().is_some() && self.0 != Fault::DifferenceAtTheEnd {
                return None;
            }
            let difference = sizes[player.index()] - sizes[player.index() ^ 1];
            Some(if self.0 == Fault::Difference { difference.abs() } else { difference })
        }
        fn evaluate(&self, _game: &Heaps, sizes: &[i32; 2], player: Player) -> i32 {
            match self.0 {
                Fault::TooMuch if sizes[0] > 5 => i32::MAX,
                Fault::TooLittle if sizes[0] > 5 => i32::MIN,
                _ => sizes[player.index()],
            }
        }
    }

    fn fault_of(fault: Fault) -> String {
        let start = Heaps { heaps: [0; 2], turn: 0 };
        check_evaluation(&start, &Size(fault), 20, 1).err().map(|fault| fault.to_string()).unwrap_or_default()
    }

    #[test]
    fn right_evaluations_pass() {
        assert_eq!(fault_of(Fault::None), "");
    }

    #[test]
    fn wrong_evaluations_are_caught() {
        for (fault, words) in [
            (Fault::Apply, "2 leads to [0, 0], from scratch to [2, 0]"),
            (Fault::Revert, "1 taken back leaves [1, 0] instead of [0, 0], at ply 0"),
            (Fault::RevertOfLater, "1 taken back leaves"),
            (Fault::After, "after 2 there should be [1, 0], but there is [2, 0]"),
            (Fault::AfterTheEnd, "the game is over"),
            (Fault::Difference, "the difference for player"),
            (Fault::DifferenceAtTheEnd, "instead of None"),
            (Fault::TooMuch, "a value of 2147483647 is not within ±1000000"),
            (Fault::TooLittle, "a value of -2147483648 is not within ±1000000"),
        ] {
            let found = fault_of(fault);
            assert!(found.contains(words), "{fault:?}: {found}");
        }
    }
}
