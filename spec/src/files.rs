//! Files beside a spec, which it names with their digests, so that what is signed covers them too.
//!
//! This crate reads no file: whoever parses a spec gives a [`FileSource`]. Each file is taken once, however often it is
//! named, and stands in the checked release as it was. All of them together are bounded, because record and model carry
//! them and are read again.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::digest::digest;
use crate::expect::{name, text};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::reader::Node;

/// Where the files come from that a spec names.
pub trait FileSource {
    /// The bytes of the file with this plain name, or why there are none, as a clause.
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// No files: a spec that names one is refused, and told which.
pub struct NoFiles;

/// A file that a spec names, as it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// A plain name, without a folder.
    pub name: String,
    /// All of it. It has the digest that stands in the spec.
    pub text: Arc<str>,
}

impl NamedFile {
    /// The fields `file` and `digest` that name it.
    pub(crate) fn fields_written(&self) -> Vec<(&'static str, Written)> {
        let Self { name, text } = self;
        let digest = format!("{ALGORITHM}{}", digest(text.as_bytes()));
        vec![
            ("file", Written::text(name)),
            ("digest", Written::text(&digest)),
        ]
    }
}

/// Files that are at hand, by their names.
impl FileSource for Vec<NamedFile> {
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.iter().find(|file| file.name == name);
        file.map(|file| file.text.as_bytes().to_vec())
            .ok_or_else(|| "it is not among the files that were given".to_owned())
    }
}

impl FileSource for NoFiles {
    fn bytes(&self, _name: &str) -> Result<Vec<u8>, String> {
        Err("no files were given with the spec".to_owned())
    }
}

/// The files of one spec, as they are asked for.
pub(crate) struct Files<'s> {
    source: &'s dyn FileSource,
    /// Bytes that further files may have.
    left: usize,
    /// Nothing for a file that was refused; that was reported.
    taken: BTreeMap<String, Option<Arc<str>>>,
}

impl<'s> Files<'s> {
    pub(crate) fn new(source: &'s dyn FileSource) -> Self {
        Self {
            source,
            left: MOST_BYTES,
            taken: BTreeMap::new(),
        }
    }

    /// The text of the file that the fields `file` and `digest` name.
    pub(crate) fn take(
        &mut self,
        fields: &Fields<'_>,
        findings: &mut Findings,
    ) -> Option<NamedFile> {
        let node = fields.required("file", "\"codes.csv\"", findings)?;
        let file = plain_name(node, findings)?;
        if !self.taken.contains_key(file) {
            let text = self.read(node, file, findings);
            self.taken.insert(file.to_owned(), text);
        }
        let text = self.taken.get(file)?.clone()?;
        let actual = format!("{ALGORITHM}{}", digest(text.as_bytes()));
        let Some(node) = fields.optional("digest") else {
            let what = format!("`digest` is missing: without it \"{file}\" is not what was signed");
            findings.add(node.place, what, format!("write `digest: \"{actual}\"`"));
            return None;
        };
        if self::text(node, findings)? != actual {
            let what = format!("\"{file}\" has another digest: it is not the file that was signed");
            let help = format!("fetch the right file, or, if this one is, write \"{actual}\"");
            findings.add(node.place, what, help);
            return None;
        }
        Some(NamedFile {
            name: file.to_owned(),
            text,
        })
    }

    /// All files that were taken.
    pub(crate) fn into_list(self) -> Vec<NamedFile> {
        let taken = self.taken.into_iter();
        taken
            .filter_map(|(name, text)| Some(NamedFile { name, text: text? }))
            .collect()
    }

    fn read(&mut self, node: &Node, file: &str, findings: &mut Findings) -> Option<Arc<str>> {
        let bytes = match self.source.bytes(file) {
            Ok(bytes) => bytes,
            Err(why) => {
                let what = format!("the spec needs the file \"{file}\": {why}");
                findings.add(
                    node.place,
                    what,
                    "put it beside the spec, or list the labels",
                );
                return None;
            }
        };
        let Some(left) = self.left.checked_sub(bytes.len()) else {
            let what = format!(
                "with \"{file}\" the files of the spec are longer than {MOST_BYTES_NAME} together"
            );
            let help = "shorten the lists: their first column is all that is needed";
            findings.add(node.place, what, help);
            return None;
        };
        self.left = left;
        let Ok(text) = String::from_utf8(bytes) else {
            let what = format!("the file \"{file}\" is not UTF-8");
            findings.add(
                node.place,
                what,
                "save it as UTF-8, and write its new digest",
            );
            return None;
        };
        Some(text.into())
    }
}

/// The name of a file in the folder of the spec and nowhere else.
fn plain_name<'n>(node: &'n Node, findings: &mut Findings) -> Option<&'n str> {
    let file = name(node, "file name", findings)?;
    if file.contains(['/', '\\', ':']) || file.starts_with('.') {
        let what = "a file beside the spec has a plain name, without a folder";
        findings.add(node.place, what, "write it as in `\"codes.csv\"`");
        return None;
    }
    Some(file)
}

const ALGORITHM: &str = "sha256:";

/// Of all files of a spec: a record of them, with every quote escaped, is far below what is read again.
const MOST_BYTES: usize = 64 << 20;
const MOST_BYTES_NAME: &str = "64 MiB";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Group;
    use crate::reader;

    /// The limit counts each file once, and is one for all of them.
    #[test]
    fn all_files_together_are_bounded() {
        let given = |name: &str, length: usize| NamedFile {
            name: name.to_owned(),
            text: "x".repeat(length).into(),
        };
        let source = vec![given("a.csv", 6), given("b.csv", 4), given("c.csv", 1)];
        for (label, names, expected) in [
            ("just enough", &["a.csv", "b.csv"][..], None),
            ("one of them twice", &["a.csv", "a.csv", "b.csv"], None),
            ("one too many", &["a.csv", "b.csv", "c.csv"], Some("c.csv")),
            (
                "still too many",
                &["c.csv", "a.csv", "b.csv"],
                Some("b.csv"),
            ),
        ] {
            let mut files = Files {
                left: 10,
                ..Files::new(&source)
            };
            let mut findings = Findings::new();
            for name in names {
                let given = source.iter().find(|file| file.name == *name).unwrap();
                let digest = digest(given.text.as_bytes());
                let text = format!("(file: \"{name}\", digest: \"{ALGORITHM}{digest}\")");
                let node = reader::read(&text, &mut findings).unwrap();
                let fields = Fields::of_group(&node, LIST, &mut findings).unwrap();
                let taken = files.take(&fields, &mut findings);
                assert_eq!(taken.is_none(), expected == Some(*name), "case `{label}`");
            }
            let told = findings.into_result("", Some(())).err();
            let told = told.map_or(String::new(), |told| told.to_string());
            let words = expected.map_or(String::new(), |name| {
                format!("with \"{name}\" the files of the spec are longer than 64 MiB together")
            });
            assert!(told.contains(&words), "case `{label}`: {told}");
            assert_eq!(told.is_empty(), words.is_empty(), "case `{label}`: {told}");
        }
    }

    const LIST: Group = Group {
        owner: "list",
        name: "List",
        known: &["file", "digest"],
    };
}
