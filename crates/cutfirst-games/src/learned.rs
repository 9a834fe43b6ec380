//! Learned evaluations by name: those that come with the program, and files.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use cutfirst::ordering::MovePrior;
use cutfirst::patterns::{BASE, Patterns, Weights};

use crate::board_game::BoardGame;
use crate::setup::{Setup, SetupError};

/// The name of the evaluation that comes with the program.
pub const LEARNED: &str = "learned";

/// How the names of files with weights end.
pub const ENDING: &str = ".safetensors";

/// Weights that come with the program: players, variant, and the file.
pub type Embedded = (usize, &'static str, &'static [u8]);

/// Whether names of files are refused.
static NO_FILES: AtomicBool = AtomicBool::new(false);

/// From now on only evaluations that come with the program have a name: for a program that takes names from strangers.
pub fn refuse_files() {
    NO_FILES.store(true, Relaxed);
}

/// What is known by name, so that nothing is read and arranged twice.
static KNOWN: Mutex<Option<HashMap<String, Patterns>>> = Mutex::new(None);

fn known<E>(key: String, find: impl FnOnce() -> Result<Patterns, E>) -> Result<Patterns, E> {
    let recall = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.get(&key).cloned();
    if let Some(patterns) = recall() {
        return Ok(patterns);
    }
    let patterns = find()?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.get_or_insert_default().insert(key, patterns.clone());
    Ok(patterns)
}

/// The weights of a game that come with the program, for all its players and variants that there are weights for.
#[must_use]
pub fn embedded<G: BoardGame>() -> Patterns {
    let find = || {
        let models = G::WEIGHTS.iter().filter_map(|&(players, variant, bytes)| {
            let setup = Setup::new(&G::INFO, Some(players), Some(variant)).ok()?;
            let game = G::start(&setup).ok()?;
            let weights = weights(&game, bytes).ok()?;
            Some((game, weights))
        });
        Ok::<_, std::convert::Infallible>(Patterns::of_several(models))
    };
    match known(G::INFO.name.to_owned(), find) {
        Ok(patterns) => patterns,
        Err(never) => match never {},
    }
}

/// What was learned about the moves of games like `game` and comes with the program, if anything was.
#[must_use]
pub fn prior<G: BoardGame>(game: &G) -> Option<MovePrior> {
    G::PRIORS.iter().find_map(|bytes| MovePrior::from_bytes(game, bytes).ok())
}

/// The evaluation called `name` for games like `game`, if it is one that was learned.
///
/// # Errors
/// If there is no such evaluation, or there are no such weights, they cannot be read, or they are for another game.
pub(crate) fn named<G: BoardGame>(game: &G, name: &str) -> Result<Option<Patterns>, SetupError> {
    if name == LEARNED && !G::WEIGHTS.is_empty() {
        let patterns = embedded::<G>();
        // Where there are no weights, an evaluation made by hand stands as it is.
        return if patterns.fit(game) || G::CORRECTED.is_some() {
            Ok(Some(patterns))
        } else {
            Err(SetupError::new(format!(
                "no weights come with the program for {} with {} players and these rules; choose another \
                 evaluation, or learn some with 'cutfirst train'",
                G::INFO.name,
                game.players()
            )))
        };
    }
    if name.ends_with(ENDING) && !NO_FILES.load(Relaxed) {
        return from_file(game, name).map(Some);
    }
    let all = G::INFO.all_evaluations();
    if all.iter().all(|choice| choice.name != name) {
        let what = format!("{} evaluation", G::INFO.name);
        return Err(SetupError::unknown(&what, name, all.iter().map(|choice| choice.name)));
    }
    Ok(None)
}

fn from_file<G: BoardGame>(game: &G, path: &str) -> Result<Patterns, SetupError> {
    let wrong = |error: &dyn std::fmt::Display| {
        SetupError::new(format!("cannot use the weights in '{path}': {error}"))
    };
    let metadata = std::fs::metadata(path).map_err(|error| wrong(&error))?;
    let changed = metadata.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let key =
        format!("{path} {changed:?} {} {} {} {}", metadata.len(), G::INFO.name, game.players(), game.rules());
    known(key, || {
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        read(game, &bytes).map_err(|error| wrong(&error))
    })
}

/// Weights for games like `game`, from a file's bytes.
///
/// # Errors
/// If they are damaged, for another game, or a correction of another evaluation than the game's.
pub fn read<G: BoardGame>(game: &G, bytes: &[u8]) -> Result<Patterns, SetupError> {
    Patterns::new(game, weights(game, bytes)?).map_err(|error| SetupError::new(error.to_string()))
}

fn weights<G: BoardGame>(game: &G, bytes: &[u8]) -> Result<Weights, SetupError> {
    let weights = Weights::from_bytes(game, bytes).map_err(|error| SetupError::new(error.to_string()))?;
    let shown = |word: &str| cutfirst::notation::excerpt(word).escape_debug().to_string();
    match weights.note("game") {
        Some(own) if own != G::INFO.name => {
            let own = shown(own);
            return Err(SetupError::new(format!("they are for the game '{own}', not '{}'", G::INFO.name)));
        }
        _ => {}
    }
    match weights.note(BASE) {
        Some(base) if G::CORRECTED != Some(base) => {
            let (base, game) = (shown(base), G::INFO.name);
            let own = G::CORRECTED.map_or_else(
                || format!("in {game} none is corrected"),
                |own| format!("in {game} it is '{own}' that weights correct"),
            );
            Err(SetupError::new(format!("they correct the evaluation '{base}', but {own}")))
        }
        _ => Ok(weights),
    }
}

#[cfg(test)]
mod tests {
    use cutfirst::evaluation::Evaluation;
    use cutfirst::game::{Game, Player};
    use cutfirst::patterns::Corrected;
    use cutfirst::search::Limit;

    use super::*;
    use crate::abalone::{AbaPro, Abalone};
    use crate::catalog::{GAMES, GameVisitor, with_game};
    use crate::conform::start_of;
    use crate::focus::{Focus, Play};
    use crate::othello::Othello;

    struct Check;

    impl GameVisitor for Check {
        type Output = usize;

        fn visit<G: BoardGame>(self) -> usize {
            assert_eq!(G::INFO.learned, !G::WEIGHTS.is_empty(), "{}", G::INFO.name);
            for &(players, variant, bytes) in G::WEIGHTS {
                let setup = Setup::new(&G::INFO, Some(players), Some(variant)).unwrap();
                let start = G::start(&setup).unwrap();
                let patterns = read(&start, bytes).unwrap();
                assert!(embedded::<G>().fit(&start));
                let values = |patterns: &Patterns| {
                    patterns.evaluate(&start, &patterns.accumulate(&start), start.to_move())
                };
                assert_eq!(values(&embedded::<G>()), values(&patterns));
                assert_eq!(
                    patterns.weights(&start).and_then(|weights| weights.note("game")),
                    Some(G::INFO.name)
                );
            }
            G::WEIGHTS.iter().map(|(_, _, bytes)| bytes.len()).sum()
        }
    }

    #[test]
    fn weights_that_come_along_fit_and_are_not_too_many() {
        let bytes: usize = GAMES.iter().map(|info| with_game(info.name, Check).unwrap()).sum();
        assert!((1..8 << 20).contains(&bytes), "{bytes} bytes");
    }

    #[test]
    fn weights_of_others_are_refused() {
        let (_, _, of_othello) = Othello::WEIGHTS[0];
        let focus = start_of::<Focus>("");
        let wrong = read(&focus, of_othello).unwrap_err().to_string();
        assert!(wrong.contains("the weights are for rules ''"), "{wrong}");
        let (_, _, of_focus) = Focus::WEIGHTS[0];
        let mut other = Weights::from_bytes(&focus, of_focus).unwrap();
        other.set_note(BASE, "control");
        let wrong = read(&focus, &other.to_bytes()).unwrap_err().to_string();
        assert_eq!(
            wrong,
            "they correct the evaluation 'control', but in focus it is 'play' that weights correct"
        );
        other.set_note(BASE, "play");
        assert!(read(&focus, &other.to_bytes()).unwrap().correct());
        let othello = start_of::<Othello>("");
        let mut other = Weights::from_bytes(&othello, of_othello).unwrap();
        other.set_note(BASE, "play");
        let wrong = read(&othello, &other.to_bytes()).unwrap_err().to_string();
        assert_eq!(wrong, "they correct the evaluation 'play', but in othello none is corrected");
        assert!(named(&focus, LEARNED).unwrap().is_some() && named(&focus, "play").unwrap().is_none());
    }

    #[test]
    fn without_weights_the_evaluation_made_by_hand_stands() {
        let focus = start_of::<Focus>("players=3");
        check(&focus, &Play, false);
        // Nor does an engine do more work than it would for that.
        let search = |name: &str| {
            let settings = Focus::INFO.strongest(3).with_table(1);
            let report = focus.engine(name, settings).unwrap().search(&focus, &Limit::depth(2)).unwrap();
            (report.best, report.line().score, report.counts)
        };
        assert_eq!(search(LEARNED), search("play"));
        let shorter = start_of::<Abalone>("variant=belgian,eject=3");
        let moved = |mut game: Abalone| {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            game.make(moves[0]);
            game
        };
        check(&moved(shorter), &AbaPro, false);
        check(&moved(start_of::<Abalone>("variant=belgian")), &AbaPro, true);
    }

    fn check<G: BoardGame, E: Evaluation<G>>(game: &G, by_hand: &E, fits: bool) {
        let patterns = named(game, LEARNED).unwrap().unwrap();
        assert_eq!(patterns.fit(game), fits);
        let learned = Corrected::new(by_hand.clone(), patterns);
        let (corrected, base) = (learned.accumulate(game), by_hand.accumulate(game));
        let same = Player::all(game.players()).all(|player| {
            learned.evaluate(game, &corrected, player) == by_hand.evaluate(game, &base, player)
        });
        assert_ne!(same, fits);
    }
}
