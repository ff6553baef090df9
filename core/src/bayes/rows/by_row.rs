//! Row after row from tables that need not agree, with fallback (Bao 3.3.1).

use rand_core::Rng;

use super::columns::{column_of, put, put_cell, set};
use super::layout::{Layout, mass_at, stride};
use super::model::Model;
use crate::Error;
use crate::bayes::network::Node;
use crate::bayes::tables::Table;
use crate::bayes::tickets::{mass, pick};
use crate::bayes::walk::Walk;
use crate::variables::Variable;

/// Draws one row after the other straight from noisy tables, with the fallback of Bao 3.3.1.
///
/// Columns as in [`Model::draw_columns`]. Ends whatever the tables hold: after 20,000 steps
/// an attribute takes its table's own distribution.
pub fn draw_rows_with_fallback<R: Rng>(
    model: &Model<'_>,
    columns: &mut [&mut [u16]],
    rng: &mut R,
    progress: &mut dyn FnMut(),
) -> Result<(), Error> {
    let rows = columns.first().map_or(0, |column| column.len());
    let tables = model.tables.as_slice();
    let (head, rest) = tables.split_first().ok_or(Error::BufferTooSmall)?;
    let head_cells = head.cells(model.cells)?;
    for row in 0..rows {
        let mut walk = Walk::START;
        while walk.step <= model.network.nodes.len() {
            let drawn = if walk.step == 0 {
                let cell = pick(head_cells.iter().map(|&cell| mass(cell)), rng).unwrap_or(0);
                put_cell(columns, model.domain, &model.network.head, row, cell);
                model
                    .network
                    .head
                    .as_slice()
                    .iter()
                    .try_for_each(|&variable| refine_row(model, variable, columns, row, rng))?;
                true
            } else {
                let place = walk.step.saturating_sub(1);
                let node = model.network.nodes.get(place).ok_or(Error::BadDomain)?;
                let table = rest.get(place).ok_or(Error::BadDomain)?;
                draw_child(model, node, table, columns, row, walk.is_forced(), rng)?
            };
            walk = walk.after(drawn);
        }
        progress();
    }
    Ok(())
}

/// Draws one child for one row; false where its parents have no mass, unless it must do `anyway`.
fn draw_child<R: Rng>(
    model: &Model<'_>,
    node: &Node,
    table: &Table,
    columns: &mut [&mut [u16]],
    row: usize,
    anyway: bool,
    rng: &mut R,
) -> Result<bool, Error> {
    let domain = model.domain;
    let cells = table.cells(model.cells)?;
    let layout = Layout::new(&domain, &table.variables, node.child);
    let mut base = 0_usize;
    for &parent in node.parents.as_slice() {
        let leaf = column_of(columns, domain, parent)?
            .get(row)
            .copied()
            .unwrap_or(0);
        let stride = stride(&domain, &table.variables, parent);
        base = base.saturating_add(stride.saturating_mul(domain.coarse(parent, leaf).into()));
    }
    let mut value = pick(layout.values(base).map(|cell| mass_at(cells, cell)), rng);
    if value.is_none() && anyway {
        let cell = pick(cells.iter().map(|&cell| mass(cell)), rng);
        value = Some(cell.map_or(0, |cell| layout.child_value(cell)));
    }
    let Some(value) = value else { return Ok(false) };
    set(columns, domain, node.child, row, value);
    refine_row(model, node.child, columns, row, rng)?;
    Ok(true)
}

fn refine_row<R: Rng>(
    model: &Model<'_>,
    variable: Variable,
    columns: &mut [&mut [u16]],
    row: usize,
    rng: &mut R,
) -> Result<(), Error> {
    let domain = model.domain;
    if domain.is_leaf(variable) {
        return Ok(());
    }
    let cells = model.one_way(domain.leaf(variable))?.cells(model.cells)?;
    let column = column_of(columns, domain, variable)?;
    let group = column.get(row).copied().unwrap_or(0);
    let members = (0..=u16::MAX)
        .zip(cells)
        .filter(|(value, _)| domain.coarse(variable, *value) == group);
    let chosen = pick(members.clone().map(|(_, &cell)| mass(cell)), rng)
        .or_else(|| pick(members.clone().map(|_| 1), rng));
    if let Some((value, _)) = chosen.and_then(|place| members.clone().nth(place)) {
        put(column, row, value.into());
    }
    Ok(())
}
