//! How close a synthetic table comes to the demo's own.

use std::collections::HashMap;

use privet_spec::Release;

use crate::table::EncodedTable;

/// The total variation distance of a few marginals, with the names of their columns: 0 is the same
/// table of shares, 1 nothing in common. For the demo's table only, which is not private.
///
/// Marginals of columns that the release does not have are left out.
pub fn closeness(
    real: &EncodedTable,
    synthetic: &EncodedTable,
    release: &Release,
) -> Vec<(String, f64)> {
    let place = |name: &&str| {
        let mut learned = release.learned();
        learned.position(|attribute| attribute.name() == *name)
    };
    MARGINALS
        .iter()
        .filter_map(|names| {
            let places = names.iter().map(place).collect::<Option<Vec<usize>>>()?;
            let (left, right) = (shares(real, &places)?, shares(synthetic, &places)?);
            Some((names.join(" × "), distance(&left, &right)))
        })
        .collect()
}

/// The share of each combination of codes that occurs; none in a table without rows.
fn shares(table: &EncodedTable, places: &[usize]) -> Option<HashMap<Vec<u16>, f64>> {
    let columns = places
        .iter()
        .map(|place| table.columns.get(*place))
        .collect::<Option<Vec<_>>>()?;
    let rows = u32::try_from(table.rows).ok()?;
    let mut shares = HashMap::new();
    for row in 0..table.rows {
        let cell = columns.iter().map(|codes| codes.code(row));
        let cell = cell.collect::<Option<Vec<u16>>>()?;
        *shares.entry(cell).or_insert(0.0) += 1.0 / f64::from(rows);
    }
    Some(shares)
}

/// Half the sum of the differences.
fn distance(left: &HashMap<Vec<u16>, f64>, right: &HashMap<Vec<u16>, f64>) -> f64 {
    let share = |shares: &HashMap<Vec<u16>, f64>, cell| shares.get(cell).copied().unwrap_or(0.0);
    let both = left
        .keys()
        .chain(right.keys().filter(|cell| !left.contains_key(*cell)));
    let mut differences: Vec<f64> = both
        .map(|cell| (share(left, cell) - share(right, cell)).abs())
        .collect();
    // The map's order is random; the sum should not be.
    differences.sort_by(f64::total_cmp);
    0.5 * differences.iter().sum::<f64>()
}

const MARGINALS: &[&[&str]] = &[
    &["age"],
    &["income"],
    &["region"],
    &["interviewed"],
    &["age", "health"],
    &["education", "income"],
    &["household_type", "household_size"],
    &["region", "income"],
    &["age", "employment", "income"],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{SPEC, write_population};
    use crate::table::{Codes, Opened, Options, load};

    fn demo() -> (Release, EncodedTable) {
        let release = privet_spec::parse(SPEC).unwrap();
        let mut text = Vec::new();
        write_population(&mut text).unwrap();
        let opened = Opened::new("demo", text.as_slice());
        let table = load(&release, opened, Options::default()).unwrap().table;
        (release, table)
    }

    fn part(table: &EncodedTable, keep: impl Fn(usize) -> bool) -> EncodedTable {
        let columns = table.columns.iter().map(|codes| {
            let kept = codes.iter().enumerate().filter(|(row, _)| keep(*row));
            Codes::wide(kept.map(|(_, code)| code).collect())
        });
        let columns: Vec<Codes> = columns.collect();
        let rows = columns[0].len();
        EncodedTable { columns, rows }
    }

    #[test]
    fn itself_half_of_itself_and_nothing() {
        let (release, table) = demo();
        let same = closeness(&table, &table, &release);
        assert_eq!(same.len(), MARGINALS.len());
        assert!(same.iter().all(|(_, distance)| *distance < 1e-9));
        let halves = closeness(
            &part(&table, |row| row % 2 == 0),
            &part(&table, |row| row % 2 == 1),
            &release,
        );
        for (names, distance) in halves {
            assert!((0.001..0.2).contains(&distance), "{names}: {distance}");
        }
        let none = closeness(&table, &part(&table, |_| false), &release);
        assert!(
            none.iter()
                .all(|(_, distance)| (*distance - 0.5).abs() < 1e-9)
        );
    }

    /// Shares 2/3, 1/3 and 0, 1/2, 1/2: half of 2/3 + 1/6 + 1/2.
    #[test]
    fn by_hand() {
        let table = |codes: &[u16]| EncodedTable {
            columns: vec![Codes::wide(codes.to_vec())],
            rows: codes.len(),
        };
        let (left, right) = (table(&[0, 0, 1]), table(&[1, 2]));
        let actual = distance(
            &shares(&left, &[0]).unwrap(),
            &shares(&right, &[0]).unwrap(),
        );
        assert!((actual - 2.0 / 3.0).abs() < 1e-12);
    }
}
