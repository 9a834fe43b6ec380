//! Real tables: with a caption, scoped headings and sections, in a box that scrolls by itself on a phone.

use crate::report::markup::Markup;

/// A heading over one or more columns.
pub(crate) struct Head {
    /// The heading.
    pub(crate) text: String,
    /// The headings below it; none if it stands for one column.
    pub(crate) parts: Vec<String>,
}

/// A heading over one column.
pub(crate) fn head(text: &str) -> Head {
    Head { text: text.to_owned(), parts: Vec::new() }
}

/// A heading over several columns.
pub(crate) fn heads(text: &str, parts: &[&str]) -> Head {
    Head { text: text.to_owned(), parts: parts.iter().map(|part| (*part).to_owned()).collect() }
}

/// Writes a table: first the row headings' column, then figures.
pub(crate) struct Table<'a> {
    markup: &'a mut Markup,
    columns: usize,
    in_body: bool,
}

impl<'a> Table<'a> {
    /// Opens a table.
    pub(crate) fn open(markup: &'a mut Markup, caption: &str, heads: &[Head]) -> Self {
        markup.open(
            "div",
            &[("class", &"scroll"), ("tabindex", &"0"), ("role", &"group"), ("aria-label", &caption)],
        );
        markup.open("table", &[]);
        markup.leaf("caption", &[], caption);
        markup.open("thead", &[]);
        let two_rows = heads.iter().any(|head| !head.parts.is_empty());
        let height = if two_rows { 2 } else { 1 };
        markup.open("tr", &[]);
        for head in heads {
            if head.parts.is_empty() {
                markup.leaf("th", &[("scope", &"col"), ("rowspan", &height)], &head.text);
            } else {
                markup.leaf("th", &[("scope", &"colgroup"), ("colspan", &head.parts.len())], &head.text);
            }
        }
        markup.close();
        if two_rows {
            markup.open("tr", &[]);
            for part in heads.iter().flat_map(|head| &head.parts) {
                markup.leaf("th", &[("scope", &"col")], part);
            }
            markup.close();
        }
        markup.close();
        let columns = heads.iter().map(|head| head.parts.len().max(1)).sum();
        Self { markup, columns, in_body: false }
    }

    /// Begins a section of rows under its own heading.
    pub(crate) fn section(&mut self, text: &str) {
        self.end_body();
        self.begin_body();
        self.markup.open("tr", &[("class", &"section")]);
        self.markup.leaf("th", &[("scope", &"rowgroup"), ("colspan", &self.columns)], text);
        self.markup.close();
    }

    /// A row: its heading, then its figures.
    pub(crate) fn row(&mut self, texts: &[String]) {
        self.begin_body();
        self.markup.open("tr", &[]);
        for (column, text) in texts.iter().enumerate() {
            if column == 0 {
                self.markup.leaf("th", &[("scope", &"row")], text);
            } else {
                match text.as_str() {
                    "yes" | "no" => self.markup.leaf("td", &[("class", text)], text),
                    _ => self.markup.leaf("td", &[], &figure(text)),
                }
            }
        }
        self.markup.close();
    }

    /// Closes the table.
    pub(crate) fn close(mut self) {
        self.end_body();
        self.markup.close();
        self.markup.close();
    }

    fn begin_body(&mut self) {
        if !self.in_body {
            self.markup.open("tbody", &[]);
            self.in_body = true;
        }
    }

    fn end_body(&mut self) {
        if self.in_body {
            self.markup.close();
            self.in_body = false;
        }
    }
}

/// A figure as set in print: with a true minus, and "to" between the ends of an interval; a dash where there
/// is none.
fn figure(text: &str) -> String {
    if text == crate::report::format::NONE {
        return "–".to_owned();
    }
    if text.chars().any(|c| c.is_alphabetic() && c != 'e') {
        return text.to_owned();
    }
    text.replace("e-", "e−").replace("..-", " to −").replace("..", " to ").replace("[-", "[−").replacen(
        '-',
        "−",
        usize::from(text.starts_with('-')),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_set_as_in_print() {
        assert_eq!(figure("-1.5 [-3.0..-0.1]"), "−1.5 [−3.0 to −0.1]");
        assert_eq!(figure("2.0e-5"), "2.0e−5");
        assert_eq!(figure("-2.0e-5"), "−2.0e−5");
        assert_eq!(figure("-"), "–");
        assert_eq!(figure("1.0..2.0"), "1.0 to 2.0");
        assert_eq!(figure("othello/table-0/a..b"), "othello/table-0/a..b");
    }
}
