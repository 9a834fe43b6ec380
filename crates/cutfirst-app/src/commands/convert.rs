//! `cutfirst convert`: games and positions from one format into another.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use cutfirst_games::formats::{FORMATS, Format, PlayedGame};

use crate::commands::matches::write_whole;
use crate::fault::Fault;

/// Read games and positions in one format and write them in another
#[derive(Args)]
#[command(after_help = format_help())]
pub(crate) struct Arguments {
    /// Files to read, in any of the formats; standard input if there is none, or for '-'
    files: Vec<PathBuf>,
    /// The format to read, instead of the one that each text seems to be in
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// The format to write; the usual one of the first game if none is given
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Leave out games that break the rules, and say which
    #[arg(long)]
    skip_wrong: bool,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn format_help() -> String {
    let line = |format: &Format| format!("  {:<11} {}\n", format.name, format.about);
    format!("Formats:\n{}", FORMATS.iter().map(line).collect::<String>())
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    let named = |name: &Option<String>| name.as_deref().map(Format::named).transpose().map_err(Fault::input);
    let (from, to) = (named(&arguments.from)?, named(&arguments.to)?);
    let mut games = Vec::new();
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    for file in files {
        games.extend(read(file, from, arguments.skip_wrong)?);
    }
    if games.is_empty() {
        return Err(Fault::Input("every game breaks the rules".to_owned()));
    }
    let to = to.unwrap_or_else(|| Format::usual(games[0].game));
    let text = to.write(&games).map_err(Fault::input)?;
    match &arguments.out {
        Some(path) => write_whole(path, &text)?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(())
}

/// The games of one file.
pub(crate) fn read(
    file: &Path,
    format: Option<&'static Format>,
    skip_wrong: bool,
) -> Result<Vec<PlayedGame>, Fault> {
    let (name, bytes) = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        ("standard input".to_owned(), bytes)
    } else {
        let name = file.display().to_string();
        let bytes = fs::read(file).map_err(|error| Fault::Input(format!("cannot read {name}: {error}")))?;
        (name, bytes)
    };
    let text = text_of(bytes);
    let wrong = |error, hint| Fault::Input(format!("{name}: {error}{hint}"));
    let found = || Format::of(&text).map_err(|error| wrong(error, " with --from (see --help)"));
    let games = format.map_or_else(found, Ok)?.read_each(&text).map_err(|error| wrong(error, ""))?;
    let mut right = Vec::new();
    for game in games {
        match game {
            Ok(game) => right.push(game),
            Err(error) if skip_wrong => {
                let line = cutfirst_lab::plain::text(&format!("left out: {name}: {error}"));
                let _ = writeln!(io::stderr(), "{line}");
            }
            Err(error) => return Err(wrong(error, "; --skip-wrong leaves such games out")),
        }
    }
    Ok(right)
}

/// Text as it is today, or as old collections of games have it: one byte a letter (Latin-1).
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
