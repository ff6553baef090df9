//! Which columns of a table are looked at, and how a typed value is written for each.

use privet_spec::{Attribute, InputForm, Release, Unit};

/// What a reader wants of a table.
pub(crate) struct Wanted {
    form: InputForm,
    /// Names, with the attribute that says how dates and truth values are written; nothing for whatever is there.
    #[cfg_attr(
        not(feature = "parquet"),
        expect(dead_code, reason = "of a text every column is looked at")
    )]
    columns: Option<Vec<(String, Option<Attribute>)>>,
}

impl Wanted {
    /// What a release reads: the columns that are learned, and that of the ids.
    pub(crate) fn by_release(release: &Release) -> Self {
        let id = match &release.unit {
            Unit::Row => None,
            Unit::Person { id, .. } => Some((id.clone(), None)),
        };
        let learned = release.learned().map(named);
        Self {
            form: release.input,
            columns: Some(learned.chain(id).collect()),
        }
    }

    /// Every column that the schema names.
    pub(crate) fn by_schema(release: &Release) -> Self {
        Self {
            form: release.input,
            columns: Some(release.schema.iter().map(named).collect()),
        }
    }

    /// Every column there is.
    pub(crate) fn all(form: InputForm) -> Self {
        Self {
            form,
            columns: None,
        }
    }

    /// How a table is written.
    pub(super) fn form(&self) -> InputForm {
        self.form
    }
}

#[cfg(feature = "parquet")]
impl Wanted {
    /// Whether all columns are wanted, of whatever type.
    pub(super) fn is_all(&self) -> bool {
        self.columns.is_none()
    }

    /// Whether a column is looked at.
    pub(super) fn has(&self, name: &str) -> bool {
        let columns = self.columns.as_ref();
        columns.is_none_or(|columns| columns.iter().any(|(known, _)| known == name))
    }

    /// The columns that are looked at, in order; nothing where all are.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let columns = self.columns.iter().flatten();
        columns.map(|(name, _)| name.as_str())
    }

    /// The attribute that says how a column's dates and truth values are written.
    pub(super) fn attribute_of(&self, name: &str) -> Option<&Attribute> {
        let mut columns = self.columns.iter().flatten();
        columns.find(|(known, _)| known == name)?.1.as_ref()
    }
}

/// Columns that nothing reads. An identifier is declared, and so is a column that another determines: they are no surprise.
pub(super) fn ignored(release: &Release, names: &[String]) -> Vec<String> {
    let is_id = |name: &str| matches!(&release.unit, Unit::Person { id, .. } if id == name);
    let declared = |name: &str| release.schema.iter().any(|known| known.column() == name);
    let names = names.iter();
    names
        .filter(|name| !is_id(name) && !declared(name))
        .cloned()
        .collect()
}

fn named(attribute: &Attribute) -> (String, Option<Attribute>) {
    (attribute.column(), Some(attribute.clone()))
}
