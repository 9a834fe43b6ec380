//! What a run says, for people and for programs.
//!
//! Whatever was run becomes a [`Document`]: a question, its answer, one picture, and the tables that support it. From
//! it come the text in the terminal and these files:
//!
//! | file | for |
//! |---|---|
//! | `report.html` | reading: one page that needs nothing else, online or off |
//! | `tables.md` | documents: the answer and the tables in Markdown |
//! | `arms.csv`, `comparisons.csv`, `trials.csv`, … | spreadsheets and statistics packages |
//! | `summary.json` | programs: everything together, with the command that made it |
//! | `figures/` | every picture as SVG |

use serde::Serialize;

pub mod answer;
mod claims;
pub(crate) mod document;
pub mod experiment;
pub(crate) mod format;
pub mod json;
pub(crate) mod markup;
pub(crate) mod names;
pub(crate) mod plots;
#[cfg(test)]
mod sample;
pub(crate) mod svg;
pub(crate) mod table;

pub use self::document::{Document, ReportError};

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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn all_files_are_written_and_never_differ() {
        let summary = sample::summary();
        let context = sample::context();
        let dir = std::env::temp_dir().join(format!("cutfirst-report-{}", std::process::id()));
        let [first, second] = ["a", "b"].map(|name| dir.join(name));
        experiment::document(&summary, &context).write(&first).unwrap();
        experiment::document(&summary.clone(), &context).write(&second).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&first).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        let expected = [
            "arms.csv",
            "cells.csv",
            "claims.csv",
            "comparisons.csv",
            "figures",
            "levels.csv",
            "report.html",
            "retentions.csv",
            "stacked.csv",
            "summary.json",
            "tables.md",
            "trials.csv",
        ];
        assert_eq!(names, expected);
        // Every picture of the page is there as a file that stands alone.
        let page = fs::read_to_string(first.join("report.html")).unwrap();
        let pictures: Vec<_> =
            page.split("href=\"figures/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(pictures.len() > 10, "{pictures:?}");
        for picture in &pictures {
            let text = fs::read_to_string(first.join("figures").join(picture)).unwrap();
            assert!(
                text.starts_with("<svg xmlns=") && text.contains("<style>") && text.ends_with("</svg>\n")
            );
        }
        assert_eq!(fs::read_dir(first.join("figures")).unwrap().count(), pictures.len());
        for name in names.into_iter().filter(|name| name != "figures") {
            assert!(
                fs::read(first.join(&name)).unwrap() == fs::read(second.join(&name)).unwrap(),
                "{name:?}"
            );
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = std::env::temp_dir().join(format!("cutfirst-report-file-{}", std::process::id()));
        fs::write(&file, "").unwrap();
        let document = experiment::document(&sample::summary(), &sample::context());
        let error = document.write(&file.join("out")).unwrap_err();
        assert!(error.to_string().starts_with("cannot write ") && error.path.starts_with(&file), "{error}");
        fs::remove_file(&file).unwrap();
    }
}
