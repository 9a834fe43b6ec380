//! The games that are being played. The files are the truth; what is kept in memory spares replaying a
//! game at every request.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use axum::http::StatusCode;

use super::fault::Refusal;
use super::store::{Id, MOST_OF_ONE, NoStore, RESTS_AFTER, Store, TooMany};
use super::stored::Stored;
use crate::session::Played;

/// So many games are kept in memory.
const MOST_LIVE: usize = 1000;

/// A game in memory, with the text of its file that it came from.
struct Live {
    text: String,
    played: Option<Played>,
    /// The client that began it.
    by: Option<IpAddr>,
}

struct Slot {
    live: Arc<Mutex<Live>>,
    used: Instant,
}

pub(super) struct Games {
    store: Store,
    live: Mutex<HashMap<Id, Slot>>,
}

impl Games {
    pub(super) fn open(dir: &Path) -> Result<Self, NoStore> {
        Ok(Self { store: Store::open(dir)?, live: Mutex::new(HashMap::new()) })
    }

    /// Stores a new game of a client.
    pub(super) fn create(&self, played: Played, by: IpAddr) -> Result<(Id, Played), Refusal> {
        let text = write(&played, Some(by))?;
        let id = self.store.create(&text, Some(by)).map_err(|error| cannot_store(&error))?;
        let id = id.map_err(|too_many| {
            let days = days_of_rest();
            match too_many {
                TooMany::Yours => Refusal::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    format!(
                        "{MOST_OF_ONE} games of your address are kept here; delete one, or wait: \
                         those that rest for {days} days make room"
                    ),
                ),
                TooMany::Everybodys => Refusal::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!(
                        "too many games are kept here; delete one, or wait: \
                         those that rest for {days} days make room"
                    ),
                ),
            }
        })?;
        Ok((id, played))
    }

    /// Removes a game for good.
    pub(super) fn remove(&self, id: &Id) -> Result<(), Refusal> {
        self.with(id, |live| {
            live.played = None;
            let is_gone = self.store.remove(id).map_err(|error| cannot_store(&error))?;
            locked(&self.live).remove(id);
            if is_gone { Ok(()) } else { Err(no_game()) }
        })
    }

    /// Shows a game to `see`.
    pub(super) fn read<T>(
        &self,
        id: &Id,
        see: impl FnOnce(&Played) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.with(id, |live| see(live.played(self, id)?))
    }

    /// Lets `change` alter a game, and stores it before anybody hears of it. One change at a time.
    pub(super) fn change<T>(
        &self,
        id: &Id,
        change: impl FnOnce(&mut Played) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.with(id, |live| {
            let changed = change(live.played(self, id)?).and_then(|changed| {
                if let Some(played) = &live.played {
                    let text = write(played, live.by)?;
                    self.store.write(id, &text).map_err(|error| cannot_store(&error))?;
                    live.text = text;
                }
                Ok(changed)
            });
            // The file is the truth: what was refused half done, or could not be stored, is forgotten.
            if changed.is_err() {
                live.played = None;
            }
            changed
        })
    }

    /// All games that are kept, also those put aside, with the time of their last change.
    pub(super) fn all(&self) -> Result<Vec<(Id, SystemTime)>, Refusal> {
        self.store.all().map_err(|error| cannot_store(&error))
    }

    /// When a game has changed last; none if there is no such game.
    pub(super) fn modified(&self, id: &Id) -> Option<SystemTime> {
        self.store.modified(id)
    }

    /// What a game's file holds, for a look that changes nothing.
    pub(super) fn text(&self, id: &Id) -> Option<String> {
        self.store.look(id)
    }

    fn with<T>(&self, id: &Id, work: impl FnOnce(&mut Live) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let live = self.live_game(id);
        let mut live = locked(&live);
        work(&mut live)
    }

    fn live_game(&self, id: &Id) -> Arc<Mutex<Live>> {
        let mut all = locked(&self.live);
        if all.len() >= MOST_LIVE && !all.contains_key(id) {
            // Those that nobody holds right now can be had from their files again.
            let idle = all.iter().filter(|(_, slot)| Arc::strong_count(&slot.live) == 1);
            let oldest = idle.min_by_key(|(_, slot)| slot.used).map(|(id, _)| id.clone());
            oldest.and_then(|id| all.remove(&id));
        }
        let fresh = || Slot {
            live: Arc::new(Mutex::new(Live { text: String::new(), played: None, by: None })),
            used: Instant::now(),
        };
        let slot = all.entry(id.clone()).or_insert_with(fresh);
        slot.used = Instant::now();
        Arc::clone(&slot.live)
    }
}

impl Live {
    /// The game as its file says; the file is read each time, since it is the truth.
    fn played(&mut self, games: &Games, id: &Id) -> Result<&mut Played, Refusal> {
        let text = games.store.read(id).map_err(|error| cannot_store(&error))?;
        let Some(text) = text else {
            self.played = None;
            locked(&games.live).remove(id);
            return Err(no_game());
        };
        if self.played.is_none() || text != self.text {
            let (played, by) = read(&text)?;
            (self.played, self.by, self.text) = (Some(played), by, text);
        }
        self.played.as_mut().ok_or_else(no_game)
    }
}

/// There is no such game, or no longer.
pub(super) fn no_game() -> Refusal {
    Refusal::not_found("there is no such game here")
}

fn days_of_rest() -> u64 {
    RESTS_AFTER.as_secs() / (24 * 60 * 60)
}

fn read(text: &str) -> Result<(Played, Option<IpAddr>), Refusal> {
    let broken = |error: String| Refusal::internal(format!("the stored game cannot be read: {error}"));
    let stored = Stored::from_text(text).map_err(broken)?;
    let record = stored.record().map_err(broken)?;
    if stored.seats.len() != record.position().players() {
        return Err(broken("it has the wrong number of seats".to_owned()));
    }
    Ok((Played { record, seats: stored.seats, variations: stored.variations }, stored.by))
}

fn write(played: &Played, by: Option<IpAddr>) -> Result<String, Refusal> {
    Stored::new(played, by)
        .to_text()
        .map_err(|error| Refusal::internal(format!("the game cannot be stored: {error}")))
}

fn cannot_store(error: &io::Error) -> Refusal {
    Refusal::internal(format!("the server's data cannot be read or written: {error}"))
}

/// Data under a lock is whole at every moment, so a panic elsewhere does no harm to it.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
