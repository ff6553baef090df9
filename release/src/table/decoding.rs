//! What is known of values that are written, beyond their codes.

use privet_spec::Within;

/// Nothing, unless rows were drawn on request.
#[derive(Clone, Copy, Default)]
pub(crate) struct Decoding<'d> {
    /// Bins of which only a part is meant.
    pub(crate) laws: Option<&'d Laws>,
    /// Fields that were given.
    pub(crate) given: Option<&'d GivenFields>,
    /// For each learned attribute the number in each row, where numbers were read.
    pub(crate) numbers: &'d [Option<Vec<i64>>],
}

/// For each learned attribute and each of its codes the law of its values, where a bin is cut.
#[derive(Default)]
pub(crate) struct Laws(pub(crate) Vec<Vec<Option<Within>>>);

/// For each attribute of the schema the fields that are given, by rows.
///
/// They are private, so there is no `Debug` by which they could get into a message.
pub(crate) struct GivenFields(Vec<Vec<Option<Box<str>>>>);

impl GivenFields {
    /// None yet.
    pub(crate) fn new(attributes: usize) -> Self {
        Self(vec![Vec::new(); attributes])
    }

    /// Takes the field of a row, at or behind the last one.
    pub(crate) fn put(&mut self, attribute: usize, row: usize, text: &str) {
        if let Some(fields) = self.0.get_mut(attribute) {
            fields.resize(row.max(fields.len()), None);
            fields.push(Some(text.into()));
        }
    }
}

impl<'d> Decoding<'d> {
    /// Laws of the codes of an attribute, by its place among the learned ones.
    pub(super) fn laws_of(&self, learned: usize) -> &'d [Option<Within>] {
        let laws = self.laws.and_then(|laws| laws.0.get(learned));
        laws.map_or(&[], Vec::as_slice)
    }

    /// Numbers of an attribute, by its place among the learned ones.
    pub(super) fn numbers_of(&self, learned: usize) -> Option<&'d [i64]> {
        self.numbers.get(learned)?.as_deref()
    }

    /// Fields of an attribute, by its place in the schema.
    pub(super) fn given_to(&self, attribute: usize) -> &'d [Option<Box<str>>] {
        let given = self.given.and_then(|given| given.0.get(attribute));
        given.map_or(&[], Vec::as_slice)
    }
}
