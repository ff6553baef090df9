//! A model's content as text and as JSON, the same for every mechanism.

use serde::Serialize;

use crate::error::Error;

/// What can be written as a model.
pub(crate) trait Notated {
    /// As `model.ron` has it.
    fn to_text(&self) -> Result<String, Error>;

    /// The same, for programs.
    fn to_json(&self) -> Result<serde_json::Value, Error>;
}

impl<T: Serialize> Notated for T {
    fn to_text(&self) -> Result<String, Error> {
        let style = ron::ser::PrettyConfig::new()
            .struct_names(true)
            .compact_arrays(true);
        let mut text = ron::ser::to_string_pretty(self, style)
            .map_err(|error| Error::flaw("model.ron", error))?;
        text.push('\n');
        Ok(text)
    }

    fn to_json(&self) -> Result<serde_json::Value, Error> {
        serde_json::to_value(self).map_err(|error| Error::flaw("model.ron", error))
    }
}
