//! privet-tests
