//! Privet on several machines.
//!
//! ```text
//! privet-release: NewRelease::counted_by(&Cluster)
//!       │ Pass                                                        ▲ bytes of sums, which it checks
//!       ▼                                                             │
//! Cluster ──► plan of DataFusion: Scan ─► (shuffle by person ─► Tag ─►) Sum ─► join
//!                                 └────────── on workers, over mutual TLS ────────┘
//! ```
//! Here is the glue between `privet_release::engine` and DataFusion, and the program `privet-cluster`. What is read, counted
//! and checked, and every draw of noise, is in `privet-release`; what is scheduled, sent, sorted and shuffled is
//! DataFusion's. Without workers the same plans run in this process.

mod codec;
mod engine;
mod join;
mod keys;
mod panics;
mod scan;
mod session;
mod step;
mod told;
mod worker;

pub use engine::Cluster;
pub use keys::Keys;
pub use panics::print_places_only;
pub use session::Room;
pub use worker::Worker;
