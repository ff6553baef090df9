//! From one master seed to every secret of a release.
//!
//! HKDF-SHA-256 with a label for each use: the noise key, the row seed, the key of the data
//! commitment, and the seed commitment. The row seed is public; since the generator of rows can be
//! reconstructed from its output, nothing else that is derived here may feed it.

use std::path::Path;

use chacha20::ChaCha20Rng;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use rand_core::SeedableRng;
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::error::Error;
use crate::files::read_text;
use crate::text::hex;

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
        let text = Zeroizing::new(read_text(path)?);
        let seed = MasterSeed::from_hex(&text).ok_or_else(|| {
            let help = "give the file that `privet release --keep-seed` wrote";
            Error::refused(&name, "it does not hold 64 hexadecimal digits", help)
        })?;
        Ok(Self { name, seed })
    }

    /// For tests: a seed of this number.
    #[cfg(feature = "testing")]
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
        let digits = text.trim();
        if digits.len() != 64 || !digits.is_ascii() {
            return None;
        }
        for (place, byte) in seed.iter_mut().enumerate() {
            *byte = u8::from_str_radix(digits.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        Some(Self(seed))
    }

    /// Its text, for a custodian's file.
    pub(crate) fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(self.0.as_ref()))
    }

    /// The generator of private noise.
    pub(crate) fn noise(&self) -> ChaCha20Rng {
        ChaCha20Rng::from_seed(*self.derive(b"privet/1/noise"))
    }

    /// The seed of the synthetic rows, which is published.
    pub(crate) fn row_seed(&self) -> [u8; 32] {
        *self.derive(b"privet/1/rows")
    }

    /// What binds the release to this seed without revealing it.
    pub(crate) fn commitment(&self) -> String {
        hex(self.derive(b"privet/1/seed-commitment").as_ref())
    }

    /// A running commitment to the decompressed input.
    pub(crate) fn data_commitment(&self) -> DataCommitment {
        let key = self.derive(b"privet/1/data-commitment");
        DataCommitment(<Hmac<Sha256> as KeyInit>::new_from_slice(key.as_ref()).ok())
    }

    fn derive(&self, label: &[u8]) -> Zeroizing<[u8; 32]> {
        let mut key = Zeroizing::new([0; 32]);
        let expanded = Hkdf::<Sha256>::new(None, self.0.as_ref()).expand(label, key.as_mut());
        // 32 bytes are one block of SHA-256, which HKDF can always give.
        debug_assert!(expanded.is_ok());
        key
    }
}

/// HMAC over the input as it is read.
pub(crate) struct DataCommitment(Option<Hmac<Sha256>>);

impl DataCommitment {
    /// Takes in the next bytes.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        if let Some(mac) = &mut self.0 {
            mac.update(bytes);
        }
    }

    /// The commitment, as text.
    pub(crate) fn finish(self) -> String {
        self.0
            .map_or_else(String::new, |mac| hex(&mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use rand_core::Rng as _;

    use super::*;

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

    #[test]
    fn every_use_has_its_own_key() {
        let seed = MasterSeed::from_hex(&"00".repeat(32)).unwrap();
        let mut data = seed.data_commitment();
        data.update(b"a,b\n");
        // By an independent computation (Python's hmac and hashlib, RFC 5869); the data commitment is
        // the HMAC of "a,b\n" under a key of its own.
        for (label, text, expected) in [
            (
                "seed commitment",
                seed.commitment(),
                "f8f5dfcca222c03e5f773e342ddc136fae590d023051ac51f473dffad64bf3ea",
            ),
            (
                "row seed",
                hex(&seed.row_seed()),
                "b0134a9ee1152069a16dc9ae70ede53a1f363aacd245c92f52805541d1d3fcc8",
            ),
            (
                "data commitment",
                data.finish(),
                "af60d7820a43ae6535992479825b7b774a5f6576d03bc4576acff42d3e97dc03",
            ),
        ] {
            assert_eq!(text, expected, "{label}");
        }
        let noise = "c6d1110bfe8eca7dd3f21fef732ca51260db98cc0e4c92866cb5717cd73f2c04";
        let noise = MasterSeed::from_hex(noise).unwrap();
        let mut expected = ChaCha20Rng::from_seed(*noise.0);
        let mut noise = seed.noise();
        for _ in 0..4 {
            assert_eq!(noise.next_u64(), expected.next_u64());
        }
    }

    #[test]
    fn the_system_gives_another_seed_each_time() {
        // Alike by chance with probability 2^−256.
        let seeds = [(); 2].map(|()| MasterSeed::from_system().unwrap().to_hex());
        assert!(seeds[0] != seeds[1]);
    }
}
