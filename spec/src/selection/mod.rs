//! Which values of one attribute are meant: by a rule between columns, or by whoever asks for rows.

mod values;

pub use values::{Part, Selection};
