//! How a table is written, told from its first lines: what divides its fields, and how characters are stored.

use privet_spec::{DecimalSign, InputForm, literal};

use super::written::parse_with;

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) delimiter: u8,
    /// Numbers have a decimal comma.
    pub(super) comma: bool,
    /// Not in UTF-8, but in windows-1252, as programs of Western countries write.
    pub(super) western: bool,
}

impl Form {
    /// Of a table that begins so.
    pub(super) fn new(beginning: &[u8], given: Option<u8>) -> Self {
        Self {
            delimiter: given.unwrap_or_else(|| delimiter(beginning)),
            comma: false,
            western: !is_utf8(beginning),
        }
    }

    /// Whether a spec can say of such a table that numbers have a decimal comma: not where commas divide its fields,
    /// whatever stands in quotes.
    pub(super) fn takes_commas(self) -> bool {
        let commas = Self {
            comma: true,
            ..self
        };
        commas.read().decimal == DecimalSign::Comma
    }

    /// `input: (…)`, if anything in it is unusual and the language takes it. A delimiter that it does not take is left
    /// to the option by which it was given.
    pub(super) fn text(self) -> Option<String> {
        let delimiter = (self.delimiter != USUAL).then(|| {
            let text = match self.delimiter {
                b'\t' => "tab".to_owned(),
                byte => char::from(byte).to_string(),
            };
            format!("delimiter: {}", literal(&text))
        });
        let decimal = self.comma.then(|| "decimal: \",\"".to_owned());
        let encoding = self
            .western
            .then(|| "encoding: \"windows-1252\"".to_owned());
        [delimiter, None].into_iter().find_map(|delimiter| {
            let fields = [delimiter, decimal.clone(), encoding.clone()];
            let fields: Vec<String> = fields.into_iter().flatten().collect();
            let text = format!("input: ({})", fields.join(", "));
            let takes = || parse_with(&format!("unit: Row, {text}"), "").is_some();
            (!fields.is_empty() && takes()).then_some(text)
        })
    }

    /// The same for whoever reads.
    pub(super) fn read(self) -> InputForm {
        let text = self.text().map(|text| format!("unit: Row, {text}"));
        let release = text.and_then(|text| parse_with(&text, ""));
        release.map(|release| release.input).unwrap_or_default()
    }
}

/// The byte that divides fields: of those that are usual, the one that the first line has and that most of the next
/// lines have as often; of two such, the one that they have more of. A comma where no line says otherwise.
pub(super) fn delimiter(beginning: &[u8]) -> u8 {
    let mut lines = lines(beginning);
    let Some(first) = lines.next() else {
        return USUAL;
    };
    let lines: Vec<&[u8]> = lines.take(MOST_LINES).collect();
    let fits = |byte: u8| {
        let wanted = count(first, byte);
        let agree = lines.iter().filter(|line| count(line, byte) == wanted);
        (wanted > 0).then(|| (agree.count(), wanted))
    };
    let mut best = (USUAL, fits(USUAL));
    for byte in [b';', b'\t', b'|'] {
        let fit = fits(byte);
        if fit > best.1 {
            best = (byte, fit);
        }
    }
    best.0
}

/// Whether a text is UTF-8 as far as it goes; its last character may be cut.
pub(super) fn is_utf8(beginning: &[u8]) -> bool {
    core::str::from_utf8(beginning).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Lines that have something; a line end inside of quotes is none. The last one may be cut, and counts only alone.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut quoted = false;
    let pieces = text.split(move |byte| {
        quoted ^= *byte == b'"';
        !quoted && matches!(byte, b'\n' | b'\r')
    });
    let mut pieces: Vec<&[u8]> = pieces.filter(|line| !line.is_empty()).collect();
    let ends = text.ends_with(b"\n") || text.ends_with(b"\r");
    if pieces.len() > 1 && !ends {
        pieces.pop();
    }
    pieces.into_iter()
}

/// How often a byte stands in a line, outside of quotes.
fn count(line: &[u8], wanted: u8) -> usize {
    let mut quoted = false;
    let outside = line.iter().filter(|byte| {
        quoted ^= **byte == b'"';
        !quoted && **byte == wanted
    });
    outside.count()
}

const USUAL: u8 = b',';
const MOST_LINES: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters() {
        for (label, text, expected) in [
            ("commas", "a,b\n1,2\n", b','),
            (
                "semicolons and decimal commas",
                "a;b\n1,5;2,5\n3,5;4\n",
                b';',
            ),
            (
                "a comma in a name",
                "price, net;b;c\n1,5;2;3\n1;2,0,1;3\n",
                b';',
            ),
            ("a semicolon in a name", "a,b;c\n1,2\n3,4\n", b','),
            ("tabs", "a\tb\n1\t2\n", b'\t'),
            ("bars", "a|b|c\r\n1|2|3\r\n", b'|'),
            ("quoted", "\"a;b\",c\n\"x\n;\",2\n", b','),
            ("a line that is cut", "a;b;c\n1;2;3\n4,1", b';'),
            ("one column", "a\n1\n", b','),
            ("nothing", "", b','),
        ] {
            assert_eq!(delimiter(text.as_bytes()), expected, "case `{label}`");
        }
    }

    #[test]
    fn forms_in_a_spec() {
        for (label, delimiter, comma, western, expected) in [
            ("usual", b',', false, false, None),
            (
                "a spreadsheet's",
                b';',
                true,
                true,
                Some("input: (delimiter: \";\", decimal: \",\", encoding: \"windows-1252\")"),
            ),
            (
                "tabs",
                b'\t',
                false,
                false,
                Some("input: (delimiter: \"tab\")"),
            ),
            ("commas for both", b',', true, false, None),
            // By `--delimiter '#'`, which the language has not.
            (
                "a delimiter of its own",
                b'#',
                false,
                true,
                Some("input: (encoding: \"windows-1252\")"),
            ),
            ("and commas", b'#', true, false, None),
        ] {
            let form = Form {
                delimiter,
                comma,
                western,
            };
            assert_eq!(form.text().as_deref(), expected, "case `{label}`");
            let takes = expected.is_some() && matches!(delimiter, b';' | b'\t');
            assert_eq!(form.takes_commas(), takes, "case `{label}`");
        }
    }

    #[test]
    fn encodings() {
        for (label, text, expected) in [
            ("ASCII", &b"abc"[..], true),
            ("UTF-8", "Währung".as_bytes(), true),
            ("cut", &"Wä".as_bytes()[..2], true),
            ("windows-1252", b"W\xe4hrung", false),
            ("nothing", b"", true),
        ] {
            assert_eq!(is_utf8(text), expected, "case `{label}`");
        }
    }
}
