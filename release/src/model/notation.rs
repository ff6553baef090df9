//! A model's content as text and as JSON.

use serde::Serialize;

use crate::error::Error;

/// As `model.ron` has it.
pub(crate) fn written(model: &impl Serialize) -> Result<String, Error> {
    let style = ron::ser::PrettyConfig::new()
        .struct_names(true)
        .compact_arrays(true);
    let mut text = ron::ser::to_string_pretty(model, style)
        .map_err(|error| Error::flaw("model.ron", error))?;
    text.push('\n');
    Ok(text)
}

/// The same, for programs.
pub(crate) fn as_json(model: &impl Serialize) -> Result<serde_json::Value, Error> {
    serde_json::to_value(model).map_err(|error| Error::flaw("model.ron", error))
}
