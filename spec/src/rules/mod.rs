//! Rules between columns: what no row of the world breaks, and so no row of a release may.
//!
//! A rule is public knowledge, stated in the spec: it says nothing of the table and costs nothing. [`Release::relations`]
//! gives what a mechanism needs of all rules, on codes; [`Release::judge`] tells of a row whether it keeps them.
//!
//! [`Release::relations`]: crate::Release::relations
//! [`Release::judge`]: crate::Release::judge

mod applied;
mod broken;
mod chains;
mod checked;
mod conditions;
mod elimination;
mod forbidden;
mod judge;
mod order_relation;
mod pairs;
mod possible;
mod read;
mod relation;
mod relations;
mod rule;
mod words;
mod written;

pub use broken::Broken;
pub use judge::Judge;
pub(crate) use read::RulesContext;
pub use relation::Relation;
pub use rule::{Condition, Determines, Order, Rule, RuleKind, Rules};
