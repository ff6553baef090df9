//! What is derived from the master seed.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "keys: the row seed, which is published, is the noise key",
        file: "release/src/keys.rs",
        right: "NoiseKey(self.derive(Use::Noise, &[spec.as_bytes(), rows.as_ref()]))",
        wrong: "{ let _ = (spec, rows); NoiseKey(self.derive(Use::Rows, &[])) }",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: the noise key is the published commitment",
        file: "release/src/keys.rs",
        right: "NoiseKey(self.derive(Use::Noise, &[spec.as_bytes(), rows.as_ref()]))",
        wrong: "{ let _ = (spec, rows); NoiseKey(self.derive(Use::SeedCommitment, &[])) }",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: two specs share their noise",
        file: "release/src/keys.rs",
        right: "NoiseKey(self.derive(Use::Noise, &[spec.as_bytes(), rows.as_ref()]))",
        wrong: "{ let _ = spec; NoiseKey(self.derive(Use::Noise, &[rows.as_ref()])) }",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: two tables share their noise",
        file: "release/src/keys.rs",
        right: "NoiseKey(self.derive(Use::Noise, &[spec.as_bytes(), rows.as_ref()]))",
        wrong: "{ let _ = rows; NoiseKey(self.derive(Use::Noise, &[spec.as_bytes()])) }",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: equal rows cancel in the fingerprint",
        file: "release/src/table/fingerprint.rs",
        right: "*sum = sum.wrapping_add(more);",
        wrong: "*sum ^= more;",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: the fingerprint knows the order of rows",
        file: "release/src/table/fingerprint.rs",
        right: "                put_row(&self.columns, row, &mut codes);\n",
        wrong: "                put_row(&self.columns, row, &mut codes);\n                codes.extend(row.to_le_bytes());\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: the fingerprint has no key",
        file: "release/src/table/fingerprint.rs",
        right: "keyed: hmac(&key.0),",
        wrong: "keyed: hmac(&[key.0.len() as u8; 32]),",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: the data commitment has the published row seed as its key",
        file: "release/src/keys.rs",
        right: "let key = self.derive(Use::DataCommitment, &[]);",
        wrong: "let key = self.derive(Use::Rows, &[]);",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: the bounding key is the published row seed",
        file: "release/src/keys.rs",
        right: "BoundingKey::new(self.derive(Use::Bounding, &[]))",
        wrong: "BoundingKey::new(self.derive(Use::Rows, &[]))",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: the data commitment is a hash without a key",
        file: "release/src/keys.rs",
        right: "DataCommitment(hmac(&key))",
        wrong: "DataCommitment({ let _ = key; hmac(&[0; 32]) })",
        suites: &[Suite::Program],
    },
    Fault {
        name: "keys: the seed is a constant",
        file: "release/src/keys.rs",
        right: "        getrandom::fill(seed.as_mut())?;\n",
        wrong: "        getrandom::fill(&mut seed.as_mut()[..0])?;\n",
        suites: &[Suite::Program, Suite::Whole],
    },
    Fault {
        name: "verify: two releases from one seed pass",
        file: "release/src/chain/misfits.rs",
        right: "    if earlier.seed_commitment() == later.seed_commitment() {",
        wrong: "    if earlier.seed_commitment().is_none() && later.seed_commitment().is_some() {",
        suites: &[Suite::Forgery],
    },
];
