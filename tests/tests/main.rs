//! The privacy audit in small, the firmware, and the shape of the sources.

mod audit;
mod circles;
mod device;
mod house;
