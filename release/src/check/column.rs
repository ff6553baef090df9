//! One column of a table that is looked through.

use privet_spec::{Attribute, Charset, Encoded};

use super::misfit::{Misfit, Misfits};
use super::report::shown;
use crate::table::{Records, TableError};

/// A column, and what of it does not fit.
pub(super) struct Column<'s> {
    attribute: &'s Attribute,
    encoding: Charset,
    index: usize,
    /// One for each kind of misfit, in the order of `Misfit::ALL`.
    found: Vec<Misfits>,
}

impl<'s> Column<'s> {
    pub(super) fn new(attribute: &'s Attribute, records: &Records<'_>) -> Result<Self, TableError> {
        let found = Misfit::ALL.map(|misfit| Misfits {
            column: attribute.name().to_owned(),
            misfit,
            consequence: misfit.consequence(attribute),
            count: 0,
            first: Vec::new(),
        });
        Ok(Self {
            attribute,
            encoding: records.encoding(),
            index: records.find(&attribute.column())?,
            found: found.into(),
        })
    }

    /// The code and the exact number of this column's field in the current row; `None` for a field that stops a release.
    pub(super) fn read(&self, records: &Records<'_>) -> Option<(u16, Option<i64>)> {
        let field = self.encoding.decode(records.field(self.index))?;
        let Encoded::Code(code) = self.attribute.encode(&field) else {
            return None;
        };
        let is_null = self.attribute.null_code() == Some(code);
        let number = || self.attribute.number(&field);
        Some((code, if is_null { None } else { number() }))
    }

    /// Lists the field of the current row if it does not fit.
    pub(super) fn look(&mut self, records: &Records<'_>, limit: usize) {
        let (field, line) = (records.field(self.index), records.line());
        let text = self.encoding.decode(field);
        let Some(misfit) = Misfit::of(self.attribute, text.as_deref()) else {
            return;
        };
        let Some(found) = self.found.iter_mut().find(|found| found.misfit == misfit) else {
            return;
        };
        found.count = found.count.saturating_add(1);
        if found.first.len() < limit {
            let visible = text.as_deref().map_or(field, str::as_bytes);
            found.first.push((line, shown(visible)));
        }
    }

    pub(super) fn into_misfits(self) -> impl Iterator<Item = Misfits> {
        self.found.into_iter().filter(|found| found.count > 0)
    }
}
