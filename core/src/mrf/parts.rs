//! A table in an orthonormal basis: one part for each subset of its variables.
//!
//! Every axis has Helmert's basis, whose first vector is constant. A table over M falls into one part for each
//! S ⊆ M: what the variables of S do beyond all smaller sets. The part of S is the same in every table that holds
//! S, up to the factor √cells(M∖S). (The same decomposition underlies Xiao, He, Zhang and Kifer 2023.)
//!
//! Levels of one attribute count as variables of their own.

use alloc::vec;
use alloc::vec::Vec;

use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// Which way a table is transformed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    ToParts,
    ToCells,
}

/// The variables of a table with their sizes.
pub(super) struct Axes(Vec<(Variable, usize)>);

impl Axes {
    pub(super) fn new(domain: &Domain<'_>, variables: &VariableSet) -> Self {
        let variables = variables.as_slice().iter();
        Self(
            variables
                .map(|&variable| (variable, domain.size(variable) as usize))
                .collect(),
        )
    }

    /// One number for each subset of the axes: bit i is set where axis i is part of it.
    pub(super) fn supports(&self) -> core::ops::Range<usize> {
        0..1_usize << self.0.len().min(usize::BITS as usize - 1)
    }

    /// The subset's variables, and √cells of the other axes.
    pub(super) fn describe(&self, support: usize) -> (Vec<Variable>, f64) {
        let mut variables = Vec::new();
        let mut others = 1.0;
        for (axis, &(variable, size)) in self.0.iter().enumerate() {
            if support >> axis & 1 == 1 {
                variables.push(variable);
            } else {
                #[allow(clippy::cast_precision_loss)]
                let size = size as f64;
                others *= size;
            }
        }
        (variables, libm::sqrt(others))
    }

    /// How many numbers the part of this support has: Π (k − 1) over its axes.
    pub(super) fn coefficients(&self, support: usize) -> f64 {
        let axes = self.0.iter().enumerate();
        let axes = axes.filter(|(axis, _)| support >> axis & 1 == 1);
        #[allow(clippy::cast_precision_loss)] // sizes of attributes
        axes.map(|(_, (_, size))| *size as f64 - 1.0).product()
    }

    /// The transformed cells by support, each in row-major order of its own axes.
    pub(super) fn split(&self, cells: &[f64]) -> Vec<(usize, Vec<f64>)> {
        let mut parts: Vec<(usize, Vec<f64>)> = self
            .supports()
            .map(|support| (support, Vec::new()))
            .collect();
        for (support, cell) in self.walk().zip(cells) {
            if let Some((_, part)) = parts.get_mut(support) {
                part.push(*cell);
            }
        }
        parts
    }

    /// Puts parts back where [`Axes::split`] found them.
    pub(super) fn join(&self, parts: Vec<Vec<f64>>, cells: &mut [f64]) {
        let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
        for (support, cell) in self.walk().zip(cells) {
            *cell = parts
                .get_mut(support)
                .and_then(Iterator::next)
                .unwrap_or(0.0);
        }
    }

    /// For every cell in row-major order, the axes on which it is not the first.
    pub(super) fn walk(&self) -> impl Iterator<Item = usize> {
        let mut digits = vec![0_usize; self.0.len()];
        let cells = self.0.iter().map(|(_, size)| size).product::<usize>();
        (0..cells).map(move |_| {
            let support = digits.iter().enumerate().fold(0, |bits, (axis, &digit)| {
                bits | usize::from(digit > 0) << axis
            });
            for (digit, (_, size)) in digits.iter_mut().zip(&self.0).rev() {
                *digit += 1;
                if *digit < *size {
                    break;
                }
                *digit = 0;
            }
            support
        })
    }

    /// Helmert's transform along every axis; it is orthonormal, so that its inverse is its transpose.
    pub(super) fn transform(&self, cells: &mut [f64], direction: Direction) {
        let mut inner = cells.len();
        for &(_, size) in &self.0 {
            let block = inner;
            inner = inner.checked_div(size).unwrap_or(1).max(1);
            let mut line = vec![0.0; size];
            for block in cells.chunks_exact_mut(block.max(1)) {
                for offset in 0..inner {
                    let places = || block.iter().skip(offset).step_by(inner);
                    line.iter_mut()
                        .zip(places())
                        .for_each(|(slot, cell)| *slot = *cell);
                    match direction {
                        Direction::ToParts => to_contrasts(&mut line),
                        Direction::ToCells => from_contrasts(&mut line),
                    }
                    let places = block.iter_mut().skip(offset).step_by(inner);
                    places.zip(&line).for_each(|(cell, value)| *cell = *value);
                }
            }
        }
    }
}

/// h_0 = Σ x/√k; h_j = (x_0 + … + x_(j−1) − j·x_j)/√(j(j+1)).
#[allow(clippy::cast_precision_loss)]
fn to_contrasts(line: &mut [f64]) {
    let length = line.len() as f64;
    let mut sum = 0.0;
    for (place, value) in line.iter_mut().enumerate() {
        let before = sum;
        sum += *value;
        let j = place as f64;
        if place > 0 {
            *value = (before - j * *value) / libm::sqrt(j * (j + 1.0));
        }
    }
    if let Some(first) = line.first_mut() {
        *first = sum / libm::sqrt(length);
    }
}

/// The transpose: x_i = h_0/√k − i·h_i/√(i(i+1)) + Σ_(j>i) h_j/√(j(j+1)).
#[allow(clippy::cast_precision_loss)]
fn from_contrasts(line: &mut [f64]) {
    let length = line.len() as f64;
    let constant = line.first().copied().unwrap_or(0.0) / libm::sqrt(length);
    let mut later = 0.0;
    for (place, value) in line.iter_mut().enumerate().rev() {
        let j = place as f64;
        if place > 0 {
            let share = *value / libm::sqrt(j * (j + 1.0));
            *value = constant - j * share + later;
            later += share;
        } else {
            *value = constant + later;
        }
    }
}
