//! A report, whatever it is about: the answer first, then what supports it. `lab`, `reproduce`, `rank`, `match` and
//! `tune` say what they found in this form; here it becomes a page, text for a terminal, Markdown and CSV.
//!
//! Everything is a function of the document alone, without clock or host name, so that a report can be rebuilt bit
//! for bit from the same results.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::markup::Markup;
use super::table::{Table, clip, to_csv};
use crate::{draft, plain};

const STYLE: &str = include_str!("style.css");
/// What pictures need when they stand alone.
const PICTURE_STYLE: &str = include_str!("picture.css");
/// A small tree with its first branch marked, so that browsers need not ask for one.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns=%22http%3A//www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E\
%3Cpath d=%22M8 2L3 13M8 2v11M8 2l5 11%22 fill=%22none%22 stroke=%22%230072b2%22 stroke-width=%222%22/%3E\
%3Ccircle cx=%223%22 cy=%2213%22 r=%222.4%22 fill=%22%23d55e00%22/%3E%3C/svg%3E";

/// The sections whose tables documentation keeps; the others are in the report of a run.
const IN_DOCS: [&str; 2] = ["published", "retained"];

/// The least width that is respected.
const NARROWEST: usize = 40;

/// Beyond so many lines the answer is out of sight, and is given again.
const A_SCREEN: usize = 40;

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What made it: "cutfirst match".
    pub(crate) kind: &'static str,
    /// Its name in lists and on a browser's tab.
    pub(crate) title: String,
    /// What was to be found out.
    pub(crate) question: String,
    /// The answer in a few sentences. Here and in all other sentences, what stands between backticks is code.
    pub(crate) verdict: Vec<String>,
    /// The one picture that shows it.
    pub(crate) picture: Option<Figure>,
    /// Why it came out so, or how to read it.
    pub(crate) why: Vec<String>,
    /// How to run it again.
    pub(crate) command: String,
    /// What was declared: name and value.
    pub(crate) facts: Vec<(String, String)>,
    /// What a reader should know besides.
    pub(crate) notes: Vec<String>,
    /// What supports the answer.
    pub(crate) sections: Vec<Section>,
    /// Everything together in JSON: the file's name and its content.
    pub(crate) whole: Option<(&'static str, String)>,
    /// Further files that are beside the page: name and what is in it.
    pub(crate) files: Vec<(&'static str, &'static str)>,
}

/// A part of what supports the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) id: &'static str,
    pub(crate) title: String,
    pub(crate) text: Vec<String>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) tables: Vec<Table>,
}

/// Pictures with what they show.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) caption: String,
    body: String,
}

impl Figure {
    /// A figure whose pictures `draw` writes; none if it says that there is nothing to show.
    pub(crate) fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        caption: impl Into<String>,
        draw: impl FnOnce(&mut Markup) -> bool,
    ) -> Option<Self> {
        let (id, mut markup) = (id.into(), Markup::new());
        markup.name_pictures(&id);
        let drawn = draw(&mut markup);
        drawn.then(|| Self { id, title: title.into(), caption: caption.into(), body: markup.finish() })
    }

    /// Every picture as a file of its own: name and content.
    fn files(&self) -> Vec<(String, String)> {
        let pictures = self.body.split("<svg ").skip(1).filter(|picture| picture.contains("role=\"img\""));
        let whole = |picture: &str| {
            let inside = picture.split("</svg>").next().unwrap_or_default();
            let (attributes, content) = inside.split_once('>').unwrap_or((inside, ""));
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}>\n<style>\n{PICTURE_STYLE}</style>\n{content}</svg>\n"
            )
        };
        pictures.enumerate().map(|(at, picture)| (picture_name(&self.id, at + 1), whole(picture))).collect()
    }
}

/// Where the picture of a figure is saved, from the report's folder.
pub(crate) fn picture_name(figure: &str, number: usize) -> String {
    format!("figures/{figure}-{number}.svg")
}

/// A file of the report could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}; the report needs a folder that can be written to", plain::text(&path.display().to_string()))]
pub struct ReportError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

/// Writes one file, whose folder is made if it is missing: under another name first, so that an older report is
/// whole until the new one is, also on a full disk.
pub(crate) fn write_file(dir: &Path, name: &str, text: &str) -> Result<PathBuf, ReportError> {
    let path = dir.join(name);
    let folder = path.parent().unwrap_or(dir);
    fs::create_dir_all(folder).map_err(|source| ReportError { path: folder.to_owned(), source })?;
    match draft::write(&path, text) {
        Ok(()) => Ok(path),
        Err(source) => Err(ReportError { path, source }),
    }
}

impl Document {
    /// Writes `report.html`, `tables.md`, the pictures, one CSV file for each kind of table, and everything together in JSON
    /// into `dir`, which is made if it is missing. Returns the page's path.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be written.
    pub fn write(&self, dir: &Path) -> Result<PathBuf, ReportError> {
        for (name, text) in self.csv_files().map_err(|source| ReportError { path: dir.to_owned(), source })? {
            write_file(dir, &name, &text)?;
        }
        if let Some((name, text)) = &self.whole {
            write_file(dir, name, text)?;
        }
        write_file(dir, "tables.md", &self.to_markdown())?;
        for (name, text) in self.figures().flat_map(Figure::files) {
            write_file(dir, &name, &text)?;
        }
        write_file(dir, "report.html", &self.to_html())
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().flat_map(|section| &section.tables)
    }

    fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.picture.iter().chain(self.sections.iter().flat_map(|section| &section.figures))
    }

    /// The tables' rows, by file name.
    pub(crate) fn csv_files(&self) -> io::Result<Vec<(String, String)>> {
        let mut files: BTreeMap<&str, Vec<&Table>> = BTreeMap::new();
        for table in self.tables().filter(|table| !table.file.is_empty()) {
            files.entry(table.file).or_default().push(table);
        }
        let text = |(name, tables): (&str, Vec<&Table>)| {
            to_csv(&tables).map(|text| (format!("{name}.csv"), text)).map_err(io::Error::other)
        };
        files.into_iter().map(text).collect()
    }

    /// Writes the answer and the tables as text, lines no longer than `width` (at least 40), but for the command.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write_text(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let width = width.max(NARROWEST);
        self.write_answer(out, width)?;
        let mut between = Vec::new();
        for section in &self.sections {
            let mut shown =
                section.tables.iter().filter(|table| table.in_terminal && !table.is_empty()).peekable();
            if shown.peek().is_some() {
                heading(&mut between, &section.title, width)?;
                for text in &section.text {
                    paragraph(&mut between, text, width)?;
                }
            }
            for table in shown {
                writeln!(between, "\n{}", clip(&table.title, width))?;
                table.write_text(&mut between, width)?;
                if !table.note.is_empty() {
                    paragraph(&mut between, &table.note, width)?;
                }
            }
        }
        out.write_all(&between)?;
        if !self.facts.is_empty() {
            heading(out, "What was run", width)?;
            for (name, value) in &self.facts {
                paragraph(out, &format!("{name}: {value}"), width)?;
            }
        }
        for note in &self.notes {
            paragraph(out, note, width)?;
        }
        if between.iter().filter(|&&byte| byte == b'\n').count() > A_SCREEN {
            heading(out, "In short", width)?;
            self.verdict.iter().try_for_each(|sentence| paragraph(out, sentence, width))?;
        }
        Ok(())
    }

    fn write_answer(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        paragraph(out, &self.question, width)?;
        writeln!(out)?;
        self.verdict.iter().try_for_each(|sentence| paragraph(out, sentence, width))?;
        if !self.why.is_empty() {
            writeln!(out)?;
            self.why.iter().try_for_each(|sentence| paragraph(out, sentence, width))?;
        }
        // A command is there to be copied, so no line break of ours gets into it.
        writeln!(out, "\nAgain:\n{}", plain::text(&self.command))
    }

    /// Writes two pages of documentation: what was found, in `file`, with its picture beside it, and the tables that support
    /// it, in another file. Both say how to make them again.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write_docs(&self, file: &Path, made_by: &str) -> Result<(), ReportError> {
        let dir = file.parent().unwrap_or(Path::new(""));
        let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let (tables, picture) = (format!("{stem}-TABLES.md"), format!("{stem}.svg"));
        let made = format!("<!-- Made by {made_by}: change the program, not this file. -->\n");
        let mut findings = format!("{made}{}", self.answer_markdown());
        if let Some((figure, (_, svg))) =
            self.picture.as_ref().and_then(|figure| Some((figure, figure.files().into_iter().next()?)))
        {
            write_file(dir, &picture, &svg)?;
            let caption = in_markdown(&figure.caption);
            findings.push_str(&format!("\n![{}]({picture})\n\n{caption}\n", plain::markdown(&figure.title)));
        }
        let (first, others): (Vec<&Section>, Vec<&Section>) =
            self.sections.iter().partition(|section| section.tables.iter().any(|table| table.open));
        first.iter().for_each(|section| section.push_markdown(&mut findings));
        findings.push_str(&format!(
            "\nEvery published row beside the measured one: [{tables}]({tables}). Both pages are made by {} from the results of \
             the command above.\n",
            plain::markdown_code(made_by)
        ));
        self.push_facts(&mut findings);
        let mut text = format!("{made}# Tables\n\nWhat was found is in [{stem}.md]({stem}.md).\n");
        let supporting = others.iter().filter(|section| IN_DOCS.contains(&section.id));
        supporting.for_each(|section| section.push_markdown(&mut text));
        write_file(dir, &tables, &text)?;
        write_file(dir, &format!("{stem}.md"), &findings).map(drop)
    }

    /// The document in Markdown, without its pictures.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = self.answer_markdown();
        self.sections.iter().for_each(|section| section.push_markdown(&mut text));
        self.push_facts(&mut text);
        text
    }

    fn answer_markdown(&self) -> String {
        let mut text = format!("# {}\n\n", plain::markdown(&self.question));
        let sentences = |sentences: &[String]| {
            sentences.iter().map(|sentence| in_markdown(sentence)).collect::<Vec<_>>().join(" ")
        };
        text.push_str(&format!("{}\n", sentences(&self.verdict)));
        if !self.why.is_empty() {
            text.push_str(&format!("\n{}\n", sentences(&self.why)));
        }
        text.push_str(&format!("\nMade by {}.\n", plain::markdown_code(&self.command)));
        for note in &self.notes {
            text.push_str(&format!("\n{}\n", in_markdown(note)));
        }
        text
    }

    fn push_facts(&self, text: &mut String) {
        if !self.facts.is_empty() {
            text.push_str("\n## What was run\n\n");
            for (name, value) in &self.facts {
                text.push_str(&format!("- {}: {}\n", plain::markdown(name), in_markdown(value)));
            }
        }
    }

    /// The document as one page: nothing is loaded from elsewhere, it needs no scripts, follows the reader's light or
    /// dark theme, and is readable on a phone and on paper.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut page = Markup::new();
        page.raw("<!DOCTYPE html>\n");
        page.open("html", &[("lang", &"en")]);
        page.open("head", &[]);
        page.raw("<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
        page.empty("link", &[("rel", &"icon"), ("href", &ICON)]);
        page.leaf("title", &[], &plain::text(&self.title));
        page.open("style", &[]);
        page.raw(PICTURE_STYLE);
        page.raw(STYLE);
        page.close();
        page.close();
        page.open("body", &[]);
        self.answer_html(&mut page);
        self.contents_html(&mut page);
        page.open("main", &[]);
        for section in self.sections.iter().filter(|section| !section.is_empty()) {
            section.write_html(&mut page);
        }
        self.run_html(&mut page);
        page.finish() + "\n"
    }

    fn answer_html(&self, page: &mut Markup) {
        page.open("header", &[("id", &"answer")]);
        page.leaf("p", &[("class", &"kicker")], self.kind);
        page.leaf("h1", &[], &self.question);
        page.open("div", &[("class", &"answer")]);
        page.open("div", &[("class", &"words")]);
        for sentence in &self.verdict {
            sentence_html(page, "verdict", sentence);
        }
        for sentence in &self.why {
            sentence_html(page, "why", sentence);
        }
        for note in &self.notes {
            sentence_html(page, "note", note);
        }
        page.leaf("p", &[("class", &"again")], "Run it again:");
        page.open("pre", &[]);
        for (at, word) in self.command.split(' ').enumerate() {
            page.text(if at > 0 { " " } else { "" });
            // Lines may be broken in values, but not behind the hyphens of a flag.
            if word.starts_with('-') { page.leaf("span", &[], word) } else { page.text(word) }
        }
        page.close();
        page.close();
        if let Some(picture) = &self.picture {
            picture.write_html(page);
        }
        page.close();
        page.close();
    }

    fn contents_html(&self, page: &mut Markup) {
        page.open("nav", &[("aria-label", &"Contents")]);
        page.open("ul", &[]);
        let parts = self
            .sections
            .iter()
            .filter(|section| !section.is_empty())
            .map(|section| (section.id, section.title.as_str()));
        let parts = std::iter::once(("answer", "Answer"))
            .chain(parts)
            .chain([("run", "What was run"), ("data", "Data")]);
        for (id, title) in parts {
            page.open("li", &[]);
            page.leaf("a", &[("href", &format!("#{id}"))], title);
            page.close();
        }
        page.close();
        page.close();
    }

    fn run_html(&self, page: &mut Markup) {
        page.open("section", &[("id", &"run")]);
        page.leaf("h2", &[], "What was run");
        page.open("dl", &[]);
        for (name, value) in &self.facts {
            page.leaf("dt", &[], name);
            page.leaf("dd", &[], value);
        }
        page.close();
        page.close();
        page.open("section", &[("id", &"data")]);
        page.leaf("h2", &[], "Data");
        page.leaf("p", &[], "Every figure of this page, unrounded, in files beside it:");
        page.open("ul", &[("class", &"files")]);
        let csv: Vec<(String, String)> = self
            .csv_files()
            .unwrap_or_default()
            .into_iter()
            .map(|(name, text)| {
                let rows = text.lines().count().saturating_sub(1);
                (name, format!("CSV, {}", super::format::plural(rows, "row")))
            })
            .collect();
        let whole = self.whole.iter().map(|(name, _)| (*name, "JSON, everything together"));
        let further = whole.chain(self.files.iter().copied());
        let further = further.map(|(name, what)| (name.to_owned(), what.to_owned()));
        for (name, what) in
            csv.into_iter().chain([("tables.md".to_owned(), "Markdown".to_owned())]).chain(further)
        {
            page.open("li", &[]);
            page.leaf("a", &[("href", &name)], &name);
            page.text(&format!(": {what}"));
            page.close();
        }
        page.close();
        page.close();
    }
}

impl Section {
    /// Whether there is nothing in it for people.
    pub(crate) fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.tables.iter().all(Table::is_empty)
    }

    fn push_markdown(&self, text: &mut String) {
        if self.tables.iter().all(Table::is_empty) {
            return;
        }
        text.push_str(&format!("\n## {}\n", plain::markdown(&self.title)));
        for paragraph in &self.text {
            text.push_str(&format!("\n{}\n", in_markdown(paragraph)));
        }
        for table in self.tables.iter().filter(|table| !table.is_empty()) {
            text.push_str(&format!("\n### {}\n\n{}", plain::markdown(&table.title), table.to_markdown()));
            if !table.note.is_empty() {
                text.push_str(&format!("\n{}\n", in_markdown(&table.note)));
            }
        }
    }

    fn write_html(&self, page: &mut Markup) {
        page.open("section", &[("id", &self.id)]);
        page.leaf("h2", &[], &self.title);
        for text in &self.text {
            sentence_html(page, "", text);
        }
        for figure in &self.figures {
            figure.write_html(page);
        }
        for table in self.tables.iter().filter(|table| !table.is_empty()) {
            let open: &[(&str, &dyn std::fmt::Display)] = if table.open { &[("open", &"")] } else { &[] };
            page.open("details", open);
            page.leaf("summary", &[], &table.title);
            table.write_html(page);
            if !table.note.is_empty() {
                sentence_html(page, "note", &table.note);
            }
            page.close();
        }
        page.close();
    }
}

impl Figure {
    fn write_html(&self, page: &mut Markup) {
        page.open("figure", &[("id", &self.id)]);
        page.open("figcaption", &[]);
        page.leaf("h3", &[], &self.title);
        sentence_html(page, "", &self.caption);
        page.close();
        page.raw(&self.body);
        page.close();
    }
}

/// Pieces of a sentence: what stands between backticks is code.
fn pieces(sentence: &str) -> impl Iterator<Item = (bool, &str)> {
    sentence.split('`').enumerate().map(|(at, piece)| (at % 2 == 1, piece))
}

fn sentence_html(page: &mut Markup, class: &str, sentence: &str) {
    page.open("p", &[("class", &class)]);
    for (is_code, piece) in pieces(sentence) {
        // A figure and its sign stay on one line.
        if is_code { page.leaf("code", &[], piece) } else { page.text(&piece.replace(" %", "\u{a0}%")) }
    }
    page.close();
}

fn in_markdown(sentence: &str) -> String {
    let piece = |(is_code, piece): (bool, &str)| {
        if is_code { plain::markdown_code(piece) } else { plain::markdown(piece) }
    };
    pieces(sentence).map(piece).collect()
}

fn heading(out: &mut impl Write, text: &str, width: usize) -> io::Result<()> {
    let text = clip(text, width);
    writeln!(out, "\n{text}\n{}", "═".repeat(text.chars().count()))
}

/// A text broken between words; a word that is longer than a line is broken too.
fn paragraph(out: &mut impl Write, text: &str, width: usize) -> io::Result<()> {
    let text = plain::text(text);
    let mut line = String::new();
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if !line.is_empty() && line.chars().count() + 1 + word.len() > width {
            writeln!(out, "{line}")?;
            line = "  ".to_owned();
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        while line.chars().count() + word.len() > width {
            let rest = word.split_off(width - line.chars().count());
            writeln!(out, "{line}{}", word.into_iter().collect::<String>())?;
            (word, line) = (rest, "  ".to_owned());
        }
        line.extend(word);
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn documentation_has_what_was_found_on_one_page_and_tables_on_another() {
        use crate::report::{experiment, sample};
        let dir = std::env::temp_dir().join(format!("cutfirst-docs-{}", std::process::id()));
        let document = experiment::document(&sample::summary(), &sample::context());
        document.write_docs(&dir.join("FOUND.md"), "cutfirst lab report").unwrap();
        let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap();
        let (found, tables) = (read("FOUND.md"), read("FOUND-TABLES.md"));
        assert!(found.lines().count() < 80, "{found}");
        for part in ["History-ADS with Move-to-Front saves", "](FOUND.svg)", "](FOUND-TABLES.md)", "Seed: 7"]
        {
            assert!(found.contains(part), "{part}: {found}");
        }
        assert!(tables.contains("History-ADS, table 1") && tables.contains("](FOUND.md)"));
        assert!(read("FOUND.svg").starts_with("<svg xmlns="));
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn lines_are_broken_between_words_and_never_too_long() {
        let mut out = Vec::new();
        paragraph(&mut out, "one two three\u{1b}[31m abcdefghijklmnopqrstuvwxyz", 10).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= 10), "{text}");
        assert!(text.starts_with("one two\n") && !text.contains('\u{1b}'));
    }

    #[test]
    fn code_is_told_from_words_and_nothing_else_means_anything() {
        let mut markup = Markup::new();
        sentence_html(&mut markup, "why", "`ads:mtf` saves <b>");
        assert_eq!(markup.finish(), "<p class=\"why\"><code>ads:mtf</code> saves &lt;b&gt;</p>\n");
        assert_eq!(in_markdown("`ads:mtf` saves <b>"), "`ads:mtf` saves &lt;b&gt;");
    }
}
