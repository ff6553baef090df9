//! All files of a release, or none.
//!
//! [`crate::pending`] says how: files are written into a private folder `NAME.partial-…`, copied into new ones at the end,
//! flushed to the disk, and the folder of the copies is renamed. A crash at any moment leaves either no release or a whole
//! one; what it can leave behind is the private folder, which the next run for that name removes.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::Path;

use privet_spec::shown;
use sha2::{Digest as _, Sha256};

use crate::artefacts::Needs;
use crate::artefacts::Sink;
use crate::complaint::Complaint;
use crate::error::Error;
use crate::names::{MODEL, RECORD};
use crate::pending::{Begun, Leftover, Originals, Product, Readers, leftovers};
use crate::text::hex;
use crate::watch::Watch;

/// A folder that does not exist yet under its own name.
pub(super) struct PartialFolder {
    /// Files that have their bytes of the disk and are not written yet.
    reserved: Vec<Reserved>,
    written: Originals,
}

struct Reserved {
    name: &'static str,
    file: File,
    /// What the copy takes at most.
    bytes: u64,
}

impl PartialFolder {
    /// Makes the private folder, right before noise is drawn. Refused: a target that exists, or a place that cannot be
    /// written.
    pub(super) fn create(target: &Path, watch: &dyn Watch) -> Result<Self, Error> {
        let begun = Begun::new(target, Product::Release)?;
        for leftover in leftovers(target, Product::Release) {
            remove(leftover, watch);
        }
        Ok(Self {
            reserved: Vec::new(),
            written: Originals::of(begun),
        })
    }

    /// Gives the seed its name, and then the folder: from here on the release exists. A seed without a release is
    /// harmless, a release without its seed is not what was asked for.
    pub(super) fn finish(self, seed: Option<Originals>) -> Result<(), Error> {
        Originals::finish(seed.into_iter().chain([self.written]).collect())
    }
}

/// Removes what a killed run has left, and says first what it means: its answer was made, and perhaps seen. An empty
/// folder means nothing: no file was made yet, or the release has its name.
fn remove(leftover: Leftover, watch: &dyn Watch) {
    if leftover.is_empty() {
        // Best effort: it is in nobody's way.
        let _ = leftover.remove();
        return;
    }
    let name = shown(&leftover.path().display().to_string());
    watch.warn(&format!(
        "warning: `{name}` was left by a release that was stopped before it ended. It may have drawn its noise, so \
         count its budget as spent, together with that of this release. It is removed now."
    ));
    if let Err(error) = leftover.remove() {
        watch.warn(&format!(
            "warning: `{name}` cannot be removed ({error}): remove it by hand, it is no release"
        ));
    }
}

impl Sink for PartialFolder {
    /// The synthetic table has its bytes, and the model those of model and record: what they do not need is given back when
    /// they are written. Each has them twice, for its copy. All files are open, so that their handles are there, too.
    fn reserve(&mut self, needs: &Needs) -> Result<(), Error> {
        for (name, bytes) in [
            (needs.synthetic(), needs.table()),
            (MODEL, needs.others()),
            (RECORD, 0),
        ] {
            let begun = self.written.begun();
            let file = begun.reserve(name.as_ref(), bytes)?;
            let file = file.map_err(|error| {
                let megabytes = needs.disk().div_ceil(1_000_000);
                Error::refused(
                    begun.target().display().to_string(),
                    format!(
                        "the disk has no {megabytes} MB for the most that noise can ask for, and a copy ({error})"
                    ),
                    "free some, choose another place, or write `rows: Exactly(n)`; no noise was drawn",
                )
            })?;
            self.reserved.push(Reserved { name, file, bytes });
        }
        Ok(())
    }

    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let begun = self.written.begun();
        let path = begun.target().join(name);
        let reserved = self.reserved.iter().position(|one| one.name == name);
        let (file, bytes) = match reserved.map(|place| self.reserved.swap_remove(place)) {
            Some(Reserved { file, bytes, .. }) => (file, bytes),
            None => (begun.create(name.as_ref(), Readers::Anyone)?, 0),
        };
        let mut hashing = Hashing {
            inner: BufWriter::with_capacity(1 << 20, file),
            hash: Sha256::new(),
        };
        write(&mut hashing).map_err(|error| match error {
            Error::Refused(Complaint { what, help, .. }) => {
                Error::refused(path.display().to_string(), what, help)
            }
            other => other,
        })?;
        let Hashing { inner, hash } = hashing;
        let mut file: File = inner
            .into_inner()
            .map_err(|error| Error::unwritable(&path, error.error()))?;
        let unwritable = |error| Error::unwritable(&path, &error);
        let end = file.stream_position().map_err(unwritable)?;
        // Behind its end stays what copies need.
        let length = file.metadata().map_err(unwritable)?.len();
        let cut = file.set_len(length.min(end.saturating_add(bytes)));
        cut.map_err(unwritable)?;
        self.written.add(name, file, end);
        Ok(hex(&hash.finalize()))
    }
}

/// Hashes what passes through.
struct Hashing<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::names::SYNTHETIC;
    use crate::watch::Silent;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    fn abc(partial: &mut PartialFolder) -> Result<String, Error> {
        partial.file("file", &mut |out| {
            out.write_all(b"abc").map_err(Error::Output)
        })
    }

    #[test]
    fn nothing_has_the_final_name_before_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("release");
        let mut partial = PartialFolder::create(&target, &Silent).unwrap();
        // SHA-256 of "abc": FIPS 180-4, the first example.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(abc(&mut partial).unwrap(), digest);
        assert!(!target.exists());
        partial.finish(None).unwrap();
        assert_eq!(names(folder.path()), ["release"]);
        assert_eq!(names(&target), ["file"]);
    }

    #[test]
    fn what_is_not_finished_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut partial = PartialFolder::create(&folder.path().join("release"), &Silent).unwrap();
        abc(&mut partial).unwrap();
        assert_eq!(names(folder.path()).len(), 1);
        drop(partial);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn reserved_bytes_are_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("release");
        let mut partial = PartialFolder::create(&target, &Silent).unwrap();
        partial.reserve(&Needs::of_bytes(1 << 20)).unwrap();
        for (name, text) in [(SYNTHETIC, "rows"), (MODEL, "a model")] {
            let write =
                &mut |out: &mut dyn Write| out.write_all(text.as_bytes()).map_err(Error::Output);
            partial.file(name, write).unwrap();
        }
        partial.finish(None).unwrap();
        assert_eq!(fs::read(target.join(SYNTHETIC)).unwrap(), b"rows");
        assert_eq!(fs::read(target.join(MODEL)).unwrap(), b"a model");
    }

    /// What no disk has is refused while nothing is spent, where the file system can tell.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_disk_that_is_too_small_is_refused_beforehand() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("release");
        let mut partial = PartialFolder::create(&target, &Silent).unwrap();
        // A file system that cannot reserve does not refuse.
        if let Err(error) = partial.reserve(&Needs::of_bytes(1 << 61)) {
            assert!(error.to_string().contains("no noise was drawn"), "{error}");
        }
        drop(partial);
        assert!(names(folder.path()).is_empty());
    }

    /// Something came to stand there meanwhile, even an empty folder, which a plain rename would replace.
    #[test]
    fn what_appears_meanwhile_is_not_replaced_and_the_seed_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let (target, seed) = (folder.path().join("release"), folder.path().join("seed"));
        let mut partial = PartialFolder::create(&target, &Silent).unwrap();
        abc(&mut partial).unwrap();
        let seed = Originals::of_secret(&seed, "secret").unwrap();
        fs::create_dir(&target).unwrap();
        assert!(partial.finish(Some(seed)).is_err());
        assert_eq!(names(folder.path()), ["release"]);
        assert!(names(&target).is_empty());
    }

    /// The private folder is its owner's alone; the release is as readable as any new folder.
    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_what_is_not_finished() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let ordinary = folder.path().join("ordinary");
        fs::create_dir(&ordinary).unwrap();
        let target = folder.path().join("release");
        let mut partial = PartialFolder::create(&target, &Silent).unwrap();
        abc(&mut partial).unwrap();
        let private = partial.written.begun().folder();
        assert_eq!(mode(private), 0o700);
        assert_eq!(names(private), ["file"]);
        partial.finish(None).unwrap();
        assert_eq!(mode(&target), mode(&ordinary));
    }

    /// The caller hears of a killed run's charge while its folder is still there.
    #[cfg(unix)]
    #[test]
    fn a_killed_runs_charge_is_told_before_its_folder_goes() {
        use std::sync::Mutex;

        struct Listening<'a>(&'a Path, Mutex<Vec<String>>);
        impl Watch for Listening<'_> {
            fn stage(&self, _name: &str, _steps: u64) -> Box<dyn crate::watch::Stage + '_> {
                Box::new(Silent)
            }
            fn warn(&self, warning: &str) {
                assert!(self.0.exists(), "told too late");
                self.1.lock().unwrap().push(warning.to_owned());
            }
        }

        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("release.partial-0123456789ab");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("synthetic.csv"), "noisy").unwrap();
        let listening = Listening(&left, Mutex::default());
        let target = folder.path().join("release");
        let partial = PartialFolder::create(&target, &listening).unwrap();
        assert!(!left.exists());
        partial.finish(None).unwrap();
        let told = listening.1.into_inner().unwrap();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("count its budget as spent"), "{told:?}");
    }
}
