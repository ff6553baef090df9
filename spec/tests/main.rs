//! The language of specs: what is read, what is refused and where, and what a spec is written as.

mod code_list;
mod examples;
mod input;
mod refusals;
mod round_trip;
mod rules;
