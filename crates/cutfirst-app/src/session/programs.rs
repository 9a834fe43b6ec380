//! Programs of others that may sit at the table: a list that whoever runs the server has written. Seats name them; nothing that
//! comes from a page becomes a command.

use std::path::Path;
use std::time::Duration;

use cutfirst::search::Stop;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::GAMES;
use cutfirst_lab::engine_spec::{EngineSpec, EngineSpecError, Limits};
use cutfirst_lab::foreign::{Foreign, Guest};
use serde::{Deserialize, Serialize};

use super::position::Placed;

/// How long a program thinks if nothing is said.
const USUAL: Duration = Duration::from_secs(1);

/// A program that plays a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Program {
    /// What seats call it.
    pub(crate) name: String,
    /// The one game it plays here.
    pub(crate) game: String,
    #[serde(skip)]
    foreign: Foreign,
    #[serde(skip)]
    limits: Limits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileToml {
    #[serde(default)]
    engine: Vec<EngineToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineToml {
    name: String,
    game: String,
    /// A player of a match: `command="edax -nboard" protocol=nboard depth=10`.
    player: String,
}

impl Program {
    /// Reads a list; one line about what is wrong with it otherwise.
    pub(crate) fn read_all(path: &Path) -> Result<Vec<Self>, String> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let file: FileToml = toml::from_str(&text).map_err(|error| {
            let line =
                error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            format!("{shown}, line {line}: {}", error.message().lines().next().unwrap_or_default())
        })?;
        let mut programs: Vec<Self> = Vec::new();
        for engine in file.engine {
            let program =
                Self::new(&engine).map_err(|error| format!("{shown}: engine '{}': {error}", engine.name))?;
            if programs.iter().any(|other| other.name == program.name && other.game == program.game) {
                return Err(format!(
                    "{shown}: there are two engines '{}' for {}",
                    program.name, program.game
                ));
            }
            programs.push(program);
        }
        if programs.is_empty() {
            return Err(format!("{shown} names no engine; write [[engine]] with name, game and player"));
        }
        Ok(programs)
    }

    fn new(engine: &EngineToml) -> Result<Self, String> {
        let EngineToml { name, game, player } = engine;
        if name.trim().is_empty() || name.chars().count() > 40 {
            return Err("a name has from 1 to 40 letters".to_owned());
        }
        let Some(info) = GAMES.iter().find(|info| info.name == game) else {
            let names: Vec<_> = GAMES.iter().map(|info| info.name).collect();
            return Err(format!("unknown game '{game}'; choose {}", names.join(", ")));
        };
        let spec: EngineSpec = player.parse().map_err(|error: EngineSpecError| error.to_string())?;
        let foreign = spec.foreign().cloned().ok_or("player has no command=; it names another program")?;
        let usual = Limits { time: Some(USUAL), ..Limits::default() };
        let limits = spec.engine(info, info.default_players, usual).limits;
        foreign.check(game, &limits)?;
        Ok(Self { name: name.clone(), game: game.clone(), foreign, limits })
    }
}

/// Asks a program for a move in a game that has come here by these moves. It is started for the move and ended after it, or
/// when nobody wants to know any more: one that hangs must not keep others waiting.
pub(super) fn consult<G: BoardGame>(
    placed: &Placed<G>,
    program: &Program,
    moves: &[String],
    stop: &Stop,
) -> Result<String, String> {
    let wrong = |fault: cutfirst_lab::foreign::GuestFault| format!("{}: {fault}", program.name);
    let guest = Guest::start_until::<G>(&program.foreign, &program.limits, &placed.setup, stop.clone());
    let mut guest = guest.map_err(wrong)?;
    let mv = guest.choose(&placed.game, moves, &[]).map_err(wrong)?;
    Ok(placed.game.move_text(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Program>, String> {
        let path =
            std::env::temp_dir().join(format!("cutfirst-engines-{}-{}.toml", std::process::id(), text.len()));
        std::fs::write(&path, text).unwrap();
        let read = Program::read_all(&path);
        std::fs::remove_file(&path).unwrap();
        read
    }

    #[test]
    fn a_list_is_read_or_refused_in_one_line() {
        let good = "[[engine]]\nname = 'Me'\ngame = 'virus'\nplayer = 'command=\"cutfirst engine virus\" protocol=ugi depth=2'\n";
        let programs = read(good).unwrap();
        assert_eq!((programs.len(), &*programs[0].name, &*programs[0].game), (1, "Me", "virus"));
        assert!(!serde_json::to_string(&programs).unwrap().contains("command"), "pages do not see commands");
        for (wrong, word) in [
            ("", "names no engine"),
            ("[[engine]]\nname = 'a'", "line 1"),
            ("engine = 5", "line 1"),
            (&good.replace("virus", "chess"), "unknown game"),
            (&good.replace("command=\"cutfirst engine virus\" protocol=ugi ", ""), "no command"),
            (&good.replace("'Me'", "''"), "a name has"),
            (&format!("{good}{good}"), "two engines"),
            (&good.replace("protocol=ugi", "protocol=gtp"), "is for othello"),
        ] {
            let error = read(wrong).unwrap_err();
            assert!(error.contains(word) && !error.contains('\n'), "{error}");
        }
    }
}
