//! privet-spec
