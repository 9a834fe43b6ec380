//! Games that are small enough to be solved, two of which go round in circles.

use std::collections::HashMap;

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::search::WIN;
use cutfirst::zobrist;

/// Which rules hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rules {
    /// Eight points in a ring and one in the middle, four men each; who cannot move has lost.
    MuTorere,
    /// Three men each on nine points, placed and then moved along the lines; three in a row win.
    Morris,
    /// Three in a row.
    TicTacToe,
    /// Dominoes on four by four squares, upright ones of the first player and lying ones of the second; who has no room loses.
    Domineering,
    /// Four pawns each on four by four squares; who reaches the other side or blocks the opponent wins.
    Hexapawn,
    /// The same with three pawns each, so that the last column is free at first.
    ThreePawns,
}

impl Rules {
    /// How far a random game usually comes.
    pub(crate) fn plies(self) -> usize {
        match self {
            Self::MuTorere | Self::Morris => 40,
            Self::TicTacToe | Self::Domineering | Self::Hexapawn | Self::ThreePawns => 8,
        }
    }
}

pub(crate) const ALL: [Rules; 6] = [
    Rules::MuTorere,
    Rules::Morris,
    Rules::TicTacToe,
    Rules::Domineering,
    Rules::Hexapawn,
    Rules::ThreePawns,
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    rules: Rules,
    /// 0 for nobody, or a player's number from 1.
    points: [u8; 16],
    to_move: u8,
}

/// From a point to a point; from nowhere for a man that is placed. A domino lies on both.
pub(crate) type Step = (u8, u8);

const NOWHERE: u8 = 16;
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Board {
    pub(crate) fn new(rules: Rules) -> Self {
        let points = match rules {
            Rules::MuTorere => [1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0],
            Rules::Hexapawn => [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2],
            Rules::ThreePawns => [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0],
            Rules::Morris | Rules::TicTacToe | Rules::Domineering => [0; 16],
        };
        Self { rules, points, to_move: 0 }
    }

    fn own(&self) -> u8 {
        self.to_move + 1
    }

    fn has_line(&self, man: u8) -> bool {
        LINES.iter().any(|line| line.iter().all(|&point| self.points[point] == man))
    }

    fn men(&self, man: u8) -> impl Iterator<Item = usize> {
        (0..16).filter(move |&point| self.points[point] == man)
    }

    fn torere(&self, out: &mut Vec<Step>) {
        let (own, other) = (self.own(), 3 - self.own());
        for from in self.men(own) {
            let around = [(from + 1) % 8, (from + 7) % 8];
            let to: &[usize] = if from == 8 { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[around[0], around[1], 8] };
            for &to in to.iter().filter(|&&to| self.points[to] == 0) {
                let leaves_ring = from < 8 && to == 8;
                if !leaves_ring || around.iter().any(|&point| self.points[point] == other) {
                    out.push((from as u8, to as u8));
                }
            }
        }
    }

    fn morris(&self, out: &mut Vec<Step>) {
        let free = || (0..9).filter(|&point| self.points[point] == 0);
        if self.men(self.own()).count() < 3 {
            out.extend(free().map(|to| (NOWHERE, to as u8)));
            return;
        }
        for from in self.men(self.own()) {
            let next = |to: usize| {
                let line = |line: &&[usize; 3]| {
                    line[1] == from && line.contains(&to) || line[1] == to && line.contains(&from)
                };
                LINES.iter().any(|found| line(&found))
            };
            out.extend(free().filter(|&to| next(to)).map(|to| (from as u8, to as u8)));
        }
    }

    fn hexapawn(&self, out: &mut Vec<Step>) {
        for from in self.men(self.own()) {
            let Some(ahead) = (if self.to_move == 0 { Some(from + 4) } else { from.checked_sub(4) }) else {
                continue;
            };
            if ahead > 15 {
                continue;
            }
            if self.points[ahead] == 0 {
                out.push((from as u8, ahead as u8));
            }
            let sides = [(ahead % 4 > 0).then(|| ahead - 1), (ahead % 4 < 3).then_some(ahead + 1)];
            let taken = sides.into_iter().flatten().filter(|&to| self.points[to] == 3 - self.own());
            out.extend(taken.map(|to| (from as u8, to as u8)));
        }
    }

    fn domineering(&self, out: &mut Vec<Step>) {
        let step = if self.to_move == 0 { 4 } else { 1 };
        let has_room = |from: &usize| {
            let to = from + step;
            to < 16 && (step == 4 || !to.is_multiple_of(4)) && self.points[*from] == 0 && self.points[to] == 0
        };
        out.extend((0..16).filter(has_room).map(|from| (from as u8, (from + step) as u8)));
    }

    /// Whether the last move has won.
    fn is_won(&self) -> bool {
        let last = 3 - self.own();
        match self.rules {
            Rules::MuTorere | Rules::Domineering => false,
            Rules::Morris | Rules::TicTacToe => self.has_line(last),
            Rules::Hexapawn | Rules::ThreePawns => {
                self.men(last).any(|point| if last == 1 { point >= 12 } else { point < 4 })
            }
        }
    }
}

impl Game for Board {
    type Move = Step;
    type Undo = u8;
    type Powers = NoPowers;

    fn players(&self) -> usize {
        2
    }

    fn to_move(&self) -> Player {
        Player(self.to_move)
    }

    fn moves(&self, out: &mut Vec<Step>) {
        if self.is_won() {
            return;
        }
        match self.rules {
            Rules::MuTorere => self.torere(out),
            Rules::Morris => self.morris(out),
            Rules::TicTacToe => {
                out.extend((0..9).filter(|&to| self.points[to] == 0).map(|to| (NOWHERE, to as u8)));
            }
            Rules::Hexapawn | Rules::ThreePawns => self.hexapawn(out),
            Rules::Domineering => self.domineering(out),
        }
    }

    fn make(&mut self, (from, to): Step) -> u8 {
        let taken = self.points[usize::from(to)];
        self.points[usize::from(to)] = self.own();
        if from != NOWHERE {
            self.points[usize::from(from)] = if self.rules == Rules::Domineering { self.own() } else { 0 };
        }
        self.to_move = 1 - self.to_move;
        taken
    }

    fn unmake(&mut self, (from, to): Step, taken: u8) {
        self.to_move = 1 - self.to_move;
        self.points[usize::from(to)] = taken;
        if from != NOWHERE {
            self.points[usize::from(from)] = if self.rules == Rules::Domineering { 0 } else { self.own() };
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if !moves.is_empty() {
            return None;
        }
        let is_drawn = self.rules == Rules::TicTacToe && !self.is_won();
        Some(if is_drawn { Outcome::draw(2) } else { Outcome::win(2, Player(1 - self.to_move)) })
    }

    fn key(&self) -> u64 {
        let points = self.points.iter().fold(u64::from(self.to_move), |sum, &man| sum << 2 | u64::from(man));
        zobrist::mix(points)
    }

    fn slot(&self, (from, to): Step) -> usize {
        usize::from(from) * 16 + usize::from(to)
    }

    fn slots(&self) -> usize {
        17 * 16
    }
}

/// What every position that can come about is worth to the player to move, by its key, as a search that sees the end has
/// it: a win in so many plies, a loss in so many, or 0 if neither side can force anything.
pub(crate) fn solve(start: &Board) -> HashMap<u64, i32> {
    let mut positions = vec![start.clone()];
    let mut places = HashMap::from([(start.key(), 0)]);
    let mut children: Vec<Vec<usize>> = Vec::new();
    while children.len() < positions.len() {
        let game = positions[children.len()].clone();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let after = moves.into_iter().map(|mv| {
            let mut next = game.clone();
            next.make(mv);
            *places.entry(next.key()).or_insert_with(|| {
                positions.push(next);
                positions.len() - 1
            })
        });
        let after = after.collect();
        children.push(after);
    }
    let mut values: Vec<i32> = positions
        .iter()
        .map(|game| game.outcome().map_or(0, |outcome| WIN * i32::from(outcome.result(game.to_move()))))
        .collect();
    loop {
        // What is decided in one ply more than all before.
        let decided = (0..positions.len()).filter(|&place| values[place] == 0).filter_map(|place| {
            let best = children[place].iter().map(|&child| -values[child]).max()?;
            (best != 0).then(|| (place, best - best.signum()))
        });
        let decided: Vec<_> = decided.collect();
        if decided.is_empty() {
            return places.into_iter().map(|(key, place)| (key, values[place])).collect();
        }
        decided.into_iter().for_each(|(place, value)| values[place] = value);
    }
}
