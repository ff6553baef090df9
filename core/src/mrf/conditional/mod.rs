//! The law of a network's rows, given what is known of them.
//!
//! A network with its tables is a joint law: each attribute given its parents, as [`crate::bayes::rows`] draws it, with its
//! fall-backs where parents have no mass. Given weights for the values of some attributes, its conditional law is
//!
//! ```text
//! p(x | w) ∝ Π_a w_a(x_a)·p(x_a | parents of a)
//! ```
//!
//! Excluded values, those of weight zero, are left out of the domain altogether (`kept`), so that none of them can be
//! drawn, and what is known makes the rest smaller. The laws of the attributes (`families`) are the potentials of a
//! junction tree ([`super::graph`], [`super::inference`]) that has each attribute at the finest level at which a table has
//! it. Its marginals are the tables of another network ([`super::network`]), which rows are drawn from as always. The sum of
//! all products is the probability of what is known, the mean weight of a row.
//!
//! The law of some attributes alone is summed up in the same tree (`marginal`), also where no clique has them together.
//!
//! The cells of the cliques may be far more than those of the tables: whoever calls looks at [`Given::cells`] first.
//!
//! Deviation: cells are whole numbers, in units of 2^−56 of all mass. What has mass has at least one unit, so that no parents
//! are drawn whose children have none.
//!
//! Tested: `conditioning_excludes` (nothing excluded and nothing impossible has mass, and the law and the probability are
//! those of enumeration, as is the law of two attributes), on every small model and on random ones; a condition of
//! probability 10^−12.

mod families;
mod given;
mod kept;
mod marginal;

pub use families::Families;
pub use given::{Conditional, Given};
