//! Any text as a release spec: a checked release or problems with places inside the text, whose
//! report can always be shown; a release reads any field without panicking, reads back what it
//! writes, and leads to a plan or to a refusal that is no flaw of ours. Whatever our reader accepts, the
//! crate `ron` reads as the same data, and with every default written out it is the same release.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet_release::Spec;
use privet_spec::{Attribute, Comparison, Encoded, Release, Style, compare_with_ron};

fuzz_target!(|text: &str| {
    let compared = compare_with_ron(text).unwrap_or_else(|difference| panic!("{difference}"));
    match privet_spec::parse(text) {
        Ok(release) => {
            assert_eq!(compared, Comparison::Same);
            for attribute in &release.schema {
                // Names and fragments of the spec itself, as fields of a table.
                for field in text.split('"').take(32) {
                    if let Encoded::Code(code) = attribute.encode(field) {
                        assert!(u32::from(code) < attribute.size());
                    }
                }
                reads_back(&release, attribute);
            }
            is_the_same_in_full(&release);
            match Spec::parse("spec.ron", text) {
                Ok(spec) => assert!(!spec.promise().to_string().is_empty()),
                Err(error) => assert!(!error.to_string().contains("flaw"), "{error}"),
            }
        }
        Err(problems) => {
            assert!(problems.count() > 0);
            for problem in &problems {
                assert!(problem.line >= 1 && problem.column >= 1);
                assert!(text.get(problem.span.clone()).is_some());
                assert!(!problem.what.is_empty() && !problem.help.is_empty());
            }
            assert!(!problems.to_string().is_empty());
            for (colour, width) in [(false, 100), (true, 0)] {
                let report = problems.render("spec.ron", text, Style { colour, width });
                assert!(!report.is_empty());
            }
        }
    }
});

/// The spec with every default written out is read as the same release, and written as the same text.
fn is_the_same_in_full(release: &Release) {
    let text = release.in_full();
    let mut again = match privet_spec::parse(&text) {
        Ok(again) => again,
        // What is written out is longer, and a spec is not.
        Err(_) if text.len() > 1 << 20 => return,
        Err(problems) => panic!("{problems} in\n{text}"),
    };
    assert_eq!(again.in_full(), text);
    // What is written names its mechanism.
    again.mechanism_is_named = release.mechanism_is_named;
    assert_eq!(&again, release, "{text}");
    assert!(release.changes_to(&again).is_empty());
}

/// A code's text has this code, at both ends of a bin; groups hold every code.
fn reads_back(release: &Release, attribute: &Attribute) {
    if attribute.is_identifier() {
        return;
    }
    let size = attribute.size();
    for code in (0..size).filter(|code| *code < 40 || size - *code < 3) {
        let code = u16::try_from(code).expect("codes have 16 bits");
        if attribute.null_code() == Some(code) && release.output.null.is_some() {
            // The output's own spelling need not be one of the input's.
            continue;
        }
        for pick in [0, u64::MAX / 2, u64::MAX] {
            let field = attribute
                .decode(code, pick)
                .expect("a code of the attribute");
            assert_eq!(attribute.encode(&field), Encoded::Code(code), "{field:?}");
        }
    }
    assert!(attribute.decode(u16::MAX, 0).is_err() || size > u32::from(u16::MAX));
    for level in attribute.levels() {
        assert_eq!(level.groups().len(), size as usize);
        assert!(
            level
                .groups()
                .iter()
                .all(|&group| u32::from(group) < level.size())
        );
    }
}
