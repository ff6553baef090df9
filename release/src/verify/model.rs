//! A model that is read: checked as its release is, or by itself where it lies alone.

use std::path::Path;

use super::difference::first_difference;
use super::learned::learned;
use super::number::not_rebuilt;
use super::release::rebuilt;
use crate::error::Error;
use crate::files::inside;
use crate::names::{MODEL, RECORD};
use crate::public_model::Model;
use crate::reading::{TextFile, read_text};
use crate::watch::Watch;

impl Model {
    /// Reads a `model.ron`, or the one in the folder of a release. Beside a record the whole release is checked as
    /// [`crate::verify`] does it; a model that lies alone must be what its spec and its answers give, byte for byte.
    /// Anything else is refused, also what an algorithm made that this program does not have.
    pub fn read(path: impl AsRef<Path>, watch: &dyn Watch) -> Result<Self, Error> {
        let path = inside(path.as_ref(), MODEL);
        let is_of_release = path.file_name().is_some_and(|name| name == MODEL)
            && path.with_file_name(RECORD).symlink_metadata().is_ok();
        if is_of_release {
            return Ok(rebuilt(&path.with_file_name(RECORD), watch)?.model);
        }
        let name = path.display().to_string();
        let text = read_text(&path, TextFile::Model)?;
        let model = Self::parse(&name, &text)?;
        if let Some(untold) = not_rebuilt(&name, model.mechanism(), model.algorithm()) {
            return Err(Error::Refused(untold));
        }
        let spec = model.spec()?;
        model.expect_mechanism_of(spec.release())?;
        let made = learned(&spec, &model, watch)?.made;
        let again = Self::new(&name, model.mechanism(), made.model);
        if again.to_text()? == text {
            return Ok(model);
        }
        let place = first_difference(&model.to_json()?, &again.to_json()?);
        let place = place.map_or_else(String::new, |place| format!(": `{place}`"));
        let what = format!("it is not what its spec and its answers give{place}");
        Err(model.unlike_a_release(what))
    }
}
