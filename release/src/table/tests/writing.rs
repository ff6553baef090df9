//! Synthetic rows to CSV.

use proptest::prelude::*;
use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::table::{EncodedTable, WriteError, write_table};

fn write(release: &Release, columns: &[Codes], rows: usize, seed: u64) -> Vec<u8> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut out = Vec::new();
    write_table(
        release,
        columns,
        rows,
        &mut || generator.next_u64(),
        None,
        &mut out,
    )
    .unwrap();
    out
}

#[test]
fn header_order_quotes_and_identifiers() {
    let release = release_of(
        "Row",
        r#"(name: "a, b", kind: Categorical(["x", "y\"z"]), missing: ["NA"]),
           (name: "id", kind: Identifier(prefix: "P")),
           (name: "n", kind: Integer(min: 10, max: 12), missing: [""])"#,
        r#"columns: ["id", "n", "a, b"]"#,
    );
    let columns = [Codes::narrow(vec![0, 1, 2]), Codes::narrow(vec![2, 3, 0])];
    let text = String::from_utf8(write(&release, &columns, 3, 1)).unwrap();
    assert_eq!(text, "id,n,\"a, b\"\nP1,12,x\nP2,,\"y\"\"z\"\nP3,10,NA\n");
}

#[test]
fn delimiter_and_null_of_the_spec() {
    let release = release_of(
        "Row",
        r#"(name: "a", kind: Categorical(["x,y", "x;y"]), missing: [""]), (name: "b", kind: Boolean)"#,
        r#"delimiter: ";", null: "N;A""#,
    );
    let columns = [Codes::narrow(vec![0, 1, 2]), Codes::narrow(vec![0, 1, 0])];
    let text = String::from_utf8(write(&release, &columns, 3, 1)).unwrap();
    assert_eq!(text, "a;b\nx,y;false\n\"x;y\";true\n\"N;A\";false\n");
}

/// Formulas get an apostrophe if the spec says so, numbers never; read back as an output, the codes are the same.
#[test]
fn spreadsheet_safe_tables_are_read_back() {
    let schema = r#"(name: "=a", kind: Categorical(["=1+1", "'=1", "-5", "x"]), missing: ["-"]),
           (name: "id", kind: Identifier(prefix: "@")),
           (name: "n", kind: Integer(min: -9, max: -9), missing: ["-"]),
           (name: "d", kind: Date(min: "2024-01-01", max: "2024-01-01", format: "+%d.%m.%Y"))"#;
    let columns = [
        Codes::narrow(vec![0, 1, 2, 3, 4]),
        Codes::narrow(vec![0, 1, 0, 0, 0]),
        Codes::narrow(vec![0; 5]),
    ];
    let written = |output: &str| {
        let release = release_of("Row", schema, output);
        let text = write(&release, &columns, 5, 1);
        let read = load_text(&release.of_output(), &text).unwrap();
        assert_eq!(read.ignored, Vec::<String>::new());
        assert_eq!(
            codes_of(&read),
            [[0, 1, 2, 3, 4], [0, 1, 0, 0, 0], [0; 5]],
            "{output}"
        );
        String::from_utf8(text).unwrap()
    };
    let as_declared = "=a,id,n,d\n=1+1,@1,-9,+01.01.2024\n'=1,@2,-,+01.01.2024\n-5,@3,-9,+01.01.2024\n\
                       x,@4,-9,+01.01.2024\n-,@5,-9,+01.01.2024\n";
    assert_eq!(written(""), as_declared);
    assert_eq!(written("spelling: AsDeclared"), as_declared);
    assert_eq!(
        written("spelling: SpreadsheetSafe"),
        "'=a,id,n,d\n'=1+1,'@1,-9,'+01.01.2024\n''=1,'@2,'-,'+01.01.2024\n-5,'@3,-9,'+01.01.2024\n\
         x,'@4,-9,'+01.01.2024\n'-,'@5,-9,'+01.01.2024\n"
    );
    // The private table has no such spelling.
    let safe = release_of("Row", schema, "spelling: SpreadsheetSafe");
    let text = write(&safe, &columns, 5, 1);
    assert!(load_text(&safe, &text).is_err());
}

/// A blank line would be no row.
#[test]
fn an_empty_field_that_stands_alone_is_quoted() {
    let release = release(r#"(name: "a", kind: Boolean, missing: [""])"#);
    let text = write(&release, &[Codes::narrow(vec![2, 0])], 2, 1);
    assert_eq!(text, b"a\n\"\"\nfalse\n");
    assert_eq!(codes_of(&load_text(&release, text).unwrap()), [[2, 0]]);
}

#[test]
fn no_rows() {
    let release = release(r#"(name: "a", kind: Boolean)"#);
    assert_eq!(write(&release, &[Codes::narrow(vec![])], 0, 1), b"a\n");
}

/// A device without room.
struct Full;
impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn refusals() {
    let release =
        release(r#"(name: "a", kind: Boolean), (name: "b", kind: Integer(min: 0, max: 3))"#);
    let narrow = |codes: &[u8]| Codes::narrow(codes.to_vec());
    for (label, columns, expected) in [
        ("too few columns", vec![narrow(&[0])], "do not belong"),
        (
            "too few rows",
            vec![narrow(&[0]), narrow(&[])],
            "do not belong",
        ),
        (
            "no such label",
            vec![narrow(&[2]), narrow(&[0])],
            "column `a` has no code 2",
        ),
        (
            "no such bin",
            vec![narrow(&[0]), narrow(&[4])],
            "column `b` has no code 4",
        ),
    ] {
        let mut out = Vec::new();
        let refused = write_table(&release, &columns, 1, &mut || 0, None, &mut out).unwrap_err();
        assert!(
            refused.to_string().contains(expected),
            "case `{label}`: {refused}"
        );
    }
    let columns = [narrow(&[0]), narrow(&[0])];
    let refused = write_table(&release, &columns, 1, &mut || 0, None, &mut Full);
    assert!(matches!(refused, Err(WriteError::Io(_))));
}

/// The value of a pick is at its documented place: row by row, columns in the order of the schema,
/// whatever the order of the output and the number of threads.
#[test]
fn picks_are_used_in_order() {
    let schema = r#"(name: "a", kind: Integer(min: 0, max: 999, bin: 1000)),
        (name: "c", kind: Boolean),
        (name: "b", kind: Integer(min: 0, max: 999, bin: 1000), missing: [""])"#;
    let rows = 40_000;
    let columns = [
        Codes::narrow(vec![0; rows]),
        Codes::narrow(vec![1; rows]),
        Codes::narrow((0..rows).map(|row| u8::from(row % 7 == 0)).collect()),
    ];
    for output in ["", r#"columns: ["b", "c", "a"]"#] {
        let release = release_of("Row", schema, output);
        let mut drawn = 0_u64;
        // The pick whose value in a bin of 1000 numbers is k mod 1000.
        let mut pick = || {
            drawn += 1;
            ((drawn - 1) % 1000 * 2 + 1) * (u64::MAX / 2000)
        };
        let mut out = Vec::new();
        write_table(&release, &columns, rows, &mut pick, None, &mut out).unwrap();
        assert_eq!(drawn, 2 * rows as u64);
        let mut reader = csv::Reader::from_reader(out.as_slice());
        for (row, record) in reader.records().enumerate() {
            let record = record.unwrap();
            let (a, b) = if output.is_empty() { (0, 2) } else { (2, 0) };
            assert_eq!(record[a], (2 * row % 1000).to_string());
            let null = row % 7 == 0;
            let expected = if null {
                String::new()
            } else {
                ((2 * row + 1) % 1000).to_string()
            };
            assert_eq!(record[b], expected);
        }
    }
}

const SCHEMA: &str = r#"
    (name: "a", kind: Categorical(["a,b", "\"", "é;|", "x"]), missing: ["", "NA"]),
    (name: "id", kind: Identifier()),
    (name: "b", kind: Integer(min: -50, max: 400, bin: 9), missing: ["none"]),
    (name: "c", kind: Real(min: "0", max: "1", bins: 300, decimals: 4)),
    (name: "d", kind: Date(min: "2001-01-01", max: "2003-05-05", bin: Days(9), format: "%d %b, %Y: \"x\"|;"), missing: [""]),
    (name: "e", kind: Boolean(no: "no: ", yes: "yes\\")),
"#;

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        seed in any::<u64>(),
        rows in prop_oneof![0_usize..3, 0_usize..3000],
        delimiter in proptest::sample::select(vec![",", ";", "|", "\\t", " ", ":"]),
    ) {

        let release = release_of("Row", SCHEMA, &format!("delimiter: \"{delimiter}\", columns: [\"e\", \"id\", \"d\", \"a\", \"c\", \"b\"]"));
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let columns: Vec<Codes> = release.learned().map(|attribute| {
            let mut codes = Codes::for_attribute(attribute);
            for _ in 0..rows {
                let code = generator.next_u64() % u64::from(attribute.size());
                match &mut codes {
                    Codes::Narrow(codes) => codes.push(u8::try_from(code).unwrap()),
                    Codes::Wide(codes) => codes.push(u16::try_from(code).unwrap()),
                }
            }
            codes
        }).collect();
        let text = write(&release, &columns, rows, seed);
        prop_assert_eq!(&text, &write(&release, &columns, rows, seed));
        let loaded = load_text(&release.of_output(), &text).unwrap();
        let written = EncodedTable { columns, rows };
        prop_assert!(loaded.table == written);
    }
}
