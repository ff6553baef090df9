//! Labels from a file beside the spec.

use std::fmt::Write as _;

use privet_spec::{Kind, NamedFile, Release, digest, parse, parse_with};

fn spec(schema: &str) -> String {
    format!(
        r#"Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: "1", delta: "1e-9"), schema: [
{schema}
])"#
    )
}

fn file(name: &str, text: &str) -> NamedFile {
    NamedFile {
        name: name.to_owned(),
        text: text.into(),
    }
}

/// A column of codes from `codes.csv`, with the digest of this text.
fn column(name: &str, text: &str) -> String {
    let digest = digest(text.as_bytes());
    format!(r#"(name: "{name}", kind: Categorical(file: "codes.csv", digest: "sha256:{digest}")),"#)
}

fn read(schema: &str, text: &str) -> Result<Release, String> {
    let files = vec![file("codes.csv", text), file("other.csv", "x\ny\n")];
    parse_with(&spec(schema), &files).map_err(|problems| problems.to_string())
}

#[test]
fn labels_are_the_first_column() {
    for (case, text, expected) in [
        ("one column", "code\nA\nB\n", vec!["A", "B"]),
        ("in the order of the file", "code\nZ\nA\n", vec!["Z", "A"]),
        (
            "with descriptions",
            "code,what\nA00,Cholera\nA01,\"Typhus, fever\"\n",
            vec!["A00", "A01"],
        ),
        ("of any number", "code,what\nA,x,y\nB\n", vec!["A", "B"]),
        ("a byte order mark", "\u{feff}code\nA\n", vec!["A"]),
        ("line ends of Windows", "code\r\nA\r\nB\r\n", vec!["A", "B"]),
        ("a tab in a description", "code,what\nA,\tx\n", vec!["A"]),
        ("blank lines", "\ncode\n\nA\n\n", vec!["A"]),
        ("no end of the last line", "code\nA\nB", vec!["A", "B"]),
        (
            "quotes",
            "code\n\"A,1\"\n\"say \"\"B\"\"\"\n C \n",
            vec!["A,1", "say \"B\"", " C "],
        ),
    ] {
        let release =
            read(&column("a", text), text).unwrap_or_else(|told| panic!("case `{case}`: {told}"));
        let Kind::Categorical(labels) = release.schema[0].kind() else {
            panic!("case `{case}`")
        };
        assert_eq!(*labels, expected, "case `{case}`");
        assert_eq!(release.files, [file("codes.csv", text)], "case `{case}`");
    }
}

/// One file for several columns is kept once; one that nobody names is not kept.
#[test]
fn a_file_is_kept_once() {
    let text = "code\nA1\nA2\nB1\n";
    let columns = [column("a", text), column("b", text)].concat();
    let columns = columns.replacen(
        ")),",
        "), hierarchy: Prefix([1]), outside: Other(\"else\")),",
        1,
    );
    let release = read(&columns, text).unwrap();
    assert_eq!(release.files, [file("codes.csv", text)]);
    let sizes = release.schema.iter().map(privet_spec::Attribute::size);
    assert_eq!(sizes.collect::<Vec<_>>(), [4, 3]);
    assert_eq!(release.schema[0].levels()[0].groups(), [0, 0, 1, 2]);
    assert!(release.with_most_bins().files == release.files);
}

#[test]
fn bad_lists_are_refused() {
    let bare = r#"(name: "a", kind: Categorical(file: "codes.csv")),"#;
    let named =
        |name: &str| format!(r#"(name: "a", kind: Categorical(file: "{name}", digest: "")),"#);
    let mut long = "code\n".to_owned();
    for number in 0..=65_536 {
        writeln!(long, "{number}").unwrap();
    }
    let right = digest(b"code\nA\n");
    for (case, schema, text, expected) in [
        ("no digest", bare.to_owned(), "code\nA\n", format!("2:37: `digest` is missing: without it \"codes.csv\" is not what was signed — write `digest: \"sha256:{right}\"`")),
        ("another digest", column("a", "code\nB\n"), "code\nA\n", format!("2:58: \"codes.csv\" has another digest: it is not the file that was signed — fetch the right file, or, if this one is, write \"sha256:{right}\"")),
        ("the digest of an older form", column("a", "code\nA\n").replace("sha256:", ""), "code\nA\n", "2:58: \"codes.csv\" has another digest".to_owned()),
        ("no such file", named("lost.csv"), "", "2:37: the spec needs the file \"lost.csv\": it is not among the files that were given — put it beside the spec, or list the labels".to_owned()),
        ("a folder", named("lists/codes.csv"), "", "2:37: a file beside the spec has a plain name, without a folder — write it as in `\"codes.csv\"`".to_owned()),
        ("a folder of Windows", named("lists\\\\codes.csv"), "", "2:37: a file beside the spec has a plain name".to_owned()),
        ("the folder above", named(".."), "", "2:37: a file beside the spec has a plain name".to_owned()),
        ("no name", named(""), "", "2:37: this file name is empty".to_owned()),
        ("no file", r#"(name: "a", kind: Categorical(digest: "")),"#.to_owned(), "", "2:19: `file` is missing in the Categorical — write `file: \"codes.csv\"`".to_owned()),
        ("an empty file", column("a", ""), "", "2:19: codes.csv: there is no label below the header".to_owned()),
        ("a header alone", column("a", "code\n"), "code\n", "2:19: codes.csv: there is no label below the header — write a header, and one label a line".to_owned()),
        ("a label twice", column("a", "code\nA\nB\nA\n"), "code\nA\nB\nA\n", "2:19: codes.csv:4: the label \"A\" is there twice — remove one of them".to_owned()),
        ("a label that looks alike", column("a", "code\nA\nA \n"), "code\nA\nA \n", "2:19: codes.csv:3: the label \"A \" looks like \"A\"".to_owned()),
        ("an empty label", column("a", "code,what\n,Cholera\n"), "code,what\n,Cholera\n", "2:19: codes.csv:2: the label is empty — write a label there".to_owned()),
        ("a hidden character", column("a", "code\nA\u{200b}\n"), "code\nA\u{200b}\n", "2:19: codes.csv:2: the line holds an invisible character — remove it, and write the file's new digest".to_owned()),
        ("a hidden character in a description", column("a", "code,what\nA,x\nB,\u{202e}y\n"), "code,what\nA,x\nB,\u{202e}y\n", "2:19: codes.csv:3: the line holds a bidirectional control character".to_owned()),
        ("a control character in a description", column("a", "code,what\nA,\u{1}\n"), "code,what\nA,\u{1}\n", "2:19: codes.csv:2: the line holds a control character".to_owned()),
        ("a hidden character in the header", column("a", "co\u{200b}de\nA\n"), "co\u{200b}de\nA\n", "2:19: codes.csv:1: the line holds an invisible character".to_owned()),
        ("a tab in a label", column("a", "code\nA\tB\n"), "code\nA\tB\n", "2:19: codes.csv:2: the label holds a control character".to_owned()),
        ("a carriage return alone", column("a", "code\nA\rB,x\n"), "code\nA\rB,x\n", "2:19: codes.csv:2: a carriage return without a line feed, which ends no line — save the file with the line ends of Unix or of Windows".to_owned()),
        ("a carriage return too many", column("a", "code\r\nA\r\r\n"), "code\r\nA\r\r\n", "2:19: codes.csv:2: a carriage return without a line feed".to_owned()),
        ("lines of old", column("a", "code\rA\rB\r"), "code\rA\rB\r", "2:19: codes.csv:1: a carriage return without a line feed".to_owned()),
        ("a quote left open", column("a", "code,what\nA,\"x\nB,y\"\n"), "code,what\nA,\"x\nB,y\"\n", "2:19: codes.csv:2: a quote is not closed on its line".to_owned()),
        ("a quote left open in the header", column("a", "code,\"what\nA,x\nB,\"y\"\n"), "code,\"what\nA,x\nB,\"y\"\n", "2:19: codes.csv:1: a quote is not closed on its line".to_owned()),
        ("too many", column("a", &long), &long, "2:19: \"a\" has 65537 values; at most 65536 are possible".to_owned()),
    ] {
        let told = read(&schema, text).map(|_| ()).unwrap_err();
        assert!(told.starts_with(&expected), "case `{case}`: {told}");
        assert_eq!(told.lines().count(), 1, "case `{case}`: {told}");
    }
}

/// A text alone is told which file it lacks.
#[test]
fn a_spec_alone_needs_its_file() {
    let text = spec(&column("a", "code\nA\n"));
    let told = parse(&text).unwrap_err().to_string();
    assert!(
        told.starts_with(
            "2:37: the spec needs the file \"codes.csv\": no files were given with the spec"
        ),
        "{told}"
    );
}
