//! The attributes of a table: their kinds, codes, coarser levels, and the way from a field's text to
//! a code and back.
//!
//! Everything here is a function of the spec alone: the set of codes never depends on a table.
//! Encoding sees private fields, so its results carry codes and nothing of the text.

mod attribute;
mod bins;
mod bounds;
mod code_list;
mod context;
mod cuts;
mod date_times;
mod dates;
mod decode;
mod determined;
mod determining;
mod distinct;
mod encode;
mod fit;
mod found;
mod grid;
mod heaps;
mod hierarchy;
mod in_words;
mod inside;
mod kind;
mod level;
mod lookup;
mod narrowed;
mod numbers;
mod numeral;
mod outside;
mod pick;
mod prefix;
mod read_attribute;
mod read_dates;
mod read_hierarchy;
mod read_kind;
mod read_ordered;
mod read_schema;
mod within;
mod write_attribute;

pub use attribute::{Attribute, MOST_CODES};
pub use bins::{Bins, Cell, Found, FoundBin, MOST_BINS};
pub(crate) use context::SchemaContext;
pub use date_times::TimeUnit;
pub use decode::NoSuchCode;
pub use determined::Determined;
pub use encode::{Encoded, Refusal};
pub use fit::Fit;
pub use heaps::{Heap, Heaps};
pub use inside::Piece;
pub use kind::Kind;
pub use level::Level;
pub use outside::Outside;
pub use pick::further_pick;
pub use read_schema::MOST_VIRTUAL_ATTRIBUTES;
pub(crate) use read_schema::read_schema;
pub use within::Within;

/// The attribute of this kind, for tests.
#[cfg(test)]
fn attribute_of_kind(kind: &str) -> Attribute {
    let text = format!(
        "(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: 1, delta: 1e-9), \
         schema: [(name: \"a\", kind: {kind})])"
    );
    crate::parse(&text).unwrap().schema.remove(0)
}
