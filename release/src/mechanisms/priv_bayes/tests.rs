//! Models of `PrivBayes`: both estimators on the same answers, and a model that claims too much.

use privet_spec::{Mechanism as Chosen, Sampling};

use super::ALGORITHM;
use super::model::{Model, ScoresFile, TableFile};
use super::plan::PrivBayes;
use crate::bins::InsideFile;
use crate::counts::PrivateTable;
use crate::keys::MasterSeed;
use crate::mechanisms::mechanism::{ModelFile as _, Run, Source};
use crate::mechanisms::network::{EstimatedFile, NodeFile};
use crate::model::{RowsWanted, SizeFile, VERSION, seed_text};
use crate::noise::SigmaFile;
use crate::plan::VariableName;
use crate::record::Book;
use crate::spec::Spec;
use crate::table::{Codes, EncodedTable};
use crate::watch::Silent;

const ROWS: usize = 4000;

/// `b` has a coarser level, where it may.
fn spec(epsilon: &str, estimator: &str, hierarchy: &str) -> Spec {
    let text = format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, \
         budget: (epsilon: \"{epsilon}\", delta: \"1e-9\"), schema: [\
         (name: \"a\", kind: Integer(min: 0, max: 2)), \
         (name: \"b\", kind: Integer(min: 0, max: 19), hierarchy: {hierarchy}), \
         (name: \"c\", kind: Integer(min: 0, max: 4)), \
         (name: \"d\", kind: Boolean)], \
         mechanism: PrivBayes(estimator: {estimator}))"
    );
    Spec::parse("t.ron", text).unwrap()
}

/// `b` depends on `a`, `c` on `b`, and `d` on nothing.
fn table() -> EncodedTable {
    let mut bits = 7_u64;
    let mut below = |bound: u64| {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u8::try_from((bits >> 33) % bound).unwrap()
    };
    let mut columns = vec![Vec::new(); 4];
    for _ in 0..ROWS {
        let a = below(3);
        let b = a * 6 + below(8);
        let c = if below(4) == 0 { below(5) } else { b / 4 };
        for (column, value) in columns.iter_mut().zip([a, b, c, below(2)]) {
            column.push(value);
        }
    }
    EncodedTable {
        columns: columns.into_iter().map(Codes::narrow).collect(),
        rows: ROWS,
    }
}

fn made(spec: &Spec) -> (Model, Book) {
    let Chosen::PrivBayes(parameters) = &spec.release().mechanism else {
        panic!()
    };
    let bayes = PrivBayes::new(spec.release(), parameters).unwrap();
    let seed = MasterSeed::from_hex(&"5a".repeat(32)).unwrap();
    let (table, _) = PrivateTable::in_memory(table());
    // One digest for all specs here, so that all have the same noise.
    let noise = seed.noise("any spec", &table.fingerprint(&seed.fingerprint()));
    let run = Run {
        plan: spec.plan(),
        inside: &InsideFile::default(),
        source: Source::Table {
            table: &table,
            noise: &noise,
        },
        row_seed: seed.row_seed(),
        watch: &Silent,
    };
    bayes.made(run).unwrap()
}

#[test]
fn every_estimator_is_given_the_same_answers_at_the_same_price() {
    let (network, of_network) = made(&spec("1", "Network", "Auto(4)"));
    assert_eq!(network.estimated, None);
    // The attributes have 30 values together.
    for (estimator, is_field) in [("Pgm", true), ("Pgm(max_cells: 30)", false)] {
        let (model, of_model) = made(&spec("1", estimator, "Auto(4)"));
        assert_eq!(of_model.queries, of_network.queries);
        assert_eq!(of_model.spent, of_network.spent);
        assert_eq!((model.size, &model.scores), (network.size, &network.scores));
        assert_eq!((&model.head, &model.nodes), (&network.head, &network.nodes));
        assert_eq!(model.tables.len(), network.tables.len());
        for (table, other) in model.tables.iter().zip(&network.tables) {
            assert_eq!((&table.columns, table.sigma), (&other.columns, other.sigma));
            assert_eq!(table.measured, other.measured);
            assert_eq!(table.fitted == other.fitted, !is_field);
        }
        match model.estimated.unwrap() {
            EstimatedFile::Field(_) => assert!(is_field),
            EstimatedFile::TooLarge { cells } => assert!(!is_field && cells > 30),
        }
    }
}

/// At ε = 700 the noise is below a row and a table of all dependent attributes is measured, at their
/// leaves: both estimators have to draw the table's own distribution.
#[test]
fn without_noise_both_draw_the_same_distribution() {
    let drawn = |estimator| {
        let spec = spec("700", estimator, "None");
        assert_eq!(spec.release().output.sampling, Sampling::WithoutReplacement);
        let (model, _) = made(&spec);
        let wanted = RowsWanted {
            file: "m",
            rows: ROWS,
            seed: [1; 32],
            known: None,
        };
        let columns = model.draw(spec.plan(), wanted, &Silent).unwrap().columns;
        (model, columns)
    };
    let (network, of_network) = drawn("Network");
    let (field, of_field) = drawn("Pgm");
    assert!(matches!(field.estimated, Some(EstimatedFile::Field(_))));
    // Fitted tables differ by less than a row in any cell.
    for (one, other) in network.tables.iter().zip(&field.tables) {
        for (one, other) in one.fitted.iter().zip(&other.fitted) {
            assert!(one.abs_diff(*other) < 1 << 20, "{one} and {other}");
        }
    }
    let real = table().columns;
    for first in 0..4 {
        for second in 0..first {
            let counts = |columns: &[Codes]| {
                let mut counts = [0_i32; 400];
                for (one, other) in columns[first].iter().zip(columns[second].iter()) {
                    counts[usize::from(one) * 20 + usize::from(other)] += 1;
                }
                counts
            };
            let real = counts(&real);
            for columns in [&of_network, &of_field] {
                let rows = counts(columns);
                let apart: i32 = real.iter().zip(rows).map(|(a, b)| (a - b).abs()).sum();
                // One row in a hundred, moved.
                assert!(apart < 80, "{first}, {second}: {apart}");
            }
        }
    }
}

/// Eleven tables of 3.6·10^9 cells each, of which the file holds none.
#[test]
fn a_model_that_claims_more_cells_than_it_holds_is_refused_without_room_for_them() {
    let names: Vec<VariableName> = (0..12)
        .map(|number| VariableName(format!("a{number}"), 0))
        .collect();
    let schema: Vec<String> = names
        .iter()
        .map(|name| format!("(name: \"{name}\", kind: Integer(min: 0, max: 59999))"))
        .collect();
    let spec = format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, \
         budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{}])",
        schema.join(", ")
    );
    let sigma = SigmaFile {
        mantissa: 1,
        exponent: 0,
    };
    let table = |columns: &[VariableName]| TableFile {
        columns: columns.to_vec(),
        sigma,
        measured: Vec::new(),
        fitted: Vec::new(),
    };
    let model = Model {
        version: VERSION,
        algorithm: ALGORITHM,
        spec: spec.clone(),
        files: Vec::new(),
        row_seed: seed_text([0; 32]),
        inside: InsideFile::default(),
        size: SizeFile::Noisy { rows: 1, sigma },
        tau: u64::MAX,
        scores: ScoresFile {
            sigma: None,
            pairs: Vec::new(),
        },
        head: names[..2].to_vec(),
        nodes: names[1..]
            .windows(2)
            .map(|pair| NodeFile {
                child: pair[1].clone(),
                parents: vec![pair[0].clone()],
            })
            .collect(),
        tables: names.windows(2).map(table).collect(),
        disagreement: 0,
        estimated: None,
    };
    let spec = Spec::parse("t.ron", spec).unwrap();
    let wanted = RowsWanted {
        file: "m.ron",
        rows: 1,
        seed: [0; 32],
        known: None,
    };
    let drawn = model.draw(spec.plan(), wanted, &Silent);
    let error = drawn.map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("do not belong to the network"), "{error}");
}

/// Noisy cells of the most rows in the largest table add up to just below 2^64.
#[test]
fn cells_that_add_up_to_2_to_the_64_are_refused() {
    let spec = spec("1", "Network", "Auto(4)");
    let (mut model, _) = made(&spec);
    for (cells, accepted) in [(2, true), (3, false)] {
        let fitted = &mut model.tables[0].fitted;
        fitted.fill(0);
        fitted[..cells].fill(i64::MAX);
        let wanted = RowsWanted {
            file: "m.ron",
            rows: 9,
            seed: [0; 32],
            known: None,
        };
        let drawn = model.draw(spec.plan(), wanted, &Silent);
        assert_eq!(drawn.is_ok(), accepted, "{cells} cells");
    }
}
