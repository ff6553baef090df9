//! What the cells of a grid are called, level by level.

use privet_spec::Attribute;

use super::levels::levels_of;

/// For each level, finest first, the labels of its groups; a missing value is the last.
pub(crate) fn grid_labels(attribute: &Attribute) -> Vec<Vec<String>> {
    let levels = levels_of(attribute);
    let last = levels.cells().saturating_sub(1);
    let null = attribute.is_nullable().then_some(Attribute::NULL_LABEL);
    let of_level = |(shift, values): (u32, usize)| {
        let cells = (0..values).map(|group| {
            let end = ((group + 1) << shift) - 1;
            // At most 2^16 cells.
            let code = |cell: usize| u16::try_from(cell.min(last)).unwrap_or(u16::MAX);
            let label = attribute.range_label(code(group << shift)..=code(end));
            label.unwrap_or_default()
        });
        cells.chain(null.map(str::to_owned)).collect()
    };
    levels.groups().map(of_level).collect()
}
