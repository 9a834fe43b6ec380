//! Games on disk: one small JSON file each, replaced as a whole, so that a game is there with all its
//! moves or as it was before, whenever the server ends. What was written has reached the disk when `write`
//! returns, so that even a power failure loses no move that somebody was told of.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::session::{Record, Seat, Setting};

/// A game that nobody has touched for so long is forgotten.
pub(super) const EXPIRES_AFTER: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// More games than this are not kept at once.
const MOST_GAMES: usize = 10_000;

/// A game's name that nobody can guess: 128 random bits in hexadecimal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Id(String);

impl Id {
    fn random() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Reads a name; anything but 32 small hexadecimal digits is none, and so leads to no file.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let hexadecimal = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (text.len() == 32 && hexadecimal).then(|| Self(text.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a file holds.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    version: u32,
    game: String,
    players: usize,
    variant: String,
    start: String,
    /// Moves played, then moves taken back.
    moves: Vec<String>,
    ply: usize,
    resigned: Option<usize>,
    pub(super) seats: Vec<Seat>,
}

/// The form of file that this program writes.
const VERSION: u32 = 1;

impl Stored {
    pub(super) fn new(record: &Record, seats: &[Seat]) -> Self {
        let start = record.start();
        Self {
            version: VERSION,
            game: start.game().to_owned(),
            players: start.players(),
            variant: start.variant(),
            start: start.text(),
            moves: record.played().iter().chain(record.taken_back()).map(|step| step.text.clone()).collect(),
            ply: record.ply(),
            resigned: record.resigned(),
            seats: seats.to_vec(),
        }
    }

    /// The game as it was.
    pub(super) fn record(&self) -> Result<Record, String> {
        if self.version != VERSION {
            return Err(format!("the game was stored by another version ({})", self.version));
        }
        let setting = Setting {
            game: self.game.clone(),
            players: Some(self.players),
            variant: Some(self.variant.clone()),
            position: Some(self.start.clone()),
        };
        let mut record = Record::with_moves(setting.open()?, &self.moves)?;
        if self.ply > self.moves.len() {
            return Err("the stored game has fewer moves than it should".to_owned());
        }
        record.go_to(self.ply);
        if let Some(seat) = self.resigned {
            record.resign(seat)?;
        }
        Ok(record)
    }
}

/// The directory of games.
#[derive(Debug)]
pub(super) struct Store {
    dir: PathBuf,
    count: AtomicUsize,
    drafts: AtomicU64,
}

impl Store {
    /// Opens the directory, which is made if it is missing, and forgets what has expired.
    pub(super) fn open(dir: &Path) -> io::Result<Self> {
        let dir = dir.join("games");
        fs::create_dir_all(&dir)?;
        let store = Self { dir, count: AtomicUsize::new(0), drafts: AtomicU64::new(0) };
        store.sweep(EXPIRES_AFTER)?;
        Ok(store)
    }

    fn path(&self, id: &Id) -> PathBuf {
        self.dir.join(format!("{}.json", id.as_str()))
    }

    /// The text of a game's file, none if there is no such game.
    pub(super) fn read(&self, id: &Id) -> io::Result<Option<String>> {
        match fs::read_to_string(self.path(id)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Stores a new game under a new name; none if there are too many.
    pub(super) fn create(&self, text: &str) -> io::Result<Option<Id>> {
        if self.count.load(Relaxed) >= MOST_GAMES {
            self.sweep(EXPIRES_AFTER)?;
            if self.count.load(Relaxed) >= MOST_GAMES {
                return Ok(None);
            }
        }
        let id = Id::random()?;
        self.write(&id, text)?;
        self.count.fetch_add(1, Relaxed);
        Ok(Some(id))
    }

    /// Replaces a game's file at once, and returns when the disk has it.
    pub(super) fn write(&self, id: &Id, text: &str) -> io::Result<()> {
        let number = self.drafts.fetch_add(1, Relaxed);
        let draft = self.dir.join(format!("{}.{}-{number}.draft", id.as_str(), std::process::id()));
        let written = fs::File::create(&draft)
            .and_then(|mut file| {
                file.write_all(text.as_bytes())?;
                // Before the name: it must never lead to a file whose contents are still on their way.
                file.sync_data()
            })
            .and_then(|()| fs::rename(&draft, self.path(id)))
            .and_then(|()| sync_names(&self.dir));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        written
    }

    /// Removes games that nobody has touched for so long, and drafts of servers that were killed.
    pub(super) fn sweep(&self, idle: Duration) -> io::Result<()> {
        let now = SystemTime::now();
        let mut count = 0;
        for entry in fs::read_dir(&self.dir)? {
            let path = entry?.path();
            let (stem, kind) = (path.file_stem(), path.extension().and_then(|kind| kind.to_str()));
            let age = path.metadata().and_then(|file| file.modified()).ok();
            let age = age.and_then(|time| now.duration_since(time).ok()).unwrap_or_default();
            let is_game = stem.and_then(|stem| stem.to_str()).and_then(Id::parse).is_some();
            match kind {
                Some("json") if is_game && age > idle => fs::remove_file(&path)?,
                Some("json") if is_game => count += 1,
                Some("draft") if age > Duration::from_secs(3600) => fs::remove_file(&path)?,
                _ => {}
            }
        }
        self.count.store(count, Relaxed);
        Ok(())
    }
}

/// Makes a renaming last. Where directories cannot be opened as files, the system sees to it by itself.
fn sync_names(dir: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(dir)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("cutfirst-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        dir
    }

    #[test]
    fn games_are_written_read_and_forgotten() {
        let dir = scratch("games");
        let store = Store::open(&dir).unwrap();
        let id = store.create("one").unwrap().unwrap();
        assert_eq!(store.read(&id).unwrap().as_deref(), Some("one"));
        store.write(&id, "two").unwrap();
        assert_eq!(Store::open(&dir).unwrap().read(&id).unwrap().as_deref(), Some("two"));
        let names: Vec<_> = fs::read_dir(dir.join("games")).unwrap().collect();
        assert_eq!(names.len(), 1, "drafts are gone");
        fs::write(dir.join("games/notes.json"), "not ours").unwrap();
        std::thread::sleep(Duration::from_millis(20));
        store.sweep(Duration::from_millis(1)).unwrap();
        assert_eq!(store.read(&id).unwrap(), None);
        assert!(dir.join("games/notes.json").exists());
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn names_lead_nowhere_else() {
        for wrong in
            ["", "../../etc/passwd", "0123456789abcdef0123456789abcdeF", "0123456789abcdef0123456789abcde/"]
        {
            assert_eq!(Id::parse(wrong), None, "{wrong}");
        }
        let (one, two) = (Id::random().unwrap(), Id::random().unwrap());
        assert_ne!(one, two);
        assert_eq!(Id::parse(one.as_str()), Some(one));
    }

    #[test]
    fn a_game_comes_back_as_it_was() {
        let setting = Setting { game: "focus".to_owned(), players: Some(3), ..Setting::default() };
        let mut record = Record::new(setting.open().ok().unwrap());
        for _ in 0..6 {
            let first = record.position().legal()[0].text.clone();
            record.play(&first).unwrap();
        }
        record.go_to(4);
        record.resign(1).unwrap();
        let text = serde_json::to_string(&Stored::new(&record, &[])).unwrap();
        let back = serde_json::from_str::<Stored>(&text).unwrap().record().ok().unwrap();
        assert_eq!(back.position().text(), record.position().text());
        assert_eq!((back.played(), back.taken_back()), (record.played(), record.taken_back()));
        assert_eq!(back.ending(), record.ending());
        for damaged in [text.replace("\"ply\":4", "\"ply\":40"), text.replace("focus", "chess")] {
            assert!(serde_json::from_str::<Stored>(&damaged).unwrap().record().is_err());
        }
    }
}
