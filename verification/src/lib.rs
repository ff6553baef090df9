//! privet-verification
