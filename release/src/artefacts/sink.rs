//! Where the files of a release go.

use std::io::Write;

use super::needs::Needs;
use crate::error::Error;

/// A folder, memory, or a comparison with a folder.
pub(crate) trait Sink {
    /// Makes sure that all files can be written, as far as that can be known.
    fn reserve(&mut self, _needs: &Needs) -> Result<(), Error> {
        Ok(())
    }

    /// Takes one file and returns its digest.
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Error>,
    ) -> Result<String, Error>;

    /// The digest of a file that cannot be made again from what was published. Only who compares has one.
    fn as_it_is(&mut self, name: &str) -> Result<String, Error> {
        Err(Error::flaw(name, "there is nothing to write"))
    }
}
