//! Files that are whole from the moment they have their name.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under its name with `.new` behind it, waits until the disk has it, and renames it. What had the name before
/// is whole until then, also on a full disk; after an error no draft is left.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(content.as_ref())?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&draft)))
}
