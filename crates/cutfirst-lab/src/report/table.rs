//! One table, four ways to write it: aligned text for a terminal, HTML, Markdown and CSV.
//!
//! A column is defined once, with its heading for people, its names for programs and where its figures come
//! from. A figure keeps its full precision for programs and is rounded for people only. Sections group rows for
//! people; programs find the same in columns that people do not see.

use std::io::{self, Write};

use super::format::{NONE, count, fixed, optional, range, with_range};
use super::markup::Markup;
use crate::summary::Range;

/// A column that only programs get to see.
pub(crate) const DATA: u8 = u8::MAX;

/// What stands in a row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    /// Nothing.
    None,
    /// A text.
    Text(String),
    /// An order or arm, set as code where that is possible.
    Code(String),
    /// A figure that is written already, such as a p-value.
    Figure(String),
    /// A mean count.
    Count(f64),
    /// A figure and its decimals for people.
    Fixed(f64, usize),
    /// A figure with its interval, and their decimals.
    Estimate(Option<f64>, Option<Range>, usize),
    /// An interval alone.
    Span(Option<Range>, usize),
    /// Yes or no.
    Bool(bool),
}

impl Value {
    /// A count that may not exist.
    pub(crate) fn count(value: Option<f64>) -> Self {
        value.map_or(Self::None, Self::Count)
    }

    /// A figure that may not exist.
    pub(crate) fn fixed(value: Option<f64>, decimals: usize) -> Self {
        value.map_or(Self::None, |value| Self::Fixed(value, decimals))
    }

    /// A text that may not exist.
    pub(crate) fn text(value: Option<&str>) -> Self {
        value.map_or(Self::None, |value| Self::Text(value.to_owned()))
    }

    /// A p-value that may not exist.
    pub(crate) fn p(value: Option<impl ToString>) -> Self {
        value.map_or(Self::None, |value| Self::Figure(value.to_string()))
    }

    /// Yes or no, or neither.
    pub(crate) fn bool(value: Option<bool>) -> Self {
        value.map_or(Self::None, Self::Bool)
    }

    /// For people.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::None => NONE.to_owned(),
            Self::Text(text) | Self::Code(text) | Self::Figure(text) => text.clone(),
            Self::Count(value) => count(*value),
            Self::Fixed(value, decimals) => fixed(*value, *decimals),
            Self::Estimate(None, _, _) => NONE.to_owned(),
            Self::Estimate(value, None, decimals) => optional(*value, *decimals),
            Self::Estimate(value, interval, decimals) => with_range(*value, *interval, *decimals),
            Self::Span(interval, decimals) => range(*interval, *decimals),
            Self::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        }
    }

    /// For programs: one text per name of the column, nothing for what does not exist.
    fn fields(&self) -> Vec<String> {
        let number = |value: Option<f64>| {
            value.filter(|value| value.is_finite()).map_or_else(String::new, |value| value.to_string())
        };
        let ends = |range: &Option<Range>| {
            [number(range.map(|range| range.low)), number(range.map(|range| range.high))]
        };
        match self {
            Self::None => Vec::new(),
            Self::Text(text) | Self::Code(text) | Self::Figure(text) => vec![text.clone()],
            Self::Count(value) | Self::Fixed(value, _) => vec![number(Some(*value))],
            Self::Estimate(value, range, _) => [vec![number(*value)], ends(range).to_vec()].concat(),
            Self::Span(range, _) => ends(range).to_vec(),
            Self::Bool(yes) => vec![yes.to_string()],
        }
    }
}

/// A column of a table whose rows are made from `T`.
pub(crate) struct Field<T> {
    /// Its names in CSV: one, or one for each part of an interval.
    pub(crate) names: &'static [&'static str],
    /// Its heading for people; may have several lines.
    pub(crate) head: &'static str,
    /// When a narrow terminal leaves it out: the highest first, never if 0; [`DATA`] if people never see it.
    pub(crate) expendable: u8,
    /// What stands in it.
    pub(crate) value: fn(&T) -> Value,
}

/// A [`Field`], with its parts in their order.
pub(crate) const fn field<T>(
    names: &'static [&'static str],
    head: &'static str,
    expendable: u8,
    value: fn(&T) -> Value,
) -> Field<T> {
    Field { names, head, expendable, value }
}

/// A column.
#[derive(Clone, Debug)]
struct Column {
    names: Vec<String>,
    head: String,
    expendable: u8,
}

#[derive(Clone, Debug)]
enum Line {
    Section(String),
    Row(Vec<Value>),
}

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// What it shows.
    pub(crate) title: String,
    /// What a reader should know.
    pub(crate) note: String,
    /// The CSV file that its rows go to, without its ending; tables of one file follow each other in it.
    pub(crate) file: &'static str,
    /// Whether the terminal shows it.
    pub(crate) in_terminal: bool,
    /// Whether it is too long for people, and only its file is written.
    pub(crate) for_programs: bool,
    /// Whether the page shows it at once rather than folded.
    pub(crate) open: bool,
    columns: Vec<Column>,
    lines: Vec<Line>,
}

impl Table {
    /// An empty table of these columns.
    pub(crate) fn new<T>(title: impl Into<String>, file: &'static str, fields: &[Field<T>]) -> Self {
        let column = |field: &Field<T>| Column {
            names: field.names.iter().map(|name| (*name).to_owned()).collect(),
            head: field.head.to_owned(),
            expendable: field.expendable,
        };
        let columns = fields.iter().map(column).collect();
        let title = title.into();
        Self {
            title,
            note: String::new(),
            file,
            in_terminal: true,
            for_programs: false,
            open: false,
            columns,
            lines: Vec::new(),
        }
    }

    /// Whether there is nothing in it for people.
    pub(crate) fn is_empty(&self) -> bool {
        self.for_programs || self.rows().next().is_none()
    }

    /// A heading for the rows that follow.
    pub(crate) fn section(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Section(text.into()));
    }

    /// A row.
    pub(crate) fn row<T>(&mut self, fields: &[Field<T>], item: &T) {
        self.values(fields.iter().map(|field| (field.value)(item)).collect());
    }

    /// A row of values, one for each column.
    pub(crate) fn values(&mut self, values: Vec<Value>) {
        debug_assert_eq!(values.len(), self.columns.len());
        self.lines.push(Line::Row(values));
    }

    /// Adds a column whose heading is only known now; rows come later.
    pub(crate) fn add_column(&mut self, name: impl Into<String>, head: impl Into<String>, expendable: u8) {
        self.columns.push(Column { names: vec![name.into()], head: head.into(), expendable });
    }

    fn rows(&self) -> impl Iterator<Item = &Vec<Value>> {
        self.lines.iter().filter_map(|line| if let Line::Row(row) = line { Some(row) } else { None })
    }

    /// The columns that people see: not those for programs, nor those in which nothing stands.
    fn visible(&self) -> Vec<usize> {
        let is_shown = |&column: &usize| {
            let expendable = self.columns[column].expendable;
            expendable == 0 || (expendable != DATA && self.rows().any(|row| row[column].shown() != NONE))
        };
        (0..self.columns.len()).filter(is_shown).collect()
    }

    fn is_text(&self, column: usize) -> bool {
        let is_text = |row: &Vec<Value>| matches!(row[column], Value::Text(_) | Value::Code(_));
        column == 0
            || (self.rows().any(is_text) && self.rows().all(|row| is_text(row) || row[column] == Value::None))
    }
}

/// Space between columns of text.
const GAP: usize = 2;

/// Aligned text.
impl Table {
    /// Writes it, no line longer than `width`. Columns that matter less are left out for want of room; a first
    /// column that is long stands on a line of its own.
    pub(crate) fn write_text(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let shown = self.visible();
        let texts: Vec<Vec<String>> =
            self.rows().map(|row| shown.iter().map(|&column| row[column].shown()).collect()).collect();
        let widths = self.fit(&shown, &texts, width);
        let kept: Vec<usize> = (0..shown.len()).filter(|&column| widths[column] > 0).collect();
        let heads: Vec<Vec<&str>> =
            shown.iter().map(|&column| self.columns[column].head.split('\n').collect()).collect();
        let height = kept.iter().map(|&column| heads[column].len()).max().unwrap_or(0);
        let write_row = |out: &mut dyn Write, texts: &[&str]| {
            let mut line = String::new();
            for (index, &column) in kept.iter().enumerate() {
                line.push_str(&" ".repeat(if index > 0 { GAP } else { 0 }));
                let text = clip(texts[column], widths[column]);
                let pad = " ".repeat(widths[column] - length(&text));
                line.push_str(&if self.is_text(shown[column]) { text + &pad } else { pad + &text });
            }
            writeln!(out, "{}", line.trim_end())
        };
        for line in 0..height {
            let words: Vec<&str> = heads
                .iter()
                .map(|words| words.get((line + words.len()).wrapping_sub(height)).copied().unwrap_or(""))
                .collect();
            write_row(out, &words)?;
        }
        let rule: usize = kept.iter().map(|&column| widths[column] + GAP).sum();
        writeln!(out, "{}", "─".repeat(rule.saturating_sub(GAP)))?;
        let mut rows = texts.iter();
        for line in &self.lines {
            match line {
                Line::Section(text) => writeln!(out, "{}", clip(text, width))?,
                Line::Row(_) => {
                    let Some(row) = rows.next() else { continue };
                    let mut texts: Vec<&str> = row.iter().map(String::as_str).collect();
                    if length(texts[0]) > widths[0] {
                        writeln!(out, "{}", clip(texts[0], width))?;
                        texts[0] = "";
                    }
                    write_row(out, &texts)?;
                }
            }
        }
        Ok(())
    }

    /// The width of every visible column, 0 for those left out.
    fn fit(&self, shown: &[usize], texts: &[Vec<String>], width: usize) -> Vec<usize> {
        // A longer first column has lines of its own.
        let longest = (width * 2 / 5).max(12);
        let mut widths: Vec<usize> = (0..shown.len())
            .map(|at| {
                let head = self.columns[shown[at]].head.split('\n').map(length).max().unwrap_or(0);
                let lengths = texts.iter().map(|row| length(&row[at]));
                head.max(lengths.filter(|length| at > 0 || *length <= longest).max().unwrap_or(0))
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
            let candidates = (0..widths.len()).filter(|&at| widths[at] > 0);
            let worst = candidates.max_by_key(|&at| self.columns[shown[at]].expendable);
            match worst.filter(|&at| self.columns[shown[at]].expendable > 0) {
                Some(at) => widths[at] = 0,
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

/// A text cut to a width, with a sign that it was.
pub(crate) fn clip(text: &str, width: usize) -> String {
    let text = crate::plain::text(text);
    if length(&text) <= width {
        return text;
    }
    text.chars().take(width.saturating_sub(1)).chain(std::iter::once('…').take(width.min(1))).collect()
}

/// HTML and Markdown.
impl Table {
    /// Writes it: with a caption, scoped headings and sections, in a box that scrolls by itself on a phone.
    pub(crate) fn write_html(&self, markup: &mut Markup) {
        let shown = self.visible();
        let label = [
            ("class", &"scroll" as &dyn std::fmt::Display),
            ("tabindex", &"0"),
            ("role", &"group"),
            ("aria-label", &self.title),
        ];
        markup.open("div", &label);
        markup.open("table", &[]);
        markup.leaf("caption", &[], &self.title);
        markup.open("thead", &[]);
        markup.open("tr", &[]);
        for &column in &shown {
            let class = if self.is_text(column) { "text" } else { "" };
            let head = self.columns[column].head.replace('\n', " ");
            markup.leaf("th", &[("scope", &"col"), ("class", &class)], &head);
        }
        markup.close();
        markup.close();
        let mut in_body = false;
        for line in &self.lines {
            if matches!(line, Line::Section(_)) && in_body {
                markup.close();
                in_body = false;
            }
            if !in_body {
                markup.open("tbody", &[]);
                in_body = true;
            }
            markup.open("tr", if matches!(line, Line::Section(_)) { &[("class", &"section")] } else { &[] });
            match line {
                Line::Section(text) => {
                    markup.leaf("th", &[("scope", &"rowgroup"), ("colspan", &shown.len())], text);
                }
                Line::Row(row) => {
                    for (index, &column) in shown.iter().enumerate() {
                        let value = &row[column];
                        let text = value.shown();
                        match value {
                            _ if index == 0 => markup.leaf("th", &[("scope", &"row")], &text),
                            Value::Bool(_) => markup.leaf("td", &[("class", &text)], &text),
                            Value::Text(_) | Value::Code(_) => {
                                markup.leaf("td", &[("class", &"text")], &text);
                            }
                            _ => markup.leaf("td", &[], &in_print(&text)),
                        }
                    }
                }
            }
            markup.close();
        }
        if in_body {
            markup.close();
        }
        markup.close();
        markup.close();
    }

    /// As Markdown. Sections become a column of their own.
    pub(crate) fn to_markdown(&self) -> String {
        let shown = self.visible();
        let cell = |text: &str| crate::plain::markdown(text);
        let has_sections = self.lines.iter().any(|line| matches!(line, Line::Section(_)));
        let mut heads: Vec<String> =
            shown.iter().map(|&column| cell(&self.columns[column].head.replace('\n', " "))).collect();
        let mut rules: Vec<&str> =
            shown.iter().map(|&column| if self.is_text(column) { "---" } else { "--:" }).collect();
        if has_sections {
            heads.insert(0, "cell".to_owned());
            rules.insert(0, "---");
        }
        let mut text = format!("| {} |\n|{}|\n", heads.join(" | "), rules.join("|"));
        let mut section = String::new();
        for line in &self.lines {
            match line {
                Line::Section(title) => section = cell(title),
                Line::Row(row) => {
                    let mut values: Vec<String> = shown
                        .iter()
                        .map(|&column| match &row[column] {
                            Value::Code(code) => crate::plain::markdown_code(code),
                            value => cell(&value.shown()),
                        })
                        .collect();
                    if has_sections {
                        values.insert(0, section.clone());
                    }
                    text.push_str(&format!("| {} |\n", values.join(" | ")));
                }
            }
        }
        text
    }
}

/// A figure as set in print: with a true minus, and "to" between the ends of an interval; a dash where there
/// is none.
fn in_print(text: &str) -> String {
    if text == NONE {
        return "–".to_owned();
    }
    let text = text.replace("e-", "e−").replace("..-", " to −").replace("..", " to ").replace("[-", "[−");
    if let Some(rest) = text.strip_prefix('-') { format!("−{rest}") } else { text }
}

/// The rows of several tables as one CSV text, every column that any of them has.
pub(crate) fn to_csv(tables: &[&Table]) -> Result<String, csv::Error> {
    let mut names: Vec<&str> = Vec::new();
    for name in tables.iter().flat_map(|table| &table.columns).flat_map(|column| &column.names) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    if names.is_empty() {
        return Ok(String::new());
    }
    writer.write_record(&names)?;
    for table in tables {
        for row in table.rows() {
            let mut record = vec![String::new(); names.len()];
            for (column, value) in table.columns.iter().zip(row) {
                for (name, field) in column.names.iter().zip(value.fields()) {
                    if let Some(place) = names.iter().position(|known| known == name) {
                        record[place] = field;
                    }
                }
            }
            writer.write_record(&record)?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markup::check_balanced;

    struct Item(&'static str, f64, Option<&'static str>);

    const FIELDS: &[Field<Item>] = &[
        Field { names: &["arm"], head: "arm", expendable: 0, value: |item| Value::Code(item.0.to_owned()) },
        Field { names: &["nodes"], head: "mean\nnodes", expendable: 0, value: |item| Value::Count(item.1) },
        Field { names: &["p"], head: "p", expendable: 2, value: |item| Value::p(item.2) },
        Field { names: &["nothing"], head: "none", expendable: 1, value: |_| Value::None },
        Field {
            names: &["saving", "low", "high"],
            head: "saving",
            expendable: DATA,
            value: |item| Value::Estimate(Some(item.1), Some(Range { low: -1.5, high: 2.0 }), 1),
        },
    ];

    fn table() -> Table {
        let mut table = Table::new("one", "arms", FIELDS);
        table.section("one | cell");
        table.row(FIELDS, &Item("ads:mtf", 12345.0, Some("1.0e-5")));
        table
    }

    fn shown(width: usize) -> String {
        let mut out = Vec::new();
        table().write_text(&mut out, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_align_and_the_empty_one_is_gone() {
        let expected = "           mean\narm       nodes  p\n──────────────────────\none | cell\nads:mtf  12,345  1.0e-5\n";
        assert_eq!(shown(80).lines().last(), expected.lines().last());
        assert_eq!(shown(80).lines().count(), 5);
    }

    #[test]
    fn narrow_tables_lose_columns_and_then_letters() {
        assert_eq!(shown(16).lines().last(), Some("ads:mtf  12,345"));
        for width in 5..40 {
            assert!(shown(width).lines().all(|line| length(line) <= width), "{width}: {}", shown(width));
        }
    }

    #[test]
    fn a_long_name_stands_on_a_line_of_its_own() {
        let mut table = table();
        let long = "combined:3,5 clip=84/1000/1000/1000 cache-evaluations table=64 deepen";
        table.row(FIELDS, &Item(long, 7.0, None));
        let mut out = Vec::new();
        table.write_text(&mut out, 80).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(&format!("\n{long}\n         ")), "{text}");
    }

    #[test]
    fn people_and_programs_see_the_same_row() {
        let mut markup = Markup::new();
        table().write_html(&mut markup);
        let html = markup.finish();
        check_balanced(&html);
        assert!(html.contains("12,345") && !html.contains("saving"), "{html}");
        let markdown = table().to_markdown();
        assert!(markdown.ends_with("| one \\| cell | `ads:mtf` | 12,345 | 1.0e-5 |\n"), "{markdown}");
        assert_eq!(
            to_csv(&[&table()]).unwrap(),
            "arm,nodes,p,nothing,saving,low,high\nads:mtf,12345,1.0e-5,,12345,-1.5,2\n"
        );
    }

    #[test]
    fn figures_are_set_as_in_print() {
        assert_eq!(in_print("-1.5 [-3.0..-0.1]"), "−1.5 [−3.0 to −0.1]");
        assert_eq!(in_print("2.0e-5"), "2.0e−5");
        assert_eq!(in_print("-2.0e-5"), "−2.0e−5");
        assert_eq!(in_print("-"), "–");
        assert_eq!(in_print("1.0..2.0"), "1.0 to 2.0");
    }
}
