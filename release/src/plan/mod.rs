//! What a spec fixes before any data is read: the variables, the budget and its parts.
//!
//! The public part that every mechanism shares is [`Plan`]; what a mechanism adds is in its own folder.

mod gaussian;
mod public;
mod rules;
mod shares;
mod sum;
mod total;
mod variables;

pub(crate) use gaussian::GaussianBudget;
pub use public::Plan;
pub(crate) use rules::{cells_of, rules_of};
pub(crate) use shares::{HOPELESS_NOISE, bins_part, left_for, pure_part_of, share_of, size_scale};
pub(crate) use sum::Sum;
pub use total::Total;
pub(crate) use total::{epsilon_in_words, pure_of};
pub(crate) use variables::digits_in;
pub use variables::{VariableName, Variables};
