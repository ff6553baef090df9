//! Groups of tests that are built and run together.

/// Tests that should notice a fault. Small groups, so that a fault costs seconds and not minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// The compiler: the types forbid the fault, and it must not build for this reason, by its code.
    Types(&'static str),
    /// Unit tests of core but for those of its samplers.
    Units,
    /// Unit tests of core's samplers, on every string of bits.
    Samplers,
    /// Core's tests of ledger and wide arithmetic.
    Ledger,
    /// Core's tests of the calibration.
    Calibration,
    /// Core's tests of choices, counts, curator, network, fit and rows, by hand.
    Bayes,
    /// Core's samplers against their laws: millions of draws.
    Laws,
    /// Core's logarithms and the weight of a smoothed histogram against reference values.
    Logarithms,
    /// Core's Markov random fields, and all unit tests that its heap adds.
    Markov,
    /// The properties of `verification`, exhaustive and at random.
    Claims,
    /// Those of them about private choices, their scores, and smoothed histograms.
    PureClaims,
    /// All tests of spec.
    Spec,
    /// Unit tests of the library but for the long ones.
    Program,
    /// Those of them about releases that are rebuilt from their answers, honest and forged.
    Rebuilt,
    /// The longest: thousands of tables in every spelling.
    Spellings,
    /// The built program: releases and drafts.
    Whole,
    /// The built program: releases made again from their seed.
    Replay,
    /// The built program: bins that a release finds.
    Bins,
    /// The built program: forged records and models, and chains of releases.
    Forgery,
    /// The built program: accounts, releases that are killed after their charge, and limits that are met before it.
    Account,
    /// The built program, killed, without room, or with nobody who reads.
    Crash,
    /// The built program: odd names, endless and far too long inputs, and rows on request.
    Inputs,
    /// The privacy audit.
    Audit,
    /// The privacy audit from the text of a table on.
    Texts,
}

impl Suite {
    /// What cargo is told to build.
    pub const fn selection(self) -> &'static [&'static str] {
        match self {
            Self::Types(_) => &["-p", "privet"],
            Self::Units | Self::Samplers => &["-p", "privet-core", "--lib"],
            Self::Ledger | Self::Calibration | Self::Bayes | Self::Laws | Self::Logarithms => {
                &["-p", "privet-core", "--test", "core"]
            }
            Self::Markov => &[
                "-p",
                "privet-core",
                "--features",
                "alloc",
                "--lib",
                "--test",
                "core",
            ],
            Self::Claims | Self::PureClaims => &["-p", "privet-verification", "--lib"],
            Self::Spec => &["-p", "privet-spec", "--lib", "--tests"],
            Self::Program | Self::Rebuilt | Self::Spellings | Self::Texts => {
                &["-p", "privet-release", "--lib"]
            }
            Self::Whole
            | Self::Replay
            | Self::Bins
            | Self::Forgery
            | Self::Account
            | Self::Crash
            | Self::Inputs => &["-p", "privet", "--test", "program"],
            Self::Audit => &["-p", "privet-tests", "--test", "whole"],
        }
    }

    /// What the programs of tests are told.
    pub const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Units => &["--skip", "noise::"],
            Self::Samplers => &["noise::"],
            Self::Ledger => &["ledger::", "wide::"],
            Self::Calibration => &["calibration::"],
            Self::Bayes => &[
                "choices::",
                "counts::",
                "curator::",
                "network::",
                "fit::",
                "rows::",
            ],
            Self::Laws => &["laws::"],
            Self::Logarithms => &["logarithm::", "smoothed::"],
            Self::Markov => &[
                "mrf::",
                "rules::",
                "candidates::",
                "markov_random_fields::",
                "tables_at_levels::",
                "parts::",
                "curator::",
            ],
            Self::Program => &[
                "--skip",
                "odd_spellings_are_read",
                "--skip",
                "making::tests::audit",
                "--skip",
                "verify::tests",
            ],
            Self::Rebuilt => &["verify::tests"],
            Self::Spellings => &["odd_spellings_are_read"],
            Self::Texts => &["making::tests::audit", "--include-ignored"],
            Self::Whole => &["release::", "draft::"],
            Self::Replay => &["replay::"],
            Self::Bins => &["bins::"],
            Self::Forgery => &["forgery::", "chain::", "code_lists::"],
            Self::Account => &["account::", "account_trouble::", "opened::", "limits::"],
            Self::Crash => &["crash::", "stop::", "streams::"],
            Self::Inputs => &["inputs::", "requests::", "shown::"],
            Self::Audit => &["audit::", "--include-ignored"],
            Self::PureClaims => &["curation", "greedy", "scores", "sensitivity", "smoothing"],
            _ => &[],
        }
    }

    /// The compiler's optimisation: none where tests compute little, so that they build in less time.
    pub const fn optimisation(self) -> &'static str {
        match self {
            Self::Types(_)
            | Self::Units
            | Self::Ledger
            | Self::Bayes
            | Self::Spec
            | Self::Program
            | Self::Whole
            | Self::Replay
            | Self::Bins
            | Self::Forgery
            | Self::Account
            | Self::Crash
            | Self::Inputs => "0",
            Self::Samplers
            | Self::Calibration
            | Self::Laws
            | Self::Logarithms
            | Self::Markov
            | Self::Claims
            | Self::PureClaims
            | Self::Rebuilt
            | Self::Spellings
            | Self::Audit
            | Self::Texts => "2",
        }
    }

    /// The package whose tests these are.
    pub const fn package(self) -> &'static str {
        match self {
            Self::Types(_) => "the compiler",
            Self::Units
            | Self::Samplers
            | Self::Ledger
            | Self::Calibration
            | Self::Bayes
            | Self::Laws
            | Self::Logarithms
            | Self::Markov => "core",
            Self::Claims | Self::PureClaims => "verification",
            Self::Spec => "spec",
            Self::Program | Self::Rebuilt | Self::Spellings | Self::Texts => "release",
            Self::Whole
            | Self::Replay
            | Self::Bins
            | Self::Forgery
            | Self::Account
            | Self::Crash
            | Self::Inputs => "the program",
            Self::Audit => "tests",
        }
    }
}
