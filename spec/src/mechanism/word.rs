//! Parameters that are one word of a few.

use crate::expect::variant;
use crate::fields::Fields;
use crate::findings::Findings;
use crate::in_full::Written;

/// A parameter whose values are words without parameters of their own.
pub(super) trait Word: Copy + PartialEq + 'static {
    /// What the spec calls it.
    const PARAMETER: &'static str;
    /// Its words with their meanings.
    const WORDS: &'static [(&'static str, Self)];

    /// What the spec says, or else what is usual.
    fn read(fields: &Fields<'_>, usual: Self, findings: &mut Findings) -> Option<Self> {
        let Some(node) = fields.optional(Self::PARAMETER) else {
            return Some(usual);
        };
        let known: Vec<_> = Self::WORDS.iter().map(|(word, _)| *word).collect();
        let chosen = variant(node, Self::PARAMETER, &known, findings)?;
        chosen.alone(findings)?;
        let found = Self::WORDS.iter().find(|(word, _)| *word == chosen.name);
        found.map(|(_, meaning)| *meaning)
    }

    /// As it stands in a spec.
    fn written(self) -> Written {
        let found = Self::WORDS.iter().find(|(_, meaning)| *meaning == self);
        found.map_or(Written::none(), |(word, _)| Written::bare(word))
    }
}
