//! Weights as bytes in the format safetensors: the length of a header, the header in JSON, and numbers.

use super::json::{Value, quoted};
use super::layout::{Layout, LayoutError};
use super::weights::Weights;
use crate::ordering::MovePrior;
use crate::powers::Cells;

/// What the notes call the format.
const FORMAT: &str = "cutfirst patterns 1";
/// The longest header that is read.
const LONGEST_HEADER: usize = 1 << 20;

/// Why bytes are no weights for a game, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It is something else, or damaged.
    #[error("no safetensors file with weights of patterns: {0}")]
    Damaged(String),
    /// The weights are for another game, or for other rules.
    #[error("{0}")]
    Other(String),
    /// The patterns do not fit the board.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

pub(crate) fn damaged(what: impl Into<String>) -> FileError {
    FileError::Damaged(what.into())
}

/// A tensor as the header describes it.
pub(crate) struct Tensor {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) shape: Vec<usize>,
    pub(crate) bytes: Vec<u8>,
}

/// A file of tensors with notes.
pub(crate) fn write(notes: &[(String, String)], tensors: &[Tensor]) -> Vec<u8> {
    let notes = notes.iter().map(|(name, text)| format!("{}:{}", quoted(name), quoted(text)));
    let mut fields = vec![format!("\"__metadata__\":{{{}}}", notes.collect::<Vec<_>>().join(","))];
    let mut offset = 0;
    for tensor in tensors {
        let end = offset + tensor.bytes.len();
        let shape = tensor.shape.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        fields.push(format!(
            "{}:{{\"dtype\":\"{}\",\"shape\":[{shape}],\"data_offsets\":[{offset},{end}]}}",
            quoted(&tensor.name),
            tensor.kind
        ));
        offset = end;
    }
    let mut header = format!("{{{}}}", fields.join(","));
    // The numbers begin at a multiple of eight.
    header.push_str(&" ".repeat(header.len().next_multiple_of(8) - header.len()));
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    tensors.iter().for_each(|tensor| bytes.extend(&tensor.bytes));
    bytes
}

/// A file that was read: notes, and tensors by name.
pub(crate) struct Read<'a> {
    header: Value,
    data: &'a [u8],
}

impl<'a> Read<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, FileError> {
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| damaged("it is too short"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > LONGEST_HEADER {
            return Err(damaged("it does not begin with the length of a header"));
        }
        let (header, data) = rest.split_at_checked(length).ok_or_else(|| damaged("the header is cut off"))?;
        let header = std::str::from_utf8(header).ok().and_then(Value::parse);
        let header = header.ok_or_else(|| damaged("the header is no JSON"))?;
        Ok(Self { header, data })
    }

    pub(crate) fn note(&self, name: &str) -> Result<&str, FileError> {
        let note = self.header.get("__metadata__").and_then(|notes| notes.get(name)).and_then(Value::text);
        note.ok_or_else(|| damaged(format!("the note '{name}' is missing")))
    }

    /// Whether there is a tensor of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.header.get(name).is_some()
    }

    pub(super) fn notes(&self) -> Vec<(String, String)> {
        let Some(Value::Object(notes)) = self.header.get("__metadata__") else { return Vec::new() };
        let text = |(name, value): &(String, Value)| Some((name.clone(), value.text()?.to_owned()));
        notes.iter().filter_map(text).collect()
    }

    /// The bytes of a tensor of this kind and shape.
    pub(crate) fn tensor(&self, name: &str, kind: &str, shape: &[usize]) -> Result<&'a [u8], FileError> {
        let tensor =
            self.header.get(name).ok_or_else(|| damaged(format!("the tensor '{name}' is missing")))?;
        let numbers = |field: &str| tensor.get(field).and_then(Value::numbers);
        let found = tensor.get("dtype").and_then(Value::text).zip(numbers("shape"));
        let wanted: Vec<_> = shape.iter().map(|&size| size as u64).collect();
        if found.as_ref().is_none_or(|(dtype, shape)| *dtype != kind || *shape != wanted) {
            return Err(damaged(format!("the tensor '{name}' should be {kind} of shape {shape:?}")));
        }
        let bytes = match numbers("data_offsets").as_deref() {
            Some(&[start, end]) => usize::try_from(start)
                .ok()
                .zip(usize::try_from(end).ok())
                .filter(|(start, end)| start <= end)
                .and_then(|(start, end)| self.data.get(start..end)),
            _ => None,
        };
        let size = if kind == "F32" { 4 } else { 2 } * shape.iter().product::<usize>();
        bytes
            .filter(|bytes| bytes.len() == size)
            .ok_or_else(|| damaged(format!("the tensor '{name}' is cut off")))
    }
}

impl Weights {
    /// The weights as a safetensors file: a tensor for each group of weights, and everything else as notes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (layout, size) = (&self.layout, self.layout.weights());
        let tensors = layout.groups().into_iter().map(|group| {
            let phases = self.values.chunks(size).map(|phase| &phase[group.start..group.start + group.size]);
            Tensor {
                name: group.name,
                kind: "I16",
                shape: vec![layout.phases, group.size],
                bytes: phases.flatten().flat_map(|value| value.to_le_bytes()).collect(),
            }
        });
        let of_moves = self.prior.iter().flat_map(|prior| prior.tensors(PRIOR));
        let mut notes = vec![
            ("format".to_owned(), FORMAT.to_owned()),
            ("players".to_owned(), layout.players.to_string()),
            ("rules".to_owned(), layout.rules.clone()),
            ("patterns".to_owned(), layout.bases_text()),
        ];
        notes.extend(self.notes.iter().filter(|(name, _)| !OWN.contains(&name.as_str())).cloned());
        write(&notes, &tensors.chain(of_moves).collect::<Vec<_>>())
    }

    /// Reads weights for games like `game` from a safetensors file.
    ///
    /// # Errors
    /// If the bytes are damaged or something else, or the weights are for another game.
    pub fn from_bytes<G: Cells>(game: &G, bytes: &[u8]) -> Result<Self, FileError> {
        let read = Read::new(bytes)?;
        if read.note("format").map_err(|_| damaged("it holds something else"))? != FORMAT {
            return Err(damaged(format!("its format is not '{FORMAT}'")));
        }
        let (players, rules) = (game.players().to_string(), game.rules());
        for (name, own) in [("players", &players), ("rules", &rules)] {
            let note = read.note(name)?;
            if note != own {
                let note = crate::notation::excerpt(note).escape_debug().to_string();
                return Err(FileError::Other(format!("the weights are for {name} '{note}', not '{own}'")));
            }
        }
        let layout = Layout::with_bases(game, &bases(read.note("patterns")?)?)?;
        let size = layout.weights();
        let mut values = vec![0; layout.all_weights()];
        for group in layout.groups() {
            let bytes = read.tensor(&group.name, "I16", &[layout.phases, group.size])?;
            let numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
            for (at, number) in numbers.enumerate() {
                values[at / group.size * size + group.start + at % group.size] = number;
            }
        }
        let mut notes = read.notes();
        notes.retain(|(name, _)| !OWN.contains(&name.as_str()));
        let has_prior = read.has(&format!("{PRIOR}classes"));
        let prior = if has_prior { Some(MovePrior::read(game, &read, PRIOR)?) } else { None };
        Ok(Self { layout, values, notes, prior })
    }
}

/// How the names of tensors about moves begin.
const PRIOR: &str = "prior.";

/// Notes that follow from the layout.
const OWN: [&str; 4] = ["format", "players", "rules", "patterns"];

fn bases(text: &str) -> Result<Vec<Vec<usize>>, FileError> {
    let cells =
        |words: &str| words.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<usize>>>();
    let bases: Option<Vec<_>> = text.split(',').map(cells).collect();
    bases.ok_or_else(|| damaged("the note 'patterns' has no lists of cells"))
}
