//! Any text as a release spec: a checked release or problems with places inside the text, whose
//! report can always be shown; and a release reads any field without panicking.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match privet_spec::parse(text) {
        Ok(release) => {
            for attribute in &release.schema {
                // Names and fragments of the spec itself, as fields of a table.
                for field in text.split('"').take(32) {
                    let _ = attribute.encode(field);
                }
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
            for colour in [false, true] {
                assert!(!problems.render("spec.ron", text, colour).is_empty());
            }
        }
    }
});
