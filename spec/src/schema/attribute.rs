//! One column of the table.

use super::determined::Determined;
use super::hierarchy::Hierarchy;
use super::level::most_found_levels;
use super::lookup::Lookup;
use super::numeral::Numeral;
use super::{Kind, Level, Outside};
use crate::files::NamedFile;
use crate::input::DecimalSign;
use crate::spelling::Spelling;

/// A checked attribute.
///
/// Its codes are `0..size()`: the values in the order of the spec, then, if the attribute is
/// nullable, one code for a missing value, always the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Where its labels stand, if they stand in a file.
    pub(super) file: Option<NamedFile>,
    pub(super) missing: Vec<String>,
    /// The missing tokens that the kind reads as numbers or times, on its grid or not.
    pub(super) missing_numerals: Box<[Numeral]>,
    /// What stands before the fraction of a number in a field.
    pub(super) decimal: DecimalSign,
    pub(super) null_spelling: String,
    pub(super) outside: Outside,
    pub(super) levels: Vec<Level>,
    /// How the spec declares them.
    pub(super) hierarchy: Hierarchy,
    pub(super) lookup: Lookup,
    pub(super) values: u32,
    /// How the fields that are read are spelled; as declared, but where an output is read back.
    pub(super) spelling: Spelling,
    /// What follows from another column by a rule, if this one does.
    pub(super) determined: Option<Box<Determined>>,
    /// As the schema declares it, where rules between columns cut its bins further or give it a level.
    pub(super) declared: Option<Box<Self>>,
}

impl Attribute {
    /// The caller has checked the parts against each other.
    pub(super) fn new(
        name: String,
        (kind, file): (Kind, Option<NamedFile>),
        missing: Vec<String>,
        outside: Outside,
        (levels, hierarchy): (Vec<Level>, Hierarchy),
        decimal: DecimalSign,
    ) -> Self {
        let missing_numerals = missing
            .iter()
            .filter_map(|token| kind.numeral(token.trim(), decimal))
            .collect();
        let null_spelling = missing.first().cloned().unwrap_or_default();
        let attribute = Self {
            values: kind.values(),
            name,
            kind,
            file,
            missing,
            missing_numerals,
            decimal,
            null_spelling,
            outside,
            levels,
            hierarchy,
            lookup: Lookup::default(),
            spelling: Spelling::AsDeclared,
            determined: None,
            declared: None,
        };
        Self {
            lookup: attribute.look_up(),
            ..attribute
        }
    }

    /// The codes of labels and missing tokens.
    pub(super) fn look_up(&self) -> Lookup {
        // At most `MOST_CODES` codes, so that each fits; the null code is the one after the values.
        let code = |index: usize| u16::try_from(index).unwrap_or(u16::MAX);
        let null = u16::try_from(self.values).unwrap_or(u16::MAX);
        let labels = self.kind.labels().into_iter().enumerate();
        let labels = labels.map(|(index, label)| (Box::from(label), code(index)));
        let missing = self.missing.iter();
        let missing = missing.map(|token| (Box::from(token.as_str()), null));
        labels.chain(missing).collect()
    }

    /// The attribute's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The column's name in the header of a table that is read.
    pub fn column(&self) -> String {
        let mut column = self.name.clone();
        self.spelling.spell(&mut column);
        column
    }

    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The texts that mean "missing".
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// How a missing value is written in the output.
    pub fn null_spelling(&self) -> &str {
        &self.null_spelling
    }

    /// The policy for a value outside of the domain.
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// The coarser levels, finest first. The leaf level, the codes themselves, is not among them.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The coarser levels that a person has drawn up, not those that are made of neighbours by themselves.
    pub fn declared_levels(&self) -> &[Level] {
        match self.hierarchy.group_size() {
            Some(_) => &[],
            None => &self.levels,
        }
    }

    /// The labels of a kind that has them, in the order of their codes.
    pub(crate) fn labels(&self) -> Vec<&str> {
        self.kind.labels()
    }

    /// The names of the groups of declared levels.
    pub(crate) fn group_names(&self) -> impl Iterator<Item = &str> {
        let nulls = u32::from(self.is_nullable());
        self.declared_levels().iter().flat_map(move |level| {
            let groups = (0..level.size() - nulls).filter_map(|group| u16::try_from(group).ok());
            groups.filter_map(|group| level.name(group))
        })
    }

    /// Whether a missing value is one of the codes.
    pub fn is_nullable(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Whether the column is generated and never read; it has no codes.
    pub fn is_identifier(&self) -> bool {
        matches!(self.kind, Kind::Identifier { .. })
    }

    /// What its values follow from, where a rule says that another column determines it.
    pub fn determined(&self) -> Option<&Determined> {
        self.determined.as_deref()
    }

    /// Whether the column is read and learned: it is neither generated nor determined by another.
    pub fn is_learned(&self) -> bool {
        !self.is_identifier() && self.determined.is_none()
    }

    /// The number of codes, null included; at most [`MOST_CODES`].
    pub fn size(&self) -> u32 {
        self.values + u32::from(self.is_nullable())
    }

    /// The code of a missing value.
    pub fn null_code(&self) -> Option<u16> {
        self.is_nullable()
            .then(|| u16::try_from(self.values).ok())
            .flatten()
    }

    /// Attributes as the network sees them, at most: one a level, the leaf included.
    pub fn virtual_attributes(&self) -> usize {
        if !self.is_learned() {
            0
        } else if self.is_found() {
            let fixed = self.kind.bins().map_or(0, |bins| bins.fixed().len());
            let levels = |group_size| most_found_levels(group_size, fixed);
            1 + self.hierarchy.group_size().map_or(0, levels)
        } else {
            1 + self.levels.len()
        }
    }

    /// Reads what the output writes: its spelling of null is a missing value, whatever the table has.
    pub(crate) fn read_as_written(&mut self, spelling: Spelling) {
        if self.is_nullable() && !self.missing.contains(&self.null_spelling) {
            self.missing.push(self.null_spelling.clone());
            self.lookup = self.look_up();
        }
        self.spelling = spelling;
    }

    pub(crate) fn spell_null(&mut self, spelling: &str) {
        spelling.clone_into(&mut self.null_spelling);
    }
}

/// Codes are `u16`.
pub const MOST_CODES: u32 = 1 << 16;
