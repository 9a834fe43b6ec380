//! The summary for programs: one JSON object with the context, the verdicts and every figure.

use serde::Serialize;

use super::Context;
use super::answer::{Verdict, answer, question, verdicts};
use crate::summary::Summary;

#[derive(Serialize)]
struct Document<'a> {
    context: &'a Context,
    question: String,
    answer: Vec<String>,
    verdicts: Vec<Verdict>,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// The document as text, with a line break at its end. A figure that does not exist is `null`.
///
/// # Errors
/// Never, as long as every key is a text.
pub fn to_string(summary: &Summary, context: &Context) -> serde_json::Result<String> {
    let (question, answer) = (question(summary), answer(summary));
    let document = Document { context, question, answer, verdicts: verdicts(summary), summary };
    serde_json::to_string_pretty(&document).map(|text| text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn everything_can_be_read_back() {
        for summary in sample::all() {
            let text = to_string(&summary, &sample::context()).unwrap();
            let json: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(json["context"]["command"], sample::context().command);
            assert_eq!(json["plan"], summary.plan);
            assert_eq!(json["seed"], summary.seed);
            assert_eq!(json["arms"].as_array().unwrap().len(), summary.arms.len());
            for (read, arm) in json["arms"].as_array().unwrap().iter().zip(&summary.arms) {
                assert_eq!(read["arm"], arm.place.arm);
                assert_eq!(read["samples"].as_array().unwrap().len(), arm.trials);
            }
        }
    }
}
