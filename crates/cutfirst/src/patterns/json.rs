//! As much of JSON as the header of a safetensors file needs: objects, strings, arrays and whole numbers.

/// A value of the header.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Text(String),
    Number(u64),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

/// Objects within objects go so deep at most.
const DEEPEST: usize = 8;

impl Value {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader { bytes: text.as_bytes(), text, at: 0 };
        let value = reader.value(0)?;
        reader.skip_spaces();
        (reader.at == text.len()).then_some(value)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn numbers(&self) -> Option<Vec<u64>> {
        let Self::List(values) = self else { return None };
        values
            .iter()
            .map(|value| if let Self::Number(number) = value { Some(*number) } else { None })
            .collect()
    }
}

/// Text as JSON.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn skip_spaces(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// The next sign after spaces, which is read if it is `wanted`.
    fn takes(&mut self, wanted: u8) -> bool {
        self.skip_spaces();
        let found = self.bytes.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        self.skip_spaces();
        match self.bytes.get(self.at)? {
            b'"' => self.string().map(Value::Text),
            b'{' => self
                .items(b'}', |reader| {
                    let name = reader.string()?;
                    reader.takes(b':').then_some(())?;
                    Some((name, reader.value(depth + 1)?))
                })
                .map(Value::Object),
            b'[' => self.items(b']', |reader| reader.value(depth + 1)).map(Value::List),
            b'0'..=b'9' => {
                let digits = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = self.text.get(self.at..self.at + digits)?.parse().ok()?;
                self.at += digits;
                Some(Value::Number(number))
            }
            _ => None,
        }
    }

    /// Items separated by commas, from the opening bracket to the closing one.
    fn items<T>(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut items = Vec::new();
        if self.takes(end) {
            return Some(items);
        }
        loop {
            self.skip_spaces();
            items.push(item(self)?);
            if self.takes(end) {
                return Some(items);
            }
            self.takes(b',').then_some(())?;
        }
    }

    fn string(&mut self) -> Option<String> {
        self.takes(b'"').then_some(())?;
        let mut out = String::new();
        let mut characters = self.text.get(self.at..)?.char_indices();
        loop {
            let (at, character) = characters.next()?;
            match character {
                '"' => {
                    self.at += at + 1;
                    return Some(out);
                }
                '\\' => match characters.next()?.1 {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    'u' => {
                        let digits: Option<String> =
                            (0..4).map(|_| characters.next().map(|(_, c)| c)).collect();
                        let code = u32::from_str_radix(&digits?, 16).ok()?;
                        out.push(char::from_u32(code)?);
                    }
                    other @ ('"' | '\\' | '/') => out.push(other),
                    _ => return None,
                },
                other => out.push(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let value =
            Value::parse(r#" {"a": {"x": [1, 22,3], "y":"q\"\u0041\\"}, "b":[] , "c": {}} "#).unwrap();
        let inner = value.get("a").unwrap();
        assert_eq!(inner.get("x").unwrap().numbers().unwrap(), [1, 22, 3]);
        assert_eq!(inner.get("y").unwrap().text(), Some("q\"A\\"));
        assert_eq!(value.get("b").unwrap().numbers().unwrap(), Vec::<u64>::new());
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["", "plain", "a \"b\" \\ \n \u{1} é"] {
            assert_eq!(Value::parse(&quoted(text)), Some(Value::Text(text.to_owned())));
        }
    }

    #[test]
    fn other_text_is_refused() {
        let deep = "[".repeat(100_000);
        for bad in [
            "",
            "{",
            "{\"a\"}",
            "[1,]",
            "[1 2]",
            "1 1",
            "\"",
            "\"\\q\"",
            "{\"a\":1,}",
            "99999999999999999999",
            &deep,
        ] {
            assert_eq!(Value::parse(bad), None, "{}", &bad[..bad.len().min(20)]);
        }
    }
}
