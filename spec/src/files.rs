//! Files beside a spec, which it names with their digests, so that what is signed covers them too.
//!
//! This crate reads no file: whoever parses a spec gives a [`FileSource`]. Each file is taken once, however often it is
//! named, and stands in the checked release as it was.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::digest::digest;
use crate::expect::{name, text};
use crate::fields::Fields;
use crate::findings::Findings;
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
    /// Nothing for a file that was refused; that was reported.
    taken: BTreeMap<String, Option<Arc<str>>>,
}

impl<'s> Files<'s> {
    pub(crate) fn new(source: &'s dyn FileSource) -> Self {
        Self {
            source,
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

    fn read(&self, node: &Node, file: &str, findings: &mut Findings) -> Option<Arc<str>> {
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
