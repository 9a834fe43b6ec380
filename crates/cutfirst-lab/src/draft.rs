//! Files that are whole from the moment they have their name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under its name with `.new` behind it, waits until the disk has it, and renames it. What had the name before
/// is whole until then, also on a full disk; after an error no draft is left. Two that write the same file take turns. A link
/// stays one, and what is no file, such as a pipe or `/dev/null`, is written into.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let path = match fs::metadata(path) {
        Ok(about) if about.is_file() => &fs::canonicalize(path)?,
        Ok(about) if !about.is_dir() => return fs::write(path, content),
        _ => path,
    };
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let draft = Path::new(&draft);
    let mut file = take(draft)?;
    let mut write = || {
        // One that was killed may have left a part.
        file.set_len(0)?;
        file.write_all(content.as_ref())?;
        file.sync_all()?;
        fs::rename(draft, path)
    };
    write().inspect_err(|_| drop(fs::remove_file(draft)))
}

/// The draft for us alone, until it is closed.
fn take(draft: &Path) -> io::Result<File> {
    loop {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(draft)?;
        // Where files cannot be locked, whoever writes one twice at once must see to that.
        let _ = file.lock();
        if is_still(draft, &file)? {
            return Ok(file);
        }
    }
}

/// Whether a draft has not been renamed while we waited for it: then it is somebody's whole file.
#[cfg(unix)]
fn is_still(draft: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    Ok(fs::metadata(draft).is_ok_and(|found| (found.dev(), found.ino()) == (own.dev(), own.ino())))
}

#[cfg(not(unix))]
fn is_still(_draft: &Path, _file: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::store::Scratch;

    #[test]
    fn who_writes_the_same_file_at_the_same_time_takes_turns() {
        let dir = Scratch::new().unwrap();
        let path = dir.path().join("report.html");
        fs::write(dir.path().join("report.html.new"), [b'x'; 70_000]).unwrap();
        write(&path, "0").unwrap();
        let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte == text.as_bytes()[0]);
        thread::scope(|scope| {
            for number in 1..=4 {
                let path = &path;
                scope.spawn(move || {
                    let content = number.to_string().repeat(number * 10_000);
                    for _ in 0..12 {
                        write(path, &content).unwrap();
                        let text = fs::read_to_string(path).unwrap();
                        assert!(is_whole(&text), "parts of several writers");
                    }
                });
            }
        });
        let names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["report.html"], "no draft is left");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_stay_what_they_are() {
        use std::os::unix::fs::FileTypeExt;
        let dir = Scratch::new().unwrap();
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| dir.path().join(name));
        write(&file, "one").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write(&link, "two").unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), link.is_symlink()), ("two", true));

        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (heard, reader) = (std::sync::mpsc::channel(), pipe.clone());
        thread::spawn(move || heard.0.send(fs::read_to_string(reader).unwrap()));
        write(&pipe, "three").unwrap();
        assert!(pipe.metadata().unwrap().file_type().is_fifo(), "a file took the place of the pipe");
        assert_eq!(heard.1.recv().unwrap(), "three");
    }
}
