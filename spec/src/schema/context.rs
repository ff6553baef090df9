//! What the parts of a schema have in common.

use crate::files::Files;
use crate::input::DecimalSign;

/// What attributes are read with.
pub(crate) struct SchemaContext<'f, 's> {
    /// What stands before the fraction of a number in the table.
    pub(crate) decimal: DecimalSign,
    /// The files beside the spec.
    pub(crate) files: &'f mut Files<'s>,
}
