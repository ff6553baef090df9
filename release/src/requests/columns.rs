//! Columns as users name them.

use privet_spec::{Attribute, Release};

use crate::error::Error;
use crate::nearest::nearest;

/// There is no column of this name; the nearest one may be meant.
pub(super) fn unknown_column(release: &Release, name: &str, place: &str) -> Error {
    let columns = || {
        let columns = release.schema.iter();
        columns.filter(|column| !column.is_identifier())
    };
    let near = nearest(name, columns().map(Attribute::name));
    let help = near.map_or_else(
        || {
            let names: Vec<&str> = columns().map(Attribute::name).collect();
            format!("its columns are `{}`", names.join("`, `"))
        },
        |near| format!("the nearest name is `{near}`"),
    );
    Error::refused(place, format!("the release has no column `{name}`"), help)
}

/// Refuses a column that is a number of each row.
pub(super) fn refuse_generated(column: &Attribute, place: &str) -> Result<(), Error> {
    if !column.is_identifier() {
        return Ok(());
    }
    Err(Error::refused(
        place,
        "the column is generated, and its values mean nothing",
        "choose another column",
    ))
}
