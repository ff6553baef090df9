//! What is known of values seen lately.
//!
//! Most columns repeat a few short texts. Their codes are remembered by the text itself, all of its
//! bytes and its length in one number, so that a hit is the same text and no two texts are confused.
//!
//! Tested: `keys_are_exact`, `every_byte_counts`: no two fields share a key (85 texts × 5 continuations; every byte of
//! every length up to 15).

/// A value as one number. A field of up to 15 bytes has their count in the last byte, plus one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key(u128);

/// A small table of values and what is known of them; a new value drives out the old one in its slot.
pub(super) struct Memo<T> {
    /// None before the first value: a file may have many columns that nobody reads.
    slots: Box<[(Key, T)]>,
}

impl Key {
    /// The key of the first `length` bytes of `text`; `None` for a long field.
    ///
    /// `text` may go on behind the field, so that 16 bytes can be taken at once.
    #[inline]
    pub(super) fn new(text: &[u8], length: usize) -> Option<Self> {
        if length >= 16 {
            return None;
        }
        let ahead = if let Some(ahead) = text.first_chunk::<16>() {
            u128::from_le_bytes(*ahead)
        } else {
            let mut padded = [0; 16];
            padded
                .get_mut(..length)?
                .copy_from_slice(text.get(..length)?);
            u128::from_le_bytes(padded)
        };
        let bits = u32::try_from(length).ok()?.checked_mul(8)?;
        let field = ahead & !(u128::MAX << bits);
        let count = u128::try_from(length).ok()?.checked_add(1)?;
        Some(Self(field | (count << 120)))
    }

    /// The key of a number, which is none that a field has.
    #[inline]
    #[cfg(feature = "parquet")]
    pub(super) fn of_number(bits: u64) -> Self {
        Self(u128::from(bits) | (0xff << 120))
    }

    /// Spreads keys over the slots.
    #[inline]
    fn slot(self) -> usize {
        let half = |bits: u128| u64::try_from(bits & u128::from(u64::MAX)).unwrap_or_default();
        let (low, high) = (half(self.0), half(self.0 >> 64));
        let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        usize::try_from(mixed >> (64 - SLOT_BITS)).unwrap_or_default()
    }
}

impl<T: Copy + Default> Memo<T> {
    pub(super) fn new() -> Self {
        Self {
            slots: Box::default(),
        }
    }

    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<T> {
        let (value, known) = self.slots.get(key.slot())?;
        (*value == key).then_some(*known)
    }

    #[inline]
    pub(super) fn remember(&mut self, key: Key, known: T) {
        if self.slots.is_empty() {
            self.slots = vec![(EMPTY, T::default()); 1 << SLOT_BITS].into();
        }
        if let Some(slot) = self.slots.get_mut(key.slot()) {
            *slot = (key, known);
        }
    }

    /// Forgets all values.
    #[cfg(feature = "parquet")]
    pub(super) fn clear(&mut self) {
        self.slots.fill((EMPTY, T::default()));
    }
}

/// No value's: the last byte of a key is never 0.
const EMPTY: Key = Key(0);
/// 16 KiB a column: its share of a first-level cache.
const SLOT_BITS: u32 = 9;

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Every text of up to 3 bytes from an alphabet with zero bytes has a key of its own, whatever
    /// stands behind it.
    #[test]
    fn keys_are_exact() {
        let alphabet = [0_u8, 1, b'a', 0xff];
        let mut texts: Vec<Vec<u8>> = vec![vec![]];
        for length in 0..3 {
            let longer: Vec<_> = texts
                .iter()
                .filter(|text| text.len() == length)
                .flat_map(|text| alphabet.map(|byte| [text.as_slice(), &[byte]].concat()))
                .collect();
            texts.extend(longer);
        }
        let mut seen: HashMap<u128, Vec<u8>> = HashMap::new();
        for text in texts {
            for behind in [&b""[..], b"a", b"\0\0", &[0xff; 20], b",,,,,,,,,,,,,,,,,,,"] {
                let ahead = [text.as_slice(), behind].concat();
                let key = Key::new(&ahead, text.len()).unwrap();
                let known = seen.entry(key.0).or_insert_with(|| text.clone());
                assert_eq!(*known, text);
            }
        }
        assert_eq!(seen.len(), 1 + 4 + 16 + 64);
        assert!(!seen.contains_key(&0));
    }

    /// Fields that differ in one byte, or in a last byte more, have different keys, up to the longest.
    #[test]
    fn every_byte_counts() {
        let text = [b'x'; 20];
        for length in 1..16 {
            let key = Key::new(&text, length).unwrap();
            for place in 0..length {
                let mut other = text;
                other[place] = b'y';
                assert!(Key::new(&other, length).unwrap() != key);
                assert!(Key::new(&other[..length], length).unwrap() != key);
            }
            assert!(Key::new(&text, length - 1).unwrap() != key);
            let mut behind = text;
            behind[length] = b'y';
            assert!(Key::new(&behind, length).unwrap() == key);
        }
    }

    #[test]
    fn lengths() {
        let text = [b'x'; 20];
        assert!(Key::new(&text, 15).is_some());
        assert!(Key::new(&text, 16).is_none());
        assert!(Key::new(&text[..15], 15) == Key::new(&text, 15));
    }

    #[test]
    fn a_slot_holds_the_last_field() {
        let mut memo = Memo::new();
        assert!(memo.slots.is_empty(), "no memory before the first field");
        let keys: Vec<Key> = (0..5000_u32)
            .map(|number| {
                Key::new(number.to_string().as_bytes(), number.to_string().len()).unwrap()
            })
            .collect();
        for (key, code) in keys.iter().zip(0..) {
            assert_eq!(memo.find(*key), None);
            memo.remember(*key, code);
            assert_eq!(memo.find(*key), Some(code));
        }
        let kept = keys
            .iter()
            .zip(0..)
            .filter(|(key, _)| memo.find(**key).is_some());
        assert!(kept.clone().count() > 400);
        assert!(
            kept.into_iter()
                .all(|(key, code)| memo.find(*key) == Some(code))
        );
    }
}
