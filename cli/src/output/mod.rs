//! What commands write: JSON, new files, and what is said of them.

mod announce;
mod json;
mod new_files;

pub use announce::announce;
pub use json::write_json;
pub use new_files::write_new;
pub use privet_release::pending::Readers;
