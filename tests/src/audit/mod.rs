//! A privacy audit: two neighbouring tables, released many times, and how well an attacker who
//! knows both can tell which one it was.
//!
//! 1. [`case`]: the tables, and the bugs that are planted to see whether the audit would notice.
//! 2. [`truth`]: the exact answers of both tables, computed apart from core.
//! 3. [`release`]: core's PrivBayes, seeded, from the data to noisy answers and, by [`synthesis`],
//!    synthetic rows.
//! 4. [`likeness`]: the attacker who sees only these rows.
//! 5. [`bounds`]: from decisions to a lower bound on μ or ε that holds with a stated confidence.
//! 6. [`study`]: all of it together, and the verdict.
//! 7. [`pure`]: the same for PrivBayes under pure ε, whose claim is ε itself.
//! 8. [`smoothed`]: the same for a smoothed histogram, whose answer is rows.
//! 9. [`markov`]: the same for PrivMRF; [`choices`]: what its choices say.
//! 10. [`selection`]: private choices by themselves.
//!
//! A lower bound above the claim refutes the claim. One below it proves nothing: another attack,
//! or other tables, may be better. `verification/README.md` has the figures and the limits.

pub mod bounds;
pub mod case;
pub mod choices;
pub mod likeness;
pub mod markov;
pub mod pure;
pub mod release;
pub mod selection;
pub mod smoothed;
pub mod study;
pub mod synthesis;
pub mod truth;

/// What can go wrong besides the audit itself: nothing that a caller could handle.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
