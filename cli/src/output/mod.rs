//! What commands write: JSON and new files.

mod json;
mod new_files;

pub use json::write_json;
pub use new_files::{Readers, write_new};
