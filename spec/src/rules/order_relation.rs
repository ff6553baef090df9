//! Which bins of two compared columns can stand in one row.

use super::chains::Chain;
use super::relation::{Places, Relation};
use crate::schema::{Attribute, Bins};

/// The relation of a comparison. A cell is possible if some number of the first bin and some number of the second keep it,
/// or if a value is missing. Bins that compare alike with all bins of the other column are one class; null is its own.
pub(super) fn order_relation(
    chain: &Chain,
    schema: &[Attribute],
    places: &Places,
) -> Option<Relation> {
    let lows = schema.get(chain.first)?.kind().bins()?.starts();
    let highs = ends(schema.get(chain.second)?.kind().bins()?);
    let axes = axes(chain, schema)?;
    let cells = axes.iter().map(Axis::size).product::<usize>();
    let mut possible = Vec::with_capacity(cells);
    for cell in 0..cells {
        let mut left = cell;
        let mut is_null = false;
        let (mut low, mut high) = (None, None);
        for axis in axes.iter().rev() {
            let class = left.checked_rem(axis.size()).unwrap_or(0);
            left = left.checked_div(axis.size()).unwrap_or(0);
            match axis.firsts.get(class) {
                None => is_null = true,
                Some(bin) if axis.column == chain.first => low = lows.get(*bin),
                Some(bin) if axis.column == chain.second => high = highs.get(*bin),
                Some(_) => {}
            }
        }
        // The bins of a class compare alike, so that the first stands for all.
        let compared = low.zip(high);
        possible.push(is_null || compared.is_some_and(|(low, high)| chain.after(*low) <= *high));
    }
    let attributes = axes.iter().map(|axis| places.place(axis.column));
    Some(Relation {
        rules: chain.rules.iter().copied().collect(),
        attributes: attributes.collect::<Option<Vec<usize>>>()?,
        classes: axes.into_iter().map(|axis| axis.classes).collect(),
        possible,
    })
}

/// How many classes each column of a comparison has.
pub(super) fn class_counts(chain: &Chain, schema: &[Attribute]) -> Option<Vec<usize>> {
    Some(axes(chain, schema)?.iter().map(Axis::size).collect())
}

/// The columns of a comparison in the order of the schema.
fn axes(chain: &Chain, schema: &[Attribute]) -> Option<Vec<Axis>> {
    let (first, second) = (schema.get(chain.first)?, schema.get(chain.second)?);
    let lows = first.kind().bins()?.starts();
    let highs = ends(second.kind().bins()?);
    let unreached = |low: &i64| highs.partition_point(|high| *high < chain.after(*low));
    let reaching = |high: &i64| lows.partition_point(|low| chain.after(*low) <= *high);
    let of_first = Axis::new(
        chain.first,
        &lows.iter().map(unreached).collect::<Vec<_>>(),
        first,
    );
    let of_second = Axis::new(
        chain.second,
        &highs.iter().map(reaching).collect::<Vec<_>>(),
        second,
    );
    let mut axes = vec![of_first, of_second];
    for column in &chain.between {
        let attribute = schema.get(*column)?;
        let values = usize::try_from(attribute.size()).ok()?.checked_sub(1)?;
        axes.push(Axis::new(*column, &vec![0; values], attribute));
    }
    axes.sort_by_key(|axis| axis.column);
    Some(axes)
}

/// One column of a comparison.
struct Axis {
    column: usize,
    /// The class of every code, null included.
    classes: Vec<u16>,
    /// The first bin of each class; null has none.
    firsts: Vec<usize>,
    nullable: bool,
}

impl Axis {
    /// Bins with the same number in `by_bin`, which does not fall from bin to bin, are one class.
    fn new(column: usize, by_bin: &[usize], attribute: &Attribute) -> Self {
        let mut firsts = Vec::new();
        let mut classes = Vec::new();
        let mut before = None;
        for (bin, key) in by_bin.iter().enumerate() {
            if before != Some(key) {
                firsts.push(bin);
                before = Some(key);
            }
            // There are no more classes than codes.
            classes.push(u16::try_from(firsts.len() - 1).unwrap_or(u16::MAX));
        }
        if attribute.is_nullable() {
            classes.push(u16::try_from(firsts.len()).unwrap_or(u16::MAX));
        }
        Self {
            column,
            classes,
            firsts,
            nullable: attribute.is_nullable(),
        }
    }

    /// How many classes there are.
    fn size(&self) -> usize {
        self.firsts.len() + usize::from(self.nullable)
    }
}

/// The last number of each bin.
fn ends(bins: &Bins) -> Vec<i64> {
    let later = bins.starts().iter().skip(1).map(|start| start - 1);
    later.chain([bins.last()]).collect()
}
