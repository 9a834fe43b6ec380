//! Aligned tables of text that fit a width: columns that matter less go first.

use std::io::{self, Write};

/// Space between columns.
const GAP: usize = 2;

/// A column of a table.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    /// Its heading; may have several lines.
    pub(crate) heading: &'static str,
    /// When to leave it out for want of room: the highest first, never if 0.
    pub(crate) expendable: u8,
    /// Whether to align it to the left.
    pub(crate) left: bool,
}

/// A column of text.
pub(crate) const fn left(heading: &'static str) -> Column {
    Column { heading, expendable: 0, left: true }
}

/// A column of figures.
pub(crate) const fn right(heading: &'static str, expendable: u8) -> Column {
    Column { heading, expendable, left: false }
}

enum Line {
    Section(String),
    Row(Vec<String>),
}

/// A table that is being filled.
pub(crate) struct TextTable {
    columns: Vec<Column>,
    lines: Vec<Line>,
}

impl TextTable {
    /// A table of such columns.
    pub(crate) fn new(columns: &[Column]) -> Self {
        Self { columns: columns.to_vec(), lines: Vec::new() }
    }

    /// A heading for the rows that follow.
    pub(crate) fn section(&mut self, text: String) {
        self.lines.push(Line::Section(text));
    }

    /// A row: one text per column.
    pub(crate) fn row(&mut self, texts: Vec<String>) {
        debug_assert_eq!(texts.len(), self.columns.len());
        self.lines.push(Line::Row(texts));
    }

    /// Writes it, no line longer than `width`; columns without a single figure are left out.
    pub(crate) fn write(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let widths = self.fit(width);
        let shown: Vec<usize> = (0..self.columns.len()).filter(|&column| widths[column] > 0).collect();
        let headings: Vec<Vec<&str>> =
            self.columns.iter().map(|column| column.heading.split('\n').collect()).collect();
        let height = shown.iter().map(|&column| headings[column].len()).max().unwrap_or(0);
        for line in 0..height {
            let texts = headings.iter().map(|words| {
                let above = height - words.len();
                if line < above { "" } else { words[line - above] }
            });
            self.write_row(out, &texts.collect::<Vec<_>>(), &widths, &shown)?;
        }
        let rule: usize = shown.iter().map(|&column| widths[column] + GAP).sum();
        writeln!(out, "{}", "─".repeat(rule.saturating_sub(GAP)))?;
        for line in &self.lines {
            match line {
                Line::Section(text) => writeln!(out, "{}", clip(text, width))?,
                Line::Row(texts) => {
                    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
                    self.write_row(out, &texts, &widths, &shown)?;
                }
            }
        }
        Ok(())
    }

    fn write_row(
        &self,
        out: &mut impl Write,
        texts: &[&str],
        widths: &[usize],
        shown: &[usize],
    ) -> io::Result<()> {
        let mut line = String::new();
        for (index, &column) in shown.iter().enumerate() {
            if index > 0 {
                line.push_str(&" ".repeat(GAP));
            }
            let text = clip(texts[column], widths[column]);
            let pad = " ".repeat(widths[column] - length(&text));
            line.push_str(&if self.columns[column].left { text + &pad } else { pad + &text });
        }
        writeln!(out, "{}", line.trim_end())
    }

    /// The width of every column, 0 for those left out.
    fn fit(&self, width: usize) -> Vec<usize> {
        let rows =
            || self.lines.iter().filter_map(|line| if let Line::Row(row) = line { Some(row) } else { None });
        let mut widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let heading = self.columns[column].heading.split('\n').map(length).max().unwrap_or(0);
                let is_blank = rows().all(|row| row[column].is_empty() || row[column] == super::format::NONE);
                let widest = rows().map(|row| length(&row[column])).max().unwrap_or(0);
                let drop = is_blank && self.columns[column].expendable > 0;
                if drop { 0 } else { heading.max(widest) }
            })
            .collect();
        let total = |widths: &[usize]| {
            widths
                .iter()
                .filter(|&&width| width > 0)
                .map(|width| width + GAP)
                .sum::<usize>()
                .saturating_sub(GAP)
        };
        while total(&widths) > width {
            // The last of the most expendable ones goes first.
            let candidates = (0..widths.len()).filter(|&column| widths[column] > 0);
            let worst = candidates.max_by_key(|&column| self.columns[column].expendable);
            match worst.filter(|&column| self.columns[column].expendable > 0) {
                Some(column) => widths[column] = 0,
                None => break,
            }
        }
        // What cannot be left out is cut: the widest column by as much as is needed.
        while total(&widths) > width {
            let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > 1) else { break };
            *widest -= 1;
        }
        widths
    }
}

/// Width in characters.
pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text cut to a width, with a sign that it was; control characters are blanked.
pub(crate) fn clip(text: &str, width: usize) -> String {
    let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    if length(text) <= width {
        return clean.collect();
    }
    clean.take(width.saturating_sub(1)).chain(std::iter::once('…').take(width.min(1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(width: usize) -> String {
        let mut table =
            TextTable::new(&[left("arm"), right("mean\nnodes", 0), right("p", 2), right("none", 1)]);
        table.section("one cell".to_owned());
        table.row(["ads:mtf", "12,345", "1.0e-5", "-"].map(str::to_owned).to_vec());
        let mut out = Vec::new();
        table.write(&mut out, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_align_and_the_empty_one_is_gone() {
        let expected = "           mean\narm       nodes       p\n───────────────────────\none cell\nads:mtf  12,345  1.0e-5\n";
        assert_eq!(shown(80), expected);
    }

    #[test]
    fn narrow_tables_lose_columns_and_then_letters() {
        assert_eq!(shown(16).lines().last(), Some("ads:mtf  12,345"));
        assert_eq!(shown(13).lines().last(), Some("ads:m…  12,3…"));
        for width in 5..40 {
            assert!(shown(width).lines().all(|line| length(line) <= width), "{width}");
        }
    }
}
