//! What a file's name tells of the table in it.

use std::path::Path;

#[cfg(not(feature = "parquet"))]
use crate::not_built::NotBuilt;

/// Whether a file has the name of a table.
pub(crate) fn is_named_as_table(path: &Path) -> bool {
    has_ending(path, &TABLE_ENDINGS)
}

/// Whether a file has a name that no table has.
pub(crate) fn is_named_as_no_table(path: &Path) -> bool {
    has_ending(path, &OTHER_ENDINGS)
}

/// The format that a file has by its name, where this program was built without it.
#[cfg(not(feature = "parquet"))]
pub(super) fn format_not_built(path: &Path) -> Option<NotBuilt> {
    let of = |ending, format| has_ending(path, &[ending]).then_some(format);
    of("parquet", NotBuilt::Parquet).or_else(|| of("zst", NotBuilt::Zstandard))
}

/// Whether a file of this name is certainly not Parquet.
#[cfg(feature = "parquet")]
pub(super) fn is_named_otherwise_than_parquet(path: &Path) -> bool {
    let texts = TABLE_ENDINGS.iter().filter(|ending| **ending != "parquet");
    let others = texts.chain(&OTHER_ENDINGS);
    has_ending(path, &others.copied().collect::<Vec<_>>())
}

/// Whether a file's name has one of these endings, in capital letters or small ones.
pub(crate) fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.iter().any(|one| one.eq_ignore_ascii_case(ending)))
}

const TABLE_ENDINGS: [&str; 7] = ["csv", "tsv", "tab", "psv", "parquet", "gz", "zst"];
/// Of names that no table has.
const OTHER_ENDINGS: [&str; 5] = ["ron", "json", "jsonl", "html", "htm"];
