//! What a file seems to be, by its first bytes and its name: for whoever gave one where another belongs.

use core::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use privet_spec::MechanismName;

use crate::names::{MODEL, RECORD};
use crate::opening::open_regular;
use crate::table::{has_ending, is_named_as_no_table, is_named_as_table};

/// A kind of file that this program reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A table, CSV or Parquet.
    Table,
    /// A release spec.
    Spec,
    /// `record.json` of a release.
    Record,
    /// `model.ron` of a release.
    Model,
    /// A master seed. No file seems to be one: nobody should look for it.
    Seed,
    /// The key of fingerprints in evaluations. No file seems to be one either.
    Key,
    /// What `privet evaluate --json` writes.
    Evaluation,
    /// What `privet export --json` writes.
    LabelledModel,
    /// The account of a table.
    Account,
    /// A page in HTML.
    Page,
    /// The folder of a release.
    Release,
}

/// A file that was given where another kind is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistaken {
    /// The file, as it was given.
    pub path: PathBuf,
    /// What it seems to be.
    pub seems: FileKind,
    /// What was to be read.
    pub expected: FileKind,
}

impl FileKind {
    /// What stands at a path; `None` where that cannot be told.
    pub fn of(path: impl AsRef<Path>) -> Option<Self> {
        let path = path.as_ref();
        if path.is_dir() {
            return path.join(RECORD).is_file().then_some(Self::Release);
        }
        Self::of_beginning(path, &beginning(path).ok()?)
    }

    /// What a file seems to be by its name alone, without opening it; `None` where the name does not tell.
    pub fn of_name(path: impl AsRef<Path>) -> Option<Self> {
        let path = path.as_ref();
        let is_called = |name: &str| path.file_name().is_some_and(|own| own == name);
        if is_called(RECORD) {
            return Some(Self::Record);
        }
        if is_called(MODEL) {
            return Some(Self::Model);
        }
        let kind = ENDINGS
            .iter()
            .find(|(ending, _)| has_ending(path, &[ending]));
        kind.map(|(_, kind)| *kind)
            .or_else(|| is_named_as_table(path).then_some(Self::Table))
    }

    /// What a file of this name seems to be that begins with these bytes.
    pub(crate) fn of_beginning(path: &Path, bytes: &[u8]) -> Option<Self> {
        if TABLE_BYTES.iter().any(|magic| bytes.starts_with(magic)) {
            return Some(Self::Table);
        }
        let text = String::from_utf8_lossy(bytes.get(..PEEKED).unwrap_or(bytes));
        let text = without_comments(&text);
        if let Some(object) = text.strip_prefix('{') {
            let object = object.trim_start();
            let first = |key: &str| {
                object
                    .strip_prefix('"')
                    .is_some_and(|it| it.starts_with(key))
            };
            let kind = FIRST_KEYS.iter().find(|(key, _)| first(key));
            return kind.map(|(_, kind)| *kind);
        }
        if text
            .get(..9)
            .is_some_and(|it| it.eq_ignore_ascii_case("<!doctype"))
        {
            return Some(Self::Page);
        }
        match text.split_once('(').map(|(word, _)| word.trim_end()) {
            Some("Release") => Some(Self::Spec),
            Some(word) if MechanismName::from_word(word).is_some() => Some(Self::Model),
            _ => is_named_as_table(path).then_some(Self::Table),
        }
    }

    /// What was meant, where this kind is expected.
    fn remedy(self) -> &'static str {
        match self {
            Self::Table => "give the table, CSV or Parquet",
            Self::Spec => "give the release spec, a text that begins with `Release(`",
            Self::Record | Self::Release => "give the record.json of a release, or its folder",
            Self::Model => "give the model.ron of a release, or its folder",
            Self::Seed => "give the file that `privet release --keep-seed` wrote",
            Self::Key => "name a new file: the key is made there",
            Self::Evaluation => "give the file that `privet evaluate --json` wrote",
            Self::LabelledModel => "give the file that `privet export --json` wrote",
            Self::Account => "give the file that `privet account create` made",
            Self::Page => "give a page that this program made",
        }
    }
}

impl Mistaken {
    /// A file that is to be read as a table, and is none by its first bytes. It is opened if its name is that of no table.
    pub fn table(path: &Path) -> Option<Self> {
        let seems = is_named_as_no_table(path).then(|| FileKind::of(path))??;
        Self::unless_table(path, seems)
    }

    /// A file that is to be read as a table, and is none by its name. It is not opened: what is private is left alone until
    /// it was paid for.
    pub fn unopened_table(path: &Path) -> Option<Self> {
        Self::unless_table(path, FileKind::of_name(path)?)
    }

    fn unless_table(path: &Path, seems: FileKind) -> Option<Self> {
        (seems != FileKind::Table).then(|| Self {
            path: path.to_owned(),
            seems,
            expected: FileKind::Table,
        })
    }

    /// The cause in words.
    pub fn what(&self) -> String {
        let Self {
            seems, expected, ..
        } = self;
        format!("it seems to be {seems}, where {expected} is expected")
    }

    /// What to give instead.
    pub fn remedy(&self) -> &'static str {
        self.expected.remedy()
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Table => "a table",
            Self::Spec => "a release spec",
            Self::Record => "the record of a release",
            Self::Model => "the model of a release",
            Self::Seed => "a kept seed",
            Self::Key => "the key of fingerprints",
            Self::Evaluation => "an evaluation",
            Self::LabelledModel => "a model with labels",
            Self::Account => "the account of a table",
            Self::Page => "a page",
            Self::Release => "the folder of a release",
        })
    }
}

fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(PEEKED).unwrap_or(u64::MAX);
    open_regular(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text behind a byte order mark, white space, and the comments of RON.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let behind = match text.strip_prefix("//") {
            Some(comment) => comment.split_once('\n').map(|(_, behind)| behind),
            None => text
                .strip_prefix("/*")
                .and_then(|comment| comment.split_once("*/"))
                .map(|(_, behind)| behind),
        };
        match behind {
            Some(behind) => text = behind.trim_start(),
            None => return text,
        }
    }
}

/// How much of a file is looked at: more than a licence or a history before a spec.
const PEEKED: usize = 1 << 16;

/// Parquet, gzip and Zstandard.
const TABLE_BYTES: [&[u8]; 3] = [b"PAR1", &[0x1f, 0x8b], &[0x28, 0xb5, 0x2f, 0xfd]];
/// Endings of names that no table has, and that tell what a file is.
const ENDINGS: [(&str, FileKind); 4] = [
    ("ron", FileKind::Spec),
    ("jsonl", FileKind::Account),
    ("html", FileKind::Page),
    ("htm", FileKind::Page),
];

/// The first key of every JSON file says which it is.
const FIRST_KEYS: [(&str, FileKind); 4] = [
    ("privet_record\"", FileKind::Record),
    ("privet_evaluation\"", FileKind::Evaluation),
    ("privet_model_json\"", FileKind::LabelledModel),
    ("privet_account\"", FileKind::Account),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_their_beginning() {
        for (name, bytes, expected) in [
            ("a", &b"Release(privet: 1)"[..], Some(FileKind::Spec)),
            ("a.csv", b"Release (\n", Some(FileKind::Spec)),
            (
                "a",
                b"\xef\xbb\xbf// why\n/* and\nhow */\n  Release(",
                Some(FileKind::Spec),
            ),
            ("a", b"{\n  \"privet_record\": 1", Some(FileKind::Record)),
            ("a", b"{\"privet_account\":1}\n", Some(FileKind::Account)),
            (
                "a",
                b"{ \"privet_evaluation\": 5",
                Some(FileKind::Evaluation),
            ),
            (
                "a",
                b"{\n  \"privet_model_json\": 1",
                Some(FileKind::LabelledModel),
            ),
            ("a", b"<!DOCTYPE html>", Some(FileKind::Page)),
            ("a", b"PAR1\x15\x04", Some(FileKind::Table)),
            ("a", b"\x1f\x8b\x08", Some(FileKind::Table)),
            ("a.CSV", b"age,sex\n1,F\n", Some(FileKind::Table)),
            ("a.tsv", b"\xe9ge\tsex\n", Some(FileKind::Table)),
            // Nothing is claimed of what could be anything.
            ("a", b"age,sex\n1,F\n", None),
            ("a.ron", b"(privet: 1)", None),
            ("a.ron", b"Relaese(privet: 1)", None),
            ("a.json", b"{\"another\": \"privet_record\"}", None),
            ("a", b"// a comment without an end", None),
            ("a", b"", None),
        ] {
            let kind = FileKind::of_beginning(Path::new(name), bytes);
            assert_eq!(kind, expected, "{name}: {}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn kinds_by_their_names() {
        for (name, expected) in [
            ("published/record.json", Some(FileKind::Record)),
            ("model.ron", Some(FileKind::Model)),
            ("spec.RON", Some(FileKind::Spec)),
            ("account.jsonl", Some(FileKind::Account)),
            ("page.htm", Some(FileKind::Page)),
            ("table.csv", Some(FileKind::Table)),
            ("part-1.parquet", Some(FileKind::Table)),
            // Nothing is claimed of what could be anything.
            ("numbers.json", None),
            ("table", None),
            ("table.txt", None),
        ] {
            assert_eq!(FileKind::of_name(name), expected, "{name}");
        }
    }

    #[test]
    fn a_model_begins_with_its_mechanism() {
        for name in MechanismName::ALL {
            let text = format!("{}(\n    version: 1", name.as_str());
            let kind = FileKind::of_beginning(Path::new("a"), text.as_bytes());
            assert_eq!(kind, Some(FileKind::Model), "{text}");
        }
    }
}
