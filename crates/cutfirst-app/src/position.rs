//! Which position a command is about: game, players, variant, position and moves.

use clap::Args;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::setup::Setup;

use crate::fault::Fault;
use crate::number::whole;

/// The flags that name a position.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// The game (see `cutfirst games`)
    pub(crate) game: String,
    /// Number of players
    #[arg(long, value_name = "P", value_parser = whole::<usize>, allow_hyphen_values = true)]
    pub(crate) players: Option<usize>,
    /// Variant and options: NAME[,key=value…]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub(crate) variant: Option<String>,
    /// Start from this position instead of the game's start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

impl PositionArguments {
    /// The position, and the setup that it belongs to.
    pub(crate) fn read<G: BoardGame>(&self) -> Result<(G, Setup), Fault> {
        let setup = Setup::new(&G::INFO, self.players, self.variant.as_deref()).map_err(Fault::input)?;
        let mut game = G::start(&setup).map_err(Fault::input)?;
        if let Some(text) = &self.position {
            game = game.parse_position(text).map_err(|error| Fault::Input(format!("--position: {error}")))?;
        }
        if let Some(text) = &self.moves {
            let moves = game.parse_moves(text).map_err(|error| Fault::Input(format!("--moves: {error}")))?;
            for mv in moves {
                game.make(mv);
            }
        }
        Ok((game, setup))
    }
}
