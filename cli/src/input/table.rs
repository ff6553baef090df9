//! How a table is named and read.

use std::path::Path;

use privet_release::{Delimiter, Error, Input, Mistaken};
use privet_spec::shown;

/// How a table is read.
#[derive(Debug, clap::Args)]
pub struct Table {
    /// The byte between fields of the table, where no spec states it; \t for a tab. If not given, a comma; `draft` finds it.
    #[arg(long, value_name = "CHARACTER")]
    pub delimiter: Option<String>,
}

impl Table {
    /// The table at a path; `-` is standard input. Refused: what its name and its beginning say is no table.
    pub fn input(&self, path: &Path) -> Result<Input<'static>, Error> {
        self.unless(Mistaken::table(path), path)
    }

    /// As [`Table::input`], for a release, which opens no table before it is paid for. Refused: what its name says is none.
    pub fn unopened(&self, path: &Path) -> Result<Input<'static>, Error> {
        self.unless(Mistaken::unopened_table(path), path)
    }

    fn unless(&self, mistaken: Option<Mistaken>, path: &Path) -> Result<Input<'static>, Error> {
        if let Some(mistaken) = mistaken {
            return Err(Error::Mistaken(mistaken));
        }
        let input = Input::at(path);
        Ok(match &self.delimiter {
            Some(text) => input.divided_by(delimiter(text)?),
            None => input,
        })
    }
}

/// Reads a delimiter: one ASCII character, `\t` or `tab`.
pub fn delimiter(text: &str) -> Result<Delimiter, Error> {
    text.parse().map_err(|_| {
        let what = format!("`{}` cannot stand between fields", shown(text));
        let help = "give one ASCII character, such as `;`, or `\\t`";
        Error::refused("--delimiter", what, help)
    })
}
