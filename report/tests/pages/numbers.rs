//! The numbers of a page are those of the evaluation and the release, to the last digit.

use privet_report::compare::{Compared, figures, notes};
use privet_report::{compare, full, public};

use crate::made_up::{evaluation, names, release};
use crate::read::{Element, Read};

fn values(row: &[&Element]) -> Vec<Option<f64>> {
    row.iter().skip(1).map(|cell| cell.number()).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs()
}

#[test]
fn columns_and_weakest_spots() {
    let found = evaluation(&names(15));
    let read = Read::page(&full::page(&found, None));
    let rows = read.rows("All columns");
    assert_eq!(rows.len(), 15);
    for (row, column) in rows.iter().zip(&found.columns) {
        assert_eq!(row[0].text, column.name);
        assert_eq!(row[2].number(), Some(f64::from(column.size)));
        assert_eq!(row[3].number(), Some(column.distance));
        assert_eq!(row[4].number(), Some(column.sampling));
        let statistic = column.numbers.as_ref().map(|of| of.kolmogorov_smirnov);
        assert_eq!(row[6].number(), statistic);
    }
    // Column 3 is in the pairs {3, x}; their mean, by hand.
    let pairs: Vec<f64> = found.marginals[1]
        .marginals
        .iter()
        .filter(|of| of.columns[0] == 3 || of.columns[1] == 3)
        .map(|of| of.distance)
        .collect();
    assert_eq!(pairs.len(), 14);
    assert!(near(
        rows[3][7].number().unwrap(),
        pairs.iter().sum::<f64>() / 14.0
    ));
    let weakest = read.rows("Weakest columns");
    for (row, place) in weakest.iter().zip(&found.verdict.weakest_columns) {
        assert_eq!(row[0].text, found.columns[*place].name);
        assert_eq!(row[1].number(), Some(found.columns[*place].distance));
    }
    assert_eq!(weakest.len(), 5);
    for (row, pair) in read
        .rows("Weakest pairs")
        .iter()
        .zip(&found.verdict.weakest_pairs)
    {
        let marginal = found.marginals[1]
            .marginals
            .iter()
            .find(|of| of.columns == pair)
            .unwrap();
        assert_eq!(row[1].number(), Some(marginal.distance));
        assert_eq!(row[2].number(), Some(marginal.sampling));
    }
    let worst = read.rows("Worst of those measured with 3 columns");
    assert_eq!(worst.len(), 10);
    assert_eq!(
        worst[4][1].number(),
        Some(found.marginals[2].marginals[4].distance)
    );
}

#[test]
fn marginals_learning_and_neighbours() {
    let found = evaluation(&names(15));
    let read = Read::page(&full::page(&found, None));
    for (row, ways) in read
        .rows("Distances of tables")
        .iter()
        .zip(&found.marginals)
    {
        assert_eq!(row[3].number(), Some(ways.mean));
        assert_eq!(row[4].number(), Some(ways.sampling));
        let quantiles: Vec<f64> = row[5..].iter().map(|cell| cell.number().unwrap()).collect();
        let expected: Vec<f64> = ways.quantiles.iter().map(|of| of.distance).collect();
        assert_eq!(quantiles, expected);
    }
    let rows = read.rows("Accuracy and area");
    assert_eq!(rows.len(), found.learning.targets.len());
    for target in &found.learning.targets {
        let name = &found.columns[target.column].name;
        let row = rows.iter().find(|row| row[0].text == *name).unwrap();
        assert_eq!(row[2].number(), Some(target.majority));
        assert_eq!(row[3].number(), target.real.map(|of| of.accuracy));
        assert_eq!(row[4].number(), target.synthetic.map(|of| of.accuracy));
        assert_eq!(row[6].number(), target.real.and_then(|of| of.auc));
        assert_eq!(row[7].number(), target.synthetic.and_then(|of| of.auc));
    }
    let rows = read.rows("Distance to the nearest");
    for (row, of) in rows
        .iter()
        .zip([&found.neighbours.synthetic, &found.neighbours.real])
    {
        let of = of.as_ref().unwrap();
        assert_eq!(row[1].number(), Some(of.exact_matches));
        assert_eq!(row[3].number(), Some(of.mean));
    }
    assert_eq!(rows.len(), 2);
}

/// The heat maps hold every pair, row by row below the diagonal, to four decimals.
#[test]
fn heat_maps() {
    let found = evaluation(&names(15));
    let read = Read::page(&full::page(&found, None));
    let map = |key: &str| {
        let output = format!("{key}-cell");
        let svg = read
            .all("svg")
            .find(|svg| svg.attribute("data-output") == Some(&output))
            .unwrap();
        svg.attribute("data-values")
            .unwrap()
            .split(' ')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (real, synthetic, difference) = (
        map("heat-real"),
        map("heat-synthetic"),
        map("heat-difference"),
    );
    let mut place = 0;
    for row in 1..15 {
        for column in 0..row {
            let (left, right) = (
                found.dependence.real[row][column],
                found.dependence.synthetic[row][column],
            );
            assert_eq!(
                real[place],
                left.map_or("–".to_owned(), |value| format!("{value:.4}"))
            );
            assert_eq!(
                synthetic[place],
                right.map_or("–".to_owned(), |value| format!("{value:.4}"))
            );
            let change = left.and_then(|left| Some(right? - left));
            assert_eq!(
                difference[place],
                change.map_or("–".to_owned(), |value| format!("{value:+.4}"))
            );
            place += 1;
        }
    }
    assert_eq!((real.len(), difference.len()), (place, place));
}

#[test]
fn one_column() {
    let found = evaluation(&names(15));
    let read = Read::page(&full::page(&found, None));
    // The first tables of quantiles and of values are those of the first such columns: 1 and 0.
    let numbers = found.columns[1].numbers.as_ref().unwrap();
    let rows = read.rows("Quantiles");
    for (row, quantile) in rows.iter().zip(&numbers.quantiles) {
        assert_eq!(values(row), [Some(quantile.real), Some(quantile.synthetic)]);
    }
    assert_eq!(rows.len(), 5);
    let rows = read.rows("Mean and spread");
    assert_eq!(
        values(&rows[0]),
        [Some(numbers.real.mean), Some(numbers.synthetic.mean)]
    );
    assert_eq!(
        values(&rows[1]),
        [
            Some(numbers.real.deviation),
            Some(numbers.synthetic.deviation)
        ]
    );
    for (row, bar) in read
        .rows("Rows of each value")
        .iter()
        .zip(&found.columns[0].bars)
    {
        let share = |rows: u64, all: f64| f64::from(u32::try_from(rows).unwrap()) / all;
        let (real, synthetic) = (share(bar.real, 10_007.0), share(bar.synthetic, 10_009.0));
        assert!(near(row[3].number().unwrap(), real) && near(row[4].number().unwrap(), synthetic));
    }
}

#[test]
fn a_public_page() {
    let facts = release(&names(15));
    let read = Read::page(&public::page(&facts, String::new()));
    let queries = read.rows("Every query");
    for (row, query) in queries.iter().zip(&facts.queries) {
        assert_eq!(row[2].text, query.columns[0]);
        assert_eq!(row[3].number(), query.noise.as_ref().map(|of| of.0));
        assert_eq!(row[5].number(), Some(query.charge));
    }
    assert_eq!(queries.len(), facts.queries.len());
    let tables = read.rows("Every table");
    for table in &facts.tables {
        let row = tables
            .iter()
            .find(|row| row[0].text.starts_with(&format!("{} ×", table.columns[0])))
            .unwrap();
        assert_eq!(row[2].number(), Some(table.noise_per_cell));
        assert_eq!(row[3].number(), Some(table.expected_error));
    }
    let order: Vec<f64> = tables.iter().map(|row| row[3].number().unwrap()).collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "the largest first");
    let network = read.rows("Attributes in the order");
    assert_eq!(network[7][0].text, "column 7");
    assert_eq!(network[7][3].text, "column 3 × column 6");
}

#[test]
fn a_comparison() {
    let mut far = evaluation(&names(4));
    far.marginals[2].mean = 2.0;
    far.nist.classification.score = 1.0;
    let near = evaluation(&names(4));
    let mut second = release(&names(4));
    second.name = "second".to_owned();
    let compared = [
        Compared {
            release: release(&names(4)),
            evaluation: Some(near.clone()),
        },
        Compared {
            release: second.clone(),
            evaluation: Some(far),
        },
    ];
    let figures = figures(&compared);
    let figure = |key: &str| figures.iter().find(|figure| figure.key == key).unwrap();
    assert_eq!(
        figure("mean_distance_3").values,
        [Some(near.marginals[2].mean), Some(2.0)]
    );
    assert_eq!(
        figure("mean_distance_3").best(),
        Some(near.marginals[2].mean),
        "lower is better"
    );
    assert_eq!(
        figure("nist_classification").best(),
        Some(876_543.2),
        "higher is better"
    );
    let read = Read::page(&compare::page(&compared, String::new()));
    let rows = read.rows("A star marks");
    let place = 6 + figures
        .iter()
        .position(|figure| figure.key == "mean_distance_3")
        .unwrap();
    assert_eq!(rows[1][place].number(), Some(2.0));
    assert!(rows[0][place].text.ends_with('★') && !rows[1][place].text.contains('★'));
    assert_eq!(notes(&compared), Vec::<String>::new());
    // What cannot be compared is said.
    let mut other = near;
    other.run.real.rows += 1;
    other.run.seed += 1;
    let first = Compared {
        evaluation: Some(other),
        ..compared[0].clone()
    };
    assert_eq!(notes(&[first, compared[1].clone()]).len(), 2);
}
