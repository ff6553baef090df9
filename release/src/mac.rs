//! Keyed hashes.

use hmac::{Hmac, KeyInit as _};
use sha2::Sha256;

/// HMAC-SHA-256 under a key of 256 bits, ready for its input.
pub(crate) fn hmac(key: &[u8; 32]) -> Hmac<Sha256> {
    // RFC 2104 fills a shorter key with zeros up to a block. A whole block is never refused.
    let mut block = [0; 64];
    for (byte, of_key) in block.iter_mut().zip(key) {
        *byte = *of_key;
    }
    Hmac::new(&block.into())
}
