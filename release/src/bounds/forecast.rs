//! The bounds as `plan` shows them: which hold for a spec, and in which words.

use core::fmt;

use privet_spec::counted;
use serde::{Serialize, Serializer};

use super::cell::CellNoise;
use super::li::{BooleanNetwork, WholeDomain};
use super::lower::PureRelease;
use super::noise::{
    Tables, expected_network_distance, gaussian_per_cell, laplace_per_cell, network_distance,
    table_distance,
};

/// A pure release with a network of Laplace tables, as far as a spec and a number of rows fix it.
#[derive(Clone, Copy, Debug)]
pub struct PureNetwork {
    /// Attributes of the network: binary digits where the spec takes attributes by those.
    pub attributes: u32,
    /// Whether each of them has at most two values.
    pub boolean: bool,
    /// k; nothing where tables are bounded by their cells alone.
    pub degree: Option<u32>,
    /// How many tables are measured.
    pub tables: u32,
    /// Cells of all tables together, at most.
    pub cells: f64,
    /// b of a table's noise, in rows.
    pub scale: f64,
    /// b of the noise if the same budget went into one table of the whole domain.
    pub whole_scale: f64,
    /// How tables become non-negative.
    pub repair: Repair,
    /// Whether neighbours differ by a replaced row.
    pub replaced: bool,
    /// The whole release, for the lower bound.
    pub release: PureRelease,
}

/// What happens to negative shares; which of Li's theorems applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Cut, then scaled: Theorem 4.1.
    Normalised,
    /// Projected onto the simplex: Theorem 4.2.
    Projected,
}

/// A bound on a distance. From 1 on it says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound(pub f64);

/// What is known of a network's distance from the rows.
#[derive(Debug, Serialize)]
pub struct NetworkBounds {
    /// How often the bounds on the noise may fail.
    failure: f64,
    /// Expected total variation distance of one table of 2^(k+1) cells, or of the mean size.
    expected_table: f64,
    /// Expected TV of the network from the rows is at most this.
    expected_network: Bound,
    /// TV of the network from the rows is at most this but with probability `failure`.
    network: Bound,
    /// Theorem 4.1 or 4.2, whichever is about this release; nothing unless all attributes are Boolean.
    li_network: Option<Bound>,
    /// Theorem 4.3.
    li_whole_domain: Option<Bound>,
    /// Some table comes out at least this far off, half of the time.
    no_better_than: f64,
    /// Theorem 5.1 as printed, where its assumption holds.
    li_no_better_than: Option<f64>,
    #[serde(skip)]
    about: PureNetwork,
}

/// What Gaussian noise adds to tables that are not chosen yet: expected L1 noise, in rows.
#[derive(Debug, Serialize)]
pub struct GaussianNoise {
    /// Of one cell: σ·√(2/π).
    per_cell: f64,
    /// Of a table with as many cells as are allowed.
    largest_table: f64,
    /// Of all tables, if every attribute had only its own.
    least_network: f64,
    /// Of all tables, if every one were as large as allowed.
    most_network: f64,
}

/// The line on the number of rows, where its noise is Gaussian.
pub(crate) fn write_size(f: &mut fmt::Formatter<'_>, sigma: Option<f64>) -> fmt::Result {
    match sigma {
        Some(sigma) => writeln!(f, "  noise of the size    sigma = {sigma:.2} rows"),
        None => writeln!(f, "  size                 public, no noise"),
    }
}

/// The noise of an attribute's own table, as a line for people.
pub(crate) struct OwnTableLine<'a> {
    pub(crate) name: &'a str,
    pub(crate) cells: u64,
    /// As a share of the rows.
    pub(crate) expected_noise: f64,
    /// Of one of its cells.
    pub(crate) cell: CellNoise,
}

impl<'a> OwnTableLine<'a> {
    /// One line an attribute, under a title.
    pub(crate) fn write_all(
        f: &mut fmt::Formatter<'_>,
        tables: impl Iterator<Item = OwnTableLine<'a>>,
    ) -> fmt::Result {
        writeln!(
            f,
            "  expected noise of each attribute's own table: total variation distance; how far a count of one cell is off at\n    \
             most, 19 times in 20; and what such counts are good for:"
        )?;
        for table in tables {
            let hint = if table.expected_noise > DROWNED {
                "; too wide for this size: use coarser bins"
            } else {
                ""
            };
            let Self {
                name,
                cells,
                expected_noise,
                cell,
            } = table;
            let (cells, rows) = (
                counted(cells, "cell ", "cells"),
                counted(cell.rows, "row", "rows"),
            );
            let good_for = cell.good_for();
            writeln!(
                f,
                "    {name:<24} {cells:>12}   {expected_noise:.4}   {rows:>9}   {good_for}{hint}"
            )?;
        }
        Ok(())
    }
}

impl GaussianNoise {
    /// `own_cells` are those of the attributes' own tables together, `most_cells` of any one table.
    pub fn new(sigma: f64, tables: f64, own_cells: f64, most_cells: f64) -> Self {
        let per_cell = gaussian_per_cell(sigma);
        let most_network = (tables * most_cells).max(own_cells);
        Self {
            per_cell,
            largest_table: per_cell * most_cells,
            least_network: per_cell * own_cells,
            most_network: per_cell * most_network,
        }
    }

    pub fn write_text(&self, rows: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let distance = |noise| Bound(expected_network_distance(noise, 1.0, rows));
        let (least, most) = (distance(self.least_network), distance(self.most_network));
        let moved = match (least.says_something(), most.says_something()) {
            (true, true) => {
                format!("the noise moves it by at most {least} (every attribute alone) to {most}")
            }
            (true, false) => format!(
                "the noise moves it by at most {least} with every attribute alone; with tables as large as\n    \
                 allowed the bound says nothing: it is 1 or more"
            ),
            _ => NOTHING_SAID.to_owned(),
        };
        writeln!(
            f,
            "  expected L1 noise    {:.1} rows a cell, {:.0} rows in the largest table allowed",
            self.per_cell, self.largest_table
        )?;
        writeln!(
            f,
            "    all tables         from {:.0} rows (every attribute alone) to {:.0} (every table as large as allowed)",
            self.least_network, self.most_network
        )?;
        writeln!(
            f,
            "    the whole network  {moved}\n    \
             (total variation distance, in expectation; if the rows are exactly those of a network; before consistency)"
        )
    }
}

impl NetworkBounds {
    pub fn new(about: PureNetwork) -> Self {
        let rows = about.release.rows;
        let per_cell = laplace_per_cell(about.scale);
        let tables = Tables {
            cells: about.cells,
            scale: about.scale,
        };
        Self {
            failure: FAILURE,
            expected_table: table_distance(
                about.cells / f64::from(about.tables.max(1)),
                per_cell,
                rows,
            ),
            expected_network: Bound(expected_network_distance(about.cells, per_cell, rows)),
            network: Bound(network_distance(tables, rows, FAILURE)),
            li_network: about
                .degree
                .filter(|_| about.boolean)
                .map(|degree| about.li_network(degree)),
            li_whole_domain: about.boolean.then(|| about.li_whole_domain()),
            no_better_than: about.release.no_better_than(HALF_OF_THE_TIME),
            li_no_better_than: about
                .replaced
                .then(|| {
                    about
                        .release
                        .theorem_5_1(about.attributes, HALF_OF_THE_TIME)
                })
                .flatten(),
            about,
        }
    }

    pub fn write_text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "  expected noise       {:.4} of an average table's rows in the wrong cell (total variation distance)",
            self.expected_table
        )?;
        let (expected, network) = (self.expected_network, self.network);
        let moved = match (expected.says_something(), network.says_something()) {
            (true, true) => format!(
                "the noise moves it by at most {expected} in expectation, and in 19 releases of 20 by at most\n    \
                 {network}"
            ),
            (true, false) => format!(
                "the noise moves it by at most {expected} in expectation; of 19 releases of 20 the bound says\n    \
                 nothing: it is 1 or more"
            ),
            _ => NOTHING_SAID.to_owned(),
        };
        writeln!(f, "  the whole network    {moved}")?;
        self.write_li(f)?;
        writeln!(
            f,
            "    These hold if the rows are exactly those of the network; what a network cannot express comes\n    \
             on top. Each table is taken by itself, before consistency."
        )?;
        writeln!(
            f,
            "  no pure release      does better than {:.1e} on every table: some table is at least that far off, half\n    \
             of the time (Li Theorem 5.1, exact form)",
            self.no_better_than
        )?;
        if let Some(stated) = self.li_no_better_than {
            writeln!(
                f,
                "    Li Theorem 5.1     {stated:.2e} as printed, for d/epsilon << n << the domain, as is the case here"
            )?;
        }
        Ok(())
    }

    fn write_li(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(network), Some(whole)) = (self.li_network, self.li_whole_domain) else {
            return writeln!(
                f,
                "    Li Theorems 4.1-4.3  not for this spec: they are for attributes of two values"
            );
        };
        match self.about.repair {
            Repair::Normalised => writeln!(
                f,
                "    Li Theorem 4.1     {network} (total variation distance, `post: Normalize`)"
            )?,
            Repair::Projected => writeln!(
                f,
                "    Li Theorem 4.2     {network} (L2 distance, `post: L2Projection`)"
            )?,
        }
        writeln!(
            f,
            "    Li Theorem 4.3     {whole} (noise on the whole domain instead of a network)"
        )
    }
}

impl PureNetwork {
    fn li_network(&self, degree: u32) -> Bound {
        let network = BooleanNetwork {
            attributes: self.attributes,
            degree,
            rows: self.release.rows,
            scale: self.scale,
            failure: FAILURE,
        };
        Bound(match self.repair {
            Repair::Normalised => network.normalised(),
            Repair::Projected => network.projected(),
        })
    }

    fn li_whole_domain(&self) -> Bound {
        let whole = WholeDomain {
            attributes: self.attributes,
            rows: self.release.rows,
            scale: self.whole_scale,
            failure: FAILURE,
        };
        Bound(whole.normalised())
    }
}

impl Bound {
    /// No distance is above 1.
    fn says_something(self) -> bool {
        self.0 < 1.0
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.says_something() {
            write!(f, "{:.4}", self.0)
        } else {
            f.write_str(NOTHING_SAID)
        }
    }
}

/// A number below 1, or the word.
impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.says_something() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.serialize_str(VACUOUS)
        }
    }
}

/// From this share of wrong rows on a column says little.
const DROWNED: f64 = 0.2;
/// In files for programs.
const VACUOUS: &str = "vacuous";
const NOTHING_SAID: &str = "the bound says nothing here: it is 1 or more";
/// Bounds on noise are given for 19 releases of 20.
const FAILURE: f64 = 0.05;
/// δ of the lower bound, which holds with probability 1 − 2δ.
const HALF_OF_THE_TIME: f64 = 0.25;

#[cfg(test)]
mod tests;
