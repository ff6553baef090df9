//! Attributes and tables as the evaluation sees them.

use privet_evaluate::findings::ColumnKind;
use privet_evaluate::{Attribute, Codes, Column, Scale, Table};
use privet_spec::{Kind, Release, TimeUnit};

use privet_release::table::{self, Loaded};

/// The learned attributes.
pub fn attributes(release: &Release) -> Vec<Attribute> {
    release.learned().map(attribute).collect()
}

/// The columns of a table.
pub fn columns(loaded: &Loaded) -> Table<'_> {
    let codes = loaded.table.columns.iter().map(|codes| match codes {
        table::Codes::Narrow(codes) => Codes::Narrow(codes),
        table::Codes::Wide(codes) => Codes::Wide(codes),
    });
    let columns = codes.zip(&loaded.numbers).map(|(codes, numbers)| Column {
        codes,
        numbers: numbers.as_deref(),
    });
    Table {
        columns: columns.collect(),
        rows: loaded.table.rows,
    }
}

fn attribute(attribute: &privet_spec::Attribute) -> Attribute {
    // Codes fit 16 bits, and each has a name.
    let codes = (0..attribute.size()).filter_map(|code| u16::try_from(code).ok());
    let labels = codes.map(|code| attribute.code_label(code).unwrap_or_default());
    let (kind, decimals) = match attribute.kind() {
        Kind::Integer(_) => (ColumnKind::Numeric, 0),
        Kind::Real { decimals, .. } => (ColumnKind::Numeric, *decimals),
        Kind::Date { .. } => (ColumnKind::Date, 0),
        Kind::DateTime { unit, .. } => match unit {
            TimeUnit::Minute => (ColumnKind::Minutes, 0),
            TimeUnit::Second => (ColumnKind::Seconds, 0),
        },
        _ => (ColumnKind::Categorical, 0),
    };
    Attribute {
        name: attribute.name().to_owned(),
        kind,
        labels: labels.collect(),
        nullable: attribute.is_nullable(),
        scale: attribute.kind().bins().map(|bins| Scale {
            decimals,
            numbers: bins.starts().to_vec(),
        }),
    }
}
