//! Several releases side by side.
