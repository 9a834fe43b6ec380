//! Apache Parquet in its plainest form: no compression, no dictionaries, every value there.
//!
//! The file is described in <https://parquet.apache.org/docs/file-format/>, the structures in it in `parquet.thrift`; they
//! are written in Thrift's compact protocol. The usual crate for it brings thirteen others, some of them in a second
//! version, for what are a few lines here.

use std::io::{self, Write};

use super::{Field, Kind};

const MAGIC: &[u8] = b"PAR1";

/// Rows that are held in memory and written at once.
const ROWS_OF_A_GROUP: usize = 100_000;

/// Physical types.
const BOOLEAN: i64 = 0;
const INT64: i64 = 2;
const BYTE_ARRAY: i64 = 6;

/// What the bytes mean: text, or a number without a sign.
const UTF8: i64 = 0;
const UINT_64: i64 = 14;

const PLAIN: i64 = 0;
/// The encoding of levels, of which there are none.
const RLE: i64 = 3;

fn physical(kind: Kind) -> i64 {
    match kind {
        Kind::Text => BYTE_ARRAY,
        Kind::Number => INT64,
        Kind::Flag => BOOLEAN,
    }
}

/// A column of a group of rows, where it begins in the file and how long it is.
struct Chunk {
    offset: usize,
    length: usize,
}

/// Writes a table of so many rows.
pub(super) fn write(
    columns: &[(&str, Kind)],
    rows: usize,
    field: impl Fn(usize, usize) -> Field,
    output: &mut dyn Write,
) -> io::Result<()> {
    output.write_all(MAGIC)?;
    let mut offset = MAGIC.len();
    let mut groups = Vec::new();
    for start in (0..rows).step_by(ROWS_OF_A_GROUP) {
        let end = rows.min(start + ROWS_OF_A_GROUP);
        let mut chunks = Vec::new();
        for (index, &(_, kind)) in columns.iter().enumerate() {
            let page = page(kind, (start..end).map(|row| field(index, row)), end - start);
            output.write_all(&page)?;
            chunks.push(Chunk { offset, length: page.len() });
            offset += page.len();
        }
        groups.push((end - start, chunks));
    }
    let footer = footer(columns, rows, &groups);
    output.write_all(&footer)?;
    output.write_all(&(footer.len() as u32).to_le_bytes())?;
    output.write_all(MAGIC)
}

/// A page with its header: all values of a column in a group of rows.
fn page(kind: Kind, fields: impl Iterator<Item = Field>, count: usize) -> Vec<u8> {
    let mut values = Vec::new();
    for (index, field) in fields.enumerate() {
        match field {
            Field::Number(number) => values.extend(number.to_le_bytes()),
            Field::Flag(flag) => {
                if index % 8 == 0 {
                    values.push(0);
                }
                if let Some(last) = values.last_mut() {
                    *last |= u8::from(flag) << (index % 8);
                }
            }
            Field::Text(text) => bytes(&mut values, &text),
            Field::Json(value) => bytes(&mut values, &value.to_string()),
        }
    }
    debug_assert!(kind != Kind::Number || values.len() == 8 * count);
    let mut header = Thrift::default();
    header.number(1, 0);
    header.number(2, values.len() as i64);
    header.number(3, values.len() as i64);
    header.structure(5, |data| {
        data.number(1, count as i64);
        data.number(2, PLAIN);
        data.number(3, RLE);
        data.number(4, RLE);
    });
    let mut page = header.finish();
    page.extend(values);
    page
}

fn bytes(values: &mut Vec<u8>, text: &str) {
    values.extend((text.len() as u32).to_le_bytes());
    values.extend(text.as_bytes());
}

fn footer(columns: &[(&str, Kind)], rows: usize, groups: &[(usize, Vec<Chunk>)]) -> Vec<u8> {
    let mut file = Thrift::default();
    file.number(1, 1);
    file.structures(2, columns.len() + 1, |index, element| {
        match index.checked_sub(1).map(|index| columns[index]) {
            None => {
                element.text(4, "results");
                element.number(5, columns.len() as i64);
            }
            Some((name, kind)) => {
                element.number(1, physical(kind));
                element.number(3, 0);
                element.text(4, name);
                match kind {
                    Kind::Text => element.number(6, UTF8),
                    Kind::Number => element.number(6, UINT_64),
                    Kind::Flag => {}
                }
            }
        }
    });
    file.long(3, rows as i64);
    file.structures(4, groups.len(), |index, group| {
        let (rows, chunks) = &groups[index];
        group.structures(1, chunks.len(), |index, column| {
            let ((name, kind), chunk) = (columns[index], &chunks[index]);
            column.long(2, chunk.offset as i64);
            column.structure(3, |data| {
                data.number(1, physical(kind));
                data.numbers(2, &[PLAIN]);
                data.texts(3, &[name]);
                data.number(4, 0);
                data.long(5, *rows as i64);
                data.long(6, chunk.length as i64);
                data.long(7, chunk.length as i64);
                data.long(9, chunk.offset as i64);
            });
        });
        group.long(2, chunks.iter().map(|chunk| chunk.length as i64).sum());
        group.long(3, *rows as i64);
    });
    file.text(6, concat!("cutfirst version ", env!("CARGO_PKG_VERSION")));
    file.finish()
}

/// A structure in Thrift's compact protocol; fields come in the order of their numbers.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: u8,
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Thrift {
    fn field(&mut self, number: u8, kind: u8) {
        debug_assert!(number > self.last && number - self.last < 16);
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn zigzag(&mut self, number: i64) {
        self.varint(((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    fn number(&mut self, field: u8, number: i64) {
        self.field(field, I32);
        self.zigzag(number);
    }

    fn long(&mut self, field: u8, number: i64) {
        self.field(field, I64);
        self.zigzag(number);
    }

    fn binary(&mut self, text: &str) {
        self.varint(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn text(&mut self, field: u8, text: &str) {
        self.field(field, BINARY);
        self.binary(text);
    }

    fn list(&mut self, field: u8, kind: u8, size: usize) {
        self.field(field, LIST);
        if size < 15 {
            self.bytes.push((size as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            self.varint(size as u64);
        }
    }

    fn numbers(&mut self, field: u8, numbers: &[i64]) {
        self.list(field, I32, numbers.len());
        numbers.iter().for_each(|&number| self.zigzag(number));
    }

    fn texts(&mut self, field: u8, texts: &[&str]) {
        self.list(field, BINARY, texts.len());
        texts.iter().for_each(|text| self.binary(text));
    }

    fn structure(&mut self, field: u8, fill: impl FnOnce(&mut Self)) {
        self.field(field, STRUCT);
        let mut inner = Self::default();
        fill(&mut inner);
        self.bytes.extend(inner.finish());
    }

    fn structures(&mut self, field: u8, count: usize, fill: impl Fn(usize, &mut Self)) {
        self.list(field, STRUCT, count);
        for index in 0..count {
            let mut inner = Self::default();
            fill(index, &mut inner);
            self.bytes.extend(inner.finish());
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that pyarrow 26 and polars 2.1 read as the table below, byte for byte.
    #[test]
    fn a_small_table_is_what_other_programs_read() {
        let columns = [("name", Kind::Text), ("count", Kind::Number), ("on", Kind::Flag)];
        let rows = [("a", u64::MAX, true), ("öl", 300, false)];
        let mut file = Vec::new();
        let field = |column: usize, row: usize| match column {
            0 => Field::Text(rows[row].0.to_owned()),
            1 => Field::Number(rows[row].1),
            _ => Field::Flag(rows[row].2),
        };
        write(&columns, rows.len(), field, &mut file).unwrap();
        let hex: String = file.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, include_str!("small_table.hex").trim());
    }

    #[test]
    fn no_rows_are_a_table_too() {
        let mut file = Vec::new();
        write(&[("a", Kind::Flag)], 0, |_, _| Field::Flag(true), &mut file).unwrap();
        assert!(file.starts_with(MAGIC) && file.ends_with(MAGIC));
    }
}
