//! The source of choices, and the engines that drive a property with it.

mod choices;
#[cfg(not(kani))]
mod exhaustive;
mod macros;
#[cfg(not(kani))]
mod random;
#[cfg(kani)]
mod symbolic;
mod tape;

pub use choices::{Bounds, Choices};
#[cfg(not(kani))]
pub use exhaustive::exhaust;
#[cfg(not(kani))]
pub use random::{at_random, at_random_on};
#[cfg(kani)]
pub use symbolic::Symbolic;
pub use tape::Tape;
