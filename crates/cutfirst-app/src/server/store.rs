//! Games on disk: one small JSON file each, replaced as a whole, so that a game is there with all its
//! moves or as it was before, whenever the server ends. What was written has reached the disk when `write`
//! returns, so that even a power failure loses no move that somebody was told of.
//!
//! Nothing is removed unless somebody asks for it. When there is no room for more, games that have rested for long
//! are put aside, and come back when they are asked for: a clock that is wrong can hide no game from who knows it.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde::Deserialize;

use super::games::locked;
use super::stored::Stored;

/// A game that nobody has touched for so long makes room for others.
pub(super) const RESTS_AFTER: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// More games than this are not kept at once.
const MOST_GAMES: usize = 10_000;

/// And not more of one client.
pub(super) const MOST_OF_ONE: usize = 1000;

/// How often games that rest are looked for, at most.
const LOOK_EVERY: Duration = Duration::from_secs(60);

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

    /// A number that differs from game to game, so that engines do not err in the same way in all of them.
    pub(super) fn seed(&self) -> u64 {
        u64::from_str_radix(&self.0[..16], 16).unwrap_or_default()
    }
}

/// Why a directory of games cannot be had.
#[derive(Debug)]
pub(crate) enum NoStore {
    /// Another server has it.
    Busy,
    /// The system does not let us.
    Failed(io::Error),
}

impl From<io::Error> for NoStore {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Who has too many games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TooMany {
    /// The client.
    Yours,
    /// All together.
    Everybodys,
}

/// The directory of games.
#[derive(Debug)]
pub(super) struct Store {
    dir: PathBuf,
    /// Where games go that have rested for long.
    aside: PathBuf,
    /// Whose games there are; those put aside do not count.
    owners: Mutex<Owners>,
    drafts: AtomicU64,
    /// By both clocks, which tell together whether somebody has set one of them.
    start: (SystemTime, Instant),
    /// One server at a time: two would take different moves for the same ply.
    _lock: File,
}

#[derive(Debug, Default)]
struct Owners {
    games: HashMap<Id, Option<IpAddr>>,
    looked: Option<Instant>,
}

impl Store {
    /// Opens the directory, which is made if it is missing, and sees that it can be written to.
    pub(super) fn open(data: &Path) -> Result<Self, NoStore> {
        let (dir, aside) = (data.join("games"), data.join("aside"));
        private_dir(data)?;
        for dir in [&dir, &aside] {
            private_dir(dir)?;
            make_private(dir)?;
        }
        sync_names(data)?;
        let lock = lock(data)?;
        let store = Self {
            dir,
            aside,
            owners: Mutex::default(),
            drafts: AtomicU64::new(0),
            start: (SystemTime::now(), Instant::now()),
            _lock: lock,
        };
        store.remove_drafts()?;
        store.try_out()?;
        locked(&store.owners).games = store.owners()?;
        Ok(store)
    }

    fn path(&self, id: &Id) -> PathBuf {
        self.dir.join(format!("{}.json", id.as_str()))
    }

    fn path_aside(&self, id: &Id) -> PathBuf {
        self.aside.join(format!("{}.json", id.as_str()))
    }

    /// What servers that were killed have left half written.
    fn remove_drafts(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.dir)? {
            let path = entry?.path();
            if path.extension().is_some_and(|kind| kind == "draft") {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// Writes something as large as a long game, so that a full or read-only place is told of before anybody plays.
    fn try_out(&self) -> io::Result<()> {
        let path = self.dir.join("trial.draft");
        let tried = create(&path).and_then(|mut file| {
            file.write_all(&[b' '; 16 * 1024])?;
            file.sync_data()
        });
        let removed = fs::remove_file(&path);
        tried.and(removed)
    }

    /// The games that are there, and whose each is. One that cannot be read is nobody's, and counts.
    fn owners(&self) -> io::Result<HashMap<Id, Option<IpAddr>>> {
        #[derive(Deserialize)]
        struct Owner {
            by: Option<IpAddr>,
        }
        let mut owners = HashMap::new();
        for (id, path) in self.games()? {
            let text = fs::read_to_string(path).unwrap_or_default();
            let owner = serde_json::from_str::<Owner>(text.lines().next().unwrap_or_default());
            owners.insert(id, owner.ok().and_then(|owner| owner.by));
        }
        Ok(owners)
    }

    fn games(&self) -> io::Result<Vec<(Id, PathBuf)>> {
        games_in(&self.dir)
    }

    /// All games, also those put aside, with the time of their last change.
    pub(super) fn all(&self) -> io::Result<Vec<(Id, SystemTime)>> {
        let mut all = Vec::new();
        for dir in [&self.dir, &self.aside] {
            for (id, path) in games_in(dir)? {
                // One that is removed just now is none.
                all.extend(path.metadata().and_then(|about| about.modified()).ok().map(|when| (id, when)));
            }
        }
        Ok(all)
    }

    /// When a game has changed last.
    pub(super) fn modified(&self, id: &Id) -> Option<SystemTime> {
        let about = fs::metadata(self.path(id)).or_else(|_| fs::metadata(self.path_aside(id)));
        about.and_then(|about| about.modified()).ok()
    }

    /// The text of a game's file, wherever it is; it stays there.
    pub(super) fn look(&self, id: &Id) -> Option<String> {
        fs::read_to_string(self.path(id)).or_else(|_| fs::read_to_string(self.path_aside(id))).ok()
    }

    /// The text of a game's file, brought back if it was put aside; none if there is no such game.
    pub(super) fn read(&self, id: &Id) -> io::Result<Option<String>> {
        match fs::read_to_string(self.path(id)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.bring_back(id),
            Err(error) => Err(error),
        }
    }

    fn bring_back(&self, id: &Id) -> io::Result<Option<String>> {
        match fs::rename(self.path_aside(id), self.path(id)) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
        sync_names(&self.dir)?;
        sync_names(&self.aside)?;
        let text = fs::read_to_string(self.path(id))?;
        let owner = Stored::from_text(&text).ok().and_then(|stored| stored.by);
        locked(&self.owners).games.insert(id.clone(), owner);
        Ok(Some(text))
    }

    /// Stores a new game under a new name, unless there are too many.
    pub(super) fn create(&self, text: &str, by: Option<IpAddr>) -> io::Result<Result<Id, TooMany>> {
        let id = Id::random()?;
        {
            let mut owners = locked(&self.owners);
            if owners.too_many(by).is_some() {
                self.make_room(&mut owners)?;
            }
            if let Some(too_many) = owners.too_many(by) {
                return Ok(Err(too_many));
            }
            // Before it is written, so that many at once do not become too many.
            owners.games.insert(id.clone(), by);
        }
        let written = self.write(&id, text);
        if written.is_err() {
            locked(&self.owners).games.remove(&id);
        }
        written.map(|()| Ok(id))
    }

    /// Replaces a game's file at once, and returns when the disk has it.
    pub(super) fn write(&self, id: &Id, text: &str) -> io::Result<()> {
        let number = self.drafts.fetch_add(1, Relaxed);
        let draft = self.dir.join(format!("{}.{number}.draft", id.as_str()));
        let written = create(&draft)
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

    /// Removes a game for good; whether there was one.
    pub(super) fn remove(&self, id: &Id) -> io::Result<bool> {
        let mut is_gone = false;
        for (path, dir) in [(self.path(id), &self.dir), (self.path_aside(id), &self.aside)] {
            match fs::remove_file(path) {
                Ok(()) => {
                    sync_names(dir)?;
                    is_gone = true;
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        locked(&self.owners).games.remove(id);
        Ok(is_gone)
    }

    /// Puts aside what has rested for long, if that has not been tried just now.
    fn make_room(&self, owners: &mut Owners) -> io::Result<()> {
        if owners.looked.is_some_and(|looked| looked.elapsed() < LOOK_EVERY) {
            return Ok(());
        }
        owners.looked = Some(Instant::now());
        for id in self.put_aside(RESTS_AFTER, SystemTime::now())? {
            owners.games.remove(&id);
        }
        Ok(())
    }

    /// Puts aside games that nobody has touched for so long, if the time can be believed: somebody has touched a
    /// game within that time, none in the future, and the clock has gone on as the clock did that nobody can set.
    fn put_aside(&self, rest: Duration, now: SystemTime) -> io::Result<Vec<Id>> {
        let mut games = Vec::new();
        for (id, path) in self.games()? {
            games.push((path.metadata()?.modified()?, id, path));
        }
        let newest = games.iter().map(|(touched, ..)| *touched).max();
        let is_lately =
            newest.and_then(|newest| now.duration_since(newest).ok()).is_some_and(|ago| ago <= rest);
        let passed = now.duration_since(self.start.0).unwrap_or_default();
        let is_steady = passed.abs_diff(self.start.1.elapsed()) <= rest / 2;
        let mut put_aside = Vec::new();
        if is_lately && is_steady {
            for (touched, id, path) in games {
                if now.duration_since(touched).is_ok_and(|ago| ago > rest) {
                    fs::rename(path, self.path_aside(&id))?;
                    put_aside.push(id);
                }
            }
            sync_names(&self.aside)?;
            sync_names(&self.dir)?;
        }
        Ok(put_aside)
    }
}

impl Owners {
    /// Whether one more game of this client is one too many.
    fn too_many(&self, by: Option<IpAddr>) -> Option<TooMany> {
        let own = self.games.values().filter(|owner| **owner == by).count();
        if own >= MOST_OF_ONE {
            Some(TooMany::Yours)
        } else {
            (self.games.len() >= MOST_GAMES).then_some(TooMany::Everybodys)
        }
    }
}

/// The files of games in a directory.
fn games_in(dir: &Path) -> io::Result<Vec<(Id, PathBuf)>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let is_json = path.extension().is_some_and(|kind| kind == "json");
        let id = path.file_stem().and_then(|stem| stem.to_str()).and_then(Id::parse);
        if let (true, Some(id)) = (is_json, id) {
            games.push((id, path));
        }
    }
    Ok(games)
}

/// Takes the directory for this server alone. The file stays behind, empty.
fn lock(dir: &Path) -> Result<File, NoStore> {
    /// How often it is tried: a program that was just started holds a copy of every lock of whoever started it.
    const ATTEMPTS: u32 = 25;
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    let file = private(&mut options).open(dir.join(".lock"))?;
    for _ in 0..ATTEMPTS {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
    Err(NoStore::Busy)
}

/// Makes a directory that only its owner can look into, as it must be: a game's name is all that protects it.
fn private_dir(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(dir)
}

/// Closes a directory that an older version left open to others; somebody else's is not ours to change.
fn make_private(dir: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(dir)?.permissions().mode();
        if mode & 0o077 != 0 {
            let _ = fs::set_permissions(dir, fs::Permissions::from_mode(0o700));
        }
    }
    let _ = dir;
    Ok(())
}

/// Files that only their owner can read.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn create(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().create(true).truncate(true).write(true)).open(path)
}

/// Makes a renaming last. Where directories cannot be opened as files, the system sees to it by itself.
fn sync_names(dir: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("cutfirst-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        dir
    }

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    fn touched(store: &Store, id: &Id, when: SystemTime) {
        let file = OpenOptions::new().write(true).open(store.path(id)).unwrap();
        file.set_modified(when).unwrap();
    }

    #[test]
    fn games_are_written_read_and_removed() {
        let dir = scratch("games");
        let store = Store::open(&dir).unwrap();
        let id = store.create("one", None).unwrap().unwrap();
        assert_eq!(store.read(&id).unwrap().as_deref(), Some("one"));
        store.write(&id, "two").unwrap();
        assert!(matches!(Store::open(&dir), Err(NoStore::Busy)), "one server at a time");
        drop(store);
        fs::write(dir.join("games/killed.draft"), "half a ga").unwrap();
        fs::write(dir.join("games/notes.json"), "not ours").unwrap();
        let store = Store::open(&dir).unwrap();
        assert_eq!(store.read(&id).unwrap().as_deref(), Some("two"));
        assert!(store.remove(&id).unwrap() && !store.remove(&id).unwrap());
        assert_eq!(store.read(&id).unwrap(), None);
        let names: Vec<_> = fs::read_dir(dir.join("games")).unwrap().collect();
        assert_eq!(names.len(), 1, "drafts and the game are gone, and nothing else");
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn what_rests_for_long_is_put_aside_and_comes_back() {
        let dir = scratch("aside");
        let store = Store::open(&dir).unwrap();
        let [old, new] = ["old", "new"].map(|text| store.create(text, None).unwrap().unwrap());
        let now = SystemTime::now();
        touched(&store, &old, now - 31 * DAY);
        assert_eq!(store.put_aside(RESTS_AFTER, now).unwrap(), std::slice::from_ref(&old));
        assert!(!store.path(&old).exists() && store.path(&new).exists());
        assert_eq!(store.read(&old).unwrap().as_deref(), Some("old"), "it comes back");
        assert!(store.path(&old).exists());
        assert_eq!(store.put_aside(RESTS_AFTER, now).unwrap(), std::slice::from_ref(&old));
        assert!(store.remove(&old).unwrap(), "also from there");
        assert_eq!(store.read(&old).unwrap(), None);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_clock_that_cannot_be_right_moves_nothing() {
        let dir = scratch("clock");
        let store = Store::open(&dir).unwrap();
        let now = SystemTime::now();
        let [one, two] = ["one", "two"].map(|text| store.create(text, None).unwrap().unwrap());
        let moved = |now| store.put_aside(RESTS_AFTER, now).unwrap().len();
        assert_eq!(moved(now + 31 * DAY), 0, "ahead: nobody has touched anything for a month");
        touched(&store, &two, now - 40 * DAY);
        touched(&store, &one, now + 31 * DAY);
        assert_eq!(moved(now), 0, "behind: somebody will touch a game");
        touched(&store, &one, now + 40 * DAY);
        assert_eq!(moved(now + 41 * DAY), 0, "it was set while the server ran");
        touched(&store, &one, now - DAY);
        assert_eq!(moved(now), 1);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn nobody_has_more_than_a_share() {
        let dir = scratch("share");
        let store = Store::open(&dir).unwrap();
        let [one, two] = [1, 2].map(|last| Some(IpAddr::from([192, 0, 2, last])));
        let first = store.create("{}", one).unwrap().unwrap();
        {
            // As if they were there: to write a thousand files takes its time.
            let mut owners = locked(&store.owners);
            for _ in 1..MOST_OF_ONE {
                owners.games.insert(Id::random().unwrap(), one);
            }
        }
        assert_eq!(store.create("{}", one).unwrap(), Err(TooMany::Yours));
        store.create("{}", two).unwrap().unwrap();
        store.remove(&first).unwrap();
        store.create("{}", one).unwrap().unwrap();
        {
            let mut owners = locked(&store.owners);
            while owners.games.len() < MOST_GAMES {
                let owner = Some(IpAddr::from([198, 51, 100, (owners.games.len() % 200) as u8]));
                owners.games.insert(Id::random().unwrap(), owner);
            }
        }
        assert_eq!(store.create("{}", two).unwrap(), Err(TooMany::Everybodys));
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
}
