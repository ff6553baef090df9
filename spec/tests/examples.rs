//! Every shipped example says what it is meant to say.

use privet_spec::mechanism::Selection;
use privet_spec::{
    Adjacency, Decimal, DecimalSign, Encoding, Estimator, Guarantee, Kind, Mechanism, Outside,
    Post, PrivBayes, Refusal, Release, RowCount, Sampling, Score, Style, Unit, parse,
};

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn read(name: &str) -> Release {
    let path = format!("{}/examples/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    parse(&text)
        .unwrap_or_else(|problems| panic!("{}", problems.render(name, &text, Style::plain())))
}

#[test]
fn every_shipped_file_is_read() {
    let folder = format!("{}/examples", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            read(name)
                .schema
                .iter()
                .any(|attribute| attribute.size() > 0),
            "{name}"
        );
    }
}

#[test]
fn every_spec_in_the_reference_is_read() {
    let reference = include_str!("../README.md");
    let specs: Vec<_> = reference.split("```ron\n").skip(1).collect();
    assert!(!specs.is_empty());
    for spec in specs {
        let (text, _) = spec.split_once("```").unwrap();
        assert!(
            parse(text).is_ok(),
            "{}",
            parse(text)
                .unwrap_err()
                .render("README.md", text, Style::plain())
        );
    }
}

/// `PrivMrf` takes 128 attributes; what it does not take is `PrivBayes`'s. A named mechanism stays as it is named.
#[test]
fn an_unnamed_mechanism_is_chosen_by_the_schema() {
    let spec = |attributes: usize, mechanism: &str| {
        let schema: Vec<String> = (0..attributes)
            .map(|number| format!("(name: \"a{number}\", kind: Boolean)"))
            .collect();
        let text = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), \
             schema: [{}], {mechanism})",
            schema.join(", ")
        );
        parse(&text).unwrap()
    };
    let bayes = Mechanism::PrivBayes(PrivBayes::default());
    for (label, release, expected) in [
        (
            "few",
            spec(2, ""),
            spec(2, "mechanism: PrivMrf()").mechanism,
        ),
        (
            "most",
            spec(128, ""),
            spec(128, "mechanism: PrivMrf()").mechanism,
        ),
        ("more", spec(129, ""), bayes.clone()),
        ("named", spec(2, "mechanism: PrivBayes()"), bayes),
    ] {
        assert_eq!(release.mechanism, expected, "case `{label}`");
        assert_eq!(
            release.mechanism_is_named,
            label == "named",
            "case `{label}`"
        );
    }
}

#[test]
fn minimal_has_the_documented_defaults() {
    let release = read("minimal");
    assert_eq!((release.title.as_ref(), release.reviewed), (None, false));
    assert_eq!(
        (&release.unit, release.adjacency),
        (&Unit::Row, Adjacency::AddRemove)
    );
    assert_eq!(
        release.budget.guarantee,
        Guarantee::Approximate {
            epsilon: decimal("1"),
            delta: decimal("1e-9")
        }
    );
    let shares = release.budget.shares.unwrap();
    assert_eq!(shares.structure, None);
    assert_eq!(
        (shares.size, shares.tables),
        (Some(decimal("0.01")), decimal("0.99"))
    );
    assert_eq!(
        (release.budget.lifetime, release.budget.previous.len()),
        (None, 0)
    );
    let Mechanism::PrivMrf(mechanism) = &release.mechanism else {
        panic!()
    };
    assert_eq!(
        (mechanism.theta, mechanism.max_cells),
        (decimal("1.25"), 2_000_000)
    );
    assert!(!release.mechanism_is_named);
    let output = &release.output;
    assert_eq!(
        (output.rows, output.sampling),
        (RowCount::Noisy, Sampling::WithoutReplacement)
    );
    assert_eq!(
        (output.columns.as_slice(), output.delimiter),
        ([0].as_slice(), b',')
    );
    let smokes = &release.schema[0];
    assert_eq!(
        (smokes.name(), smokes.size(), smokes.levels().len()),
        ("smokes", 2, 0)
    );
    assert_eq!(
        (smokes.outside(), smokes.refusal()),
        (Outside::Fail, Some(Refusal::Outside))
    );
}

#[test]
fn health_survey_reads_as_written() {
    let release = read("health_survey");
    assert_eq!(
        release.unit,
        Unit::Person {
            id: "person_id".to_owned(),
            rows: 1,
            missing: Vec::new(),
        }
    );
    assert!(release.reviewed);
    let sizes: Vec<_> = release
        .schema
        .iter()
        .map(|a| (a.name(), a.size(), a.levels().len()))
        .collect();
    let expected = [
        ("age", 21, 1),
        ("sex", 3, 0),
        ("region", 3, 1),
        ("education", 5, 0),
        ("income", 6, 0),
        ("bmi", 26, 1),
        ("smoker", 3, 0),
        ("interviewed", 13, 0),
    ];
    assert_eq!(sizes, expected);
    let region = &release.schema[2].levels()[0];
    assert_eq!(region.groups(), [0, 0, 1]);
    assert_eq!(
        (region.name(0), region.name(1), region.size()),
        (Some("north"), Some("south"), 2)
    );
    let refusals: Vec<_> = release
        .schema
        .iter()
        .map(privet_spec::Attribute::refusal)
        .collect();
    assert_eq!(
        refusals.iter().filter(|refusal| refusal.is_some()).count(),
        2
    );
}

/// The output spells null as `NA`, which `ward` does not know from the table.
#[test]
fn the_output_is_read_back() {
    let release = read("every_feature");
    let of_output = release.of_output();
    assert_eq!(of_output.unit, Unit::Row);
    let code = |release: &Release, text: &str| release.schema[1].encode(text);
    assert_eq!(code(&release, "NA"), privet_spec::Encoded::Code(5)); // "elsewhere"
    assert_eq!(code(&of_output, "NA"), privet_spec::Encoded::Code(6));
    assert_eq!(code(&of_output, "?"), privet_spec::Encoded::Code(6));
    assert_eq!(code(&of_output, "B1"), code(&release, "B1"));
    for (read, written) in of_output.schema.iter().zip(&release.schema) {
        assert_eq!(
            (read.size(), read.null_spelling(), read.outside()),
            (written.size(), written.null_spelling(), written.outside())
        );
    }
}

#[test]
fn every_feature_reads_as_written() {
    let release = read("every_feature");
    assert_eq!(
        release
            .purpose
            .as_deref()
            .map(|text| text.contains("café in the \"west")),
        Some(true)
    );
    assert_eq!(release.budget.lifetime.unwrap().epsilon(), decimal("2"));
    assert_eq!(release.budget.previous.len(), 1);
    let input = release.input;
    assert_eq!(
        (input.delimiter, input.decimal),
        (b'\t', DecimalSign::Comma)
    );
    assert_eq!(input.encoding.name(), "ISO-8859-15");
    let order: Vec<_> = release
        .columns()
        .map(privet_spec::Attribute::name)
        .collect();
    assert_eq!(order[..4], ["patient", "admitted", "discharged", "ward"]);
    assert_eq!(release.learned().count(), 11);
    let patient = &release.schema[0];
    assert_eq!((patient.size(), patient.virtual_attributes()), (0, 0));
    assert_eq!(patient.identifier(7).as_deref(), Some("P7"));
    let ward = &release.schema[1];
    assert_eq!(ward.outside(), Outside::Other(5));
    assert_eq!(
        (ward.size(), ward.null_code(), ward.null_spelling()),
        (7, Some(6), "NA")
    );
    let groups: Vec<_> = ward
        .levels()
        .iter()
        .map(|level| level.groups().to_vec())
        .collect();
    assert_eq!(
        groups,
        [vec![0, 0, 1, 1, 2, 3, 4], vec![0, 0, 0, 0, 1, 1, 2]]
    );
    let age = &release.schema[3];
    // 121 values, g = 5: 121 > 25 gives 25 groups, and 25 is not above 25.
    assert_eq!(
        age.levels()
            .iter()
            .map(privet_spec::Level::size)
            .collect::<Vec<_>>(),
        [26]
    );
    assert_eq!(
        release.mechanism.estimator(),
        Some(Estimator::Pgm { max_cells: 500_000 })
    );
    let admitted = &release.schema[8];
    assert!(matches!(admitted.kind(), Kind::Date { format, .. } if format == "%d.%m.%Y"));
    let regression = release.evaluation.regression.unwrap();
    assert_eq!(
        (regression.city, regression.sex, regression.income),
        (1, 2, 5)
    );
    assert_eq!(release.evaluation.targets, [2, 1]);
    assert_eq!(admitted.code_label(0).unwrap(), "[2020-01-15, 2020-04-01)");
    assert_eq!(release.output.delimiter, b';');
    assert_eq!(release.output.rows, RowCount::Exactly(25_000));
}

#[test]
fn priv_mrf_reads_as_written() {
    let release = read("priv_mrf");
    let shares = release.budget.shares.unwrap();
    assert_eq!(
        (shares.structure, shares.size, shares.tables),
        (None, Some(decimal("0.02")), decimal("0.88"))
    );
    assert_eq!(shares.bins, Some(decimal("0.1")));
    // 366 days are more than 256; 121 minutes are not.
    let found: Vec<&str> = release.found().map(privet_spec::Attribute::name).collect();
    assert_eq!(found, ["start"]);
    let Mechanism::PrivMrf(mechanism) = &release.mechanism else {
        panic!()
    };
    assert_eq!(
        (
            mechanism.rounds,
            mechanism.max_attributes,
            mechanism.candidates
        ),
        (12, 3, 200)
    );
    assert_eq!(mechanism.max_cells, 100_000);
    assert_eq!(
        [
            mechanism.theta,
            mechanism.caution,
            mechanism.rare,
            mechanism.smoothing,
            mechanism.selection,
            mechanism.one_way_error
        ],
        ["2", "0.5", "4", "0.05", "0.2", "0.02"].map(decimal)
    );
}

#[test]
fn mechanisms_without_delta_read_as_written() {
    let release = read("priv_bayes_pure");
    let epsilon = decimal("1.6");
    assert_eq!(release.budget.guarantee, Guarantee::Pure { epsilon });
    let epsilon = decimal("3");
    assert_eq!(release.budget.lifetime, Some(Guarantee::Pure { epsilon }));
    let Mechanism::PrivBayesPure(pure) = &release.mechanism else {
        panic!()
    };
    assert_eq!((pure.score, pure.encoding), (Score::R, Encoding::Binary));
    assert_eq!(
        (pure.selection, pure.degree),
        (Selection::Exponential, Some(3))
    );
    assert_eq!((pure.theta, pure.max_cells), (decimal("6"), 4096));
    assert_eq!(
        (pure.post, pure.assumed_rows),
        (Post::Normalize, Some(20_000))
    );
    let max_cells = 1_000_000;
    assert_eq!(pure.estimator, Estimator::Pgm { max_cells });
    let release = read("smoothed_histogram");
    let Mechanism::SmoothedHistogram(histogram) = &release.mechanism else {
        panic!()
    };
    // Five modes, four bins and null, two values and null.
    assert_eq!((histogram.cells, histogram.max_cells), (75, 1000));
    assert_eq!(release.output.rows, RowCount::Exactly(200));
}
