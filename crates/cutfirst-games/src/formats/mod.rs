//! Whole games and positions as files that other programs read and write.
//!
//! A [`PlayedGame`] is what all of them hold; [`FORMATS`] lists them, one file each. Reading checks every move by
//! the rules, so whatever comes out can be played; comments, variations, clock times and evaluations of other
//! programs are left behind. Writing and reading again gives the same game.
//!
//! | format | game | what |
//! |---|---|---|
//! | `text` | every game | tags and moves, documented in `text.rs` |
//! | `pdn` | checkers | portable draughts notation, English rules |
//! | `ggf` | Othello | the generic game format of GGS and NBoard |
//! | `transcript` | Othello | the move string, `f5d6c3d3c4` |
//! | `aba-pro` | Abalone | numbered Aba-Pro moves after the layout's name |
//! | `fen` | checkers | positions, one a line |
//! | `obf` | Othello | positions with the scores of moves, one a line |

mod aba_pro;
mod fen;
mod ggf;
mod obf;
mod pdn;
mod tagged;
mod text;
mod transcript;

use cutfirst::notation::{NotationError, excerpt};

use crate::board_game::BoardGame;
use crate::catalog::{GameVisitor, with_game};
use crate::setup::Setup;

/// A game that was played, or a position if it has no moves. Every move is legal and in the game's own notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The game's name.
    pub game: &'static str,
    /// How many play.
    pub players: usize,
    /// Variant and options, as [`Setup::variant_text`] writes them.
    pub variant: String,
    /// Where it began, if not where the variant begins.
    pub start: Option<String>,
    /// The moves, passes included.
    pub moves: Vec<String>,
    /// The seats that share the point, if that is known: one of them, or all after a draw.
    pub winners: Option<Vec<usize>>,
    /// Who sat where, in turn order; empty for somebody unknown.
    pub names: Vec<String>,
    /// What else is known, such as event and date, in the order of the file.
    pub tags: Vec<(String, String)>,
}

impl PlayedGame {
    /// Plays moves by the rules of a game, from a position or the variant's start.
    ///
    /// # Errors
    /// If there is no such game, or a move is not legal; the error says which.
    pub fn new(
        game: &str,
        players: Option<usize>,
        variant: Option<&str>,
        start: Option<&str>,
        moves: &str,
    ) -> Result<Self, NotationError> {
        let replay = Replay { players, variant, start, moves };
        with_game(game, replay).map_err(refused)?
    }

    /// A game of which only the moves are known.
    fn of<G: BoardGame>(course: Course<G>) -> Self {
        let Course { setup, start, now, moves, .. } = course;
        // Who has won a finished game follows from the rules, whatever somebody wrote down.
        let winners = now.outcome().map(|outcome| {
            let most = outcome.results().iter().max().copied();
            (0..setup.players()).filter(|&seat| Some(outcome.results()[seat]) == most).collect()
        });
        Self {
            game: G::INFO.name,
            players: setup.players(),
            variant: setup.variant_text(),
            start,
            moves,
            winners,
            names: vec![String::new(); setup.players()],
            tags: Vec::new(),
        }
    }

    /// With a result that somebody wrote down, which counts unless the rules know better.
    fn with_stated(mut self, winners: Option<Vec<usize>>) -> Self {
        self.winners = self.winners.or(winners);
        self
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The same error as one of reading.
fn refused(error: impl std::fmt::Display) -> NotationError {
    NotationError::new(error.to_string())
}

/// A game while it is read, move by move.
struct Course<G> {
    setup: Setup,
    start: Option<String>,
    now: G,
    moves: Vec<String>,
}

impl<G: BoardGame> Course<G> {
    fn new(
        players: Option<usize>,
        variant: Option<&str>,
        start: Option<&str>,
    ) -> Result<Self, NotationError> {
        let setup = Setup::new(&G::INFO, players, variant).map_err(refused)?;
        let usual = G::start(&setup).map_err(refused)?;
        let now = start.map_or_else(|| Ok(usual.clone()), |text| usual.parse_position(text))?;
        let start = (now != usual).then(|| now.position_text());
        Ok(Self { setup, start, now, moves: Vec::new() })
    }

    /// Plays a legal move.
    fn play(&mut self, mv: G::Move) {
        self.moves.push(self.now.move_text(mv));
        self.now.make(mv);
    }

    /// The error for the move that comes next.
    fn wrong(&self, error: NotationError) -> NotationError {
        error.at_move(self.moves.len() + 1)
    }
}

struct Replay<'a> {
    players: Option<usize>,
    variant: Option<&'a str>,
    start: Option<&'a str>,
    moves: &'a str,
}

impl GameVisitor for Replay<'_> {
    type Output = Result<PlayedGame, NotationError>;

    fn visit<G: BoardGame>(self) -> Self::Output {
        let mut course = Course::<G>::new(self.players, self.variant, self.start)?;
        for mv in course.now.parse_moves(self.moves)? {
            course.play(mv);
        }
        Ok(PlayedGame::of(course))
    }
}

/// The games of a file, each by itself: what is wrong with one says nothing about the others.
type Games = Vec<Result<PlayedGame, NotationError>>;

/// A kind of file.
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// The one game it is for; `None` if it is for all.
    pub game: Option<&'static str>,
    /// One line about it.
    pub about: &'static str,
    /// Whether it holds positions only.
    pub is_position: bool,
    recognises: fn(&str) -> bool,
    read: fn(&str) -> Result<Games, NotationError>,
    write: fn(&PlayedGame) -> Result<String, NotationError>,
}

/// All formats, in the order in which a text is tried.
#[rustfmt::skip]
pub const FORMATS: &[Format] = &[
    Format { name: "text", game: None, about: "any game: tags and moves", is_position: false,
        recognises: text::recognises, read: text::read, write: text::write },
    Format { name: "ggf", game: Some("othello"), about: "Othello: the format of GGS and NBoard", is_position: false,
        recognises: ggf::recognises, read: ggf::read, write: ggf::write },
    Format { name: "obf", game: Some("othello"), about: "Othello: positions with scores, one a line", is_position: true,
        recognises: obf::recognises, read: obf::read, write: obf::write },
    Format { name: "fen", game: Some("checkers"), about: "checkers: positions, one a line", is_position: true,
        recognises: fen::recognises, read: fen::read, write: fen::write },
    Format { name: "transcript", game: Some("othello"), about: "Othello: moves in a row, one game a line", is_position: false,
        recognises: transcript::recognises, read: transcript::read, write: transcript::write },
    Format { name: "aba-pro", game: Some("abalone"), about: "Abalone: layout and numbered Aba-Pro moves", is_position: false,
        recognises: aba_pro::recognises, read: aba_pro::read, write: aba_pro::write },
    Format { name: "pdn", game: Some("checkers"), about: "checkers: portable draughts notation", is_position: false,
        recognises: pdn::recognises, read: pdn::read, write: pdn::write },
];

impl Format {
    /// The format of this name.
    ///
    /// # Errors
    /// If there is none; the error names those there are.
    pub fn named(name: &str) -> Result<&'static Self, NotationError> {
        let names = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
        FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
            NotationError::new(format!("unknown format '{}'; choose {}", excerpt(name), names()))
        })
    }

    /// The format that a text seems to be in, by its first lines.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn of(text: &str) -> Result<&'static Self, NotationError> {
        let text = text.trim_start_matches('\u{feff}');
        FORMATS.iter().find(|format| (format.recognises)(text)).ok_or_else(|| {
            let first = text.trim_start().lines().next().unwrap_or("");
            NotationError::new(format!(
                "'{}' begins no format that is known; name one of them",
                excerpt(first)
            ))
        })
    }

    /// The format in which a game is usually written: that of its own, or the text for all.
    #[must_use]
    pub fn usual(game: &str) -> &'static Self {
        let own = FORMATS.iter().rev().find(|format| format.game == Some(game) && !format.is_position);
        // The move string holds no names; GGF does.
        let own = if game == "othello" { Self::named("ggf").ok() } else { own };
        own.unwrap_or(&FORMATS[0])
    }

    /// Reads all games of a text; at least one.
    ///
    /// # Errors
    /// If the text is not in this format, or a game breaks its rules; the error says which game and move.
    pub fn read(&self, text: &str) -> Result<Vec<PlayedGame>, NotationError> {
        self.read_each(text)?.into_iter().collect()
    }

    /// Reads all games of a text, at least one, each of which may break its rules.
    ///
    /// # Errors
    /// If the text is not in this format.
    pub fn read_each(&self, text: &str) -> Result<Vec<Result<PlayedGame, NotationError>>, NotationError> {
        let games = (self.read)(text.trim_start_matches('\u{feff}'))?;
        if games.is_empty() {
            return Err(NotationError::new(format!("there is no game in this {} text", self.name)));
        }
        Ok(games)
    }

    /// Writes games one after the other.
    ///
    /// # Errors
    /// If the format has no place for something that a game needs; the error says what would do.
    pub fn write(&self, games: &[PlayedGame]) -> Result<String, NotationError> {
        let mut written = String::new();
        for (index, game) in games.iter().enumerate() {
            let number = index + 1;
            if let Some(own) = self.game
                && own != game.game
            {
                return Err(NotationError::new(format!(
                    "game {number}: {} is for {own}, not {}; choose {}",
                    self.name,
                    game.game,
                    Self::usual(game.game).name
                )));
            }
            let one = (self.write)(game);
            written += &one.map_err(|error| NotationError::new(format!("game {number}: {error}")))?;
        }
        Ok(written)
    }
}

/// Says in which game of a file something was wrong.
fn in_game(number: usize) -> impl Fn(NotationError) -> NotationError {
    move |error| NotationError::new(format!("game {number}: {error}"))
}

/// Says in which line of a file something was wrong, counted from 0.
fn in_line(index: usize) -> impl Fn(NotationError) -> NotationError {
    move |error| NotationError::new(format!("line {}: {error}", index + 1))
}

/// The lines of a file that say something, with their places.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim).enumerate();
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['%', '#']))
}

#[cfg(test)]
mod tests;
