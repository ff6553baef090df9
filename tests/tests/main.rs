//! The privacy audit in small, the firmware, the list of deliberate faults, and the shape of the sources.

mod audit;
mod circles;
mod device;
mod house;
mod mutations;
