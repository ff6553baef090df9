//! What commands write: JSON, new files, and lines for people.

mod json;
mod new_files;
mod visible;

pub use json::write_json;
pub use new_files::{Readers, write_new};
pub use visible::{Visible, name};
