//! Made-up results: every number differs from every other as far as possible, so that a mix-up shows.

use privet_evaluate::Evaluation;
use privet_evaluate::findings::*;
use privet_release::record::RulesFile;
use privet_release::{
    Accounting, BestGuess, CellNoise, Claim, Facts, InWords, Inside, Noise, Query, Structure,
    Table, Variable,
};

/// Names that no page should obey.
pub const HOSTILE: [&str; 10] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</title></style></svg><b>bold",
    "&lt;b&gt; &amp; &#x27;",
    "ילד\u{202e}txt.exe",
    "非常に長い名前の列",
    "",
    "a\u{0}b\u{7}c\nd\u{ffff}",
    "]]><!-- <svg onload=alert(1)> -->",
];

/// Names of so many columns.
pub fn names(count: usize) -> Vec<String> {
    (0..count).map(|place| format!("column {place}")).collect()
}

/// An evaluation of columns with these names.
pub fn evaluation(names: &[String]) -> Evaluation {
    let mut numbers = Numbers01(0);
    let count = names.len();
    let columns: Vec<Column> = names
        .iter()
        .enumerate()
        .map(|(place, name)| column(place, name, &mut numbers))
        .collect();
    #[allow(clippy::needless_range_loop)] // both halves of a symmetric matrix
    let matrix = |numbers: &mut Numbers01| {
        let mut matrix = vec![vec![Some(1.0); count]; count];
        for row in 0..count {
            for column in 0..row {
                let value = (row + column) % 7 != 6;
                let value = value.then(|| numbers.next());
                matrix[row][column] = value;
                matrix[column][row] = value;
            }
        }
        matrix
    };
    let dependence = Dependence {
        measure: "mutual information / smaller entropy".to_owned(),
        groups: vec![5; count],
        real: matrix(&mut numbers),
        synthetic: matrix(&mut numbers),
        mean_difference: numbers.next(),
    };
    let marginals = vec![
        ways(1, (0..count).map(|one| vec![one]).collect(), &mut numbers),
        ways(2, pairs(count), &mut numbers),
        ways(
            3,
            (2..count).map(|one| vec![one - 2, one - 1, one]).collect(),
            &mut numbers,
        ),
    ];
    let tables: Vec<PairTable> = pairs(count)
        .into_iter()
        .take(12)
        .map(|pair| pair_table(&pair, &columns, &mut numbers))
        .collect();
    let label = |place: usize| names.get(place % count.max(1)).cloned().unwrap_or_default();
    Evaluation {
        privet_evaluation: FORMAT,
        differentially_private: false,
        notice: NOTICE.to_owned(),
        run: Run {
            title: Some(label(0)),
            guarantee: "(1, 1e-9)-differential privacy for a row".to_owned(),
            mechanism: "PrivBayes".to_owned(),
            spec_sha256: "ab".repeat(32),
            real: table("real.csv", 10_007),
            synthetic: table("synthetic.csv", 10_009),
            rules: vec![RuleCount {
                rule: format!("never \"{}\" is \"<b>\"", label(1)),
                real: 3,
                synthetic: 0,
            }],
            release: None,
            real_fingerprint: None,
            seed: 7,
            privet: "0.1.0".to_owned(),
            commit: "unknown".to_owned(),
        },
        verdict: Verdict {
            weakest_columns: weakest(&columns),
            grade: Grade::Close,
            words: format!("The weakest spot is {}.", label(1)),
            ways: 3,
            distance: numbers.next(),
            sampling: numbers.next(),
            weakest_pairs: pairs(count)
                .into_iter()
                .take(5)
                .map(|pair| [pair[0], pair[1]])
                .collect(),
        },
        worst: worst(&columns, &tables),
        pairs: tables,
        columns,
        marginals,
        dependence,
        nist: nist(count, &label, &mut numbers),
        learning: learning(count, &label, &mut numbers),
        neighbours: neighbours(&mut numbers),
    }
}

/// Both tables of a pair: three groups by four.
fn pair_table(pair: &[usize], columns: &[Column], numbers: &mut Numbers01) -> PairTable {
    let (first, second) = (&columns[pair[0]].name, &columns[pair[1]].name);
    let labels =
        |name: &str, count: usize| (0..count).map(|group| format!("{name} {group}")).collect();
    let rows = |times: u64| {
        let row = |row: u64| {
            (0..4)
                .map(|column| (row * 5 + column) * times % 97)
                .collect()
        };
        (0..3).map(row).collect()
    };
    PairTable {
        columns: [pair[0], pair[1]],
        fault: Fault {
            kind: FaultKind::Together,
            size: numbers.next(),
            allowance: numbers.next() / 10.0,
            words: format!("{first} and {second} together are off"),
        },
        labels: [labels(first, 3), labels(second, 4)],
        real: rows(31),
        synthetic: rows(37),
    }
}

/// The worst of both kinds.
fn worst(columns: &[Column], pairs: &[PairTable]) -> Vec<Worst> {
    let columns = columns.iter().enumerate().map(|(place, column)| Worst {
        thing: Thing::Column(place),
        fault: column.faults[0].clone(),
    });
    let pairs = pairs.iter().map(|table| Worst {
        thing: Thing::Pair(table.columns),
        fault: table.fault.clone(),
    });
    let mut all: Vec<Worst> = columns.chain(pairs).collect();
    all.sort_by(|left, right| left.fault.worse_first(&right.fault));
    all.truncate(5);
    all
}

/// The five columns with the worst faults.
fn weakest(columns: &[Column]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..columns.len()).collect();
    places.sort_by(|left, right| columns[*left].faults[0].worse_first(&columns[*right].faults[0]));
    places.truncate(5);
    places
}

/// A release with a network over these names.
pub fn release(names: &[String]) -> Facts {
    let variable = |name: &String| Variable {
        attribute: name.clone(),
        written: name.clone(),
    };
    let head = names.len().min(2);
    let children = names.iter().enumerate().skip(head).map(|(place, name)| {
        let parents = [place / 2, place - 1].map(|parent| variable(&names[parent]));
        (variable(name), parents.to_vec())
    });
    let structure = Structure::Network {
        first: names[..head].iter().map(variable).collect(),
        children: children.collect(),
    };
    released(names, structure)
}

/// A release with this structure.
pub fn released(names: &[String], structure: Structure) -> Facts {
    let mut numbers = Numbers01(1000);
    let name = names.first().cloned().unwrap_or_default();
    Facts {
        name: format!("folder {name}"),
        title: Some(name.clone()),
        claim: Claim {
            epsilon: "0.8".to_owned(),
            delta: "1e-9".to_owned(),
            unit: format!("a person, by `{name}`, with one row"),
            adjacency: "AddRemove: one unit more or less".to_owned(),
            composition: "it adds up".to_owned(),
            unprotected: vec![format!("that no value of `{name}` was refused")],
        },
        best_guess: BestGuess {
            by_budget: 0.6875,
            with_noise: 0.5625,
        },
        in_words: InWords {
            in_short: format!("(0.8, 1e-9)-differential privacy for `{name}`"),
            protected: format!("each person by `{name}`."),
            neighbouring: "two tables.".to_owned(),
            guarantee: "(0.8, 1e-9)-differential privacy.".to_owned(),
            odds: "right at most 73.2 % of the time.".to_owned(),
            not_hidden: "what is true of people in general.".to_owned(),
        },
        rules: Some(RulesFile {
            assertion: "somebody says so".to_owned(),
            broken: "Drop: they are left out".to_owned(),
            list: vec![format!("never \"{name}\" is \"<b>\"")],
        }),
        mechanism: "PrivBayes".to_owned(),
        algorithm: "PrivBayes on Gaussian noise".to_owned(),
        paper: "a paper".to_owned(),
        deviations: vec!["one".to_owned()],
        rows: 9_999,
        accounting: Accounting::MuSquared,
        total: 0.5,
        spent: 0.4,
        queries: names
            .iter()
            .map(|name| Query {
                purpose: "table of counts".to_owned(),
                columns: vec![name.clone()],
                law: "round(x + N(0, sigma^2))".to_owned(),
                noise: Some((10.0 * numbers.next(), "1 row".to_owned())),
                charge: numbers.next() / 100.0,
            })
            .collect(),
        tables: names
            .iter()
            .map(|name| Table {
                columns: vec![name.clone(), "x".to_owned()],
                cells: 12,
                noise_per_cell: 10.0 * numbers.next(),
                expected_error: numbers.next(),
                cell: CellNoise::of(Noise::Gaussian { sigma: 10.0 }, 9_999),
            })
            .collect(),
        structure,
        ties: Vec::new(),
        inside: names
            .iter()
            .zip([None, Some(40)])
            .map(|(name, parts)| Inside {
                column: name.clone(),
                bins: 20,
                parts,
            })
            .collect(),
        files: vec![("model.ron".to_owned(), "cd".repeat(32))],
        caveat: "computational".to_owned(),
        report_a_flaw: format!("report flaws to {name}"),
        software: "privet 0.1.0".to_owned(),
    }
}

/// Numbers between 0 and 1 in no order, none of them twice.
struct Numbers01(u32);

impl Numbers01 {
    fn next(&mut self) -> f64 {
        self.0 += 1;
        (f64::from(self.0) * 0.618_033_988_749_894_9).fract()
    }
}

fn column(place: usize, name: &str, numbers: &mut Numbers01) -> Column {
    let kind = [
        ColumnKind::Categorical,
        ColumnKind::Numeric,
        ColumnKind::Date,
    ][place % 3];
    let bars = [3, 40, 65][(place / 3) % 3];
    let bar = |bar: usize| Bar {
        label: if kind == ColumnKind::Categorical {
            format!("{name} {bar}")
        } else {
            format!("[{bar}, {})", bar + 1)
        },
        real: u64::try_from(bar * 7 % 31).unwrap(),
        synthetic: u64::try_from(bar * 11 % 37).unwrap(),
    };
    let moments = |numbers: &mut Numbers01| Moments {
        values: 9_000,
        missing: 7,
        mean: 100.0 * numbers.next(),
        deviation: 10.0 * numbers.next(),
    };
    Column {
        name: name.to_owned(),
        kind,
        size: 5,
        distance: numbers.next(),
        sampling: numbers.next() / 10.0,
        bars: (0..bars).map(bar).collect(),
        faults: faults(name, numbers),
        numbers: (kind != ColumnKind::Categorical).then(|| Numbers {
            real: moments(numbers),
            synthetic: moments(numbers),
            quantiles: [0.0, 0.25, 0.5, 0.75, 1.0]
                .map(|level| QuantilePair {
                    level,
                    real: 50.0 * level + numbers.next(),
                    synthetic: 60.0 * level + numbers.next(),
                })
                .to_vec(),
            kolmogorov_smirnov: numbers.next(),
            cut: Cut {
                at: 40.0 + numbers.next(),
                real: spread(numbers),
                synthetic: spread(numbers),
            },
            spikes: [7.0, 8.0, 9.0]
                .map(|value| Spike {
                    value,
                    real: numbers.next(),
                    synthetic: numbers.next(),
                })
                .to_vec(),
            endings: Endings {
                of: if kind == ColumnKind::Date {
                    Ending::Weekday
                } else {
                    Ending::LastDigit
                },
                real: vec![4; if kind == ColumnKind::Date { 7 } else { 10 }],
                synthetic: vec![5; if kind == ColumnKind::Date { 7 } else { 10 }],
                distance: numbers.next(),
                real_marked: numbers.next(),
                synthetic_marked: numbers.next(),
            },
            shape: Shape {
                from: -3.5,
                width: 2.5,
                left_out: vec![8.0],
                real: (0..40).map(|stretch| stretch * 13 % 29).collect(),
                synthetic: (0..40).map(|stretch| stretch * 17 % 31).collect(),
                real_outside: 4,
                synthetic_outside: 5,
            },
        }),
    }
}

fn spread(numbers: &mut Numbers01) -> Spread {
    Spread {
        mean: 100.0 * numbers.next(),
        deviation: 10.0 * numbers.next(),
    }
}

/// Three, worst first.
fn faults(name: &str, numbers: &mut Numbers01) -> Vec<Fault> {
    let kinds = [FaultKind::Codes, FaultKind::Mean, FaultKind::Endings];
    let mut faults = kinds.map(|kind| Fault {
        kind,
        size: numbers.next(),
        allowance: numbers.next() / 10.0,
        words: format!("{kind:?} of {name} is off"),
    });
    faults.sort_by(Fault::worse_first);
    faults.to_vec()
}

fn ways(ways: usize, sets: Vec<Vec<usize>>, numbers: &mut Numbers01) -> Ways {
    let marginal = |columns: Vec<usize>| Marginal {
        columns,
        distance: numbers.next() / 2.0,
        sampling: numbers.next() / 20.0,
    };
    let marginals: Vec<Marginal> = sets.into_iter().map(marginal).collect();
    Ways {
        ways,
        choice: if ways < 3 {
            Choice::All
        } else {
            Choice::Sampled
        },
        possible: (ways < 3).then_some(12_345),
        mean: numbers.next(),
        sampling: numbers.next() / 10.0,
        quantiles: quantiles(),
        worst: (0..marginals.len().min(10)).collect(),
        marginals,
    }
}

fn quantiles() -> Vec<Quantile> {
    [0.0, 0.25, 0.5, 0.75, 1.0]
        .map(|level| Quantile {
            level,
            distance: level / 3.0 + 0.01,
        })
        .to_vec()
}

fn pairs(count: usize) -> Vec<Vec<usize>> {
    let of = |other: usize| (0..other).map(move |one| vec![one, other]);
    (0..count).flat_map(of).collect()
}

fn table(file: &str, rows: u64) -> TableRead {
    TableRead {
        file: file.to_owned(),
        rows,
        dropped: 3,
    }
}

fn nist(count: usize, label: &dyn Fn(usize) -> String, numbers: &mut Numbers01) -> Nist {
    let city = |place: usize| City {
        label: label(place),
        real_gini: 0.41 + 0.01 * f64::from(u32::try_from(place).unwrap()),
        synthetic_gini: (place > 0).then_some(0.39),
        real_gap: 1234.5,
        synthetic_gap: None,
        real_rank: 1.0,
        synthetic_rank: (place > 0).then_some(2.0),
    };
    Nist {
        clustering: (count > 2).then(|| Clustering {
            score: 987_654.3,
            marginals: Vec::new(),
        }),
        classification: Classification {
            score: 876_543.2,
            root_mean_square: numbers.next(),
            conjunctions: Vec::new(),
        },
        regression: Some(Regression {
            score: 765_432.1,
            gini_component: numbers.next(),
            rank_component: numbers.next(),
            cities: (0..3).map(city).collect(),
        }),
    }
}

fn learning(count: usize, label: &dyn Fn(usize) -> String, numbers: &mut Numbers01) -> Learning {
    let scores = |numbers: &mut Numbers01| Scores {
        accuracy: numbers.next(),
        auc: Some(numbers.next()),
    };
    let target = |column: usize| Target {
        column,
        question: format!("is it {}?", label(column)),
        features: 77,
        real_training_rows: 8_000,
        synthetic_training_rows: 8_001,
        test_rows: 2_000,
        majority: numbers.next(),
        real: Some(scores(numbers)),
        synthetic: (column % 4 != 3).then(|| scores(numbers)),
        risk_gap: (column % 4 != 3).then(|| numbers.next()),
    };
    Learning {
        model: "Logistic regression".to_owned(),
        row_cap: 20_000,
        targets: (0..count).map(target).collect(),
        notes: vec![format!("{} was left out", label(2))],
    }
}

fn neighbours(numbers: &mut Numbers01) -> Neighbours {
    let mut nearest = || Nearest {
        rows: 500,
        mean: numbers.next(),
        quantiles: quantiles(),
        looked_up: 10_009,
        exact_matches: numbers.next(),
    };
    Neighbours {
        caveat: "It is a check of sanity.".to_owned(),
        synthetic: Some(nearest()),
        real: Some(nearest()),
        held_out: HeldOut::Share(0.2),
        reference_rows: 8_006,
    }
}
