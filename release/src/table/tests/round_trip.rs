//! Random tables of random schemas, spelt oddly as CSV, come back as the same codes.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::table::Delimiter;

/// Schemas of one attribute, each with a hard corner; the name is put in later.
const ATTRIBUTES: &[&str] = &[
    r#"kind: Categorical(["a,b", "say \"hi\"", "\"", "'", "tab or ; or |", " padded", "Zürich", "東京", "😀", ","]), missing: ["", "N/A"]"#,
    r#"kind: Categorical(["x"])"#,
    r##"kind: Categorical(["1", "2", "#", "\\", "=1+1"]), outside: Other("else")"##,
    r"kind: Boolean",
    r#"kind: Boolean(no: "n,", yes: "\"y\""), missing: ["?"]"#,
    r#"kind: Integer(min: -1000, max: 1000, bin: 7), missing: [""]"#,
    r"kind: Integer(min: 0, max: 70000, bin: 3), hierarchy: None",
    r#"kind: Real(min: "-1.5", max: "12.25", bins: 9, decimals: 3), missing: ["-"]"#,
    r#"kind: Date(min: "1890-02-03", max: "2031-12-31", bin: Months(5)), missing: [""]"#,
    r#"kind: Date(min: "2020-01-01", max: "2020-12-31", format: "%d, %m \"%Y\"")"#,
    r#"kind: DateTime(min: "2019-12-31 18:30", max: "2020-02-29 12:00", bin: Hours(5), format: "%H:%M; %d/%m/%Y"), missing: ["-"]"#,
];

/// How one field or line end is spelt.
type Whim = u8;

#[derive(Debug)]
struct Case {
    attributes: Vec<usize>,
    /// For each row and attribute: which code, which value of the bin, which spelling.
    rows: Vec<Vec<(Index, u64, Whim)>>,
    /// For each attribute and then for each extra column, a rank in the file.
    order: Vec<u32>,
    /// Content of ignored columns.
    extra: Vec<Vec<u8>>,
    delimiter: u8,
    whims: Vec<Whim>,
    packed: bool,
    size: usize,
}

fn case() -> impl Strategy<Value = Case> {
    let attributes = proptest::collection::vec(0..ATTRIBUTES.len(), 1..7);
    let extra = proptest::collection::vec(
        select(vec![
            &b""[..],
            b"x",
            b"\xff\xfe",
            b"\"\n,\"",
            b"\r\n",
            b"\xef\xbb\xbf",
        ]),
        0..3,
    );
    let delimiter = select(b",;\t|:~ \x01a\\'#".to_vec());
    let rest = (delimiter, any::<bool>(), 1_usize..200);
    (attributes, extra, rest).prop_flat_map(|(attributes, extra, rest)| {
        let cell = (any::<Index>(), any::<u64>(), any::<Whim>());
        let row = proptest::collection::vec(cell, attributes.len());
        let rows = prop_oneof![
            proptest::collection::vec(row.clone(), 0..3),
            proptest::collection::vec(row, 0..40),
        ];
        let order = proptest::collection::vec(any::<u32>(), attributes.len() + extra.len());
        let whims = proptest::collection::vec(any::<Whim>(), 64);
        let given = (Just(attributes), Just(extra), Just(rest));
        (given, rows, order, whims).prop_map(|((attributes, extra, rest), rows, order, whims)| {
            Case {
                attributes,
                rows,
                order,
                extra: extra.into_iter().map(<[u8]>::to_vec).collect(),
                delimiter: rest.0,
                whims,
                packed: rest.1,
                size: rest.2,
            }
        })
    })
}

/// Writes a field with quotes where they must be, and elsewhere on a whim.
fn spell(field: &[u8], delimiter: u8, whim: Whim, out: &mut Vec<u8>) {
    let special = |byte: &u8| [b'"', b'\n', b'\r', delimiter].contains(byte);
    if whim.is_multiple_of(3) || field.iter().any(special) {
        out.push(b'"');
        for byte in field {
            out.extend_from_slice(if *byte == b'"' {
                b"\"\""
            } else {
                core::slice::from_ref(byte)
            });
        }
        out.push(b'"');
    } else {
        out.extend_from_slice(field);
    }
}

impl Case {
    fn release(&self) -> Release {
        let schema = self.attributes.iter().enumerate();
        let schema = schema.map(|(index, kind)| {
            format!("(name: \"c{index} \\\"x\\\", é\", {}),", ATTRIBUTES[*kind])
        });
        release(&schema.collect::<String>())
    }

    /// The file's columns: attributes, then extra columns, ranked.
    fn places(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.order.len()).collect();
        places.sort_by_key(|place| self.order[*place]);
        places
    }

    fn line(&self, cells: &[(Vec<u8>, Whim)], number: usize, out: &mut Vec<u8>) {
        for (index, place) in self.places().into_iter().enumerate() {
            if index > 0 {
                out.push(self.delimiter);
            }
            let (field, whim) = &cells[place];
            spell(field, self.delimiter, *whim, out);
        }
        let whim = self.whims[number % self.whims.len()];
        let ends: [&[u8]; 5] = [b"\n", b"\r\n", b"\r", b"\n\n", b"\r\n\r\n"];
        // In a table of one column a blank line is a row, and a CR before it would take its LF.
        let usable = if self.is_one_column() { 2 } else { ends.len() };
        out.extend_from_slice(ends[usize::from(whim) % usable]);
    }

    fn is_one_column(&self) -> bool {
        self.order.len() == 1
    }

    /// The text, and the codes that it stands for.
    fn spelt(&self, release: &Release) -> (Vec<u8>, Vec<Vec<u16>>) {
        let mut text = Vec::new();
        if self.whims[0].is_multiple_of(2) {
            text.extend_from_slice("\u{feff}".as_bytes());
        }
        let extra_names = (0..self.extra.len()).map(|k| (format!("extra\n{k}").into_bytes(), 1));
        let names = release.schema.iter();
        let names = names.map(|attribute| (attribute.name().as_bytes().to_vec(), self.whims[1]));
        self.line(&names.chain(extra_names).collect::<Vec<_>>(), 0, &mut text);
        let mut codes = vec![Vec::new(); release.schema.len()];
        for (number, row) in self.rows.iter().enumerate() {
            let mut cells = Vec::new();
            for ((attribute, codes), (code, pick, whim)) in
                release.schema.iter().zip(&mut codes).zip(row)
            {
                let code = u16::try_from(code.index(attribute.size() as usize)).unwrap();
                cells.push((attribute.decode(code, *pick).unwrap().into_bytes(), *whim));
                codes.push(code);
            }
            cells.extend(self.extra.iter().map(|field| (field.clone(), 1)));
            self.line(&cells, number + 1, &mut text);
        }
        if self.whims[2].is_multiple_of(2) && !self.is_one_column() {
            while matches!(text.last(), Some(b'\n' | b'\r')) {
                text.pop();
            }
        }
        (text, codes)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(privet_tests::cases(150)))]

    #[test]
    fn odd_spellings_are_read(case in case()) {
        let release = case.release();
        let (text, codes) = case.spelt(&release);
        let stored = if case.packed { gzip(&text) } else { text.clone() };
        let options = Options {
            delimiter: Delimiter::new(case.delimiter).ok(),
            ..Options::default()
        };
        let trickle = Trickle { text: &stored, size: case.size };
        let loaded = load(&release, Opened::new("-", trickle), options);
        let loaded = loaded.map_err(|error| TestCaseError::fail(format!("{error}\n{}", text.escape_ascii())))?;
        prop_assert_eq!(codes_of(&loaded), codes);
        prop_assert_eq!(loaded.table.rows, case.rows.len());
        prop_assert_eq!(loaded.ignored.len(), case.extra.len());
    }
}
