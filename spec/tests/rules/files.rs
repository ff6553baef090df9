//! What one column tells of another, from a file beside the spec.

use privet_spec::{NamedFile, Release, digest, parse_with};

fn read(text: &str, signed: &str) -> Result<Release, String> {
    let digest = digest(signed.as_bytes());
    let spec = super::spec(
        "(name: \"zip\", kind: Categorical([\"1\", \"2\"]), missing: [\"NA\"]), \
         (name: \"city\", kind: Categorical([\"B\", \"say \\\"H\\\", loud\"]), missing: [\"-\"])",
        &format!(
            "Determines(\"zip\", \"city\", (file: \"zips.csv\", digest: \"sha256:{digest}\"))"
        ),
    );
    let files = vec![NamedFile {
        name: "zips.csv".to_owned(),
        text: text.into(),
    }];
    let read = |spec: &str| parse_with(spec, &files).map_err(|problems| problems.to_string());
    let release = read(&spec)?;
    let mut again = read(&release.in_full()).unwrap();
    again.mechanism_is_named = false;
    assert_eq!(again, release);
    assert_eq!(release.files, files);
    Ok(release)
}

#[test]
fn pairs_are_the_first_two_columns() {
    for (label, text, expected) in [
        ("two columns", "zip,city\n1,B\n2,B\n", [0, 0, 2]),
        (
            "in any order",
            "zip,city\n2,\"say \"\"H\"\", loud\"\n1,B\n",
            [0, 1, 2],
        ),
        (
            "further columns",
            "zip,city,people\n1,B,7\n2,-,\n",
            [0, 2, 2],
        ),
        (
            "a byte order mark",
            "\u{feff}zip,city\n1,B\n2,B\n",
            [0, 0, 2],
        ),
        (
            "line ends of Windows",
            "zip,city\r\n1,B\r\n2,B\r\n",
            [0, 0, 2],
        ),
        ("a missing one", "zip,city\n1,B\n2,B\nNA,B\n", [0, 0, 0]),
    ] {
        let release = read(text, text).unwrap_or_else(|told| panic!("case `{label}`: {told}"));
        let determined = release.schema[1].determined().unwrap();
        assert_eq!(determined.codes, expected, "case `{label}`");
    }
}

#[test]
fn bad_files_are_refused() {
    for (label, text, fragment) in [
        (
            "a quote left open",
            "zip,city\n1,\"B\n2,B\n",
            "zips.csv:2: a quote is not closed on its line",
        ),
        (
            "hidden",
            "zip,city\n1,B\u{200b}\n2,B\n",
            "zips.csv:2: the line holds",
        ),
        (
            "a tab in a value",
            "zip,city\n1,\tB\n2,B\n",
            "zips.csv:2: the line holds",
        ),
        (
            "no second column",
            "zip\n1\n2\n",
            "zips.csv:2: the line has no second column",
        ),
        (
            "a key twice",
            "zip,city\n1,B\n2,B\n1,B\n",
            "zips.csv:4: \"1\" is there twice",
        ),
        (
            "a key left out",
            "zip,city\n1,B\n",
            "\"2\" of \"zip\" has no value of \"city\" here",
        ),
        (
            "no such value",
            "zip,city\n1,B\n2,b\n",
            "zips.csv:3: \"b\" is no value of \"city\" — write \"B\"",
        ),
        (
            "only a header",
            "zip,city\n",
            "\"1\" and 1 more of \"zip\" have no value",
        ),
        ("empty", "", "\"1\" and 1 more of \"zip\" have no value"),
    ] {
        let told = read(text, text).unwrap_err();
        assert!(told.contains(fragment), "case `{label}`: {told}");
        assert_eq!(told.lines().count(), 1, "case `{label}`: {told}");
    }
    let good = "zip,city\n1,B\n2,B\n";
    let told = read(good, "zip,city\n1,B\n2,-\n").unwrap_err();
    assert!(told.contains("\"zips.csv\" has another digest"), "{told}");
}
