//! The figures as CSV (RFC 4180): a field with a comma, quote or line break in it is quoted, as most
//! arms are. A figure that does not exist is an empty field; none is rounded.

use std::fmt::Display;
use std::path::Path;

use super::{ReportError, write_file};
use crate::summary::{ArmSummary, Comparison, Place, Range, Retention, Summary};

/// Writes `arms.csv`, `comparisons.csv`, `retentions.csv` and `trials.csv` into `dir`.
///
/// # Errors
/// If one cannot be written.
pub fn write(dir: &Path, summary: &Summary) -> Result<(), ReportError> {
    write_file(dir, "arms.csv", &arms(summary))?;
    write_file(dir, "comparisons.csv", &comparisons(summary))?;
    write_file(dir, "retentions.csv", &retentions(summary))?;
    write_file(dir, "trials.csv", &trials(summary))?;
    Ok(())
}

/// One line of a table that is being written.
pub(crate) struct Line<'a>(&'a mut String);

impl Line<'_> {
    pub(crate) fn field(&mut self, value: impl Display) -> &mut Self {
        let text = value.to_string();
        if !self.0.is_empty() && !self.0.ends_with('\n') {
            self.0.push(',');
        }
        // An empty first field would pass for the beginning of a line, so it is quoted as well.
        if text.contains([',', '"', '\n', '\r']) || (text.is_empty() && self.is_new()) {
            self.0.push('"');
            self.0.push_str(&text.replace('"', "\"\""));
            self.0.push('"');
        } else {
            self.0.push_str(&text);
        }
        self
    }

    fn is_new(&self) -> bool {
        self.0.is_empty() || self.0.ends_with('\n')
    }

    pub(crate) fn figure(&mut self, value: Option<f64>) -> &mut Self {
        match value.filter(|value| value.is_finite()) {
            Some(value) => self.field(value),
            None => self.field(""),
        }
    }

    fn maybe(&mut self, value: Option<impl Display>) -> &mut Self {
        match value {
            Some(value) => self.field(value),
            None => self.field(""),
        }
    }

    fn range(&mut self, range: Option<Range>) -> &mut Self {
        self.figure(range.map(|range| range.low)).figure(range.map(|range| range.high))
    }

    fn place(&mut self, place: &Place) -> &mut Self {
        self.field(&place.game).field(place.players).field(&place.evaluation).field(place.ply);
        self.field(place.start).field(place.design).field(&place.arm).field(&place.cell)
    }
}

/// A table: its heading and one line per item.
pub(crate) fn table<T>(heading: &str, items: &[T], mut line: impl FnMut(&mut Line<'_>, &T)) -> String {
    let mut text = format!("{heading}\n");
    for item in items {
        line(&mut Line(&mut text), item);
        text.push('\n');
    }
    text
}

/// Every arm.
#[must_use]
pub fn arms(summary: &Summary) -> String {
    let heading = "game,players,evaluation,ply,start,design,arm,cell,trials,searches,nodes,nodes_sd,interior,makes,\
evaluations,first_move_cuts_percent,max_list_length,min_list_length,cut_places,level_lists,saving_percent,saving_low,\
saving_high,interior_saving_percent,glass_delta,cliffs_delta,p_value,holm_p_value,ratio,ratio_low,ratio_high";
    table(heading, &summary.arms, arm_line)
}

fn arm_line(line: &mut Line<'_>, arm: &ArmSummary) {
    line.place(&arm.place).field(arm.trials);
    for figure in [Some(arm.searches), Some(arm.nodes), arm.deviation, Some(arm.interior)] {
        line.figure(figure);
    }
    line.figure(Some(arm.makes)).figure(Some(arm.evaluations)).figure(arm.first_move_cuts);
    line.figure(Some(arm.list_lengths[0])).figure(Some(arm.list_lengths[1]));
    // Levels from the root on, separated by spaces; "-" where nothing was cut.
    let places: Vec<_> =
        arm.cut_places.iter().map(|place| place.map_or("-".to_owned(), |place| place.to_string())).collect();
    line.field(places.join(" "));
    let lists: Vec<_> = arm.level_lists.iter().map(|[max, min]| format!("{max}/{min}")).collect();
    line.field(lists.join(" "));
    let effect = arm.effect.as_ref();
    line.figure(effect.map(|effect| effect.saving));
    line.range(effect.and_then(|effect| effect.saving_range));
    line.figure(effect.and_then(|effect| effect.interior_saving));
    line.figure(effect.and_then(|effect| effect.glass_delta));
    line.figure(effect.map(|effect| effect.cliffs_delta));
    line.maybe(effect.and_then(|effect| effect.p_value.as_ref()));
    line.maybe(effect.and_then(|effect| effect.holm_p_value.as_ref()));
    line.figure(effect.and_then(|effect| effect.ratio));
    line.range(effect.and_then(|effect| effect.ratio_range));
}

/// Published rows beside measured ones.
#[must_use]
pub fn comparisons(summary: &Summary) -> String {
    let heading = "table,game,players,evaluation,ply,start,design,arm,cell,published_nodes,nodes,\
published_saving_percent,saving_percent,published_effect,effect,published_p_value,p_value,makes,evaluations,\
prediction_low,prediction_high,agrees";
    table(heading, &summary.comparisons, |line, row: &Comparison| {
        line.field(&row.table).place(&row.place);
        for figure in [Some(row.published_nodes), Some(row.nodes), row.published_saving, row.saving] {
            line.figure(figure);
        }
        line.figure(row.published_effect).figure(row.effect);
        line.maybe(row.published_p_value.as_ref()).maybe(row.p_value.as_ref());
        line.figure(Some(row.makes)).figure(Some(row.evaluations)).range(row.prediction);
        line.maybe(row.agrees);
    })
}

/// Shortened and divided lists.
#[must_use]
pub fn retentions(summary: &Summary) -> String {
    let heading = "game,players,evaluation,ply,start,design,arm,cell,full_saving_percent,saving_percent,retained,\
retained_low,retained_high,ratio_to_full,ratio_low,ratio_high,p_value";
    table(heading, &summary.retentions, |line, row: &Retention| {
        line.place(&row.place).figure(Some(row.full_saving)).figure(Some(row.saving));
        line.figure(Some(row.retained)).range(row.retained_range);
        line.figure(row.ratio).range(row.ratio_range).maybe(row.p_value.as_ref());
    })
}

/// The node count of every trial, the finished ones numbered from 0.
#[must_use]
pub fn trials(summary: &Summary) -> String {
    let heading = "game,players,evaluation,ply,start,design,arm,cell,trial,nodes\n";
    let mut text = heading.to_owned();
    for arm in &summary.arms {
        for (trial, nodes) in arm.samples.iter().enumerate() {
            Line(&mut text).place(&arm.place).field(trial).field(nodes);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    /// Reads CSV as RFC 4180 has it.
    fn read(text: &str) -> Vec<Vec<String>> {
        let (mut records, mut record, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
        let mut rest = text.chars().peekable();
        while let Some(character) = rest.next() {
            match character {
                '"' if quoted && rest.peek() == Some(&'"') => field.push(rest.next().unwrap()),
                '"' => quoted = !quoted,
                ',' if !quoted => record.push(std::mem::take(&mut field)),
                '\n' if !quoted => {
                    record.push(std::mem::take(&mut field));
                    records.push(std::mem::take(&mut record));
                }
                _ => field.push(character),
            }
        }
        assert!(!quoted && field.is_empty() && record.is_empty());
        records
    }

    #[test]
    fn fields_round_trip() {
        let fields = ["", "ads:mtf,limit=5", "say \"x\"", "two\nlines", "a\r", "", "plain"];
        let mut text = String::new();
        let mut line = Line(&mut text);
        for field in fields {
            line.field(field);
        }
        text.push('\n');
        assert_eq!(read(&text), [fields]);
    }

    #[test]
    fn every_line_has_all_columns_and_the_arm_in_its_own() {
        for summary in sample::all() {
            let samples = summary.arms.iter().map(|arm| arm.samples.len()).sum();
            let tables = [
                (arms(&summary), summary.arms.len()),
                (comparisons(&summary), summary.comparisons.len()),
                (retentions(&summary), summary.retentions.len()),
                (trials(&summary), samples),
            ];
            for (text, lines) in tables {
                let records = read(&text);
                assert_eq!(records.len(), lines + 1);
                let columns = records[0].len();
                assert!(records.iter().all(|record| record.len() == columns), "{text}");
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
            let records = read(&arms(&summary));
            let column = |name: &str| records[0].iter().position(|heading| heading == name).unwrap();
            for (record, arm) in records[1..].iter().zip(&summary.arms) {
                assert_eq!(record[column("arm")], arm.place.arm);
                assert_eq!(record[column("cell")], arm.place.cell);
                // Figures are written so that reading gives the same number.
                assert_eq!(record[column("nodes")].parse::<f64>().unwrap(), arm.nodes);
                let saving = arm.effect.as_ref().map(|effect| effect.saving);
                assert_eq!(record[column("saving_percent")].parse().ok(), saving);
            }
        }
    }
}
