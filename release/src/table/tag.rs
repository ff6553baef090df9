//! The tags by which rows of a person are chosen.
//!
//! Tested: `rows_are_kept_by_their_tags` (against independent HMACs), `rows_of_a_person_are_chosen_by_a_secret_key`
//! (3,000 keys).
//! Assumed: HMAC-SHA-256 is pseudorandom.

use hmac::Mac as _;
use zeroize::Zeroizing;

use crate::mac::hmac;

/// Decides which rows of a person are kept.
#[derive(Clone)]
pub struct BoundingKey(Zeroizing<[u8; 32]>);

impl BoundingKey {
    pub(crate) fn new(key: Zeroizing<[u8; 32]>) -> Self {
        Self(key)
    }

    /// For whoever counts elsewhere.
    #[cfg(feature = "parquet")]
    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// HMAC-SHA-256(key, length of the id ‖ id ‖ codes ‖ occurrence). All rows have equally many bytes of codes.
    pub(super) fn tag(&self, id: &[u8], codes: &[u8], occurrence: u64) -> [u8; 32] {
        let mut mac = hmac(&self.0);
        mac.update(&(id.len() as u64).to_le_bytes());
        mac.update(id);
        mac.update(codes);
        mac.update(&occurrence.to_le_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// The key of whatever is not released, such as an evaluation: the same rows each time.
impl Default for BoundingKey {
    fn default() -> Self {
        Self(Zeroizing::new([0; 32]))
    }
}
