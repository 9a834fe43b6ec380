//! The sections of the page, from the short answer to the last parameter.

use super::tables;
use crate::cell::Design;
use crate::report::Context;
use crate::report::format::{count, fixed, plural, whole};
use crate::report::markup::Markup;
use crate::report::names::{designs, distinct, game, games};
use crate::report::plots::{agreement, depth, distribution, first_move, levels, tree_size};
use crate::report::verdict::verdicts;
use crate::summary::{CONTROL, Summary};

struct Page<'a> {
    markup: &'a mut Markup,
    summary: &'a Summary,
    context: &'a Context,
}

/// Writes the page's body.
pub(crate) fn write(markup: &mut Markup, summary: &Summary, context: &Context) {
    let mut page = Page { markup, summary, context };
    page.header();
    page.markup.open("main", &[]);
    page.what_was_run();
    if summary.arms.is_empty() {
        page.markup.leaf("p", &[], "Nothing has been measured yet.");
    } else {
        page.verdict();
        page.published();
        page.node_counts();
        page.savings();
        page.cuts();
        page.retained();
        page.cells();
    }
    page.markup.close();
}

impl Page<'_> {
    fn header(&mut self) {
        self.markup.open("header", &[]);
        self.markup.leaf("p", &[("class", &"kicker")], "cutfirst laboratory report");
        self.markup.leaf("h1", &[], &self.summary.plan);
        if !self.summary.arms.is_empty() {
            self.markup.open("nav", &[("aria-label", &"Sections")]);
            self.markup.open("ul", &[]);
            for (id, title) in self.contents() {
                self.markup.open("li", &[]);
                self.markup.leaf("a", &[("href", &format!("#{id}"))], title);
                self.markup.close();
            }
            self.markup.close();
            self.markup.close();
        }
        self.markup.close();
    }

    fn contents(&self) -> Vec<(&'static str, &'static str)> {
        let mut contents = vec![("run", "What was run"), ("verdict", "Verdict")];
        if !self.summary.comparisons.is_empty() {
            contents.push(("published", "Published and measured"));
        }
        contents.extend([("nodes", "Node counts"), ("savings", "Savings"), ("cuts", "Cuts")]);
        if !self.summary.retentions.is_empty() {
            contents.push(("retained", "Retained savings"));
        }
        contents.push(("cells", "Cells"));
        contents
    }

    fn open_section(&mut self, id: &str, title: &str) {
        self.markup.open("section", &[("id", &id)]);
        self.markup.leaf("h2", &[], title);
    }

    fn paragraph(&mut self, text: &str) {
        self.markup.leaf("p", &[], text);
    }

    fn what_was_run(&mut self) {
        self.open_section("run", "What was run");
        let summary = self.summary;
        let mut facts = vec![
            ("Command".to_owned(), self.context.command.clone()),
            ("Version".to_owned(), format!("cutfirst {}", self.context.version)),
            ("Seed".to_owned(), summary.seed.to_string()),
            ("Trials".to_owned(), format!("{} per arm and cell", whole(summary.trials as usize))),
        ];
        let measured: usize = summary.arms.iter().map(|arm| arm.trials).sum();
        let cells = distinct(summary.arms.iter().map(|arm| arm.place.cell.as_str())).len();
        let games: Vec<_> = games(summary).iter().map(|name| game(name)).collect();
        if cells > 0 {
            let found =
                format!("{} in {} of {}", plural(measured, "trial"), plural(cells, "cell"), games.join(", "));
            facts.push(("Measured".to_owned(), found));
        }
        facts.extend(self.context.parameters.iter().cloned());
        self.markup.open("dl", &[]);
        for (index, (name, value)) in facts.iter().enumerate() {
            self.markup.leaf("dt", &[], name);
            self.markup.open("dd", &[]);
            self.markup.leaf(if index == 0 { "code" } else { "span" }, &[], value);
            self.markup.close();
        }
        self.markup.close();
        for design in designs(summary) {
            self.markup.open("p", &[]);
            self.markup.leaf("strong", &[], &format!("{} design. ", game(design.name())));
            self.markup.text(match design {
                Design::Paper => {
                    "As in the papers, every arm plays its own games and the samples are independent. The p-value is \
                     Mann-Whitney's."
                }
                Design::Paired => {
                    "All arms search the same positions, which none of them chose, so that differences are due to the \
                     order alone. The p-value is Wilcoxon's."
                }
            });
            self.markup.close();
        }
        self.paragraph(
            "A saving is the share of the control's nodes that an arm does not need; the control searches moves as they \
             are generated (arm none). Intervals are of 95 %; those of savings are bootstrapped. Effect sizes are Glass's \
             delta, as in the papers.",
        );
        for note in &self.context.notes {
            self.markup.leaf("p", &[("class", &"note")], note);
        }
        self.markup.close();
    }

    fn verdict(&mut self) {
        self.open_section("verdict", "Verdict");
        let mut said = false;
        for verdict in verdicts(self.summary) {
            let sentences = verdict.sentences();
            if sentences.is_empty() {
                continue;
            }
            said = true;
            self.markup.leaf("h3", &[], &format!("{} design", game(verdict.design.name())));
            self.markup.open("ul", &[("class", &"verdict")]);
            for sentence in &sentences {
                self.markup.leaf("li", &[], sentence);
            }
            self.markup.close();
        }
        if !said {
            self.paragraph(
                "No cell has both the control and a full Move-to-Front list, so there is nothing to judge.",
            );
        }
        self.markup.close();
    }

    /// A figure: its plots, what they show, and how they were made. Nothing if there are no plots.
    fn figure(
        &mut self,
        id: &str,
        title: &str,
        caption: &str,
        plots: impl FnOnce(&mut Markup, &Summary) -> bool,
    ) {
        let mut inside = Markup::new();
        if !plots(&mut inside, self.summary) {
            return;
        }
        self.markup.open("figure", &[("id", &id)]);
        self.markup.open("figcaption", &[]);
        self.markup.leaf("h3", &[], title);
        self.markup.leaf("p", &[], caption);
        self.markup.close();
        self.markup.raw(&inside.finish());
        self.made();
        self.markup.close();
    }

    /// The command, version, seed and parameters that a figure came from.
    fn made(&mut self) {
        let (summary, context) = (self.summary, self.context);
        self.markup.open("p", &[("class", &"made")]);
        self.markup.text("Made by ");
        self.markup.leaf("code", &[], &context.command);
        let mut facts = format!(
            " with cutfirst {}; seed {}; {}",
            context.version,
            summary.seed,
            plural(summary.trials as usize, "trial")
        );
        for (name, value) in &context.parameters {
            facts.push_str(&format!("; {name}: {value}"));
        }
        self.markup.text(&facts);
        self.markup.text(". ");
        self.markup.leaf("a", &[("href", &"#cells")], "All parameters of every cell");
        self.markup.close();
    }

    /// A table that is folded away until asked for.
    fn folded(&mut self, title: &str, table: impl FnOnce(&mut Markup, &Summary)) {
        self.markup.open("details", &[]);
        self.markup.leaf("summary", &[], title);
        table(self.markup, self.summary);
        self.markup.close();
    }

    fn published(&mut self) {
        if self.summary.comparisons.is_empty() {
            return;
        }
        self.open_section("published", "Published and measured");
        self.figure(
            "agreement",
            "Published against measured savings",
            "A dot per published row; on the diagonal both are equal. A whisker is the 95 % prediction interval: where a study \
             of the published size should find the saving, judging by ours. Where it crosses the diagonal the figures agree \
             and the dot is filled. Point at a dot for its figures, which are also in the tables below.",
            agreement::write,
        );
        tables::comparisons(self.markup, self.summary);
        self.markup.close();
    }

    fn node_counts(&mut self) {
        self.open_section("nodes", "Node counts");
        for design in designs(self.summary) {
            let published =
                if self.summary.comparisons.is_empty() { "" } else { " A diamond is the published mean." };
            self.figure(
                &format!("distribution-{design}"),
                &format!("Nodes per trial, {design} design"),
                &format!(
                    "A dot per trial; the box holds the middle half of them, the upright line is the median.{published}"
                ),
                |markup, summary| distribution::write(markup, summary, design),
            );
        }
        self.folded("Table: all arms measured", tables::arms);
        self.markup.close();
    }

    fn savings(&mut self) {
        self.open_section("savings", "Savings");
        self.figure(
            "tree-size",
            "Saving against tree size",
            "A dot per cell; the larger the control's tree, the further to the right. Filled: paired design; hollow: paper \
             design.",
            tree_size::write,
        );
        self.figure(
            "depth",
            "Saving against depth",
            "Killer moves, history and adaptive lists in the same game at several depths. Arms are set side by side at \
             each depth so that their 95 % intervals can be told apart.",
            depth::write,
        );
        self.folded("Table: saving by cell and arm", |markup, summary| {
            tables::matrix(
                markup,
                summary,
                "Nodes of the control, and savings of the other arms in %",
                |arm| {
                    if arm.place.arm == CONTROL {
                        return Some(count(arm.nodes));
                    }
                    arm.effect.as_ref().map(|effect| fixed(effect.saving, 1))
                },
            );
        });
        self.markup.close();
    }

    fn cuts(&mut self) {
        self.open_section("cuts", "Cuts");
        self.figure(
            "first-move",
            "Cut-offs by the first move",
            "Of all nodes that were cut off, the share in which the first move searched did it; a dot per cell.",
            first_move::write,
        );
        self.folded("Table: cut-offs by the first move", |markup, summary| {
            tables::matrix(markup, summary, "Cut-offs by the first move, in %", |arm| {
                arm.first_move_cuts.map(|cuts| fixed(cuts, 1))
            });
        });
        let design = levels::shown_design(self.summary).map_or("", Design::name);
        self.figure(
            "levels",
            "Moves before the cut, by level",
            &format!(
                "How many moves are searched before the one that cuts, in the mean, on each level of the tree; 0 means that \
                 the first move always cuts. Level 0 is the root. From the {design} design."
            ),
            levels::write,
        );
        self.folded("Table: list lengths and levels", tables::levels);
        self.markup.close();
    }

    fn retained(&mut self) {
        if self.summary.retentions.is_empty() {
            return;
        }
        self.open_section("retained", "Retained savings");
        self.paragraph(
            "How much of the full list's saving is left when the list is cut short, kept per level or kept as a set. The \
             interval is given only where the full list saves for certain.",
        );
        tables::retentions(self.markup, self.summary);
        self.markup.close();
    }

    fn cells(&mut self) {
        self.open_section("cells", "Cells");
        self.paragraph(
            "Everything that decides what is measured, besides seed and arm: game, players, variant, evaluation, how scores \
             are combined, algorithm, table in MiB, deepening, depth, start with its opening turns, measured turns.",
        );
        tables::cells(self.markup, self.summary);
        self.markup.close();
    }
}
