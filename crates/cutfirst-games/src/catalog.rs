//! All games by name: the one place where a name becomes a type.

use crate::abalone::Abalone;
use crate::board_game::{BoardGame, GameInfo};
use crate::checkers::Checkers;
use crate::chinese_checkers::ChineseCheckers;
use crate::focus::Focus;
use crate::othello::Othello;
use crate::setup::SetupError;
use crate::virus::Virus;

/// Every game's description.
pub const GAMES: &[&GameInfo] =
    &[&Othello::INFO, &Checkers::INFO, &Focus::INFO, &Virus::INFO, &ChineseCheckers::INFO, &Abalone::INFO];

/// Code that works with any game.
pub trait GameVisitor {
    /// What the code returns.
    type Output;

    /// Runs with one game.
    fn visit<G: BoardGame>(self) -> Self::Output;
}

/// Hands the game called `name` to the visitor, whose code is thereby compiled for each game apart.
///
/// # Errors
/// If there is no such game; the error names those there are.
pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Output, SetupError> {
    Ok(match name {
        "othello" => visitor.visit::<Othello>(),
        "checkers" => visitor.visit::<Checkers>(),
        "focus" => visitor.visit::<Focus>(),
        "virus" => visitor.visit::<Virus>(),
        "chinese-checkers" => visitor.visit::<ChineseCheckers>(),
        "abalone" => visitor.visit::<Abalone>(),
        _ => return Err(SetupError::unknown("game", name, GAMES.iter().map(|info| info.name))),
    })
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::setup::Setup;

    struct NameOf;

    impl GameVisitor for NameOf {
        type Output = &'static str;

        fn visit<G: BoardGame>(self) -> &'static str {
            G::INFO.name
        }
    }

    struct Start;

    impl GameVisitor for Start {
        type Output = String;

        fn visit<G: BoardGame>(self) -> String {
            let setup = Setup::new(&G::INFO, None, None).unwrap();
            G::start(&setup).unwrap().position_text()
        }
    }

    #[test]
    fn the_page_on_games_shows_every_start() {
        let page = include_str!("../../../docs/GAMES.md");
        for info in GAMES {
            let start = with_game(info.name, Start).unwrap();
            assert!(page.contains(&format!("`{start}`")), "{}: {start}", info.name);
        }
    }

    #[test]
    fn every_game_is_found_by_its_own_name() {
        for info in GAMES {
            assert_eq!(with_game(info.name, NameOf), Ok(info.name));
            assert!(info.players.contains(&info.default_players));
            assert!(info.evaluations.iter().any(|evaluation| evaluation.name == "play"));
            assert!(info.all_evaluations().iter().any(|evaluation| evaluation.name == info.plays_with));
            assert!(info.order.starts_with("tt+"));
            let strongest = info.strongest(3);
            assert_eq!((strongest.order, strongest.combine), (info.order.parse().unwrap(), info.combine));
        }
        let error = with_game("chess", NameOf).unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown game 'chess'; choose othello, checkers, focus, virus, chinese-checkers or abalone"
        );
    }
}
