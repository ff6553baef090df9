//! What is said of files that were made.

use std::io::{self, Write};

use crate::error::CliError;

/// Tells of what is in place already. From here on nothing can undo it, so that nothing but the telling can fail: the
/// program ends with code 0 all the same, and whoever calls it does not try again.
pub fn announce<W: Write>(
    out: &mut W,
    tell: impl FnOnce(&mut W) -> io::Result<()>,
) -> Result<(), CliError> {
    let told = tell(out).and_then(|()| out.flush());
    told.map_err(|error| match CliError::from(error) {
        CliError::Output(error) => CliError::Unannounced(error),
        other => other,
    })
}
