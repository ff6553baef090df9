//! The rows are those of the crate `csv`, whatever the text and however it arrives.

use privet_spec::Charset;
use proptest::prelude::*;

use super::*;
use crate::table::Delimiter;
use crate::table::rows::Rows;
use crate::table::text::Text;

type Fields = Vec<Vec<u8>>;

/// Rows with the lines on which they begin.
fn ours(text: &[u8], size: usize) -> Result<Vec<(u64, Fields)>, Cause> {
    read(text, size, false)
}

fn read(text: &[u8], size: usize, blank_lines_count: bool) -> Result<Vec<(u64, Fields)>, Cause> {
    let text = Text::new(Box::new(Trickle { text, size }), None, None)?;
    let mut rows = Rows::new(text, Delimiter::COMMA, Charset::UTF_8)?;
    if blank_lines_count {
        rows.count_blank_lines();
    }
    let mut all = Vec::new();
    while rows.advance()? {
        let (bytes, ends) = rows.row();
        let mut start = 0;
        let mut fields = Vec::new();
        for end in ends {
            fields.push(bytes[start..*end].to_vec());
            start = *end;
        }
        all.push((rows.line(), fields));
    }
    Ok(all)
}

fn theirs(text: &[u8]) -> Vec<Fields> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text);
    let rows = reader.byte_records().map(|record| record.unwrap());
    rows.map(|record| record.iter().map(<[u8]>::to_vec).collect())
        .collect()
}

/// Lines as an editor counts them, for texts without quotes: every row is one line.
fn lines_without_quotes(text: &[u8]) -> Vec<u64> {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    (1..)
        .zip(text.split('\n'))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, _)| number)
        .collect()
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let byte = proptest::sample::select(b"ab,,\"\"\"\n\r\n ".to_vec());
    proptest::collection::vec(byte, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(privet_tests::cases(400)))]

    #[test]
    fn rows_agree(text in text(), size in 1_usize..20) {
        // In open quotes, a line end more is text; anywhere else, it is not.
        let longer = [text.as_slice(), b"\n"].concat();
        let open = theirs(&text) != theirs(&longer);
        match ours(&text, size) {
            Ok(rows) => {
                prop_assert!(!open);
                let fields: Vec<_> = rows.into_iter().map(|(_, fields)| fields).collect();
                prop_assert_eq!(fields, theirs(&text));
            }
            Err(cause) => {
                prop_assert!(open && matches!(cause, Cause::OpenQuote), "{:?}", cause);
            }
        }
    }

    #[test]
    fn lines_are_as_in_an_editor(text in text(), size in 1_usize..20) {
        let text: Vec<u8> = text.into_iter().filter(|byte| *byte != b'"').collect();
        let lines: Vec<u64> = ours(&text, size).unwrap().into_iter().map(|row| row.0).collect();
        prop_assert_eq!(lines, lines_without_quotes(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(privet_tests::cases(400)))]

    /// In a table of one column, every line end closes a row.
    #[test]
    fn blank_lines_are_rows_where_they_count(
        text in proptest::collection::vec(proptest::sample::select(b"ab \n\r\n".to_vec()), 0..60),
        size in 1_usize..20,
    ) {
        let rows = read(&text, size, true).unwrap();
        let text = String::from_utf8(text).unwrap();
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        // What stands behind the last line end is a row if it is not empty.
        let lines = text.split_terminator('\n').map(|line| vec![line.as_bytes().to_vec()]);
        let expected: Vec<(u64, Fields)> = (1..).zip(lines).collect();
        prop_assert_eq!(rows, expected);
    }
}

#[test]
fn lines_with_quotes() {
    for (label, text, expected) in [
        (
            "a field of three lines",
            "a\n\"b\nc\nd\"\ne\n",
            vec![1, 2, 5],
        ),
        (
            "the same with CRLF",
            "a\r\n\"b\r\nc\r\nd\"\r\ne\r\n",
            vec![1, 2, 5],
        ),
        ("a line end at the end of a field", "\"a\n\"\nb", vec![1, 3]),
        ("quotes inside of a field", "a\"b\nc\n", vec![1, 2]),
    ] {
        for size in [1, 2, 3, 100] {
            let rows = ours(text.as_bytes(), size).unwrap();
            let lines: Vec<u64> = rows.into_iter().map(|row| row.0).collect();
            assert_eq!(lines, expected, "case `{label}`");
        }
    }
}
