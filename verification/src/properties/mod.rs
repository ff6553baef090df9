//! The claims, by family.

pub mod budget;
pub mod calibration;
pub mod noise;
pub mod wide;
