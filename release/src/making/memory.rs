//! A release in memory.

use std::io::{self, Write};
use std::path::Path;

use super::folder::PartialFolder;
use crate::artefacts::Needs;
use crate::artefacts::Released;
use crate::artefacts::Sink;
use crate::error::Error;
use crate::files::expect_place;
use crate::names::MODEL;
use crate::public_model::Model;
use crate::watch::Watch;

/// All files of a release, and nothing on any disk.
pub struct InMemory {
    /// The model and the record, as values.
    pub released: Released,
    files: Files,
}

impl InMemory {
    pub(super) fn new(released: Released, files: Files) -> Self {
        Self { released, files }
    }

    /// Names and contents, in the order in which a release writes them.
    pub fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files.0
    }

    /// Makes a new folder with all files, or nothing at all. An existing folder is never touched.
    pub fn save(&self, folder: impl AsRef<Path>, watch: &dyn Watch) -> Result<(), Error> {
        let folder = folder.as_ref();
        expect_place(folder)?;
        let mut partial = PartialFolder::create(folder, watch)?;
        for (name, content) in self.files() {
            let unwritable = |error: io::Error| Error::unwritable(name.as_ref(), &error);
            partial.file(name, &mut |out| out.write_all(content).map_err(unwritable))?;
        }
        partial.finish(None)
    }

    /// The model as its file has it.
    pub fn model(&self) -> Result<Model, Error> {
        Model::parse(MODEL, &String::from_utf8_lossy(self.file(MODEL)))
    }

    /// The content of a file, such as [`crate::SYNTHETIC`]; empty for any other name.
    pub fn file(&self, name: &str) -> &[u8] {
        self.files.file(name)
    }
}

/// What was written so far.
#[derive(Default)]
pub(super) struct Files(Vec<(String, Vec<u8>)>);

impl Files {
    pub(super) fn file(&self, name: &str) -> &[u8] {
        let file = self.0.iter().find(|(known, _)| known == name);
        file.map_or(&[], |(_, content)| content)
    }
}

impl Sink for Files {
    /// All files stand in memory.
    fn reserve(&mut self, needs: &Needs) -> Result<(), Error> {
        let bytes = needs.table().saturating_add(needs.others());
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
            let what = "the files would not fit the memory with the most that noise can ask for";
            Error::refused(
                "memory",
                what,
                "make the release into a folder; no noise was drawn",
            )
        })
    }

    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        let digest = privet_spec::digest(&bytes);
        self.0.push((name.to_owned(), bytes));
        Ok(digest)
    }
}
