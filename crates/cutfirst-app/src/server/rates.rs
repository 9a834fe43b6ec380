//! How often one client may ask for what costs us something, where strangers can reach us.
//!
//! Each client has a bucket of permits for each kind of request, which fills again with time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use super::fault::Refusal;
use super::games::locked;

/// What is counted, each by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Costly {
    /// A new game.
    Game,
    /// An analysis, a trace or a race.
    Analysis,
    /// A stream of an engine's move or a hint.
    Stream,
}

impl Costly {
    /// So many at once, and then one each time so long has passed.
    fn rate(self) -> (u32, Duration) {
        match self {
            Self::Game => (30, Duration::from_secs(10)),
            Self::Analysis => (30, Duration::from_secs(2)),
            Self::Stream => (240, Duration::from_millis(250)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Game => "new games",
            Self::Analysis => "analyses",
            Self::Stream => "moves and hints of engines",
        }
    }
}

/// More clients than this are not remembered at once; those with full buckets need not be.
const MOST_REMEMBERED: usize = 10_000;

/// When a client's bucket will be full again; it is never emptier than that tells.
type FullAt = Instant;

/// The buckets of all clients.
#[derive(Default)]
pub(super) struct Rates {
    is_limited: bool,
    buckets: Mutex<HashMap<(IpAddr, Costly), FullAt>>,
}

impl Rates {
    /// Limits for a server that strangers can reach; none for one's own machine.
    pub(super) fn new(is_limited: bool) -> Self {
        Self { is_limited, ..Self::default() }
    }

    /// Takes one permit.
    pub(super) fn take(&self, client: IpAddr, what: Costly) -> Result<(), Refusal> {
        if self.is_limited { self.take_at(client, what, Instant::now()) } else { Ok(()) }
    }

    fn take_at(&self, client: IpAddr, what: Costly, now: Instant) -> Result<(), Refusal> {
        let (most, every) = what.rate();
        let mut buckets = locked(&self.buckets);
        if buckets.len() >= MOST_REMEMBERED {
            buckets.retain(|_, full_at| *full_at > now);
        }
        let full_at = buckets.entry((client, what)).or_insert(now);
        let after = (*full_at).max(now) + every;
        let missing = after.saturating_duration_since(now).saturating_sub(every * most);
        if missing > Duration::ZERO {
            let wait = missing.as_secs() + 1;
            return Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("too many {} in a short time from your address; try again in {wait} s", what.name()),
            ));
        }
        *full_at = after;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let (rates, now) = (Rates::new(true), Instant::now());
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let (most, every) = Costly::Game.rate();
        for _ in 0..most {
            rates.take_at(one, Costly::Game, now).unwrap();
        }
        let refusal = rates.take_at(one, Costly::Game, now).unwrap_err();
        assert_eq!(refusal.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(refusal.message.ends_with("try again in 11 s"), "{}", refusal.message);
        rates.take_at(other, Costly::Game, now).unwrap();
        rates.take_at(one, Costly::Stream, now).unwrap();
        rates.take_at(one, Costly::Game, now + every).unwrap();
        assert!(rates.take_at(one, Costly::Game, now + every).is_err());
        for _ in 0..most {
            rates.take_at(one, Costly::Game, now + every * 1000).unwrap();
        }
        assert!(rates.take_at(one, Costly::Game, now + every * 1000).is_err());
    }

    #[test]
    fn ones_own_machine_has_no_limits() {
        let rates = Rates::new(false);
        for _ in 0..1000 {
            rates.take(IpAddr::from([127, 0, 0, 1]), Costly::Game).unwrap();
        }
    }
}
