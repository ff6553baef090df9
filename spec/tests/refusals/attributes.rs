//! Mistakes in the schema.

use super::{check, check_text};

const AGE: &str = "Integer(min: 0, max: 99, bin: 5)";
const SEX: &str = "Categorical([\"F\", \"M\"])";
const BMI: &str = "Real(min: \"10\", max: \"60\", bins: 25, decimals: 1)";
const DAY: &str = "Date(min: \"2025-01-01\", max: \"2025-12-31\", bin: Months(1))";
const REGION: &str = "Groups({\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\"]})";

#[test]
fn attributes() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("name missing", "name: \"sex\", ", "", "10:9", "`name` is missing in the attribute"),
        ("kind missing", ", kind: Categorical([\"F\", \"M\"])", "", "10:9", "`kind` is missing in the attribute"),
        ("unknown field", "outside: Clamp", "outsid: Clamp", "9:63", "write `outside`"),
        ("name twice", "name: \"sex\"", "name: \"age\"", "10:16", "the attribute \"age\" is there twice"),
        ("name looks alike", "name: \"sex\"", "name: \"\u{ff41}ge\"", "10:16", "looks like \"age\" but has other characters"),
        ("name empty", "name: \"sex\"", "name: \" \"", "10:16", "this attribute name is empty"),
        ("id as an attribute", "name: \"sex\"", "name: \"pid\"", "10:9", "\"pid\" is the id of the person and cannot be an attribute"),
        ("unknown kind", SEX, "Categorial([\"F\"])", "10:29", "there is no kind `Categorial` — write `Categorical`"),
        ("policy unknown", "outside: Clamp", "outside: Clam", "9:72", "write `Clamp`"),
        ("clamp for labels", SEX, "Categorical([\"F\"]), outside: Clamp", "10:58", "labels have no order"),
        ("null undeclared", SEX, "Categorical([\"F\"]), outside: Null", "10:58", "`Null` needs a declared missing value — write `missing: [\"\"]`"),
        ("catch-all for numbers", "outside: Clamp", "outside: Other(\"x\")", "9:72", "only for a `Categorical`"),
        ("catch-all for a boolean", SEX, "Boolean, outside: Other(\"x\")", "10:47", "only for a `Categorical`"),
        ("catch-all without a label", SEX, "Categorical([\"F\"]), outside: Other", "10:58", "write `Other(\"other\")`"),
        ("catch-all looks alike", SEX, "Categorical([\"F\"]), outside: Other(\"F \")", "10:58", "the label \"F \" looks like \"F\""),
        ("no missing tokens", "[\"NA\"]", "[]", "9:88", "this list of missing tokens is empty"),
        ("missing token twice", "[\"NA\"]", "[\"NA\", \"NA\"]", "9:95", "the missing token \"NA\" is there twice"),
        ("missing token is a number of the domain", "[\"NA\"]", "[\"99\"]", "9:89", "the missing token \"99\" is also a value"),
        ("missing token is a label", SEX, "Categorical([\"F\", \"M\"]), missing: [\"M\"]", "10:64", "the missing token \"M\" is also a value"),
        ("missing token is the catch-all", SEX, "Categorical([\"F\"]), missing: [\"x\"], outside: Other(\"x\")", "10:59", "the missing token \"x\" is also a value"),
        ("identifier with a policy", SEX, "Identifier(), outside: Fail", "10:52", "an `Identifier` is never read, so `outside` says nothing"),
    ]);
}

#[test]
fn kinds() {
    let wide = "Integer(min: 0, max: 500000, bin: 1)";
    #[rustfmt::skip] // one case a line
    check(&[
        ("empty domain", SEX, "Categorical([])", "10:41", "this domain is empty"),
        ("no labels", SEX, "Categorical", "10:29", "write `Categorical([\"a\", \"b\"])`"),
        ("label twice", SEX, "Categorical([\"F\", \"F\"])", "10:47", "the label \"F\" is there twice"),
        ("labels look alike", SEX, "Categorical([\"caf\u{e9}\", \"cafe\u{301}\"])", "10:50", "looks like"),
        ("labels differ by a space", SEX, "Categorical([\"F\", \"F \"])", "10:47", "looks like"),
        ("empty label", SEX, "Categorical([\"F\", \"\"])", "10:47", "this label is empty"),
        ("number as a label", SEX, "Categorical([1, \"2\"])", "10:42", "expected a string, found a number"),
        ("boolean half spelled", SEX, "Boolean(no: \"0\")", "10:29", "`yes` is missing in the Boolean"),
        ("boolean spelled alike", SEX, "Boolean(no: \"0\", yes: \"0\")", "10:51", "the label \"0\" is there twice"),
        ("max below min", AGE, "Integer(min: 99, max: 0)", "9:51", "`max` is below `min`, so the domain is empty"),
        ("min missing", AGE, "Integer(max: 99)", "9:29", "`min` is missing in the Integer"),
        ("no width", AGE, "Integer(min: 0, max: 99, bin: 0)", "9:59", "0 is outside of 1"),
        ("bin and edges", AGE, "Integer(min: 0, max: 9, bin: 5, edges: [0, 9])", "9:68", "both say where bins begin"),
        ("edges fall", AGE, "Integer(min: 0, max: 9, edges: [0, 5, 5, 9])", "9:67", "this edge is not above the one before it"),
        ("edges start late", AGE, "Integer(min: 0, max: 9, edges: [1, 9])", "9:60", "do not cover the domain"),
        ("edges end early", AGE, "Integer(min: 0, max: 9, edges: [0, 8])", "9:60", "do not cover the domain"),
        ("one edge", AGE, "Integer(min: 0, max: 0, edges: [0])", "9:60", "do not cover the domain"),
        ("too many values", AGE, wide, "9:29", "these are 500001 bins; at most 65536 are possible — remove `bin`, and the release finds bins; or write `bin: 5001`"),
        ("one value too many with null", AGE, "Integer(min: 0, max: 65535, bin: 1)", "9:29", "\"age\" has 65537 values; at most 65536"),
        ("decimals missing", BMI, "Real(min: \"0\", max: \"1\", bins: 5)", "12:29", "`decimals` is missing in the Real"),
        ("more bins than values", BMI, "Real(min: \"0\", max: \"1\", bins: 11, decimals: 1)", "12:60", "11 bins are more than the 10 steps"),
        ("bound finer than the decimals", BMI, "Real(min: \"0.05\", max: \"1\", bins: 5, decimals: 1)", "12:39", "0.05 has more than the 1 `decimals`"),
        ("bound too large", BMI, "Real(min: \"0\", max: \"1e18\", bins: 5, decimals: 1)", "12:49", "too large"),
        ("too many decimals", BMI, "Real(min: \"0\", max: \"1\", bins: 5, decimals: 16)", "12:73", "16 is outside of 0 to 15"),
        ("infinite bound", BMI, "Real(min: \"0\", max: \"inf\", bins: 5, decimals: 1)", "12:49", "`inf` is not a decimal number"),
        ("no date", DAY, "Date(min: \"2025-02-30\", max: \"2025-12-31\")", "13:39", "\"2025-02-30\" is not a date"),
        ("date in another order", DAY, "Date(min: \"31.12.2024\", max: \"2025-12-31\")", "13:39", "write year, month and day, as in `\"2020-01-31\"`"),
        ("dates the wrong way round", DAY, "Date(min: \"2025-12-31\", max: \"2025-01-01\")", "13:58", "`max` is below `min`"),
        ("unknown date bin", DAY, "Date(min: \"2025-01-01\", max: \"2025-12-31\", bin: Weeks(1))", "13:77", "write one of `Days`, `Months`, `Years`"),
        ("bare date bin", DAY, "Date(min: \"2025-01-01\", max: \"2025-12-31\", bin: Days)", "13:77", "write `Days(1)`"),
        ("format without a year", DAY, "Date(min: \"2025-01-01\", max: \"2025-12-31\", format: \"%d.%m.\")", "13:80", "cannot all be read back"),
        ("format without a century", DAY, "Date(min: \"1925-01-01\", max: \"2025-12-31\", format: \"%d.%m.%y\", bin: Years(1))", "13:80", "cannot all be read back"),
        ("format with a time", DAY, "Date(min: \"2025-01-01\", max: \"2025-12-31\", format: \"%Y-%m-%d %H\")", "13:80", "cannot all be read back"),
        ("ambiguous format", DAY, "Date(min: \"2025-01-01\", max: \"2025-12-31\", format: \"%-d%-m%Y\")", "13:80", "cannot all be read back"),
        ("endless dates", DAY, "Date(min: \"0001-01-01\", max: \"9999-12-31\", bin: Years(1))", "13:29", "at most 366000 are possible"),
        ("edges of dates", DAY, "Date(min: \"2025-01-01\", max: \"2025-12-31\", edges: [\"2025-01-01\", \"2025-06-30\"])", "13:79", "the edges do not cover the domain"),
        ("edges and bins of dates", DAY, "Date(min: \"2025-01-01\", max: \"2025-12-31\", bin: Days(1), edges: [\"2025-01-01\", \"2025-12-31\"])", "13:93", "`bin` and `edges` both say where bins begin"),
        ("a date is no time", DAY, "DateTime(min: \"2025-01-01\", max: \"2025-12-31 00:00\")", "13:43", "\"2025-01-01\" is not a date with a time"),
        ("no such time", DAY, "DateTime(min: \"2025-01-01 25:00:00\", max: \"2025-12-31 00:00\")", "13:43", "write both, as in `\"2020-01-31 08:30:00\"`"),
        ("a time with a zone", DAY, "DateTime(min: \"2025-01-01 00:00:00Z\", max: \"2025-12-31 00:00\")", "13:43", "is not a date with a time"),
        ("a format with a zone", DAY, "DateTime(min: \"2025-01-01 00:00\", max: \"2025-12-31 00:00\", format: \"%Y-%m-%d %H:%M:%S%z\")", "13:96", "times written as \"%Y-%m-%d %H:%M:%S%z\" cannot all be read back"),
        ("a format without a time", DAY, "DateTime(min: \"2025-01-01 00:00\", max: \"2025-12-31 00:00\", format: \"%Y-%m-%d\")", "13:96", "write a format with year, month, day, hour and minute"),
        ("a format of twelve hours", DAY, "DateTime(min: \"2025-01-01 00:00\", max: \"2025-12-31 00:00\", format: \"%Y-%m-%d %I:%M\")", "13:96", "cannot all be read back"),
        ("a format of a day and a time that run together", DAY, "DateTime(min: \"2025-01-01 00:00\", max: \"2025-12-31 00:00\", format: \"%Y-%m-%-d%-H:%M\")", "13:96", "cannot all be read back"),
        ("times of a century without it", DAY, "DateTime(min: \"1925-01-01 00:00\", max: \"2025-12-31 00:00\", bin: Years(1), format: \"%d.%m.%y %H:%M\")", "13:111", "cannot all be read back"),
        ("seconds without a format for them", DAY, "DateTime(min: \"2025-01-01 00:00\", max: \"2025-12-31 00:00:59\", format: \"%Y-%m-%d %H:%M\")", "13:68", "write whole minutes"),
        ("unknown time bin", DAY, "DateTime(min: \"2025-01-01 00:00\", max: \"2025-12-31 00:00\", bin: Weeks(1))", "13:93", "write one of `Minutes`, `Hours`, `Days`, `Months`, `Years`"),
        ("too many times", DAY, "DateTime(min: \"2025-01-01 00:00\", max: \"2025-12-31 00:00\", bin: Minutes(1))", "13:29", "write wider bins, as in `bin: Hours(6)`"),
        ("endless times", DAY, "DateTime(min: \"0001-01-01 00:00\", max: \"9999-12-31 00:00\", bin: Years(1))", "13:29", "at most 366000 are possible"),
        ("too many dates", DAY, "Date(min: \"1800-01-01\", max: \"2025-12-31\", bin: Days(1))", "13:29", "these are more than 65536 bins"),
    ]);
}

#[test]
fn hierarchies() {
    #[rustfmt::skip] // one case a line
    check(&[
        ("unknown", REGION, "Grups({})", "11:76", "there is no hierarchy `Grups` — write `Groups`"),
        ("groups of one", REGION, "Auto(1)", "11:81", "1 is outside of 2 to 65536"),
        ("auto without a number", REGION, "Auto", "11:76", "write `Auto(4)`"),
        ("label in two groups", REGION, "Groups({\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\", \"N1\"]})", "11:123", "\"N1\" is in \"north\" and in \"south\""),
        ("label in no group", REGION, "Groups({\"north\": [\"N1\", \"N2\"]})", "11:83", "\"S1\" is in no group"),
        ("two labels in no group", REGION, "Groups({\"north\": [\"N1\"]})", "11:83", "\"N2\" and 1 more are in no group"),
        ("unknown label", REGION, "Groups({\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\", \"N3\"]})", "11:123", "there is no \"N3\" to group — write \"N1\""),
        ("group twice", REGION, "Groups({\"north\": [\"N1\", \"N2\"], \"north\": [\"S1\"]})", "11:107", "the group \"north\" is there twice"),
        ("group name empty", REGION, "Groups({\"\": [\"N1\", \"N2\", \"S1\"]})", "11:84", "this group name is empty"),
        ("empty group", REGION, "Groups({\"all\": [\"N1\", \"N2\", \"S1\"], \"none\": []})", "11:119", "this group is empty"),
        ("groups of bins to find", AGE, "Integer(min: 0, max: 999), hierarchy: Groups({\"young\": [\"0\"]})", "9:74", "bins that the release finds have no names to group — write `edges: […]`"),
        ("not coarser", REGION, "Groups({\"a\": [\"N1\"], \"b\": [\"N2\"], \"c\": [\"S1\"]})", "11:83", "not coarser"),
        ("no levels", REGION, "Levels([])", "11:83", "there are no levels here"),
        ("prefix of nothing", REGION, "Prefix([])", "11:83", "there are no levels here — write `None`"),
        ("prefix without a list", REGION, "Prefix(1)", "11:83", "expected a list"),
        ("prefix of no character", REGION, "Prefix([0, 1])", "11:84", "0 is outside of 1 to 64"),
        ("prefix too long", REGION, "Prefix([1, 65])", "11:87", "65 is outside of 1 to 64"),
        ("prefixes fall", REGION, "Prefix([2, 1])", "11:87", "the smallest first"),
        ("prefix twice", REGION, "Prefix([1, 1])", "11:87", "write each once"),
        ("prefix as long as labels", REGION, "Prefix([1, 2])", "11:87", "this level is not coarser than what it groups — write a smaller number"),
        ("prefix that says nothing", "Categorical([\"N1\", \"N2\", \"S1\"]), hierarchy: Groups({\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\"]})", "Categorical([\"N11\", \"N12\", \"N21\"]), hierarchy: Prefix([1, 2])", "11:87", "all labels begin with the same character — write a larger number"),
        ("prefix of numbers", AGE, "Integer(min: 0, max: 99, bin: 5), hierarchy: Prefix([1])", "9:81", "only the labels of a `Categorical` have prefixes — write `hierarchy: Auto(4)`"),
        ("second level over labels", REGION, "Levels([{\"north\": [\"N1\", \"N2\"], \"south\": [\"S1\"]}, {\"all\": [\"north\", \"south\", \"S1\"]}])", "11:153", "there is no \"S1\" to group"),
        ("catch-all in no group", "hierarchy: Groups", "outside: Other(\"x\"), hierarchy: Groups", "11:104", "\"x\" is in no group"),
    ]);
}

fn schema(attributes: &str) -> String {
    let (before, rest) = super::GOOD.split_once("schema: [").unwrap();
    let (_, after) = rest.split_once("\n    ],").unwrap();
    format!("{before}schema: [{attributes}\n    ],{after}")
}

/// `n` attributes of one kind.
fn many(n: usize, kind: &str) -> String {
    let attribute = |k| format!("\n(name: \"a{k}\", kind: {kind})");
    (0..n).map(attribute).collect::<Vec<_>>().join(",")
}

#[test]
fn numbers_of_attributes() {
    let booleans = |n: usize| many(n, "Boolean");
    let ages = |n: usize| many(n, "Integer(min: 0, max: 99)");
    assert!(privet_spec::parse(&schema(&booleans(1))).is_ok());
    assert!(privet_spec::parse(&schema(&booleans(256))).is_ok());
    assert!(privet_spec::parse(&schema(&ages(85))).is_ok());
    check_text("empty", &schema(""), "8:13", "no attribute to learn from");
    check_text(
        "only identifiers",
        &schema("(name: \"i\", kind: Identifier())"),
        "8:13",
        "no attribute to learn from",
    );
    check_text(
        "300 attributes",
        &schema(&booleans(300)),
        "8:13",
        "the schema has 300 attributes with their levels (300 without); at most 256 are possible — remove attributes",
    );
    check_text(
        "levels count",
        &schema(&ages(86)),
        "8:13",
        "the schema has 258 attributes with their levels (86 without); at most 256 are possible — write `hierarchy: None`",
    );
}
