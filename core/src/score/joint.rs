//! The joint table as the scores want it: one row a value of the child.
//!
//! Tested: `the_child_comes_first_wherever_it_stands`, `maximum_score_moves_by_at_most_its_sensitivity`.

use crate::Error;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// Copies the table over `variables` into `joint`, child first: one row a value of `child`, one column
/// a cell of the other variables, in their order. Returns the number of columns.
pub fn child_first(
    domain: &Domain<'_>,
    variables: &VariableSet,
    child: Variable,
    cells: &[u64],
    joint: &mut [u64],
) -> Result<usize, Error> {
    let values = domain.size(child) as usize;
    // A cell's number is (outer·values + value)·stride + inner; its column is outer·stride + inner.
    let stride = variables
        .as_slice()
        .iter()
        .skip_while(|&&variable| variable != child)
        .skip(1)
        .try_fold(1_usize, |cells, &variable| {
            cells.checked_mul(domain.size(variable) as usize)
        })
        .ok_or(Error::BufferTooSmall)?;
    let columns = cells.len().checked_div(values).unwrap_or(0);
    let fits = variables.contains(child) && cells.len() == joint.len() && columns > 0;
    if !fits || values.checked_mul(columns) != Some(cells.len()) {
        return Err(Error::BufferTooSmall);
    }
    let blocks = cells.chunks_exact(stride.saturating_mul(values));
    for (outer, block) in blocks.enumerate() {
        for (row, inner) in joint
            .chunks_exact_mut(columns)
            .zip(block.chunks_exact(stride))
        {
            let start = outer.saturating_mul(stride);
            row.get_mut(start..start.saturating_add(stride))
                .ok_or(Error::BufferTooSmall)?
                .copy_from_slice(inner);
        }
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Level;

    #[test]
    fn the_child_comes_first_wherever_it_stands() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 3), Level::leaf(2, 2)];
        let domain = Domain::new(&levels).unwrap();
        let all = VariableSet::new(&[Variable(0), Variable(1), Variable(2)]).unwrap();
        // Cell (a, b, c) holds 100a + 10b + c.
        let cells = [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121];
        for (child, columns, expected) in [
            (0, 6, [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121]),
            (1, 4, [0, 1, 100, 101, 10, 11, 110, 111, 20, 21, 120, 121]),
            (2, 6, [0, 10, 20, 100, 110, 120, 1, 11, 21, 101, 111, 121]),
        ] {
            let mut joint = [0; 12];
            let found = child_first(&domain, &all, Variable(child), &cells, &mut joint);
            assert_eq!((found, joint), (Ok(columns), expected), "child {child}");
        }
        let others = VariableSet::new(&[Variable(0), Variable(1)]).unwrap();
        for (label, variables, child, cells, places) in [
            ("no such variable", &all, 3, &cells[..], 12),
            ("another table", &others, 2, &cells, 12),
            ("too little memory", &all, 2, &cells, 11),
            ("no cells", &all, 2, &[], 0),
        ] {
            let mut joint = [0; 12];
            let joint = &mut joint[..places];
            let refused = child_first(&domain, variables, Variable(child), cells, joint);
            assert_eq!(refused, Err(Error::BufferTooSmall), "{label}");
        }
    }
}
