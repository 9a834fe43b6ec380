//! SPDX expressions: `(MIT OR Apache-2.0) AND Unicode-3.0`, and `MIT/Apache-2.0` of old.

/// Whether the licences that are allowed meet the expression; none if it makes no sense.
pub(super) fn is_met(expression: &str, allowed: &impl Fn(&str) -> bool) -> Option<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<_> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    let met = reader.any()?;
    reader.words.is_empty().then_some(met)
}

struct Reader<'a, F> {
    words: &'a [&'a str],
    allowed: &'a F,
}

impl<F: Fn(&str) -> bool> Reader<'_, F> {
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        if is_next {
            self.words = &self.words[1..];
        }
        is_next
    }

    fn any(&mut self) -> Option<bool> {
        let mut met = self.all()?;
        while self.take("OR") {
            met |= self.all()?;
        }
        Some(met)
    }

    fn all(&mut self) -> Option<bool> {
        let mut met = self.one()?;
        while self.take("AND") {
            met &= self.one()?;
        }
        Some(met)
    }

    fn one(&mut self) -> Option<bool> {
        if self.take("(") {
            let met = self.any()?;
            return self.take(")").then_some(met);
        }
        let (&name, rest) = self.words.split_first()?;
        if matches!(name, "OR" | "AND" | "WITH" | ")") {
            return None;
        }
        self.words = rest;
        if self.take("WITH") {
            // An exception only permits more, but has to be allowed by its own name.
            let (exception, rest) = self.words.split_first()?;
            self.words = rest;
            return Some((self.allowed)(&format!("{name} WITH {exception}")));
        }
        Some((self.allowed)(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        let allowed = |licence: &str| ["MIT", "Zlib"].contains(&licence);
        for (expression, met) in [
            ("MIT", Some(true)),
            ("GPL-3.0", Some(false)),
            ("MIT/GPL-3.0", Some(true)),
            ("GPL-3.0 / MIT", Some(true)),
            ("MIT AND GPL-3.0", Some(false)),
            ("MIT AND Zlib", Some(true)),
            ("GPL-3.0 OR MIT AND Zlib", Some(true)),
            ("(GPL-3.0 OR MIT) AND BSD-2-Clause", Some(false)),
            ("MIT WITH LLVM-exception", Some(false)),
            ("Apache-2.0 WITH LLVM-exception OR MIT", Some(true)),
            ("", None),
            ("MIT OR", None),
            ("(MIT", None),
            ("MIT)", None),
            ("MIT Zlib", None),
        ] {
            assert_eq!(is_met(expression, &allowed), met, "{expression}");
        }
    }
}
