//! JSON on standard output.

use std::io::Write;

use crate::error::CliError;

/// Prints one JSON object.
pub fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> Result<(), CliError> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
