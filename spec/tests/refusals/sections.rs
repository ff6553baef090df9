//! Mistakes in everything but the attributes.

use super::{check, check_text};

#[test]
fn fields() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("unknown field", "title:", "titel:", "3:5", "there is no field `titel` in the release — write `title`"),
        ("far from any field", "title:", "zzzzzz:", "3:5", "write one of `privet`, `title`"),
        ("duplicate field", "reviewed: true", "title: \"B\"", "4:5", "the field `title` is written twice"),
        ("reserved for tables", "reviewed: true", "tables: []", "4:5", "`tables` is reserved for a later version"),
        ("version missing", "    privet: 1,\n", "", "1:1", "`privet` is missing in the release — write `privet: 1`"),
        ("other version", "privet: 1", "privet: 2", "2:13", "reads version 1 of the language, not 2"),
        ("unit missing", "    unit: Person(id: \"pid\", rows: 1),\n", "", "1:1", "`unit` is missing in the release — write `unit: Row`"),
        ("adjacency missing", "    adjacency: AddRemove,\n", "", "1:1", "`adjacency` is missing"),
        ("budget missing", "    budget: (epsilon: \"1\", delta: \"1e-9\"),\n", "", "1:1", "`budget` is missing"),
        ("option for nothing", "adjacency: AddRemove", "adjacency: None", "1:1", "`adjacency` is missing"),
    ]);
}

#[test]
fn unit_and_adjacency() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("unknown unit", "Person(", "Persn(", "5:11", "there is no unit `Persn` — write `Person`"),
        ("id missing", "id: \"pid\", ", "", "5:11", "`id` is missing in the Person"),
        ("id empty", "\"pid\"", "\"\"", "5:22", "this column name is empty"),
        ("rows missing", ", rows: 1)", ")", "5:11", "`rows` is missing in the Person — write `rows: 1`"),
        ("no rows", "rows: 1", "rows: 0", "5:35", "0 is outside of 1 to"),
        ("negative rows", "rows: 1", "rows: -1", "5:35", "-1 is outside of 1 to"),
        ("row with a payload", "Person(id: \"pid\", rows: 1)", "Row(1)", "5:11", "`Row` takes nothing"),
        ("unknown adjacency", "AddRemove", "AddRemov", "6:16", "there is no adjacency `AddRemov` — write `AddRemove`"),
    ]);
}

/// More of the one and less of the other may cover a release: `verify` knows.
#[test]
fn lifetimes_that_may_cover_a_release() {
    for (epsilon, delta) in [("0.5", "1e-8"), ("2", "1e-10"), ("1", "1e-9")] {
        let lifetime =
            format!("delta: \"1e-9\", lifetime: (epsilon: \"{epsilon}\", delta: \"{delta}\")");
        let text = super::GOOD.replace("delta: \"1e-9\"", &lifetime);
        let lifetime = privet_spec::parse(&text).unwrap().budget.lifetime.unwrap();
        assert_eq!(lifetime.delta(), Some(delta.parse().unwrap()));
    }
}

#[test]
fn the_smallest_delta() {
    let text = super::GOOD.replace("\"1e-9\"", "\"1e-300\"");
    let guarantee = privet_spec::parse(&text).unwrap().budget.guarantee;
    assert_eq!(guarantee.delta(), Some("1e-300".parse().unwrap()));
}

#[test]
fn budget() {
    let shares = |shares: &str| format!("delta: \"1e-9\", shares: ({shares})");
    let above = shares("structure: \"0.2\", size: \"0.01\", tables: \"0.8\"");
    let barely_above =
        shares("structure: \"0.19\", size: \"0.010000000000000001\", tables: \"0.8\"");
    let zero = shares("structure: \"0\", size: \"0.01\", tables: \"0.8\"");
    let negative = shares("structure: \"-0.1\", size: \"0.01\", tables: \"0.8\"");
    let no_size = shares("structure: \"0.1\", tables: \"0.8\"");
    let bins = shares("structure: \"0.1\", size: \"0.01\", tables: \"0.8\", bins: \"0.05\"");
    let long = shares("structure: \"0.1000000000000000001\", size: \"0.01\", tables: \"0.8\"");
    let digest = "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"";
    let upper = format!("delta: \"1e-9\", previous: [{}]", digest.to_uppercase());
    let twice = format!("delta: \"1e-9\", previous: [{digest}, {digest}]");
    #[rustfmt::skip] // one case a line
    check(&[
        ("zero epsilon", "epsilon: \"1\"", "epsilon: \"0\"", "7:23", "epsilon is 0, outside of 0.000001 to 700"),
        ("negative epsilon", "epsilon: \"1\"", "epsilon: \"-1\"", "7:23", "epsilon is -1, outside"),
        ("tiny epsilon", "epsilon: \"1\"", "epsilon: \"1e-7\"", "7:23", "outside of 0.000001 to 700"),
        ("huge epsilon", "epsilon: \"1\"", "epsilon: \"700.1\"", "7:23", "epsilon is 700.1"),
        ("epsilon missing", "epsilon: \"1\", ", "", "7:13", "`epsilon` is missing in the budget"),
        ("not a number", "epsilon: \"1\"", "epsilon: \"NaN\"", "7:23", "`NaN` is not a decimal number"),
        ("bare not a number", "epsilon: \"1\"", "epsilon: NaN", "7:23", "expected a decimal number, found the name `NaN`"),
        ("infinite", "epsilon: \"1\"", "epsilon: \"inf\"", "7:23", "`inf` is not a decimal number"),
        ("minus infinity", "epsilon: \"1\"", "epsilon: -inf", "7:23", "`-inf` is not a decimal number"),
        ("underscore", "epsilon: \"1\"", "epsilon: 1_0.5", "7:23", "`1_0.5` is not a decimal number"),
        ("too many digits", "epsilon: \"1\"", "epsilon: \"1.00000000000000000000000000000000000000001\"", "7:23", "more than 38 digits"),
        ("zero delta", "\"1e-9\"", "\"0\"", "7:35", "delta is 0, but `PrivBayes` adds Gaussian noise, which needs a delta above 0 — write `delta: \"1e-9\"`"),
        ("delta missing", ", delta: \"1e-9\"", "", "7:13", "`delta` is missing, and `PrivBayes` adds Gaussian noise"),
        ("delta underflows", "\"1e-9\"", "\"1e-400\"", "7:35", "delta is 1e-400, outside of 1e-300 to below 0.5"),
        ("delta far below", "\"1e-9\"", "1e-99999", "7:35", "too near to zero"),
        ("delta a half", "\"1e-9\"", "\"0.5\"", "7:35", "delta is 0.5, outside"),
        ("shares above 1", "delta: \"1e-9\"", &above, "7:51", "the shares add up to 1.01"),
        ("shares barely above 1", "delta: \"1e-9\"", &barely_above, "7:51", "the shares add up to 1.000000000000000001"),
        ("no share", "delta: \"1e-9\"", &zero, "7:63", "a share of 0 is not above 0"),
        ("negative share", "delta: \"1e-9\"", &negative, "7:63", "a share of -0.1 is not above 0"),
        ("size share missing", "delta: \"1e-9\"", &no_size, "7:51", "`size` is missing in the shares"),
        ("share too fine", "delta: \"1e-9\"", &long, "7:63", "at most 18 decimals"),
        ("share of bins needless", "delta: \"1e-9\"", &bins, "7:105", "the spec declares all bins, so there are none to find — remove `bins`"),
        ("lifetime too small", "delta: \"1e-9\"", "delta: \"1e-9\", lifetime: (epsilon: \"0.5\", delta: \"1e-9\")", "7:53", "this release alone — write at least `(epsilon: \"1\", delta: \"1e-9\")`"),
        ("lifetime incomplete", "delta: \"1e-9\"", "delta: \"1e-9\", lifetime: (epsilon: \"5\")", "7:53", "`delta` is missing"),
        ("short digest", "delta: \"1e-9\"", "delta: \"1e-9\", previous: [\"abc\"]", "7:54", "not the digest of a record"),
        ("upper-case digest", "delta: \"1e-9\"", &upper, "7:54", "64 lower-case hexadecimal digits"),
        ("digest twice", "delta: \"1e-9\"", &twice, "7:122", "listed twice"),
    ]);
}

#[test]
fn mechanism() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("unknown", "PrivBayes()", "PrivBays()", "15:16", "there is no mechanism `PrivBays` — write `PrivBayes`"),
        ("unknown parameter", "PrivBayes()", "PrivBayes(tetha: \"4\")", "15:26", "write `theta`"),
        ("zero theta", "PrivBayes()", "PrivBayes(theta: \"0\")", "15:33", "theta is 0"),
        ("too many cells", "PrivBayes()", "PrivBayes(max_cells: 16777217)", "15:37", "outside of 2 to 16777216"),
        ("unknown post", "PrivBayes()", "PrivBayes(post: Normalise)", "15:32", "write `Normalize`"),
        ("no rows assumed", "PrivBayes()", "PrivBayes(assumed_rows: 0)", "15:40", "0 is outside of 1"),
        ("unnamed parameter", "PrivBayes()", "PrivBayes(4)", "15:16", "`PrivBayes` has named fields"),
    ]);
}

#[test]
fn output() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("unknown row count", "Noisy", "Nosy", "16:20", "there is no row count `Nosy` — write `Noisy`"),
        ("bare number", "rows: Noisy", "rows: 20000", "16:20", "expected a name for the row count, found a number"),
        ("no rows", "rows: Noisy", "rows: Exactly(0)", "16:28", "0 is outside of 1"),
        ("no number", "rows: Noisy", "rows: Exactly", "16:20", "`Exactly` takes one value in parentheses — write `Exactly(20000)`"),
        ("as many as the private input", "rows: Noisy", "rows: AsInput", "16:20", "under `AddRemove` the number of rows is private"),
        ("unknown sampling", "rows: Noisy", "sampling: WithReplacment", "16:24", "write `WithReplacement`"),
        ("unknown column", "rows: Noisy", "columns: [\"age\", \"sx\", \"region\", \"bmi\", \"day\"]", "16:31", "the schema has no \"sx\" — write \"sex\""),
        ("column twice", "rows: Noisy", "columns: [\"age\", \"age\", \"sex\", \"region\", \"bmi\", \"day\"]", "16:31", "\"age\" is listed twice"),
        ("column left out", "rows: Noisy", "columns: [\"age\", \"sex\", \"region\", \"bmi\"]", "16:23", "\"day\" is in the schema but not in `columns`"),
        ("null is a value", "rows: Noisy", "null: \"17\"", "16:20", "\"17\" is a value of \"age\""),
        ("delimiter too long", "rows: Noisy", "delimiter: \",,\"", "16:25", "cannot be a delimiter"),
        ("delimiter a quote", "rows: Noisy", "delimiter: \"\\\"\"", "16:25", "cannot be a delimiter"),
        ("spelling unknown", "rows: Noisy", "spelling: Safe", "16:24", "`Safe`"),
        ("delimiter as decimals", "rows: Noisy),", "delimiter: \",\"), input: (delimiter: \";\", decimal: \",\"),", "16:25", "`,` stands in numbers and cannot stand between fields too"),
        ("delimiter no string", "rows: Noisy", "delimiter: 1", "16:25", "expected a string, found a number"),
        ("format unknown", "rows: Noisy", "format: Parqet", "16:22", "there is no format `Parqet` — write `Parquet`"),
        ("a null in Parquet", "rows: Noisy", "format: Parquet, null: \"\"", "16:37", "missing values are nulls in Parquet — leave out `null`, or write `format: Csv`"),
        ("a delimiter in Parquet", "rows: Noisy", "delimiter: \";\", format: Parquet", "16:25", "Parquet has no delimiter — leave out `delimiter`, or write `format: Csv`"),
        ("a spelling in Parquet", "rows: Noisy", "format: Parquet, spelling: AsDeclared", "16:41", "no spreadsheet computes a text in Parquet — leave out `spelling`, or write `format: Csv`"),
    ]);
}

#[test]
fn options_may_be_written_out() {
    let text = super::GOOD
        .replace(
            "PrivBayes()",
            "PrivBayes(assumed_rows: Some(20_000), theta: None)",
        )
        .replace("delta: \"1e-9\"", "delta: 1e-9, lifetime: None")
        .replace("output: (rows: Noisy)", "output: None");
    let release = privet_spec::parse(&text).unwrap();
    let privet_spec::Mechanism::PrivBayes(parameters) = release.mechanism else {
        panic!()
    };
    assert_eq!(parameters.assumed_rows, Some(20_000));
    assert_eq!(release.budget.lifetime, None);
    assert!(privet_spec::parse(&super::GOOD.replace("PrivBayes()", "PrivBayes")).is_ok());
}

#[test]
fn replace() {
    let good = super::GOOD
        .replace("AddRemove", "Replace")
        .replace("rows: Noisy", "");
    let release = privet_spec::parse(&good).unwrap();
    let shares = release.budget.shares.unwrap();
    assert_eq!(
        shares.structure.and_then(privet_spec::Decimal::to_fraction),
        Some((1, 5))
    );
    assert_eq!(
        (shares.size, shares.tables.to_fraction()),
        (None, Some((4, 5)))
    );
    assert_eq!(release.output.rows, privet_spec::RowCount::AsInput);
    let budget = "delta: \"1e-9\"";
    let with_size =
        "delta: \"1e-9\", shares: (structure: \"0.2\", size: \"0.01\", tables: \"0.7\")";
    #[rustfmt::skip] // one case a line
    let cases = [
        ("several rows", "rows: 1", "rows: 2", "6:16", "`Replace` needs a unit of one row — write `AddRemove`, or `rows: 1`"),
        ("size share", budget, with_size, "7:76", "the number of rows is public, so its share buys nothing"),
        ("noisy size", "output: ()", "output: (rows: Noisy)", "16:20", "under `Replace` no noisy number of rows is measured — write `AsInput`"),
    ];
    for (label, piece, instead, place, fragment) in cases {
        check_text(label, &good.replace(piece, instead), place, fragment);
    }
}

#[test]
fn evaluation() {
    let with = |text: &str| format!("output: (rows: Noisy),\n    evaluation: {text}");
    let good = [
        with("()"),
        with("None"),
        with("(targets: [])"),
        with("(targets: [\"age\", \"sex\"])"),
        with("Evaluation(regression: (city: \"region\", sex: \"sex\", income: \"age\"))"),
        with("(regression: Regression(city: \"age\", sex: \"sex\", income: \"bmi\"))"),
    ];
    for text in good {
        let spec = super::GOOD.replace("output: (rows: Noisy)", &text);
        assert!(privet_spec::parse(&spec).is_ok(), "{text}");
    }
    let regression = |city: &str, sex: &str, income: &str| {
        with(&format!(
            "(regression: (city: \"{city}\", sex: \"{sex}\", income: \"{income}\"))"
        ))
    };
    let cases = [
        (
            "unknown field",
            with("(target: [])"),
            "17:18",
            "there is no field `target` in the evaluation — write `targets`",
        ),
        (
            "not a list",
            with("(targets: \"age\")"),
            "17:27",
            "expected a list",
        ),
        (
            "unknown target",
            with("(targets: [\"aeg\"])"),
            "17:28",
            "the schema has no \"aeg\" — write \"age\"",
        ),
        (
            "target twice",
            with("(targets: [\"age\", \"age\"])"),
            "17:35",
            "\"age\" is listed twice",
        ),
        (
            "income missing",
            with("(regression: (city: \"region\", sex: \"sex\"))"),
            "17:30",
            "`income` is missing in the regression",
        ),
        (
            "unknown city",
            regression("regio", "sex", "age"),
            "17:37",
            "the schema has no \"regio\" — write \"region\"",
        ),
        (
            "three sexes",
            regression("age", "region", "bmi"),
            "17:49",
            "\"region\" has 3 values, and the pay gap is between two",
        ),
        (
            "labels for income",
            regression("age", "sex", "region"),
            "17:64",
            "\"region\" has no numbers — name an `Integer` or a `Real`",
        ),
        (
            "days for income",
            regression("age", "sex", "day"),
            "17:64",
            "\"day\" has no numbers",
        ),
        (
            "one column twice",
            regression("age", "sex", "age"),
            "17:64",
            "\"age\" is named twice",
        ),
    ];
    for (label, instead, place, fragment) in cases {
        check(&[(label, "output: (rows: Noisy)", &instead, place, fragment)]);
    }
    let generated = super::GOOD
        .replace(
            "        (name: \"day\"",
            "        (name: \"number\", kind: Identifier()),\n        (name: \"day\"",
        )
        .replace("output: (rows: Noisy)", &with("(targets: [\"number\"])"));
    check_text(
        "generated target",
        &generated,
        "18:28",
        "\"number\" is generated and never read",
    );
}

/// Finding bins has a share of its own: more for more attributes, taken from that of the tables.
#[test]
fn share_of_bins() {
    let text = |kinds: [&str; 5], shares: &str| {
        let kinds = kinds.into_iter().zip('a'..);
        let schema: Vec<String> = kinds
            .map(|(kind, name)| format!("(name: \"{name}\", kind: {kind})"))
            .collect();
        format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"{shares}),\n\
             schema: [{}], mechanism: PrivBayes())",
            schema.join(", ")
        )
    };
    let (few, many) = ("Boolean", "Integer(min: 0, max: 256)");
    for (label, kinds, bins, tables) in [
        ("none", [few; 5], None, "0.8"),
        ("one", [few, many, few, few, few], Some("0.1"), "0.7"),
        ("two", [few, many, few, many, few], Some("0.15"), "0.65"),
        ("three", [many, many, few, many, few], Some("0.2"), "0.6"),
        ("five", [many; 5], Some("0.25"), "0.55"),
    ] {
        let shares = privet_spec::parse(&text(kinds, "")).unwrap().budget.shares;
        let shares = shares.unwrap();
        let written = (
            shares.bins.map(|share| share.to_string()),
            shares.tables.to_string(),
        );
        assert_eq!(
            written,
            (bins.map(str::to_owned), tables.to_owned()),
            "case `{label}`"
        );
    }
    let shares = ", shares: (structure: \"0.1\", size: \"0.01\", tables: \"0.8\")";
    let missing = text([many; 5], shares);
    check_text(
        "missing",
        &missing,
        "1:99",
        "`bins` is missing in the shares — write `bins: \"0.25\"`",
    );
}

#[test]
fn inputs() {
    let good = "mechanism: PrivBayes(),";
    #[rustfmt::skip] // one case a line
    check(&[
        ("unknown field", good, "input: (separator: \";\"),", "15:13", "there is no field `separator` in the input — write one of `delimiter`, `decimal`, `encoding`"),
        ("no delimiter", good, "input: (delimiter: \"x\"),", "15:24", "this cannot be a delimiter — write one of"),
        ("no decimal sign", good, "input: (decimal: \"'\"),", "15:22", "write `\".\"` or `\",\"`"),
        ("comma for both, one by default", good, "input: (decimal: \",\"),", "15:12", "`,` stands in numbers and cannot stand between fields too — write `delimiter: \";\"`"),
        ("comma for both", good, "input: (delimiter: \",\", decimal: \",\"),", "15:24", "cannot stand between fields too"),
        ("unknown encoding", good, "input: (encoding: \"latin\"),", "15:23", "there is no encoding \"latin\" — write \"utf-8\", \"windows-1252\""),
        ("encoding of nothing", good, "input: (encoding: \"x-user-defined\"),", "15:23", "there is no encoding"),
        ("two bytes a character", good, "input: (encoding: \"utf-16le\"),", "15:23", "\"utf-16le\" has characters of several bytes, which are not read — save the table as UTF-8"),
        ("a null that is a number by its comma", "output: (rows: Noisy)", "input: (delimiter: \";\", decimal: \",\"), output: (null: \"17,0\")", "16:59", "\"17,0\" is a value of \"age\""),
        ("some bytes a character", good, "input: (encoding: \"shift_jis\"),", "15:23", "\"shift_jis\" has characters of several bytes"),
        ("none that is read any more", good, "input: (encoding: \"iso-2022-kr\"),", "15:23", "\"iso-2022-kr\" has characters of several bytes"),
    ]);
    let with_comma = super::GOOD.replace(good, "input: (delimiter: \";\", decimal: \",\"),");
    let text = with_comma.replace("missing: [\"NA\"]", "missing: [\"6,0\"]");
    let fragment = "the missing token \"6,0\" is also a value";
    check_text(
        "a token that is a number by its comma",
        &text,
        "9:89",
        fragment,
    );
}
