//! From one master seed to every secret of a release.
//!
//! HKDF-SHA-256 with a label for each use: the noise key, the row seed, the keys that choose a person's rows and
//! fingerprint the table, the key of the data commitment, and the seed commitment. The row seed is public, and so are the
//! candidates that follow from it; since
//! the generator of rows can be reconstructed from its output, nothing else that is derived here may feed it.
//!
//! The noise key takes in the digest of the spec and the fingerprint of the kept rows too. A machine that is
//! restored from a snapshot may draw the same seed twice. Were the noise a function of the seed alone, two tables
//! or two specs would get the same noise, and who subtracts their answers is rid of it. So another spec or other
//! rows have another stream, and the same ones give the same release again (by one version of the program, which asks
//! in one order). The fingerprint is a pseudorandom function of the rows under a secret key, so the key looks like any
//! other. What a repeated seed still tells is whether two tables are equal: releases by one spec are then equal or
//! not, and so are data commitments. The seed commitment takes in neither spec nor rows: equal seeds show in the
//! records, and `verify` faults them.

use std::path::Path;

use chacha20::ChaCha20Rng;
use hkdf::Hkdf;
use hmac::{Hmac, Mac as _};
use rand_core::SeedableRng;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::error::Error;
use crate::mac::hmac;
use crate::reading::{TextFile, read_text};
use crate::table::{BoundingKey, Fingerprint, FingerprintKey};
use crate::text::{hex, read_hex};

/// What is derived of a seed. Each has a label of its own, which is looked at when the program is built.
#[derive(Clone, Copy)]
enum Use {
    Noise,
    NoiseOfBins,
    Bounding,
    Fingerprint,
    Rows,
    SeedCommitment,
    DataCommitment,
    Candidates,
}

impl Use {
    const ALL: [Self; 8] = [
        Self::Noise,
        Self::NoiseOfBins,
        Self::Bounding,
        Self::Fingerprint,
        Self::Rows,
        Self::SeedCommitment,
        Self::DataCommitment,
        Self::Candidates,
    ];

    const fn label(self) -> &'static [u8] {
        match self {
            Self::Noise => b"privet/2/noise",
            Self::NoiseOfBins => b"privet/2/noise-of-bins",
            Self::Bounding => b"privet/2/bounding",
            Self::Fingerprint => b"privet/2/fingerprint",
            Self::Rows => b"privet/2/rows",
            Self::SeedCommitment => b"privet/2/seed-commitment",
            Self::DataCommitment => b"privet/2/data-commitment",
            Self::Candidates => b"privet/2/candidates",
        }
    }

    /// Whether every use is listed, and no two have one label.
    const fn are_told_apart() -> bool {
        let mut place = 0;
        while place < Self::ALL.len() {
            if Self::ALL[place] as usize != place {
                return false;
            }
            let mut before = 0;
            while before < place {
                if are_equal(Self::ALL[before].label(), Self::ALL[place].label()) {
                    return false;
                }
                before += 1;
            }
            place += 1;
        }
        Self::Candidates as usize + 1 == place
    }
}

const fn are_equal(one: &[u8], other: &[u8]) -> bool {
    let mut place = 0;
    while place < one.len() && place < other.len() {
        if one[place] != other[place] {
            return false;
        }
        place += 1;
    }
    one.len() == other.len()
}

const _: () = assert!(Use::are_told_apart());

/// The master seed of a release that a custodian kept, for a replay. As secret as the data.
pub struct KeptSeed {
    /// The file, for what is said of it.
    pub(crate) name: String,
    pub(crate) seed: MasterSeed,
}

impl KeptSeed {
    /// Reads the file that a release was told to keep its seed in.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let text = Zeroizing::new(read_text(path, TextFile::Seed)?);
        let seed = MasterSeed::from_hex(&text).ok_or_else(|| {
            let help = "give the file that `privet release --keep-seed` wrote";
            Error::refused(&name, "it does not hold 64 hexadecimal digits", help)
        })?;
        Ok(Self { name, seed })
    }

    /// For tests: a seed of this number.
    #[cfg(any(test, feature = "testing"))]
    pub fn of_test(number: u64) -> Self {
        let mut seed = Zeroizing::new([0; 32]);
        if let Some(end) = seed.last_chunk_mut() {
            *end = number.to_be_bytes();
        }
        Self {
            name: format!("seed {number}"),
            seed: MasterSeed(seed),
        }
    }
}

/// As secret as the data. No `Debug`, no `Clone`; wiped when dropped.
pub(crate) struct MasterSeed(Zeroizing<[u8; 32]>);

impl MasterSeed {
    /// 256 bits from the operating system.
    pub(crate) fn from_system() -> Result<Self, getrandom::Error> {
        let mut seed = Zeroizing::new([0; 32]);
        getrandom::fill(seed.as_mut())?;
        Ok(Self(seed))
    }

    /// From its text, 64 hexadecimal digits.
    pub(crate) fn from_hex(text: &str) -> Option<Self> {
        let mut seed = Zeroizing::new([0; 32]);
        read_hex(text.trim(), &mut seed)?;
        Some(Self(seed))
    }

    /// Its text, for a custodian's file.
    pub(crate) fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(self.0.as_ref()))
    }

    /// The key of private noise for these rows under the spec with this digest.
    pub(crate) fn noise(&self, spec: &str, rows: &Fingerprint) -> NoiseKey {
        let rows = rows.to_bytes();
        NoiseKey(self.derive(Use::Noise, &[spec.as_bytes(), rows.as_ref()]))
    }

    /// The key of the noise by which the bins of the found attribute of this number are found. It is another one for
    /// each, and never that of [`MasterSeed::noise`]: no noise is drawn twice.
    pub(crate) fn noise_of_bins(&self, spec: &str, rows: &Fingerprint, number: u8) -> NoiseKey {
        let rows = rows.to_bytes();
        let info: [&[u8]; 3] = [&[number], spec.as_bytes(), rows.as_ref()];
        NoiseKey(self.derive(Use::NoiseOfBins, &info))
    }

    /// The key that chooses which rows of a person are kept.
    pub(crate) fn bounding(&self) -> BoundingKey {
        BoundingKey::new(self.derive(Use::Bounding, &[]))
    }

    /// The key of the fingerprint that a noise key takes in.
    pub(crate) fn fingerprint(&self) -> FingerprintKey {
        FingerprintKey::new(self.derive(Use::Fingerprint, &[]))
    }

    /// The seed of the synthetic rows, which is published.
    pub(crate) fn row_seed(&self) -> [u8; 32] {
        *self.derive(Use::Rows, &[])
    }

    /// What binds the release to this seed without revealing it.
    pub(crate) fn commitment(&self) -> String {
        hex(self.derive(Use::SeedCommitment, &[]).as_ref())
    }

    /// A running commitment to the decompressed input.
    pub(crate) fn data_commitment(&self) -> DataCommitment {
        let key = self.derive(Use::DataCommitment, &[]);
        DataCommitment(hmac(&key))
    }

    /// `info` follows the label of the use, and has one length for each.
    fn derive(&self, what: Use, info: &[&[u8]]) -> Zeroizing<[u8; 32]> {
        let mut key = Zeroizing::new([0; 32]);
        let extracted = Hkdf::<Sha256>::new(None, self.0.as_ref());
        let label = [what.label()];
        let info = [&label[..], info].concat();
        let expanded = extracted.expand_multi_info(&info, key.as_mut());
        // 32 bytes are one block of SHA-256, which HKDF can always give.
        debug_assert!(expanded.is_ok());
        key
    }
}

/// The key of a release's noise.
pub(crate) struct NoiseKey(Zeroizing<[u8; 32]>);

impl NoiseKey {
    /// The generator of private noise, from its start.
    pub(crate) fn generator(&self) -> ChaCha20Rng {
        ChaCha20Rng::from_seed(*self.0)
    }
}

/// The generator by which candidates are drawn, where a mechanism looks at some of them only. It is a function of the
/// public row seed under a label of its own, so that who has the model knows what could be chosen.
pub(crate) fn candidate_generator(row_seed: [u8; 32]) -> ChaCha20Rng {
    let mut hash = Sha256::new();
    hash.update(Use::Candidates.label());
    hash.update(row_seed);
    ChaCha20Rng::from_seed(hash.finalize().into())
}

/// HMAC over the input as it is read.
pub(crate) struct DataCommitment(Hmac<Sha256>);

impl DataCommitment {
    /// Takes in the next bytes.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The commitment, as text.
    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use rand_core::Rng as _;

    use super::*;
    use crate::table::{Codes, EncodedTable};

    #[test]
    fn a_seed_goes_through_its_text() {
        let seed = MasterSeed::from_hex(&"0f".repeat(32)).unwrap();
        assert_eq!(*seed.to_hex(), "0f".repeat(32));
        for bad in [
            "",
            "0f",
            &"0g".repeat(32),
            &"0f".repeat(33),
            &"é".repeat(32),
        ] {
            assert!(MasterSeed::from_hex(bad).is_none(), "{bad}");
        }
    }

    /// Codes in one byte and in two.
    fn table(rows: &[(u8, u16)]) -> EncodedTable {
        let (narrow, wide) = rows.iter().copied().unzip();
        EncodedTable {
            columns: vec![Codes::narrow(narrow), Codes::wide(wide)],
            rows: rows.len(),
        }
    }

    /// The first numbers of a release's noise.
    fn noise(seed: &MasterSeed, spec: &str, rows: &[(u8, u16)]) -> [u64; 4] {
        let rows = table(rows).fingerprint(&seed.fingerprint());
        let mut noise = seed.noise(spec, &rows).generator();
        [(); 4].map(|()| noise.next_u64())
    }

    #[test]
    fn every_use_has_its_own_key() {
        let seed = MasterSeed::from_hex(&"00".repeat(32)).unwrap();
        let mut data = seed.data_commitment();
        data.update(b"a,b\n");
        let rows = table(&[(1, 3), (2, 500), (1, 3)]);
        let rows = rows.fingerprint(&seed.fingerprint());
        let spec = privet_spec::digest(b"spec");
        let mut candidates = [0; 32];
        candidate_generator(seed.row_seed()).fill_bytes(&mut candidates);
        // By an independent computation (Python's hmac and hashlib, RFC 5869); the data commitment is
        // the HMAC of "a,b\n" under a key of its own, the fingerprint that of the rows, and candidates are the beginning of
        // the ChaCha20 stream (RFC 8439).
        for (label, text, expected) in [
            (
                "seed commitment",
                seed.commitment(),
                "09c469c9b1e28429c1e5ac5a7920314ced5381141cb0f64da76a1bcdc8fa8ead",
            ),
            (
                "row seed",
                hex(&seed.row_seed()),
                "b524b7d9fe73a294c6a28538d149c300d1a344bd704fa92d6ae152b156160f9f",
            ),
            (
                "bounding",
                hex(seed.bounding().bytes()),
                "985abd24c1de4729d942396f9013bedcd8f6d596e5218ec9ff61a45e9e9a1cd4",
            ),
            (
                "candidates",
                hex(&candidates),
                "ccb938844221ab768ff3396899c671e9636f76cd5fb618643f42cf56c0e902f4",
            ),
            (
                "data commitment",
                data.finish(),
                "178b7db56936e725d961a2dce5e4a3f75803afe108904bf111a686fc19a3b2fc",
            ),
            (
                "fingerprint",
                hex(rows.to_bytes().as_ref()),
                "429773a16693d1624eb5f92e0a6e7effb5e9552a3da3c5dd8ab7b1f640ae2607",
            ),
            (
                "noise",
                hex(seed.noise(&spec, &rows).0.as_ref()),
                "c54f5e257bf4f73e4f062ffbfd33676487e7356613aaf6bbb288e8caafe3b130",
            ),
            (
                "noise of the first bins",
                hex(seed.noise_of_bins(&spec, &rows, 0).0.as_ref()),
                "76d6394e68bf58d9c217fa1db0f9f0a69340514bf45d197a243a7d5754e188ac",
            ),
            (
                "noise of the eighth bins",
                hex(seed.noise_of_bins(&spec, &rows, 7).0.as_ref()),
                "cc10594c8eff0c231b6026146296455dc8329201cb0893b792e27020711e9b17",
            ),
        ] {
            assert_eq!(text, expected, "{label}");
        }
    }

    /// A machine that is restored from a snapshot draws the same seed twice.
    #[test]
    fn one_seed_never_puts_one_noise_on_two_tables_or_two_specs() {
        let seed = MasterSeed::from_hex(&"5a".repeat(32)).unwrap();
        let first = noise(&seed, "spec", &[(1, 3), (2, 500), (1, 3)]);
        for (label, spec, rows, same) in [
            ("again", "spec", vec![(1, 3), (2, 500), (1, 3)], true),
            (
                "another order",
                "spec",
                vec![(2, 500), (1, 3), (1, 3)],
                true,
            ),
            (
                "another spec",
                "spac",
                vec![(1, 3), (2, 500), (1, 3)],
                false,
            ),
            ("another row", "spec", vec![(1, 3), (2, 501), (1, 3)], false),
            (
                "a row more",
                "spec",
                vec![(1, 3), (2, 500), (1, 3), (0, 0)],
                false,
            ),
            ("a row less", "spec", vec![(1, 3), (2, 500)], false),
            // Equal rows must not cancel.
            ("two rows less", "spec", vec![(2, 500)], false),
            ("no rows", "spec", vec![], false),
        ] {
            // Different keys agree with probability 2^−256.
            assert_eq!(noise(&seed, spec, &rows) == first, same, "case `{label}`");
        }
        let other = MasterSeed::from_hex(&"5b".repeat(32)).unwrap();
        assert_ne!(noise(&other, "spec", &[(1, 3), (2, 500), (1, 3)]), first);
    }

    /// Blocks are added up alike however many there are.
    #[test]
    fn a_fingerprint_of_many_rows_has_no_order() {
        let seed = MasterSeed::from_hex(&"5a".repeat(32)).unwrap();
        let mut rows: Vec<(u8, u16)> = (0..10_000).map(|row| ((row % 7) as u8, row)).collect();
        let first = noise(&seed, "spec", &rows);
        rows.reverse();
        assert_eq!(noise(&seed, "spec", &rows), first);
        rows[5000].0 ^= 1;
        assert_ne!(noise(&seed, "spec", &rows), first);
    }

    #[test]
    fn the_system_gives_another_seed_each_time() {
        // Alike by chance with probability 2^−256.
        let seeds = [(); 2].map(|()| MasterSeed::from_system().unwrap().to_hex());
        assert!(seeds[0] != seeds[1]);
    }
}
