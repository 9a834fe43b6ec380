//! Text from outside, made fit to be shown: no control characters, no marks that turn the direction of writing.
//!
//! Names of plans and players, and paths, are whatever somebody wrote. Shown raw, they could clear the
//! screen, change its title or make one name look like another.

/// Whether a character changes how others are shown instead of showing anything itself.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text on one line, with a replacement character for each one that must not be shown raw.
#[must_use]
pub fn text(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' | '\r' => ' ',
        c if is_hidden(c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Whether all of a text can be shown as it is.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(is_hidden)
}

/// JSON that holds the same, with every character written out that must not be shown raw.
#[must_use]
pub fn json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        // JSON lets such characters stand only within its texts.
        if is_hidden(c) && !c.is_ascii_control() || c == '\u{7f}' {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The text in a line or table of Markdown, in which nothing of it means anything.
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut escaped = String::new();
    for c in self::text(text).chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The text as code in a line or table of Markdown.
#[must_use]
pub fn markdown_code(text: &str) -> String {
    let text = self::text(text);
    if text.contains(['`', '|', '<', '&']) { markdown(&text) } else { format!("`{text}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_is_shown_raw() {
        let rude = "a\u{1b}[31mb\u{7}\nc\u{202e}d\u{2066}e\u{200f}f\u{9b}g";
        let shown = text(rude);
        assert_eq!(shown, "a\u{fffd}[31mb\u{fffd} c\u{fffd}d\u{fffd}e\u{fffd}f\u{fffd}g");
        assert!(is_plain(&shown) && !is_plain(rude));
        assert_eq!(text("Ölçü, 中文, ½ “quoted” – fine"), "Ölçü, 中文, ½ “quoted” – fine");
    }

    #[test]
    fn json_says_the_same() {
        let rude = "a\u{1b}b\u{9b}c\u{202e}d\u{7f}e\u{e0041}f\n“ö”";
        let written = serde_json::to_string_pretty(&[rude]).unwrap();
        let shown = json(&written);
        assert!(is_plain(&shown.replace('\n', "")), "{shown}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&shown).unwrap(), [rude]);
    }

    #[test]
    fn markdown_is_only_text() {
        assert_eq!(markdown("<script>|`x`"), "&lt;script&gt;\\|\\`x\\`");
        assert_eq!(markdown_code("ads:mtf,limit=5"), "`ads:mtf,limit=5`");
        assert_eq!(markdown_code("a`b"), "a\\`b");
    }
}
