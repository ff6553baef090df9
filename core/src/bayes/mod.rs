//! PrivBayes: on Gaussian noise (Bao, Xiao, Zhao, Zhang and Ding 2021), as below, and under pure ε
//! ([`pure`]), which shares everything from the network on.
//!
//! 1. [`measure`]: the curator answers size, pair scores and tables, and nothing else.
//! 2. [`network`]: which tables, learned from the noisy scores.
//! 3. [`fit`]: consistent, non-negative tables from the noisy ones ([`consistency`], [`simplex`]).
//! 4. [`rows`]: synthetic rows, in three ways.
//!
//! Everything after the first step is post-processing of noisy answers. All of it is integers (and
//! floats with one correctly rounded result), so the same answers give the same rows everywhere.

pub mod consistency;
pub mod fit;
pub mod measure;
pub mod network;
pub mod pure;
pub mod rows;
pub mod simplex;
pub mod tables;
pub mod tickets;
pub mod walk;
