//! What is most off, columns and pairs on one scale.

use serde::{Deserialize, Serialize};

use super::fault::Fault;

/// Something that is off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    pub thing: Thing,
    pub fault: Fault,
}

/// What is off: places in the evaluation's `columns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    Column(usize),
    /// Two columns together: what neither shows by itself.
    Pair([usize; 2]),
}
