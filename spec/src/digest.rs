//! The name of the exact bytes that were signed.

use core::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let mut hexadecimal = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a `String` cannot fail.
        let _ = write!(hexadecimal, "{byte:02x}");
    }
    hexadecimal
}

/// Whether a text is such a name.
pub fn is_digest(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == 64 && text.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    /// FIPS 180-2, appendix B.1, and the empty message.
    #[test]
    fn known_digests() {
        for (label, bytes, expected) in [
            (
                "abc",
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "empty",
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
        ] {
            assert_eq!(super::digest(bytes.as_bytes()), expected, "case `{label}`");
            assert!(super::is_digest(expected), "case `{label}`");
            assert!(
                !super::is_digest(&expected.to_uppercase()),
                "case `{label}`"
            );
            assert!(!super::is_digest(&expected[1..]), "case `{label}`");
        }
    }
}
