//! A person's id.

use privet_spec::DecimalSign;

/// The text of an id; nothing where the field names no person.
///
/// An id has one text, whatever type its column has in a file. A single missing id turns whole numbers into
/// fractions in many programs, so `12.0` is the id `12`
/// (`12,0`, where fractions are written so). Were two persons to share a text by this, they would be
/// protected as one person: that costs rows, not privacy. Otherwise ids are compared as bytes.
///
/// No person is named by the empty field, by NaN as programs write it, and by a text that the spec declares.
pub(crate) fn id_text<'f>(
    field: &'f [u8],
    missing: &[Vec<u8>],
    decimal: DecimalSign,
) -> Option<&'f [u8]> {
    let id = whole_number(field, decimal);
    let nobody = NOBODY.contains(&id)
        || missing
            .iter()
            .any(|token| token == field || whole_number(token, decimal) == id);
    (!nobody).then_some(id)
}

/// Without a fraction of zeros: `12` for `12.0`, and anything else as it is.
fn whole_number(text: &[u8], decimal: DecimalSign) -> &[u8] {
    let Some(point) = text.iter().position(|byte| *byte == decimal.byte()) else {
        return text;
    };
    let (whole, fraction) = text.split_at(point);
    let digits = whole.strip_prefix(b"-").unwrap_or(whole);
    let zeros = fraction.get(1..).unwrap_or_default();
    let is_whole = !digits.is_empty()
        && digits.iter().all(u8::is_ascii_digit)
        && !zeros.is_empty()
        && zeros.iter().all(|byte| *byte == b'0');
    if is_whole { whole } else { text }
}

/// What means "nobody" without being declared.
const NOBODY: [&[u8]; 3] = [b"", b"NaN", b"nan"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_text() {
        let missing = ["NA", "-1", "0.00"].map(|token| token.as_bytes().to_vec());
        for (field, expected) in [
            ("12", Some("12")),
            ("12.0", Some("12")),
            ("12.000", Some("12")),
            ("-12.0", Some("-12")),
            ("12.", Some("12.")),
            ("12.5", Some("12.5")),
            ("1.0.0", Some("1.0.0")),
            ("v1.0", Some("v1.0")),
            (".0", Some(".0")),
            ("-.0", Some("-.0")),
            ("012", Some("012")),
            (" 12", Some(" 12")),
            ("", None),
            ("NaN", None),
            ("nan", None),
            // A first name.
            ("Nan", Some("Nan")),
            ("NA", None),
            ("na", Some("na")),
            ("-1", None),
            ("-1.0", None),
            ("0", None),
            ("0.00", None),
        ] {
            let text = id_text(field.as_bytes(), &missing, DecimalSign::Point);
            assert_eq!(text, expected.map(str::as_bytes), "{field}");
            let swapped = |text: &str| text.replace('.', ",").into_bytes();
            let missing = ["NA", "-1", "0,00"].map(|token| token.as_bytes().to_vec());
            let field = swapped(field);
            let text = id_text(&field, &missing, DecimalSign::Comma);
            assert_eq!(text, expected.map(swapped).as_deref(), "{field:?}");
        }
    }
}
