//! Variants, options and start positions.

use cutfirst::game::Player;
use cutfirst::ordering::MovePrior;
use cutfirst::patterns::Corrected;
use cutfirst::powers::{LearnedPrior, OutOfTurn};
use cutfirst::search::Combine;

use crate::board_game::{BoardGame, Choice, EvaluationVisitor, GameInfo, RuleOption, Values, compiled_here};
use crate::learned::{Embedded, LEARNED};
use crate::setup::{Setup, SetupError};

use super::board::cell;
use super::stack::Stack;
use super::tallies::Tallies;
use super::{Control, Focus, Play, SEATS};

/// What stays the same during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rules {
    players: u8,
    /// Only whole stacks move.
    pub(super) whole: bool,
    /// Each player begins with a piece that he must place.
    pub(super) forced_hand: bool,
    /// How many pieces each player has in all.
    pub(super) pieces: u8,
    /// How many captures win, 0 for none.
    pub(super) captures: u8,
}

impl Rules {
    #[inline]
    pub(super) const fn players(self) -> usize {
        self.players as usize
    }
}

const TWO: &str = "\
      . . . .
    0 0 1 1 0 0
  . 1 1 0 0 1 1 .
  . 0 0 1 1 0 0 .
  . 1 1 0 0 1 1 .
  . 0 0 1 1 0 0 .
    1 1 0 0 1 1
      . . . .";

const THREE: &str = "\
      . . . .
    0 0 2 2 1 1
  . 1 1 0 0 2 2 .
  . 2 2 1 1 0 0 .
  . 0 0 2 2 1 1 .
  . 1 1 0 0 2 2 .
    2 2 1 1 0 0
      . . . .";

const FOUR: &str = "\
      2 2 0 3
    3 3 3 0 3 0
  2 2 2 2 0 3 0 3
  3 3 3 3 0 3 0 3
  1 2 1 2 1 1 1 1
  1 2 1 2 0 0 0 0
    2 1 2 1 1 1
      1 2 0 0";

impl Focus {
    /// Puts single pieces on the board as in a picture, top row first.
    fn lay_out(&mut self, picture: &str) {
        for (line, row) in picture.lines().zip((0..8).rev()) {
            let marks = line.split_whitespace();
            for (mark, place) in marks.zip((0..8).filter_map(|column| cell(column, row))) {
                if let Ok(seat) = mark.parse() {
                    self.set_stack(place, Stack::single(seat));
                }
            }
        }
    }
}

impl LearnedPrior for Focus {
    fn prior(&self) -> Option<MovePrior> {
        crate::learned::prior(self)
    }
}

impl BoardGame for Focus {
    const INFO: GameInfo = GameInfo {
        name: "focus",
        about: "Focus (Domination): stacks move as far as they are high, the top piece owns the stack",
        players: &[2, 3, 4],
        default_players: 2,
        variants: &[
            Choice { name: "split", about: "any number of pieces moves off the top of a stack (Sackson)" },
            Choice { name: "whole", about: "only whole stacks move" },
        ],
        options: &[
            RuleOption {
                key: "hand",
                values: Values::Words(&["forced", "reserve", "none"]),
                default: "forced",
                about: "three players only: the thirteenth piece is put on an empty cell on the first turn, \
                        belongs to the reserve, or does not exist",
            },
            RuleOption {
                key: "captures",
                values: Values::Number(0, 52),
                default: "0",
                about: "whoever first has captured so many opposing pieces wins; 0 for no such win",
            },
        ],
        for_people: |players| if players == 2 { "" } else { "captures=10" },
        evaluations: &[
            Choice { name: "control", about: "stacks owned and pieces in reserve" },
            Choice { name: "play", about: "control, captures, mobility, threats and towers, weighted" },
        ],
        learned: true,
        plays_with: "play",
        order: "tt+killer:2+gravity:prior",
        combine: Combine::Difference,
    };

    const WEIGHTS: &'static [Embedded] = &[(2, "split", include_bytes!("../../weights/focus-2.safetensors"))];

    const PRIORS: &'static [&'static [u8]] = &[
        include_bytes!("../../priors/focus-2.safetensors"),
        include_bytes!("../../priors/focus-3.safetensors"),
        include_bytes!("../../priors/focus-4.safetensors"),
    ];

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let players = setup.players();
        if players != 3 && setup.is_given("hand") {
            return Err(SetupError::new(format!(
                "the option 'hand' is for three players only, not {players}; leave it out or play with three"
            )));
        }
        let hand = if players == 3 { setup.option("hand") } else { "none" };
        let (picture, on_board) = match players {
            2 => (TWO, 18),
            3 => (THREE, 12),
            _ => (FOUR, 13),
        };
        let rules = Rules {
            players: players as u8,
            whole: setup.variant() == "whole",
            forced_hand: hand == "forced",
            pieces: on_board + u8::from(hand != "none"),
            captures: setup.number("captures") as u8,
        };
        let mut start = Self::empty(rules);
        start.lay_out(picture);
        match hand {
            "forced" => start.set_hands(0b111),
            "reserve" => start.set_tallies(Tallies::new([1, 1, 1, 0], [0; SEATS])),
            _ => {}
        }
        start.set_turn(Player(0));
        Ok(start)
    }

    fn with_evaluation<V: EvaluationVisitor<Self>>(name: &str, visitor: V) -> Result<V::Output, SetupError> {
        match name {
            "control" => Ok(visitor.visit(Control)),
            "play" => Ok(visitor.visit(Play)),
            LEARNED => Ok(visitor.visit(Corrected::new(Play, crate::learned::embedded::<Self>()))),
            _ => {
                let known = Self::INFO.evaluations.iter().map(|evaluation| evaluation.name);
                Err(SetupError::unknown("focus evaluation", name, known))
            }
        }
    }

    compiled_here!("play" is Play);
}
