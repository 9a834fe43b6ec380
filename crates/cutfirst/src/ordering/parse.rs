//! Orderings from text, with errors that point at the wrong word and name the choices.

use std::str::FromStr;

use super::reply_ads::LENGTH;
use super::{AdsSpec, Bonus, GravitySpec, HeuristicSpec, Order, Prior, Scope};
use crate::adaptive::Rule;

/// Why a text is not an ordering; points at the wrong word and names the choices.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OrderError(String);

/// The text forms of [`Rule`].
const RULES: &str = "mtf, transpose, ahead-K, pos-K, count, demote, smtf, smtr";

const HEURISTICS: &str = "none, shuffle, killer, history, gravity, relative, continuation, countermove, ads, threat, \
                          tt, static, evaluate, combined or iteration";

/// What a class is worth to `gravity:prior` without a number, and at most.
pub(crate) const DEFAULT_PRIOR: u32 = 512;
const MOST_PRIOR: u32 = 8192;

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        if text.trim() == "none" {
            return Ok(Self::default());
        }
        read_stack(text).map(Self).map_err(|wrong| {
            // The wrong word is a part of the text, so its place is where it lies in memory.
            let before = wrong.word.as_ptr() as usize - text.as_ptr() as usize;
            let column = text[..before].chars().count() + 1;
            let shown = crate::notation::excerpt(text);
            OrderError(format!("order '{}', character {column}: {}", shown.escape_debug(), wrong.why))
        })
    }
}

/// Reads the heuristics of a stack. The same one twice is refused: the second decides nothing.
fn read_stack(text: &str) -> Result<Vec<HeuristicSpec>, Wrong<'_>> {
    let mut stack = Vec::new();
    for word in text.split('+').map(str::trim) {
        let spec = parse_heuristic(word)?;
        if stack.contains(&spec) {
            return Err(Wrong { word, why: format!("'{spec}' is there already; leave the second one out") });
        }
        stack.push(spec);
    }
    Ok(stack)
}

/// A word that is wrong, and why.
struct Wrong<'a> {
    word: &'a str,
    why: String,
}

/// A heuristic's name, first word and further parameters, taken apart.
struct Words<'a> {
    name: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        // `history,per-level` is as good as `history:per-level`.
        let (name, early) = name.split_once(',').map_or((name, None), |(name, early)| (name, Some(early)));
        let words = early.into_iter().chain(rest).flat_map(|part| part.split(',')).map(str::trim);
        Self { name, words: words.collect() }
    }

    /// Takes a word without value, such as `per-level`.
    fn flag(&mut self, flag: &str) -> bool {
        let before = self.words.len();
        self.words.retain(|word| *word != flag);
        before > self.words.len()
    }

    /// Takes the first word that `read` understands.
    fn take<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = self.words.iter().enumerate().find_map(|(i, word)| Some((i, read(word)?)));
        let (i, value) = found?;
        self.words.remove(i);
        Some(value)
    }

    /// Nothing may be left over.
    fn finish(self, choices: &str) -> Result<(), Wrong<'a>> {
        let Some(word) = self.words.first() else { return Ok(()) };
        let shown = crate::notation::excerpt(word);
        let why = format!("'{}' means nothing to {}; choose {choices}", shown.escape_debug(), self.name);
        Err(Wrong { word, why })
    }
}

fn parse_heuristic(text: &str) -> Result<HeuristicSpec, Wrong<'_>> {
    let wrong = |why: String| Wrong { word: text, why };
    let mut words = Words::new(text);
    let (spec, choices) = match words.name {
        "shuffle" => {
            let seed = words.take(|word| word.parse().ok()).unwrap_or(0);
            (HeuristicSpec::Shuffle { seed }, "a seed, such as shuffle:7".to_owned())
        }
        "killer" => {
            let slots = words.take(|word| word.parse().ok().filter(|k| (1..=8).contains(k))).unwrap_or(2);
            (HeuristicSpec::Killer { slots }, "a number of moves from 1 to 8, such as killer:2".to_owned())
        }
        "history" => {
            let bonus = words.take(|word| Bonus::ALL.into_iter().find(|bonus| bonus.name() == word));
            let per_level = words.flag("per-level");
            let spec = HeuristicSpec::History { bonus: bonus.unwrap_or_default(), per_level };
            (spec, "square, power, one or per-level".to_owned())
        }
        "gravity" => {
            let prior = words.take(|word| match word.split_once('=') {
                None if word == "prior" => Some(Prior::Step(DEFAULT_PRIOR)),
                None if word == "learned" => Some(Prior::Learned),
                Some(("prior", "auto")) => Some(Prior::Auto),
                Some(("prior", step)) => {
                    step.parse().ok().filter(|n| (1..=MOST_PRIOR).contains(n)).map(Prior::Step)
                }
                _ => None,
            });
            let spec = GravitySpec {
                prior: prior.unwrap_or_default(),
                per_level: words.flag("per-level"),
                continuation: words.flag("continuation"),
                near_root: words.flag("near-root"),
            };
            let choices = format!(
                "prior, prior=N (N from 1 to {MOST_PRIOR}), prior=auto, learned, per-level, continuation or near-root"
            );
            (HeuristicSpec::Gravity(spec), choices)
        }
        "relative" => (HeuristicSpec::Relative, "nothing".to_owned()),
        "continuation" => (HeuristicSpec::Continuation, "nothing".to_owned()),
        "countermove" => (HeuristicSpec::Countermove, "nothing".to_owned()),
        "ads" => {
            let choices = format!(
                "set, {RULES}, limit=N (N from 1), per-level, level-then-global, reply, mover or fresh"
            );
            (HeuristicSpec::Ads(parse_ads(text, &mut words, &choices)?), choices)
        }
        "threat" => {
            let rule = words.take(|word| word.parse().ok()).unwrap_or(Rule::MoveToFront);
            let fresh = words.flag("fresh");
            (HeuristicSpec::Threat { rule, fresh }, format!("{RULES} or fresh"))
        }
        "tt" => (HeuristicSpec::Table, "nothing".to_owned()),
        "static" => (HeuristicSpec::Static, "nothing".to_owned()),
        "evaluate" => {
            let levels = words.take(|word| word.parse().ok().filter(|n| (1..=99).contains(n))).unwrap_or(3);
            (
                HeuristicSpec::Evaluate { levels },
                "a number of levels from 1 to 99, such as evaluate:3".to_owned(),
            )
        }
        "combined" => {
            let mut border = || words.take(|word| word.parse().ok().filter(|n| (0..=99).contains(n)));
            let (evaluated, counted) = (border().unwrap_or(3), border());
            let counted = counted.unwrap_or(evaluated + 2);
            if counted < evaluated {
                return Err(wrong(format!(
                    "combined counts cuts below the levels that it evaluates: {counted} is less than {evaluated}"
                )));
            }
            (
                HeuristicSpec::Combined { evaluated, counted },
                "the last level to evaluate and the last to count, from 0 to 99, such as combined:3,5"
                    .to_owned(),
            )
        }
        "iteration" => {
            let level = words.take(|word| word.parse().ok().filter(|n| (1..=99).contains(n))).unwrap_or(1);
            (HeuristicSpec::Iteration { level }, "a first level from 1 to 99, such as iteration:4".to_owned())
        }
        "none" => return Err(wrong("'none' stands alone, it cannot be stacked".to_owned())),
        other => {
            let shown = crate::notation::excerpt(other);
            return Err(wrong(format!("unknown heuristic '{}'; choose {HEURISTICS}", shown.escape_debug())));
        }
    };
    words.finish(&choices)?;
    Ok(spec)
}

fn parse_ads<'a>(text: &'a str, words: &mut Words<'a>, choices: &str) -> Result<AdsSpec, Wrong<'a>> {
    let find = |words: &Words<'a>, is_it: &dyn Fn(&str) -> bool| {
        words.words.iter().copied().rfind(|word| is_it(word))
    };
    let rule = if words.flag("set") {
        None
    } else {
        let rule = words.take(|word| word.parse().ok());
        Some(rule.ok_or_else(|| match words.words.first() {
            None => Wrong { word: text, why: format!("ads needs a rule, such as ads:mtf; choose {choices}") },
            Some(word) => {
                let shown = crate::notation::excerpt(word).escape_debug().to_string();
                Wrong { word, why: format!("'{shown}' is not a rule of ads; choose {choices}") }
            }
        })?)
    };
    if rule.is_none()
        && let Some(word) = find(words, &|word| word.starts_with("limit="))
    {
        return Err(Wrong { word, why: "ads:set holds every cutter and takes no limit".to_owned() });
    }
    let at_limit = find(words, &|word| word.starts_with("limit="));
    let limit = words.take(|word| word.strip_prefix("limit=")?.parse().ok().filter(|&n: &usize| n > 0));
    let is_scope = |word: &str| Scope::ALL.iter().any(|scope| scope.name() == word);
    let at_scope = find(words, &is_scope);
    if let Some(word) = at_scope.filter(|_| words.words.iter().filter(|word| is_scope(word)).count() > 1) {
        let why = "ads takes one of per-level, level-then-global and reply, not several".to_owned();
        return Err(Wrong { word, why });
    }
    let scope =
        words.take(|word| Scope::ALL.into_iter().find(|scope| scope.name() == word && !word.is_empty()));
    let (mover, fresh) = (words.flag("mover"), words.flag("fresh"));
    let spec = AdsSpec { rule, limit, scope: scope.unwrap_or_default(), mover, fresh };
    if spec.scope == Scope::Reply {
        let word = at_limit.filter(|_| spec.limit.is_some_and(|limit| limit > LENGTH)).or(at_scope);
        check_reply(&spec).map_err(|why| Wrong { word: word.unwrap_or(text), why })?;
    }
    Ok(spec)
}

/// Reply lists are many, and so can only be short and simple.
fn check_reply(spec: &AdsSpec) -> Result<(), String> {
    if spec.rule != Some(Rule::MoveToFront) || spec.mover {
        return Err("the reply lists of ads only follow mtf, without mover: ads:mtf,reply".to_owned());
    }
    match spec.limit {
        Some(limit) if limit > LENGTH => {
            Err(format!("the reply lists of ads hold at most {LENGTH} moves each, not {limit}"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round_trip(text: &str) -> String {
        text.parse::<Order>().unwrap().to_string()
    }

    #[test]
    fn texts_read_and_print() {
        for text in [
            "none",
            "ads:mtf",
            "ads:transpose,limit=5,per-level",
            "ads:set",
            "tt+ads:mtf,limit=20+killer:2",
            "threat:mtf+ads:mtf,mover,fresh",
            "history:power,per-level",
            "evaluate:3+static",
            "shuffle:7",
            "gravity",
            "gravity:prior=300",
            "gravity:per-level",
            "gravity:prior=auto,continuation",
            "gravity:prior=512,per-level,continuation",
            "gravity:near-root",
            "tt+gravity:learned,continuation",
            "gravity:prior=auto,continuation,near-root",
            "tt+gravity:continuation+static",
            "relative",
            "continuation+countermove",
            "ads:mtf,level-then-global",
            "ads:demote",
            "ads:demote,limit=9,level-then-global,mover,fresh",
            "ads:mtf,limit=4,reply,fresh+ads:mtf",
            "combined:3,5",
            "combined:0,2",
            "iteration:4+combined:3,5",
        ] {
            assert_eq!(round_trip(text), text);
        }
        assert_eq!(round_trip("killer"), "killer:2");
        assert_eq!(round_trip("gravity,prior"), "gravity:prior=512");
        assert_eq!(round_trip("combined"), "combined:3,5");
        assert_eq!(round_trip("combined:4"), "combined:4,6");
        assert_eq!(round_trip("iteration"), "iteration:1");
        assert_eq!(round_trip("history,per-level"), "history:square,per-level");
        assert_eq!(round_trip(" tt + threat "), "tt+threat:mtf");
    }

    #[test]
    fn errors_point_at_the_wrong_word() {
        let error = |text: &str| text.parse::<Order>().unwrap_err().to_string();
        assert!(
            error("tt+killr")
                .starts_with("order 'tt+killr', character 4: unknown heuristic 'killr'; choose none")
        );
        assert!(error("ads:mtf,limt=5").contains("'limt=5' means nothing to ads; choose set, mtf"));
        assert!(error("ads").contains("ads needs a rule"));
        assert!(error("ads:mtg").starts_with("order 'ads:mtg', character 5: 'mtg' is not a rule of ads"));
        assert!(error("tt+ads:set,limit=5").starts_with("order 'tt+ads:set,limit=5', character 12: "));
        assert!(error("ads:mtf,reply,per-level").contains(", character 15: "));
        for (text, at) in [("tt+tt", 4), ("killer+tt+killer:2", 11), ("ads:mtf+ads:mtf", 9)] {
            assert!(error(text).contains(&format!("character {at}: '")), "{text}: {}", error(text));
            assert!(error(text).ends_with("is there already; leave the second one out"));
        }
        assert!(error("ads:mtf,limit=0").contains("'limit=0' means nothing to ads"));
        assert!(error("ads:set,limit=5").contains("takes no limit"));
        assert!(
            error("gravity:prior=0").contains("'prior=0' means nothing to gravity; choose prior, prior=N")
        );
        assert!(error("gravity:prior512").contains("'prior512' means nothing to gravity"));
        assert!(error("combined:5,3").contains("3 is less than 5"));
        assert!(error("combined:1,2,3").contains("'3' means nothing to combined"));
        assert!(error("iteration:0").contains("'0' means nothing to iteration; choose a first level"));
        assert!(error("ads:mtf,reply,per-level").contains("one of per-level"));
        assert!(error("ads:transpose,reply").contains("only follow mtf"));
        assert!(error("ads:mtf,limit=9,reply").contains("at most 8 moves"));
        assert!(error("ads:mtf,").contains("'' means nothing to ads"));
        assert!(error("none+tt").contains("'none' stands alone"));
        assert!(error("").contains("unknown heuristic ''"));
        assert!(
            error("killer:9").contains("'9' means nothing to killer; choose a number of moves from 1 to 8")
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            let _ = text.parse::<Order>();
        }

        #[test]
        fn what_is_read_prints_and_reads_the_same(text in "(tt|killer|ads|history|gravity|relative|combined|iteration|threat|static|shuffle|none|evaluate)(:(mtf|transpose|set|demote|prior|prior=3|learned|3|one|count|pos-2|ahead-3))?(,(limit=4|5|per-level|level-then-global|reply|continuation|near-root|mover|fresh|x))*(\\+(tt|killer:1|ads:mtf))?") {
            if let Ok(order) = text.parse::<Order>() {
                prop_assert_eq!(order.to_string().parse::<Order>().unwrap(), order);
            }
        }
    }
}
