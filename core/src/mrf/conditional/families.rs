//! The law of each attribute given its parents, as rows are drawn.

use alloc::vec;
use alloc::vec::Vec;

use crate::Error;
use crate::bayes::rows::Model;
use crate::bayes::tables::Table;
use crate::bayes::tickets::mass;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// The laws that a network's rows are drawn by.
#[derive(Clone, Debug)]
pub struct Families<'a> {
    pub(super) domain: Domain<'a>,
    pub(super) laws: Vec<Family>,
    /// For each attribute.
    pub(super) attributes: Vec<Entry>,
}

/// Some attributes given others.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// All of them, at the levels of their table.
    pub(super) variables: VariableSet,
    /// Probabilities, in the order of the table's cells.
    pub(super) cells: Vec<f64>,
}

/// How an attribute is drawn.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The finest level at which a table of several attributes has it, or at which it is drawn.
    pub(super) level: Variable,
    /// The probability of each of its values, given that of the level at which it is drawn.
    pub(super) leaves: Vec<f64>,
}

impl<'a> Families<'a> {
    /// The laws of a model. Refused: one that lacks an attribute or a table.
    pub fn new(model: &Model<'a>) -> Result<Self, Error> {
        let domain = model.domain;
        let mut tables = model.tables.as_slice().iter();
        let head = tables.next().ok_or(Error::BadDomain)?;
        let mut laws = vec![Family::of(model, head, &VariableSet::EMPTY)?];
        for (node, table) in model.network.nodes.iter().zip(tables) {
            laws.push(Family::of(model, table, &node.parents)?);
        }
        let leaves = domain.variables().filter(|&leaf| domain.is_leaf(leaf));
        let entry = |leaf: Variable| {
            let same = |variable: &Variable| domain.leaf(*variable) == leaf;
            let entered = model.network.entries().find(same);
            let entered = entered.ok_or(Error::BadDomain)?;
            let all = laws.iter().flat_map(|law| law.variables.as_slice());
            Ok(Entry {
                // Finer levels stand before coarser ones.
                level: all.copied().filter(same).fold(entered, Variable::min),
                leaves: leaves_given(model, entered)?,
            })
        };
        Ok(Self {
            domain,
            attributes: leaves.map(entry).collect::<Result<_, Error>>()?,
            laws,
        })
    }
}

impl Family {
    /// The law of a table's other variables given the parents.
    fn of(model: &Model<'_>, table: &Table, parents: &VariableSet) -> Result<Self, Error> {
        let domain = &model.domain;
        let variables = &table.variables;
        let mut others = VariableSet::EMPTY;
        for &variable in variables.as_slice() {
            if !parents.contains(variable) {
                others.insert(variable)?;
            }
        }
        let masses = masses(table.cells(model.cells)?);
        let mut given = vec![0.0; cells(domain, parents)?];
        let mut alone = vec![0.0; cells(domain, &others)?];
        let mut places = vec![(0, 0); masses.len()];
        domain.project(variables, parents, |cell, onto| {
            add(&mut given, onto, masses.get(cell));
            if let Some(place) = places.get_mut(cell) {
                place.0 = onto;
            }
        });
        domain.project(variables, &others, |cell, onto| {
            add(&mut alone, onto, masses.get(cell));
            if let Some(place) = places.get_mut(cell) {
                place.1 = onto;
            }
        });
        // Without mass all values are as likely.
        let alone = normalised(alone);
        let law = masses.iter().zip(places).map(|(mass, (parents, value))| {
            match given.get(parents) {
                Some(&sum) if sum > 0.0 => mass / sum,
                // No mass for these parents: the child's own distribution.
                _ => alone.get(value).copied().unwrap_or(0.0),
            }
        });
        Ok(Self {
            cells: law.collect(),
            variables: variables.clone(),
        })
    }
}

/// The probability of every value of an attribute, given that of the level at which it is drawn.
fn leaves_given(model: &Model<'_>, entered: Variable) -> Result<Vec<f64>, Error> {
    let domain = &model.domain;
    let leaf = domain.leaf(entered);
    let values = domain.size(leaf) as usize;
    if leaf == entered {
        return Ok(vec![1.0; values]);
    }
    let mut tables = model.tables.as_slice().iter().rev();
    let own = tables.find(|table| table.variables.as_slice() == [leaf]);
    let masses = masses(own.ok_or(Error::BadDomain)?.cells(model.cells)?);
    let group = |value: u16| usize::from(domain.coarse(entered, value));
    let mut sums = vec![0.0; domain.size(entered) as usize];
    let mut members = sums.clone();
    for (value, mass) in (0..=u16::MAX).zip(&masses) {
        add(&mut sums, group(value), Some(mass));
        add(&mut members, group(value), Some(&1.0));
    }
    let law = (0..=u16::MAX).zip(&masses).map(|(value, mass)| {
        let of = |sums: &[f64]| sums.get(group(value)).copied().unwrap_or(0.0);
        match of(&sums) {
            sum if sum > 0.0 => mass / sum,
            _ => 1.0 / of(&members),
        }
    });
    Ok(law.collect())
}

#[allow(clippy::cast_precision_loss)]
fn masses(cells: &[i64]) -> Vec<f64> {
    cells.iter().map(|&cell| mass(cell) as f64).collect()
}

fn normalised(mut masses: Vec<f64>) -> Vec<f64> {
    let sum: f64 = masses.iter().sum();
    if sum > 0.0 {
        for mass in &mut masses {
            *mass /= sum;
        }
    } else {
        #[allow(clippy::cast_precision_loss)]
        let each = 1.0 / masses.len().max(1) as f64;
        masses.fill(each);
    }
    masses
}

fn add(sums: &mut [f64], place: usize, value: Option<&f64>) {
    if let (Some(sum), Some(value)) = (sums.get_mut(place), value) {
        *sum += value;
    }
}

fn cells(domain: &Domain<'_>, set: &VariableSet) -> Result<usize, Error> {
    let cells = domain.cells(set, u64::from(u32::MAX));
    cells.ok_or(Error::BufferTooSmall)
}
