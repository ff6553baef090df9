//! How the values of a column read: as codes, as names, or as free text.

/// The texts of a column in summary.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    count: u64,
    /// In bytes.
    longest: usize,
    with_spaces: u64,
    with_digits: u64,
    words: u64,
}

impl Texts {
    pub(super) fn look(&mut self, text: &str) {
        self.count = self.count.saturating_add(1);
        self.longest = self.longest.max(text.len());
        let words = u64::try_from(text.split_whitespace().count()).unwrap_or(u64::MAX);
        self.words = self.words.saturating_add(words);
        self.with_spaces = self.with_spaces.saturating_add(u64::from(words > 1));
        let digit = text.bytes().any(|byte| byte.is_ascii_digit());
        self.with_digits = self.with_digits.saturating_add(u64::from(digit));
    }

    /// Nine of ten have a digit and none a space: ids, articles, diagnoses.
    pub(super) fn are_codes(&self) -> bool {
        let digits = self.with_digits.saturating_mul(10) >= self.count.saturating_mul(9);
        self.with_spaces == 0 && digits && self.longest <= LONGEST_CODE
    }

    /// Short codes, as lists of them have.
    pub(super) fn are_short_codes(&self) -> bool {
        self.are_codes() && self.longest <= LONGEST_SHORT_CODE
    }

    /// Sentences: four words each, on average.
    pub(super) fn are_sentences(&self) -> bool {
        self.words >= self.count.saturating_mul(4)
    }
}

/// A UUID with its hyphens has 36 letters, a hash in hexadecimal 64.
const LONGEST_CODE: usize = 64;
const LONGEST_SHORT_CODE: usize = 16;
