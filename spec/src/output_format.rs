//! In which format the synthetic table is written.

use crate::expect::variant;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::reader::Node;

/// What kind of file the synthetic table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// Text, with a delimiter between fields.
    #[default]
    Csv,
    /// Columns with types; a missing value is a null.
    Parquet,
}

impl OutputFormat {
    pub(crate) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let variant = variant(node, "format", &["Csv", "Parquet"], findings)?;
        variant.alone(findings)?;
        Some(match variant.name {
            "Csv" => Self::Csv,
            _ => Self::Parquet,
        })
    }

    pub(crate) fn written(self) -> Written {
        Written::bare(match self {
            Self::Csv => "Csv",
            Self::Parquet => "Parquet",
        })
    }
}
