//! What a run says, for people and for programs: tables in the terminal, one page with plots, and
//! the same figures as CSV and JSON.
//!
//! Everything here is a function of the [`Summary`] and the [`Context`] alone, without clock or host name, so
//! that a report can be rebuilt bit for bit from the same rows.
//!
//! | file | for |
//! |---|---|
//! | `report.html` | reading: one page that needs nothing else, online or off |
//! | `summary.json` | programs: everything the page shows, with the command that made it |
//! | `tables.md` | documents: the tables in Markdown |
//! | `arms.csv`, `comparisons.csv`, `retentions.csv`, `trials.csv` | spreadsheets and statistics packages |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::summary::Summary;

pub mod csv;
pub(crate) mod format;
pub mod html;
pub mod json;
pub mod markdown;
pub(crate) mod markup;
pub(crate) mod names;
pub(crate) mod plots;
#[cfg(test)]
mod sample;
pub(crate) mod svg;
pub mod terminal;
pub(crate) mod text_table;
pub mod verdict;

/// How the results came about; shown with every figure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Context {
    /// The exact command line that made the results.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// What was declared: name and value.
    pub parameters: Vec<(String, String)>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
}

/// A file of the report could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}; the report needs a folder that can be written to", path.display())]
pub struct ReportError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

/// Writes all files of the report into `dir`, which is made if it is missing, and returns the page's path.
///
/// # Errors
/// If the folder or a file in it cannot be written.
pub fn write(dir: &Path, summary: &Summary, context: &Context) -> Result<PathBuf, ReportError> {
    csv::write(dir, summary)?;
    json::write(dir, summary, context)?;
    markdown::write(dir, summary, context)?;
    html::write(dir, summary, context)
}

/// Writes one file into `dir`, which is made if it is missing: under another name first, so that an older
/// report is whole until the new one is, also on a full disk.
pub(crate) fn write_file(dir: &Path, name: &str, text: &str) -> Result<PathBuf, ReportError> {
    let (path, draft) = (dir.join(name), dir.join(format!("{name}.new")));
    fs::create_dir_all(dir).map_err(|source| ReportError { path: dir.to_owned(), source })?;
    if let Err(source) = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path)) {
        let _ = fs::remove_file(&draft);
        return Err(ReportError { path, source });
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_written_and_never_differ() {
        let summary = sample::summary();
        let context = sample::context();
        let dir = std::env::temp_dir().join(format!("cutfirst-report-{}", std::process::id()));
        let [first, second] = ["a", "b"].map(|name| dir.join(name));
        write(&first, &summary, &context).unwrap();
        write(&second, &summary.clone(), &context).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&first).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        let expected = [
            "arms.csv",
            "comparisons.csv",
            "report.html",
            "retentions.csv",
            "summary.json",
            "tables.md",
            "trials.csv",
        ];
        assert_eq!(names, expected);
        for name in names {
            assert!(
                fs::read(first.join(&name)).unwrap() == fs::read(second.join(&name)).unwrap(),
                "{name:?}"
            );
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_report_that_cannot_be_written_leaves_the_older_one() {
        let dir = std::env::temp_dir().join(format!("cutfirst-report-older-{}", std::process::id()));
        write_file(&dir, "tables.md", "older").unwrap();
        // Stands for a disk that is full when the draft is written.
        fs::create_dir(dir.join("tables.md.new")).unwrap();
        let error = write_file(&dir, "tables.md", "newer").unwrap_err();
        assert_eq!(error.path, dir.join("tables.md"));
        assert_eq!(fs::read_to_string(dir.join("tables.md")).unwrap(), "older");
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = std::env::temp_dir().join(format!("cutfirst-report-file-{}", std::process::id()));
        fs::write(&file, "").unwrap();
        let error = write(&file.join("out"), &sample::summary(), &sample::context()).unwrap_err();
        assert!(error.to_string().starts_with("cannot write ") && error.path.starts_with(&file), "{error}");
        fs::remove_file(&file).unwrap();
    }
}
