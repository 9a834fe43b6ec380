//! Who sits where.

use crate::named::named;

/// The most seatings that one opening is played in.
pub(super) const MOST_SEATINGS: usize = 1000;

/// In which seatings each opening is played. Players repeat if there are more seats than players, as evenly
/// as possible; if there are more players than seats, every selection of them plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// One circle of players and its rotations; for two players in two seats, both ways.
    Rotate,
    /// Every distinct arrangement.
    All,
}

impl Seating {
    /// What is usual: rotations if every player has a seat of his own, all arrangements of players who
    /// repeat (in the circle alone, equals would always sit equally far apart).
    pub(super) fn usual(players: usize, seats: usize) -> Self {
        if players < seats { Self::All } else { Self::Rotate }
    }
}

named!(Seating: Rotate = "rotate", All = "all");

/// The seatings of one round: for each the player in every seat. `None` if they are too many.
pub(super) fn seatings(players: usize, seats: usize, seating: Seating) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    match seating {
        Seating::All => {
            arrange(players, seats, &mut Vec::new(), &mut |seated| {
                found.push(seated.to_vec());
                found.len() <= MOST_SEATINGS
            });
        }
        Seating::Rotate => circles(players, seats, |circle| {
            for first in 0..seats {
                let rotated: Vec<_> = (0..seats).map(|seat| circle[(first + seat) % seats]).collect();
                // Circles of players who repeat turn into each other.
                if !found.contains(&rotated) {
                    found.push(rotated);
                }
            }
            found.len() <= MOST_SEATINGS
        }),
    }
    (found.len() <= MOST_SEATINGS).then_some(found)
}

/// Completes an arrangement in every way in which no player has more or fewer seats than his fair share,
/// rounded up or down. False once `take` has had enough.
fn arrange(
    players: usize,
    seats: usize,
    seated: &mut Vec<usize>,
    take: &mut impl FnMut(&[usize]) -> bool,
) -> bool {
    let (least, most) = (seats / players, seats.div_ceil(players));
    let has = |player: usize, seated: &[usize]| seated.iter().filter(|&&other| other == player).count();
    if seated.len() == seats {
        return (0..players).any(|player| has(player, seated) < least) || take(seated);
    }
    for player in 0..players {
        if has(player, seated) < most {
            seated.push(player);
            let go_on = arrange(players, seats, seated, take);
            seated.pop();
            if !go_on {
                return false;
            }
        }
    }
    true
}

/// Every selection of players, in order, round the table; players who repeat, from each of them on.
fn circles(players: usize, seats: usize, mut take: impl FnMut(&[usize]) -> bool) {
    if players < seats {
        for first in 0..players {
            let circle: Vec<_> = (0..seats).map(|seat| (first + seat) % players).collect();
            take(&circle);
        }
        return;
    }
    let mut circle: Vec<usize> = (0..seats).collect();
    while take(&circle) {
        // The next selection in lexicographic order.
        let Some(place) = (0..seats).rev().find(|&place| circle[place] < players - seats + place) else {
            return;
        };
        circle[place] += 1;
        for later in place + 1..seats {
            circle[later] = circle[later - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(players: usize, seats: usize, seating: Seating) -> Vec<String> {
        let letters = |seated: &Vec<usize>| seated.iter().map(|&p| char::from(b'A' + p as u8)).collect();
        seatings(players, seats, seating).unwrap().iter().map(letters).collect()
    }

    #[test]
    fn each_has_his_turn_in_each_seat() {
        assert_eq!(shown(2, 2, Seating::Rotate), ["AB", "BA"]);
        assert_eq!(shown(2, 2, Seating::All), ["AB", "BA"]);
        assert_eq!(shown(3, 3, Seating::Rotate), ["ABC", "BCA", "CAB"]);
        assert_eq!(shown(3, 3, Seating::All).len(), 6);
        assert_eq!(shown(4, 4, Seating::Rotate), ["ABCD", "BCDA", "CDAB", "DABC"]);
    }

    #[test]
    fn players_repeat_evenly() {
        assert_eq!(shown(2, 4, Seating::All), ["AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"]);
        assert_eq!(shown(2, 4, Seating::Rotate), ["ABAB", "BABA"]);
        assert_eq!(shown(2, 3, Seating::All), ["AAB", "ABA", "ABB", "BAA", "BAB", "BBA"]);
        assert_eq!(shown(2, 3, Seating::Rotate), ["ABA", "BAA", "AAB", "BAB", "ABB", "BBA"]);
        assert_eq!(shown(1, 2, Seating::All), ["AA"]);
    }

    #[test]
    fn more_players_than_seats_play_in_every_selection() {
        assert_eq!(shown(3, 2, Seating::Rotate), ["AB", "BA", "AC", "CA", "BC", "CB"]);
        assert_eq!(shown(4, 3, Seating::Rotate).len(), 4 * 3);
        assert_eq!(shown(4, 3, Seating::All).len(), 4 * 6);
    }

    #[test]
    fn every_player_sits_in_every_seat_equally_often() {
        for players in 1..=6 {
            for seats in 2..=6 {
                for seating in [Seating::Rotate, Seating::All] {
                    let Some(all) = seatings(players, seats, seating) else { continue };
                    let mut often = vec![vec![0; seats]; players];
                    for seated in &all {
                        for (seat, &player) in seated.iter().enumerate() {
                            often[player][seat] += 1;
                        }
                    }
                    let first = often[0][0];
                    assert!(often.iter().flatten().all(|&n| n == first), "{players} in {seats}: {often:?}");
                }
            }
        }
    }

    #[test]
    fn too_many_are_refused() {
        assert_eq!(seatings(5, 6, Seating::All), None);
        assert!(seatings(5, 6, Seating::Rotate).is_some());
        assert_eq!(seatings(16, 6, Seating::Rotate), None);
    }
}
