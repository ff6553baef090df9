//! The lists of proofs and of what checks what, against the sources.

mod claims;
mod inventory;
