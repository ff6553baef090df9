//! What commands write: JSON, new files, and lines for people.

mod announce;
mod json;
mod new_files;
mod visible;
mod wrapped;

pub use announce::announce;
pub use json::write_json;
pub use new_files::write_new;
pub use privet_release::pending::Readers;
pub use visible::{Visible, name};
pub use wrapped::{Wrapped, width_of_errors, width_of_output, wrapped};
