//! A key of the custodian's own, by which evaluations can be told to be of one real table.
//!
//! ```text
//! fingerprint = HMAC-SHA-256(key, label, bytes of the table as a release commits to them)
//! ```
//! A plain digest would tell everybody who has an evaluation whether a guess of the table is right. Under one key one
//! table has one fingerprint, and whoever lacks the key learns nothing else from it. The key never leaves its file.
//!
//! Tested: against Python's hmac; the file is made once, for its owner alone.

use std::path::Path;

use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::complaint::Complaint;
use crate::error::Error;
use crate::mac::hmac;
use crate::pending::{NewFile, Readers};
use crate::reading::{TextFile, read_text};
use crate::text::{hex, read_hex};

/// As secret as the data. No `Debug`, no `Clone`; wiped when dropped.
pub struct CustodianKey(Zeroizing<[u8; 32]>);

impl CustodianKey {
    /// Reads the key's file, or makes a key and its file, which its owner alone can read, where nothing stands.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let mut key = Zeroizing::new([0; 32]);
        if path.symlink_metadata().is_err() {
            getrandom::fill(key.as_mut()).map_err(Complaint::no_entropy)?;
            let digits = Zeroizing::new(hex(key.as_ref()));
            let text = Zeroizing::new([digits.as_str(), "\n"].concat());
            NewFile::finish([NewFile::with_text(path, &text, Readers::Owner)?])?;
            return Ok(Self(key));
        }
        let text = Zeroizing::new(read_text(path, TextFile::Key)?);
        let read = read_hex(text.trim(), &mut key);
        read.map(|()| Self(key)).ok_or_else(|| {
            Error::refused(
                path.display().to_string(),
                "it does not hold 64 hexadecimal digits",
                "name a new file: the key is made there",
            )
        })
    }

    /// A fingerprint of nothing yet.
    pub fn fingerprint(&self) -> TableFingerprint {
        TableFingerprint(hmac(&self.0).chain_update(LABEL))
    }
}

/// A fingerprint of the bytes so far.
pub struct TableFingerprint(Hmac<Sha256>);

impl TableFingerprint {
    /// Takes in the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// It as text.
    pub fn finish(self) -> String {
        hex(&self.0.finalize().into_bytes())
    }
}

const LABEL: &[u8] = b"privet/evaluated-table/";

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn of(key: &CustodianKey, bytes: &[u8]) -> String {
        let mut fingerprint = key.fingerprint();
        fingerprint.update(bytes);
        fingerprint.finish()
    }

    /// `hmac.new(bytes([15] * 32), b"privet/evaluated-table/a,b\n1,2\n", "sha256").hexdigest()` in Python; and no plain
    /// digest.
    #[test]
    fn a_fingerprint_is_an_hmac_under_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, "0f".repeat(32)).unwrap();
        let told = of(&CustodianKey::open(&path).unwrap(), b"a,b\n1,2\n");
        assert_eq!(
            told,
            "50c9f474b68f7f2b60f2f86efcdf2b663d93d76b3461a1ff800b3261d514261a"
        );
    }

    #[test]
    fn a_key_is_made_once_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let made = of(&CustodianKey::open(&path).unwrap(), b"a");
        let text = fs::read(&path).unwrap();
        assert_eq!(of(&CustodianKey::open(&path).unwrap(), b"a"), made);
        assert_eq!(fs::read(&path).unwrap(), text);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let other = CustodianKey::open(folder.path().join("other")).unwrap();
        assert_ne!(of(&other, b"a"), made);
        fs::write(&path, "no key").unwrap();
        let refused = CustodianKey::open(&path).err().unwrap().to_string();
        assert!(refused.contains("64 hexadecimal digits"), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), b"no key");
    }
}
