//! Writes HTML and SVG whose tags always balance and whose text is always escaped.

use std::fmt::{Display, Write as _};

/// An attribute: its name and value.
pub(crate) type Attribute<'a> = (&'a str, &'a dyn Display);

/// A document that is being written.
#[derive(Default)]
pub(crate) struct Markup {
    text: String,
    open: Vec<&'static str>,
    figure: Option<String>,
    pictures: usize,
}

impl Markup {
    /// An empty document.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// From now on pictures are numbered as those of a figure.
    pub(crate) fn name_pictures(&mut self, figure: &str) {
        self.figure = Some(figure.to_owned());
    }

    /// Counts a picture; where it is saved, if it belongs to a figure.
    pub(crate) fn next_picture(&mut self) -> Option<String> {
        self.pictures += 1;
        self.figure.as_ref().map(|figure| super::document::picture_name(figure, self.pictures))
    }

    /// Opens an element, to be closed by [`Self::close`].
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &[Attribute<'_>]) {
        self.start(tag, attributes);
        self.text.push('>');
        self.open.push(tag);
    }

    /// Closes the element opened last.
    pub(crate) fn close(&mut self) {
        if let Some(tag) = self.open.pop() {
            let _ = write!(self.text, "</{tag}>");
            if matches!(tag, "tr" | "table" | "section" | "figure" | "svg" | "p" | "h2" | "h3" | "li" | "g") {
                self.text.push('\n');
            }
        }
    }

    /// An element with nothing but text in it.
    pub(crate) fn leaf(&mut self, tag: &'static str, attributes: &[Attribute<'_>], text: &str) {
        self.open(tag, attributes);
        self.text(text);
        self.close();
    }

    /// An element that cannot have content.
    pub(crate) fn empty(&mut self, tag: &'static str, attributes: &[Attribute<'_>]) {
        self.start(tag, attributes);
        self.text.push_str("/>");
    }

    /// Text, escaped.
    pub(crate) fn text(&mut self, text: &str) {
        escape(text, &mut self.text);
    }

    /// Markup of our own that is right as it is.
    pub(crate) fn raw(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    /// The document, with everything closed.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn start(&mut self, tag: &'static str, attributes: &[Attribute<'_>]) {
        let _ = write!(self.text, "<{tag}");
        for (name, value) in attributes {
            let _ = write!(self.text, " {name}=\"");
            escape(&value.to_string(), &mut self.text);
            self.text.push('"');
        }
    }
}

/// Escapes for text and for quoted attributes alike; characters that no document may hold are replaced.
fn escape(text: &str, into: &mut String) {
    for character in text.chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            '\n' | '\t' => into.push(character),
            _ if crate::plain::is_plain(character.encode_utf8(&mut [0; 4])) => into.push(character),
            _ => into.push('\u{fffd}'),
        }
    }
}

/// Fails unless every tag is closed by its own, and nothing but our own markup is in it.
#[cfg(test)]
pub(crate) fn check_balanced(document: &str) {
    const VOID: [&str; 2] = ["meta", "br"];
    let mut open = Vec::new();
    let mut rest = document.trim_start_matches("<!DOCTYPE html>");
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a bare '>' near {:?}", &rest[..start.min(80)]);
        let end = start + rest[start..].find('>').expect("a tag that ends");
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<'), "a tag within a tag: {tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closes the wrong tag near {:?}", &rest[..end]);
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
        // The style sheet is not markup.
        if name == "style" && !tag.starts_with('/') {
            rest = &rest[rest.find("</style").unwrap()..];
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_are_escaped() {
        let mut markup = Markup::new();
        markup.open("p", &[("title", &"a\"b'<&>")]);
        markup.text("<script>alert(1)</script>\u{0}\u{7}");
        let text = markup.finish();
        assert_eq!(
            text,
            "<p title=\"a&quot;b&#39;&lt;&amp;&gt;\">&lt;script&gt;alert(1)&lt;/script&gt;\u{fffd}\u{fffd}</p>\n"
        );
        check_balanced(&text);
    }

    #[test]
    #[should_panic(expected = "closes the wrong tag")]
    fn the_checker_finds_crossed_tags() {
        check_balanced("<p><b></p></b>");
    }
}
