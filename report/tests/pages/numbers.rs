//! The numbers of a page are those of the evaluation and the release, to the last digit.

use privet_evaluate::Evaluation;
use privet_evaluate::findings::{ColumnKind, Conjunction, HeldOut};
use privet_report::compare::{Compared, figures, notes};
use privet_report::{compare, full, public};

use super::made_up::{evaluation, names, release};
use super::read::{Element, Read};

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
    let places = found.weakest_first();
    let columns = places.iter().map(|place| &found.columns[*place]);
    for (row, column) in rows.iter().zip(columns) {
        assert_eq!(row[0].text, column.name);
        assert_eq!(row[1].number(), Some(column.faults[0].size));
        assert_eq!(row[2].text, column.faults[0].words);
        assert_eq!(row[4].number(), Some(f64::from(column.size)));
        assert_eq!(row[5].number(), Some(column.distance));
        assert_eq!(row[6].number(), Some(column.sampling));
        let statistic = column.numbers.as_ref().map(|of| of.kolmogorov_smirnov);
        assert_eq!(row[7].number(), statistic);
    }
    let grades: Vec<_> = places
        .iter()
        .map(|place| found.columns[*place].faults[0].grade())
        .collect();
    assert!(
        grades.is_sorted_by(|left, right| left >= right),
        "{grades:?}"
    );
    // Column 3 is in the pairs {3, x}; their mean, by hand.
    let pairs: Vec<f64> = found.marginals[1]
        .marginals
        .iter()
        .filter(|of| of.columns[0] == 3 || of.columns[1] == 3)
        .map(|of| of.distance)
        .collect();
    assert_eq!(pairs.len(), 14);
    assert!(near(
        rows[places.iter().position(|place| *place == 3).unwrap()][8]
            .number()
            .unwrap(),
        pairs.iter().sum::<f64>() / 14.0
    ));
    let two = &found.marginals[1];
    let weakest = read.rows("Pairs with the largest distance");
    for (row, place) in weakest.iter().zip(&two.worst) {
        let marginal = &two.marginals[*place];
        assert_eq!(row[1].number(), Some(marginal.distance));
        assert_eq!(row[2].number(), Some(marginal.sampling));
    }
    assert_eq!(weakest.len(), two.worst.len());
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
        assert_eq!(row[8].number(), target.risk_gap);
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

/// The heat maps hold every pair, row by row, to four decimals; those of one pair every cell, in hundredths.
#[test]
fn heat_maps() {
    let found = evaluation(&names(15));
    let read = Read::page(&full::page(&found, None));
    let map = |key: &str, says: &str| {
        let title = format!("{key}-title {key}-desc");
        let svg = read
            .all("svg")
            .find(|svg| svg.attribute("aria-labelledby") == Some(&title))
            .unwrap();
        assert_eq!(svg.attribute("data-says"), Some(says));
        let values = svg.attribute("data-values").unwrap().split(' ');
        values.map(str::to_owned).collect::<Vec<_>>()
    };
    let (real, synthetic, difference) = (
        map("pairs-all-1", "real"),
        map("pairs-all-2", "synthetic"),
        map("pairs-all-3", "difference"),
    );
    assert_eq!((real.len(), difference.len()), (225, 225));
    let written =
        |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.4}"));
    for row in 0..15 {
        for column in 0..15 {
            let place = row * 15 + column;
            if row == column {
                assert_eq!([&real[place], &difference[place]], ["–", "–"]);
                continue;
            }
            let (left, right) = (
                found.dependence.real[row][column],
                found.dependence.synthetic[row][column],
            );
            assert_eq!(real[place], written(left));
            assert_eq!(synthetic[place], written(right));
            let change = left.and_then(|left| Some(right? - left));
            let change = change.map_or("–".to_owned(), |value| format!("{value:+.4}"));
            assert_eq!(difference[place], change);
        }
    }
    let table = &found.pairs[0];
    let cells = map("pair-1-2", "synthetic");
    for (place, rows) in table.synthetic.iter().flatten().enumerate() {
        let share = f64::from(u32::try_from(*rows).unwrap()) / 10_009.0;
        assert_eq!(cells[place], format!("{:.2}%", 100.0 * share));
    }
}

/// The five worst things stand in the first section, in their order, each with its words.
#[test]
fn worst_things_come_first() {
    let found = evaluation(&names(15));
    let page = full::page(&found, None);
    let first = &page[..page.find("Column by column").unwrap()];
    let mut from = 0;
    for one in &found.worst {
        let place = first[from..].find(&one.fault.words);
        from += place.unwrap_or_else(|| panic!("`{}` is not in its place", one.fault.words));
    }
    assert_eq!(found.worst.len(), 5);
}

#[test]
fn one_column() {
    let found = evaluation(&names(15));
    let read = Read::page(&full::page(&found, None));
    // The first tables are those of the first such columns, weakest first.
    let places = found.weakest_first();
    let weakest = &found.columns[places[0]];
    let of = |kind| {
        let mut columns = places.iter().map(|place| &found.columns[*place]);
        columns.find(|column| column.kind == kind).unwrap()
    };
    for (row, fault) in read.rows("What is off").iter().zip(&weakest.faults) {
        assert_eq!(row[0].text, fault.words);
        assert_eq!(values(row), [Some(fault.size), Some(fault.allowance)]);
    }
    let mut numeric = places.iter().map(|place| &found.columns[*place]);
    let numbers = numeric.find_map(|column| column.numbers.as_ref()).unwrap();
    let rows = read.rows("Quantiles");
    for (row, quantile) in rows.iter().zip(&numbers.quantiles) {
        assert_eq!(values(row), [Some(quantile.real), Some(quantile.synthetic)]);
    }
    assert_eq!(rows.len(), 5);
    let rows = read.rows("Mean and spread");
    let (cut, both) = (&numbers.cut, [&numbers.real, &numbers.synthetic]);
    assert_eq!(values(&rows[0]), both.map(|of| Some(of.mean)));
    assert_eq!(values(&rows[1]), both.map(|of| Some(of.deviation)));
    let cut = [&cut.real, &cut.synthetic];
    assert_eq!(values(&rows[2]), cut.map(|of| Some(of.mean)));
    assert_eq!(values(&rows[3]), cut.map(|of| Some(of.deviation)));
    for (row, spike) in read.rows("Commonest values").iter().zip(&numbers.spikes) {
        let shown: Vec<Option<f64>> = row.iter().map(|cell| cell.number()).collect();
        assert_eq!(shown, [spike.value, spike.real, spike.synthetic].map(Some));
    }
    for (caption, kind, size) in [
        ("Last digits", ColumnKind::Numeric, 10),
        ("Weekdays", ColumnKind::Date, 7),
    ] {
        let endings = &of(kind).numbers.as_ref().unwrap().endings;
        let rows = read.rows(caption);
        assert_eq!(rows.len(), size + 1);
        let equal = Some(1.0 / f64::from(u32::try_from(size).unwrap()));
        assert_eq!(values(&rows[0]), [equal, equal]);
        let marked = [endings.real_marked, endings.synthetic_marked];
        assert_eq!(values(&rows[size]), marked.map(Some));
    }
    for (row, bar) in read
        .rows("Rows of each label or bin")
        .iter()
        .zip(&weakest.bars)
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
        assert_eq!(row[2].number(), Some(table.expected_error));
        assert_eq!(row[4].number(), Some(table.cell.share));
        assert_eq!(row[5].text, table.cell.good_for());
    }
    let order: Vec<f64> = tables.iter().map(|row| row[2].number().unwrap()).collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "the largest first");
    let network = read.rows("Attributes in the order");
    assert_eq!(network[7][0].text, "column 7");
    assert_eq!(network[7][2].text, "column 3 × column 6");
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
    // Release, mechanism, ε, then the widest distance.
    assert_eq!(rows[1][3].number(), Some(2.0));
    assert!(rows[0][3].text.ends_with('★') && !rows[1][3].text.contains('★'));
    // Every figure stands in the part of its release.
    let in_full = read.rows("Every figure of this release");
    for (row, figure) in in_full.iter().zip(&figures) {
        assert_eq!(
            (row[0].text.as_str(), row[1].number()),
            (figure.title.as_str(), figure.values[0])
        );
    }
    assert_eq!(in_full.len(), figures.len());
    assert_eq!(notes(&compared, &figures), Vec::<String>::new());
}

/// What differs between two evaluations: how, which figures are not ranked for it, and the words that say so.
type Difference = (
    &'static str,
    fn(&mut Evaluation),
    &'static [&'static str],
    &'static str,
);

const DIFFERENCES: [Difference; 14] = [
    ("nothing", |_| (), &[], ""),
    ("rows", |of| of.run.real.rows += 1, ALL, "one real table"),
    (
        "a bin",
        |of| of.columns[1].bars[0].label.push('x'),
        ALL,
        "cut alike",
    ),
    ("sizes", |of| of.columns[0].size += 1, ALL, "cut alike"),
    (
        "targets",
        |of| of.learning.targets.truncate(2),
        &["accuracy_lost"],
        "different targets",
    ),
    (
        "a question",
        |of| of.learning.targets[0].question.push('x'),
        &["accuracy_lost"],
        "different targets",
    ),
    (
        "a target that cannot be learned",
        |of| of.learning.targets[0].synthetic = None,
        &["accuracy_lost"],
        "different targets",
    ),
    (
        "rows to test on",
        |of| of.neighbours.held_out = HeldOut::Share(0.3),
        &["accuracy_lost"],
        "rows of another choice",
    ),
    (
        "the seed",
        |of| of.run.seed += 1,
        &["accuracy_lost"],
        "rows of another choice",
    ),
    (
        "a marginal",
        |of| of.marginals[2].marginals[0].columns = vec![0, 1, 3],
        &["mean_distance_3"],
        "different sets",
    ),
    (
        "groups",
        |of| of.dependence.groups[0] = 4,
        &["dependence_difference"],
        "different sets",
    ),
    (
        "a city",
        |of| {
            let cities = of.nist.regression.iter_mut().flat_map(|of| &mut of.cities);
            cities.for_each(|city| city.real_gini += 0.1);
        },
        &["nist_regression"],
        "same cities",
    ),
    (
        "conditions",
        |of| {
            of.nist.classification.conjunctions = vec![Conjunction {
                real: 1,
                synthetic: 1,
                conditions: Vec::new(),
            }];
        },
        &["nist_classification"],
        "different conditions",
    ),
    (
        "a column without values",
        |of| of.columns[1].numbers = None,
        &["mean_kolmogorov_smirnov"],
        "all values of a column are missing",
    ),
];

const ALL: &[&str] = &[
    "mean_distance_1",
    "mean_distance_2",
    "mean_distance_3",
    "worst_fault",
    "mean_kolmogorov_smirnov",
    "dependence_difference",
    "accuracy_lost",
    "nist_clustering",
    "nist_classification",
    "nist_regression",
];

/// Figures that were measured on different things are shown, said not to be comparable, and have no best.
#[test]
fn what_differs_is_not_ranked() {
    for (case, change, unranked, words) in DIFFERENCES {
        let near = evaluation(&names(4));
        let mut other = near.clone();
        change(&mut other);
        let compared = [near, other].map(|evaluation| Compared {
            release: release(&names(4)),
            evaluation: Some(evaluation),
        });
        let figures = figures(&compared);
        for figure in figures.iter().filter(|one| one.key != "expected_error") {
            let expected = !unranked.contains(&figure.key.as_str());
            assert_eq!(figure.best().is_some(), expected, "{case}: {}", figure.key);
        }
        let notes = notes(&compared, &figures);
        assert_eq!(
            notes.len(),
            usize::from(!unranked.is_empty()),
            "{case}: {notes:?}"
        );
        assert!(
            notes.iter().all(|note| note.contains(words)),
            "{case}: {notes:?}"
        );
        let page = compare::page(&compared, String::new());
        assert!(page.contains(words), "{case}");
    }
}
