//! The pages as a browser reads them, and what a comparison believes.

mod found;
mod pages;
