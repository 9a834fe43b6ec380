//! The games that are being played. The files are the truth; what is kept in memory spares replaying a
//! game at every request.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::fault::Refusal;
use super::store::{EXPIRES_AFTER, Id, Store, Stored};
use crate::session::Played;

/// So many games are kept in memory.
const MOST_LIVE: usize = 1000;

/// How often expired games are looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// A game in memory, with the text of its file that it came from.
struct Live {
    text: String,
    played: Option<Played>,
}

struct Slot {
    live: Arc<Mutex<Live>>,
    used: Instant,
}

pub(super) struct Games {
    store: Store,
    live: Mutex<HashMap<Id, Slot>>,
    swept: Mutex<Instant>,
}

impl Games {
    pub(super) fn open(dir: &Path) -> io::Result<Self> {
        let (live, swept) = (Mutex::new(HashMap::new()), Mutex::new(Instant::now()));
        Ok(Self { store: Store::open(dir)?, live, swept })
    }

    /// Stores a new game.
    pub(super) fn create(&self, played: Played) -> Result<(Id, Played), Refusal> {
        self.sweep();
        let text = write(&played)?;
        let id = self.store.create(&text).map_err(|error| cannot_store(&error))?;
        let id = id.ok_or_else(|| {
            let message = "too many games are stored here; remove some of the server's data";
            Refusal::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, message)
        })?;
        Ok((id, played))
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
            let changed = change(live.played(self, id)?);
            let stored = match (&changed, &live.played) {
                (Ok(_), Some(played)) => write(played).and_then(|text| {
                    self.store.write(id, &text).map_err(|error| cannot_store(&error))?;
                    live.text = text;
                    Ok(())
                }),
                // A refused change has changed nothing.
                _ => Ok(()),
            };
            if let Err(refusal) = stored {
                live.played = None;
                return Err(refusal);
            }
            changed
        })
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
            live: Arc::new(Mutex::new(Live { text: String::new(), played: None })),
            used: Instant::now(),
        };
        let slot = all.entry(id.clone()).or_insert_with(fresh);
        slot.used = Instant::now();
        Arc::clone(&slot.live)
    }

    fn sweep(&self) {
        let mut swept = locked(&self.swept);
        if swept.elapsed() > SWEEP_EVERY {
            *swept = Instant::now();
            // What cannot be removed today can be tomorrow.
            let _ = self.store.sweep(EXPIRES_AFTER);
        }
    }
}

impl Live {
    /// The game as its file says; the file is read each time, since another server may share it.
    fn played(&mut self, games: &Games, id: &Id) -> Result<&mut Played, Refusal> {
        let text = games.store.read(id).map_err(|error| cannot_store(&error))?;
        let Some(text) = text else {
            self.played = None;
            locked(&games.live).remove(id);
            return Err(no_game());
        };
        if self.played.is_none() || text != self.text {
            self.played = Some(read(&text)?);
            self.text = text;
        }
        self.played.as_mut().ok_or_else(no_game)
    }
}

/// There is no such game, or no longer.
pub(super) fn no_game() -> Refusal {
    let days = EXPIRES_AFTER.as_secs() / (24 * 60 * 60);
    Refusal::not_found(format!("there is no such game; games that rest for {days} days are removed"))
}

fn read(text: &str) -> Result<Played, Refusal> {
    let broken = |error: String| Refusal::internal(format!("the stored game cannot be read: {error}"));
    let stored: Stored = serde_json::from_str(text).map_err(|error| broken(error.to_string()))?;
    let record = stored.record().map_err(broken)?;
    if stored.seats.len() != record.position().players() {
        return Err(broken("it has the wrong number of seats".to_owned()));
    }
    Ok(Played { record, seats: stored.seats })
}

fn write(played: &Played) -> Result<String, Refusal> {
    serde_json::to_string(&Stored::new(&played.record, &played.seats))
        .map_err(|error| Refusal::internal(format!("the game cannot be stored: {error}")))
}

fn cannot_store(error: &io::Error) -> Refusal {
    Refusal::internal(format!("the server's data cannot be read or written: {error}"))
}

/// Data under a lock is whole at every moment, so a panic elsewhere does no harm to it.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
