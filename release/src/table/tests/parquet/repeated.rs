//! Values that many rows have: each is written and looked at once, and every row has its own.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, Decimal128Array, DictionaryArray, Int64Array, StringArray};

use super::super::{release, release_of};
use super::{codes_both_ways, codes_of, folder_with, load_files, refusal};
use crate::table::Cause;

/// More rows than a record batch has, and more values than are remembered at a time.
const ROWS: i64 = 10_000;

#[test]
fn every_row_has_its_own_value() {
    // Some values come often, others once.
    let number = |row: i64| {
        if row % 3 == 0 {
            row % 7
        } else {
            row * row % 4_999
        }
    };
    let texts: Vec<String> = (0..ROWS).map(|row| number(row).to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let cents =
        Decimal128Array::from_iter_values((0..ROWS).map(|row| i128::from(number(row)) * 100));
    let arrays: [ArrayRef; 4] = [
        Arc::new(Int64Array::from_iter_values((0..ROWS).map(number))),
        Arc::new(StringArray::from(texts.clone())),
        Arc::new(
            texts
                .iter()
                .copied()
                .collect::<DictionaryArray<Int32Type>>(),
        ),
        Arc::new(cents.with_precision_and_scale(20, 2).unwrap()),
    ];
    let by = release(r#"(name: "a", kind: Integer(min: 0, max: 4998, bin: 3))"#);
    for array in arrays {
        let typed = array.data_type().to_string();
        let [codes, expected] = codes_both_ways(&by, array, &texts);
        assert!(codes == expected && codes.len() == texts.len(), "{typed}");
    }
}

/// A row that names nobody stops no release, whatever stands in it; another one with the same value does, at its own place.
#[test]
fn rows_of_nobody_are_not_looked_at() {
    let by = release_of(
        r#"Person(id: "who", rows: 1)"#,
        r#"(name: "a", kind: Integer(min: 0, max: 9), outside: Fail)"#,
        "",
    );
    let values: ArrayRef = Arc::new(Int64Array::from_iter_values(
        (0..ROWS).map(|row| if row % 1_000 == 999 { 77 } else { row % 10 }),
    ));
    let ids = |first: i64| -> ArrayRef {
        let named = move |row: i64| row % 1_000 != 999 || row == first;
        let ids = (0..ROWS).map(|row| named(row).then(|| row.to_string()));
        Arc::new(ids.collect::<StringArray>())
    };
    let (_folder, path) = folder_with(&[("who", ids(-1)), ("a", Arc::clone(&values))]);
    let loaded = load_files(&by, &path).unwrap();
    let expected: Vec<u16> = (0..ROWS)
        .filter(|row| row % 1_000 != 999)
        .map(|row| u16::try_from(row % 10).unwrap())
        .collect();
    assert_eq!(loaded.without_id, 10);
    assert!(codes_of(&loaded) == [expected]);

    let (_folder, path) = folder_with(&[("who", ids(6_999)), ("a", values)]);
    let error = refusal(&by, &path);
    assert!(matches!(error.cause, Cause::Refused(_)));
    assert_eq!(error.line, Some(7_000));
}
