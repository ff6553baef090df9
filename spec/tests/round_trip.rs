//! Text to code to text, for every kind of attribute.

use privet_spec::{Attribute, Encoded, Fit, Refusal, Style, parse};
use proptest::prelude::*;

/// The one attribute of a schema.
fn attribute(written: &str) -> Attribute {
    let text = format!(
        "(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: 1, delta: 1e-9), schema: [{written}])"
    );
    let release = parse(&text)
        .unwrap_or_else(|problems| panic!("{}", problems.render("spec", &text, Style::plain())));
    release.schema.into_iter().next().unwrap()
}

const ATTRIBUTES: [&str; 26] = [
    r#"(name: "a", kind: Categorical(["F", "M", " M.", "é"]), missing: ["", "NA"])"#,
    r#"(name: "a", kind: Categorical(["x"]), outside: Other("y"))"#,
    r#"(name: "a", kind: Boolean)"#,
    r#"(name: "a", kind: Boolean(no: "0", yes: "1"), missing: ["9"])"#,
    r#"(name: "a", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp, missing: ["-1"])"#,
    r#"(name: "a", kind: Integer(min: -7, max: 7))"#,
    r#"(name: "a", kind: Integer(min: 5, max: 5))"#,
    r#"(name: "a", kind: Integer(min: -1000000000000000000, max: 1000000000000000000, bin: 100000000000000000))"#,
    r#"(name: "a", kind: Integer(min: 0, max: 500_000, edges: [0, 10_000, 20_000, 500_000]))"#,
    r#"(name: "a", kind: Integer(min: 0, max: 65534, bin: 1), missing: [""])"#,
    r#"(name: "a", kind: Real(min: "0", max: "1", bins: 3, decimals: 2), missing: ["."])"#,
    r#"(name: "a", kind: Real(min: "-1.5", max: "1.5", edges: ["-1.5", "-0.25", "0", "1.5"], decimals: 3))"#,
    r#"(name: "a", kind: Real(min: "-100", max: "100", bins: 200, decimals: 0))"#,
    r#"(name: "a", kind: Real(min: "0", max: "100", bins: 7, decimals: 15))"#,
    r#"(name: "a", kind: Date(min: "2020-01-15", max: "2024-02-29", bin: Months(1)), missing: ["", "?"])"#,
    r#"(name: "a", kind: Date(min: "1899-12-30", max: "2024-12-31", bin: Years(10), format: "%d/%m/%Y"))"#,
    r#"(name: "a", kind: Date(min: "2024-02-20", max: "2024-03-10", format: "%e %b %Y"))"#,
    r#"(name: "a", kind: Date(min: "2020-01-15", max: "2024-02-29", edges: ["2020-01-15", "2020-01-16", "2024-02-29"]))"#,
    r#"(name: "a", kind: DateTime(min: "2020-02-28 07:30", max: "2020-03-02 23:59:59", bin: Hours(6)), missing: [""])"#,
    r#"(name: "a", kind: DateTime(min: "1969-12-31 23:50", max: "1970-01-01T02:10", bin: Minutes(15), format: "%m/%d/%Y %I:%M %p"))"#,
    r#"(name: "a", kind: DateTime(min: "2020-01-01 00:00", max: "2020-12-31 00:00", format: "%d.%m.%y %H:%M:%S%.f",
        edges: ["2020-01-01 00:00", "2020-01-01 00:01", "2020-12-31 00:00"]))"#,
    r#"(name: "a", kind: Integer(min: -70_000, max: 10_000_000_000), missing: [""])"#,
    r#"(name: "a", kind: Real(min: "-0.5", max: "1", decimals: 3))"#,
    r#"(name: "a", kind: Date(min: "1850-01-01", max: "2150-12-31"))"#,
    r#"(name: "a", kind: DateTime(min: "2020-01-01 00:00:01", max: "2029-12-31 23:59:59", format: "%d.%m.%Y %H:%M:%S"))"#,
    r#"(name: "a", kind: Categorical(["E10.0", "I", "E10.1", "E11.0", "I10"]), missing: [""], outside: Other("else"), hierarchy: Prefix([1, 3]))"#,
];

/// Kinds of numbers, for any policy.
const POLICIES: [&str; 6] = [
    "Integer(min: 0, max: 99, bin: 7)",
    "Integer(min: -500, max: 1_000_000)",
    r#"Real(min: "-1.5", max: "99.25", bins: 9, decimals: 3)"#,
    r#"Real(min: "0", max: "100", decimals: 1)"#,
    r#"Date(min: "1950-03-01", max: "2030-12-31", bin: Months(5))"#,
    r#"DateTime(min: "1950-03-01 12:00", max: "2030-12-31 18:00", format: "%Y-%m-%d %H:%M", bin: Days(3))"#,
];

#[test]
fn every_code_comes_back() {
    for written in ATTRIBUTES {
        let attribute = attribute(written);
        for code in 0..attribute.size() {
            let code = u16::try_from(code).unwrap();
            for pick in [0, 1, u64::MAX / 3, u64::MAX - 1, u64::MAX] {
                let field = attribute.decode(code, pick).unwrap();
                assert_eq!(
                    attribute.encode(&field),
                    Encoded::Code(code),
                    "`{field}` of {written}"
                );
            }
        }
        let beyond = u16::try_from(attribute.size()).unwrap_or(u16::MAX);
        assert!(
            attribute.size() == 65_536 || attribute.decode(beyond, 0).is_err(),
            "{written}"
        );
    }
}

/// The number of a field lies in the bin of its code; a missing field has none.
#[test]
fn numbers_lie_in_their_bins() {
    for written in ATTRIBUTES {
        let attribute = attribute(written);
        for code in 0..attribute.size() {
            let code = u16::try_from(code).unwrap();
            let bin = attribute.kind().bins().and_then(|bins| bins.values(code));
            for pick in [0, u64::MAX / 3, u64::MAX] {
                let field = attribute.decode(code, pick).unwrap();
                let number = attribute.number(&field);
                assert_eq!(number.is_some(), bin.is_some(), "`{field}` of {written}");
                let inside = number
                    .zip(bin.clone())
                    .is_none_or(|(n, bin)| bin.contains(&n));
                assert!(inside, "`{field}` of {written}");
            }
        }
    }
    let age = attribute(ATTRIBUTES[4]);
    for (field, expected) in [
        (" 17 ", Some(17)),
        ("120", Some(99)),
        ("-2", Some(0)),
        ("-1", None),
        (" -1", None),
        ("-1.0", None),
        ("17.0", Some(17)),
        ("17.5", None),
        ("old", None),
        ("", None),
    ] {
        assert_eq!(age.number(field), expected, "case `{field}`");
    }
    let share = attribute(ATTRIBUTES[10]);
    assert_eq!(
        (share.number("0.259"), share.number("7")),
        (Some(25), Some(100))
    );
    let day = attribute(ATTRIBUTES[16]);
    assert_eq!(day.number("1 Mar 2024"), Some(19_783));
    let (second, minute) = (attribute(ATTRIBUTES[18]), attribute(ATTRIBUTES[19]));
    assert_eq!(second.number("2020-02-29T12:34:56"), Some(1_582_979_696));
    assert_eq!(minute.number("01/01/1970 01:02 AM"), Some(62));
}

#[test]
fn levels_group_every_code_and_nest() {
    for written in ATTRIBUTES {
        let attribute = attribute(written);
        let mut finer: Vec<u16> = (0..attribute.size())
            .map(|c| u16::try_from(c).unwrap())
            .collect();
        let mut finer_size = attribute.size();
        for level in attribute.levels() {
            assert!(level.size() < finer_size, "{written}");
            assert_eq!(level.groups().len(), finer.len(), "{written}");
            let mut group_of_finer = std::collections::HashMap::new();
            for (fine, coarse) in finer.iter().zip(level.groups()) {
                assert!(u32::from(*coarse) < level.size(), "{written}");
                assert_eq!(
                    group_of_finer.entry(*fine).or_insert(*coarse),
                    coarse,
                    "{written}"
                );
            }
            if let Some(null) = attribute.null_code() {
                let group = level.group_of(null).unwrap();
                let members = level.groups().iter().filter(|g| **g == group).count();
                assert_eq!(
                    (members, u32::from(group) + 1),
                    (1, level.size()),
                    "{written}"
                );
            }
            finer = level.groups().to_vec();
            finer_size = level.size();
        }
    }
}

/// The catch-all is a label like the others, and null a group of its own.
#[test]
fn prefixes_make_levels() {
    let disease = attribute(ATTRIBUTES[25]);
    let levels: Vec<(Vec<&str>, &[u16])> = disease
        .levels()
        .iter()
        .map(|level| {
            (
                (0..).map_while(|group| level.name(group)).collect(),
                level.groups(),
            )
        })
        .collect();
    let null = Attribute::NULL_LABEL;
    assert_eq!(
        levels,
        [
            (
                vec!["E10", "I", "E11", "I10", "els", null],
                [0, 1, 0, 2, 3, 4, 5].as_slice()
            ),
            (vec!["E", "I", "e", null], [0, 1, 0, 0, 1, 2, 3].as_slice()),
        ]
    );
}

proptest! {
    #[test]
    fn any_pick_stays_in_its_bin(which in 0..ATTRIBUTES.len(), code: u16, pick: u64) {
        let attribute = attribute(ATTRIBUTES[which]);
        let code = u16::try_from(u32::from(code) % attribute.size()).unwrap();
        let field = attribute.decode(code, pick).unwrap();
        prop_assert_eq!(attribute.encode(&field), Encoded::Code(code));
    }

    /// No field, however strange, panics or gets a code that the attribute does not have.
    #[test]
    fn any_field_is_encoded(which in 0..ATTRIBUTES.len(), field in "\\PC*|[-+0-9.e ]{0,30}") {
        let attribute = attribute(ATTRIBUTES[which]);
        if let Encoded::Code(code) = attribute.encode(&field) {
            prop_assert!(u32::from(code) < attribute.size());
        }
    }

    /// Rules compare the number of a field, and counts have its code: the number lies in the bin of the code, whatever the
    /// field. Only a missing value may have none.
    #[test]
    fn the_number_of_any_field_lies_in_the_bin_of_its_code(
        kind in 0..POLICIES.len(),
        field in " ?[-+]?[0-9]{1,3}([.][0-9]{0,4})?(e-?[0-3])? ?|(19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]( [0-2][0-9]:[0-5][0-9])?",
        policy in 0..3_usize,
    ) {
        let policy = ["outside: Fail", "outside: Clamp", "outside: Null"][policy];
        let attribute = attribute(&format!("(name: \"a\", kind: {}, missing: [\"\", \"-999\"], {policy})", POLICIES[kind]));
        if let Encoded::Code(code) = attribute.encode(&field) && Some(code) != attribute.null_code() {
            let bin = attribute.kind().bins().and_then(|bins| bins.values(code));
            let number = attribute.number(&field);
            prop_assert!(bin.zip(number).is_some_and(|(bin, number)| bin.contains(&number)), "{}: {:?}", field, number);
        }
    }

    /// Decimals are binned as fractions of 10^-6 would be, computed in integers here.
    #[test]
    fn finer_decimals_are_binned_exactly(micro in -500_000_i64..1_500_000) {
        let attribute = attribute(ATTRIBUTES[10]);
        let sign = if micro < 0 { "-" } else { "" };
        let field = format!("{sign}{}.{:06}", micro.abs() / 1_000_000, micro.abs() % 1_000_000);
        // Edges 1/3 and 2/3 are rounded up to 0.34 and 0.67.
        let expected = match micro {
            i64::MIN..0 => Fit::Below,
            0..340_000 => Fit::Inside(0),
            340_000..670_000 => Fit::Inside(1),
            670_000..=1_000_000 => Fit::Inside(2),
            _ => Fit::Above,
        };
        prop_assert_eq!(attribute.classify(&field), expected);
    }
}

#[test]
fn which_fields_are_refused() {
    for (kind, expected) in [
        (r#"outside: Fail, missing: [""]"#, Some(Refusal::Outside)),
        ("outside: Clamp", Some(Refusal::Foreign)),
        (r#"outside: Clamp, missing: [""]"#, None),
        (r#"outside: Null, missing: [""]"#, None),
    ] {
        let written = format!("(name: \"a\", kind: Integer(min: 0, max: 99, bin: 5), {kind})");
        assert_eq!(attribute(&written).refusal(), expected, "case `{kind}`");
    }
}

#[test]
fn fields_are_classified() {
    let integer = r#"(name: "a", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp, missing: ["", "-1"])"#;
    let clamped = r#"(name: "a", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp)"#;
    let date = r#"(name: "a", kind: Date(min: "2020-01-01", max: "2020-12-31", bin: Months(1)), outside: Null, missing: ["?"])"#;
    let time = r#"(name: "a", kind: DateTime(min: "2020-01-01 00:00", max: "2020-12-31 23:59", bin: Months(1), format: "%Y-%m-%d %H:%M"), outside: Clamp)"#;
    let label = r#"(name: "a", kind: Categorical(["F", "M"]), outside: Other("X"))"#;
    let strict = r#"(name: "a", kind: Categorical(["F", "M"]))"#;
    let real =
        r#"(name: "a", kind: Real(min: "0", max: "10", bins: 10, decimals: 1), outside: Clamp)"#;
    let lacking = r#"(name: "a", kind: Real(min: "0", max: "10", bins: 10, decimals: 1), outside: Clamp, missing: ["-9"])"#;
    let huge = r#"(name: "a", kind: Integer(min: 0, max: 99), outside: Null, missing: ["99999999999999999999"])"#;
    let whole = r#"(name: "a", kind: Real(min: "0", max: "10", bins: 10, decimals: 0), outside: Clamp, missing: ["-99.9"])"#;
    let off = r#"(name: "a", kind: Integer(min: 0, max: 99), missing: ["0.5", "1e25"])"#;
    let flag = r#"(name: "a", kind: Boolean(no: "0", yes: "1"), missing: ["9"])"#;
    let alike = r#"(name: "a", kind: Boolean(no: "1", yes: "1.0"))"#;
    let words = r#"(name: "a", kind: Boolean(no: "0", yes: "one"))"#;
    #[rustfmt::skip] // one case a line
    let cases = [
        ("spaces around a number", integer, " 7 ", Fit::Inside(1), Encoded::Code(1)),
        ("plus sign", integer, "+12", Fit::Inside(2), Encoded::Code(2)),
        ("leading zeros", integer, "007", Fit::Inside(1), Encoded::Code(1)),
        ("spaces are an empty token", integer, "  ", Fit::Missing(20), Encoded::Code(20)),
        ("numeric token", integer, " -1", Fit::Missing(20), Encoded::Code(20)),
        ("below", integer, "-2", Fit::Below, Encoded::Code(0)),
        ("above", integer, "100", Fit::Above, Encoded::Code(19)),
        ("far above", integer, "99999999999999999999999", Fit::Above, Encoded::Code(19)),
        ("far below", integer, "-99999999999999999999999", Fit::Below, Encoded::Code(0)),
        ("a whole number with a point", integer, "60.0", Fit::Inside(12), Encoded::Code(12)),
        ("with many zeros", integer, "60.0000000000000000000000000000000000000000", Fit::Inside(12), Encoded::Code(12)),
        ("with a bare point", integer, "60.", Fit::Inside(12), Encoded::Code(12)),
        ("with an exponent", integer, "6e1", Fit::Inside(12), Encoded::Code(12)),
        ("with both", integer, "+0.6E+2", Fit::Inside(12), Encoded::Code(12)),
        ("no whole number", integer, "60.5", Fit::Foreign, Encoded::Code(20)),
        ("hardly no whole number", integer, "60.0000000000000000000000000000000000000001", Fit::Foreign, Encoded::Code(20)),
        ("nearly nothing", integer, "1e-300", Fit::Foreign, Encoded::Code(20)),
        ("two numbers", integer, "60.0.0", Fit::Foreign, Encoded::Code(20)),
        ("above with a point", integer, "100.0", Fit::Above, Encoded::Code(19)),
        ("beyond all digits", integer, "1234567890123456789012345678901234567890123", Fit::Above, Encoded::Code(19)),
        ("beyond all digits, negative", integer, "-1234567890123456789012345678901234567890123", Fit::Below, Encoded::Code(0)),
        ("token in another notation", integer, "-1.0", Fit::Missing(20), Encoded::Code(20)),
        ("token of a decimal", lacking, "-9.00", Fit::Missing(10), Encoded::Code(10)),
        ("no token, but nearly", lacking, "-9.001", Fit::Below, Encoded::Code(0)),
        ("a token that is no number", lacking, "-9.00x", Fit::Foreign, Encoded::Code(10)),
        ("a huge token is itself", huge, "99999999999999999999", Fit::Missing(100), Encoded::Code(100)),
        ("and no other huge number", huge, "99999999999999999998", Fit::Above, Encoded::Code(100)),
        ("a huge token in another notation", huge, "99999999999999999999.0", Fit::Missing(100), Encoded::Code(100)),
        ("a token between whole numbers", whole, "-99.9", Fit::Missing(10), Encoded::Code(10)),
        ("in another notation", whole, "-99.90", Fit::Missing(10), Encoded::Code(10)),
        ("with another exponent", whole, "-.999e2", Fit::Missing(10), Encoded::Code(10)),
        ("a neighbour of it", whole, "-99.91", Fit::Below, Encoded::Code(0)),
        ("hardly another one", whole, "-99.90000000000000000000000000000000000000001", Fit::Below, Encoded::Code(0)),
        ("a token that is not whole", off, "0.50", Fit::Missing(100), Encoded::Code(100)),
        ("a token beyond all numbers", off, "10000000000000000000000000", Fit::Missing(100), Encoded::Code(100)),
        ("another one beyond", off, "2e25", Fit::Above, Encoded::Refused),
        ("a flag with a point", flag, "1.0", Fit::Inside(1), Encoded::Code(1)),
        ("the other flag", flag, "0.0", Fit::Inside(0), Encoded::Code(0)),
        ("no flag", flag, "2.0", Fit::Foreign, Encoded::Refused),
        ("a missing flag", flag, "9.0", Fit::Missing(2), Encoded::Code(2)),
        ("a flag keeps its spaces", flag, " 1.0", Fit::Foreign, Encoded::Refused),
        ("one number for two flags", alike, "1.00", Fit::Foreign, Encoded::Refused),
        ("flags that are words", words, "1.0", Fit::Foreign, Encoded::Refused),
        ("text, not nullable", clamped, "NA", Fit::Foreign, Encoded::Refused),
        ("empty, not nullable", clamped, "", Fit::Foreign, Encoded::Refused),
        ("date", date, "2020-02-29", Fit::Inside(1), Encoded::Code(1)),
        ("no such day", date, "2020-02-30", Fit::Foreign, Encoded::Code(12)),
        ("late date", date, "2021-01-01", Fit::Above, Encoded::Code(12)),
        ("time", time, "2020-02-29 23:59", Fit::Inside(1), Encoded::Code(1)),
        ("time with spaces around", time, " 2020-02-29 23:59 ", Fit::Inside(1), Encoded::Code(1)),
        ("no time", time, "2020-02-29", Fit::Foreign, Encoded::Refused),
        ("no such hour", time, "2020-02-29 24:00", Fit::Foreign, Encoded::Refused),
        ("seconds without being declared", time, "2020-02-29 23:59:00", Fit::Foreign, Encoded::Refused),
        ("early time", time, "2019-12-31 23:59", Fit::Below, Encoded::Code(0)),
        ("late time", time, "2021-01-01 00:00", Fit::Above, Encoded::Code(11)),
        ("label", label, "M", Fit::Inside(1), Encoded::Code(1)),
        ("labels keep their spaces", label, "M ", Fit::Foreign, Encoded::Code(2)),
        ("catch-all label itself", label, "X", Fit::Inside(2), Encoded::Code(2)),
        ("undeclared label under Fail", strict, "X", Fit::Foreign, Encoded::Refused),
        ("exponent", real, "1e-1", Fit::Inside(0), Encoded::Code(0)),
        ("NaN", real, "NaN", Fit::Foreign, Encoded::Refused),
        ("infinity", real, "inf", Fit::Foreign, Encoded::Refused),
        ("just above", real, "10.0000000001", Fit::Above, Encoded::Code(9)),
        ("just below", real, "-1e-300", Fit::Below, Encoded::Code(0)),
        ("negative zero", real, "-0", Fit::Inside(0), Encoded::Code(0)),
    ];
    for (case, written, field, fit, encoded) in cases {
        let attribute = attribute(written);
        assert_eq!(attribute.classify(field), fit, "case `{case}`");
        assert_eq!(attribute.encode(field), encoded, "case `{case}`");
    }
}

#[test]
fn codes_have_labels() {
    for (written, code, expected) in [
        (ATTRIBUTES[4], 4, "[20, 25)"),
        (ATTRIBUTES[4], 19, "[95, 99]"),
        (ATTRIBUTES[4], 20, "(missing)"),
        (ATTRIBUTES[5], 0, "-7"),
        (ATTRIBUTES[10], 1, "[0.34, 0.67)"),
        (ATTRIBUTES[11], 0, "[-1.500, -0.250)"),
        (ATTRIBUTES[14], 1, "[2020-02-01, 2020-03-01)"),
        (ATTRIBUTES[0], 2, " M."),
        (ATTRIBUTES[17], 0, "2020-01-15"),
        (
            ATTRIBUTES[18],
            0,
            "[2020-02-28 07:30:00, 2020-02-28 12:00:00)",
        ),
        (
            ATTRIBUTES[18],
            14,
            "[2020-03-02 18:00:00, 2020-03-02 23:59:59]",
        ),
        (ATTRIBUTES[19], 0, "[1969-12-31 23:50, 1970-01-01 00:00)"),
    ] {
        assert_eq!(attribute(written).code_label(code).unwrap(), expected);
    }
}
