//! The report as one page: nothing is loaded from elsewhere, it needs no scripts, follows the reader's light
//! or dark theme, and is readable on a phone and on paper.

use std::path::{Path, PathBuf};

mod sections;
pub(crate) mod table;
mod tables;

use super::markup::Markup;
use super::{Context, ReportError, write_file};
use crate::summary::Summary;

const STYLE: &str = include_str!("style.css");

/// The page as text.
#[must_use]
pub fn to_string(summary: &Summary, context: &Context) -> String {
    document(&format!("{}: cutfirst report", summary.plan), |page| sections::write(page, summary, context))
}

/// A page with this title and body.
pub(crate) fn document(title: &str, body: impl FnOnce(&mut Markup)) -> String {
    let mut page = Markup::new();
    page.raw("<!DOCTYPE html>\n");
    page.open("html", &[("lang", &"en")]);
    page.open("head", &[]);
    page.raw(
        "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    );
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.leaf("title", &[], title);
    page.open("style", &[]);
    page.raw(STYLE);
    page.close();
    page.close();
    page.open("body", &[]);
    body(&mut page);
    page.finish() + "\n"
}

/// Writes `report.html` into `dir` and returns its path.
///
/// # Errors
/// If it cannot be written.
pub fn write(dir: &Path, summary: &Summary, context: &Context) -> Result<PathBuf, ReportError> {
    write_file(dir, "report.html", &to_string(summary, context))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markup::check_balanced;
    use crate::report::sample;

    #[test]
    fn pages_are_well_formed_whatever_was_measured() {
        for summary in sample::all() {
            let page = to_string(&summary, &sample::context());
            check_balanced(&page);
            assert!(!page.contains("<script"), "unescaped");
            assert!(page.contains("&lt;script&gt;"), "the plan's name is shown");
            assert!(!page.contains("NaN") && !page.contains(">inf") && !page.contains("None"));
            assert_eq!(page, to_string(&summary, &sample::context()));
        }
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        let page = to_string(&sample::summary(), &sample::context());
        for reference in ["http:", "https:", "src=", "url(", "@import", "<link"] {
            assert!(!page.contains(reference), "{reference}");
        }
    }

    #[test]
    fn every_plot_is_there_and_says_how_it_was_made() {
        let page = to_string(&sample::summary(), &sample::context());
        let figures = [
            "agreement",
            "distribution-paper",
            "distribution-paired",
            "tree-size",
            "depth",
            "first-move",
            "levels",
        ];
        for figure in figures {
            assert!(page.contains(&format!("<figure id=\"{figure}\"")), "{figure}");
        }
        assert_eq!(page.matches("<figure").count(), figures.len());
        assert_eq!(page.matches("class=\"made\"").count(), figures.len());
        // Each picture has a name for those who cannot see it.
        assert_eq!(page.matches("role=\"img\"").count(), page.matches("role=\"img\" aria-label=\"").count());
        assert_eq!(page.matches("<table").count(), page.matches("<caption>").count());
        // Every link within the page leads somewhere.
        for link in page.split("href=\"#").skip(1) {
            let target = link.split('"').next().unwrap();
            assert!(page.contains(&format!("id=\"{target}\"")), "{target}");
        }
    }

    #[test]
    fn a_large_run_makes_a_page_of_a_sane_size() {
        let mut summary = sample::summary();
        let arms = summary.arms.clone();
        for copy in 0..24 {
            summary.arms.extend(arms.iter().cloned().map(|mut arm| {
                arm.place.cell = format!("{}/{copy}", arm.place.cell);
                arm.samples = arm.samples.iter().cycle().take(50).copied().collect();
                arm
            }));
        }
        assert!(summary.arms.len() > 1000);
        let page = to_string(&summary, &sample::context());
        assert!(page.len() < 4_000_000, "{}", page.len());
    }
}
