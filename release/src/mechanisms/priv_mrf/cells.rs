//! How far noise moves a count of one cell, where parts of its table were left out and other tables tell them.
//!
//! A table falls into parts with noise of their own (`privet_core::parts`). Of the parts that were asked for, the table's own
//! noise counts; of each other one, that of the one table that tells it best; of the total, that of the number of rows. What many
//! tables tell together is closer, so this is a bound, up to the joining of values: a group of g values has at most g times the
//! variance of one.

use super::measured::{JoinedFile, MeasuredFile};
use crate::model::SizeFile;
use crate::noise::Noise;
use crate::plan::VariableName;

/// The noisy answers of a model.
pub(super) struct Answers<'m> {
    pub(super) size: SizeFile,
    pub(super) joined: &'m [JoinedFile],
    pub(super) measured: &'m [MeasuredFile],
}

/// The error of a cell: a variance, and what goes with the number of rows and so adds up.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    variance: f64,
    by_rows: f64,
}

impl Moved {
    const WITHOUT_END: Self = Self {
        variance: f64::INFINITY,
        by_rows: 0.0,
    };

    fn squared(self) -> f64 {
        self.variance + self.by_rows * self.by_rows
    }
}

impl Answers<'_> {
    /// The noise of one count of a table, in rows.
    pub(super) fn of_a_cell(&self, table: &MeasuredFile) -> Noise {
        if table.left_out.is_empty() {
            return table.sigma.noise();
        }
        let cells = number(table.counts.len());
        let mut left = cells;
        let mut moved = Moved::default();
        for part in &table.left_out {
            left -= self.coefficients(part);
            let others = cells / self.cells(part);
            let Moved { variance, by_rows } = self.of_a_part(part);
            moved.variance += variance / (others * others);
            moved.by_rows += by_rows / others;
        }
        let own = table.sigma.noise().scale() / cells;
        moved.variance += own * own * left / cells;
        Noise::Gaussian {
            sigma: moved.squared().sqrt(),
        }
    }

    /// The error of a part in a cell of the table over its own columns, by the table that tells it best.
    fn of_a_part(&self, part: &[VariableName]) -> Moved {
        if part.is_empty() {
            return Moved {
                variance: 0.0,
                by_rows: self.size_noise(),
            };
        }
        let told = self.measured.iter().filter(|table| {
            let columns = |name| table.columns.contains(name);
            part.iter().all(columns) && !table.left_out.iter().any(|left_out| left_out == part)
        });
        let told = told.map(|table| {
            let cells = number(table.counts.len());
            let units = if table.left_out.is_empty() {
                1.0
            } else {
                cells
            };
            let sigma = table.sigma.noise().scale() / units;
            let others = cells / self.cells(part);
            Moved {
                variance: sigma * sigma * others * self.coefficients(part) / self.cells(part),
                by_rows: 0.0,
            }
        });
        let own = match part {
            [VariableName(attribute, 1)] => self.of_joined(attribute),
            _ => None,
        };
        let best = told
            .chain(own)
            .min_by(|one, other| one.squared().total_cmp(&other.squared()));
        best.unwrap_or(Moved::WITHOUT_END)
    }

    /// A column's own table, its rare values joined.
    fn of_joined(&self, attribute: &str) -> Option<Moved> {
        let groups = &self.joined(attribute)?.groups;
        let own = self.measured.iter().find(|table| {
            let [VariableName(of, 0)] = table.columns.as_slice() else {
                return false;
            };
            of == attribute
        })?;
        let size_of = |group: &u16| groups.iter().filter(|other| *other == group).count();
        let largest = number(groups.iter().map(size_of).max()?);
        let values = number(groups.len());
        let (units, by_rows) = if own.left_out.is_empty() {
            (1.0, 0.0)
        } else {
            (values, largest / values * self.size_noise())
        };
        let sigma = own.sigma.noise().scale() / units;
        Some(Moved {
            variance: largest * sigma * sigma,
            by_rows,
        })
    }

    fn size_noise(&self) -> f64 {
        let noise = self.size.counted().noise;
        noise.map_or(0.0, Noise::scale)
    }

    fn joined(&self, attribute: &str) -> Option<&JoinedFile> {
        self.joined.iter().find(|of| of.attribute == attribute)
    }

    /// How many values a column has.
    fn values(&self, VariableName(attribute, level): &VariableName) -> f64 {
        let of = self.joined(attribute);
        let groups = of.and_then(|of| match level {
            0 => Some(of.groups.len()),
            1 => groups_of(&of.groups),
            coarser => groups_of(of.coarser.get(usize::from(coarser - 2))?),
        });
        number(groups.unwrap_or(1))
    }

    fn cells(&self, part: &[VariableName]) -> f64 {
        part.iter().map(|name| self.values(name)).product()
    }

    /// How many numbers a part has.
    fn coefficients(&self, part: &[VariableName]) -> f64 {
        part.iter().map(|name| self.values(name) - 1.0).product()
    }
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn groups_of(level: &[u16]) -> Option<usize> {
    level.iter().max().map(|&last| usize::from(last) + 1)
}

#[cfg(test)]
mod tests {
    use privet_core::privacy::Sigma;

    use super::*;

    fn name(attribute: &str, level: u8) -> VariableName {
        VariableName(attribute.to_owned(), level)
    }

    fn table(columns: &[VariableName], left_out: &[&[VariableName]], sigma: u64) -> MeasuredFile {
        MeasuredFile {
            columns: columns.to_vec(),
            left_out: left_out.iter().map(|part| part.to_vec()).collect(),
            sigma: Sigma::new(sigma, 0).unwrap().into(),
            counts: vec![0; 1 << columns.len()],
        }
    }

    /// The variance of a cell of the last table.
    fn squared(measured: &[MeasuredFile]) -> f64 {
        let two = |attribute: &str| JoinedFile {
            attribute: attribute.to_owned(),
            groups: vec![0, 1],
            coarser: Vec::new(),
        };
        let answers = Answers {
            size: SizeFile::Noisy {
                rows: 100,
                sigma: Sigma::new(8, 0).unwrap().into(),
            },
            joined: &[two("a"), two("b")],
            measured,
        };
        let noise = answers.of_a_cell(measured.last().unwrap());
        noise.scale().powi(2)
    }

    #[test]
    fn what_other_tables_tell_has_their_noise() {
        let near = |found: f64, expected: f64| {
            assert!(
                (found / expected - 1.0).abs() < 1e-9,
                "{found}, not {expected}"
            );
        };
        let own_a = table(&[name("a", 0)], &[], 4);
        near(squared(std::slice::from_ref(&own_a)), 16.0);
        // Two units to a row: half of 4², and half of the number of rows' 8.
        let own_b = table(&[name("b", 0)], &[&[]], 8);
        near(squared(&[own_a.clone(), own_b.clone()]), 8.0 + 16.0);
        // Four units to a row: a quarter of 4². Half of a column's error is in each of its two cells, and the number of rows is
        // off in the total and in `b` at once.
        let [a, b] = [name("a", 1), name("b", 1)];
        let both = [a.clone(), b.clone()];
        let parts = table(&both, &[&[], &[a], &[b]], 16);
        let own = [own_a, own_b];
        let with = |others: &[MeasuredFile]| squared(&[&own, others].concat());
        near(with(std::slice::from_ref(&parts)), 4.0 + 4.0 + 4.0 + 16.0);
        // A whole table of them that tells both columns better.
        near(with(&[table(&both, &[], 2), parts]), 4.0 + 1.0 + 1.0 + 4.0);
    }

    /// A rest of many joined values is as noisy as all of them, and what nobody tells is anything.
    #[test]
    fn joined_values_and_unknown_parts_are_noisy() {
        let joined = JoinedFile {
            attribute: "a".to_owned(),
            groups: vec![0, 1, 1, 1],
            coarser: Vec::new(),
        };
        let measured = [MeasuredFile {
            counts: vec![0; 4],
            ..table(&[name("a", 0)], &[], 2)
        }];
        let answers = Answers {
            size: SizeFile::Public { rows: 100 },
            joined: &[joined],
            measured: &measured,
        };
        let of_a = answers.of_a_part(&[name("a", 1)]);
        assert!((of_a.squared() - 12.0).abs() < 1e-9);
        assert!(answers.of_a_part(&[name("a", 2)]).squared().is_infinite());
    }
}
