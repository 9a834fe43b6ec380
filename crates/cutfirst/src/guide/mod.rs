//! From the first game to an app: how to use this library, one chapter a module.
//!
//! 1. [Your first game](first_game): the trait, the evaluation, a move from the engine.
//! 2. [Slots](slots), and why they matter.
//! 3. [Sorted generation or classes](move_order): telling the engine which moves tend to be good.
//! 4. [Turns](turns): passes, extra turns, elimination, three players and more.
//! 5. [Choosing a search and an order](choosing).
//! 6. [Playing](playing): time, stopping, progress, levels, pondering, several lines.
//! 7. [Testing your game](testing).
//!
//! All code here is run by the tests. Most of it uses one small game, Hexapawn, which the first chapter shows whole.
//! The package's examples go further: `connect_four` (play against the engine), `app` (levels, progress,
//! pondering) and `four_players`.

#[doc = include_str!("first_game.md")]
///
/// ```
#[doc = include_str!("hexapawn.rs")]
/// ```
///
#[doc = include_str!("first_move.md")]
pub mod first_game {}

#[doc = include_str!("slots.md")]
pub mod slots {}

#[doc = include_str!("move_order.md")]
pub mod move_order {}

#[doc = include_str!("turns.md")]
pub mod turns {}

#[doc = include_str!("choosing.md")]
pub mod choosing {}

#[doc = include_str!("playing.md")]
pub mod playing {}

#[doc = include_str!("testing.md")]
pub mod testing {}
