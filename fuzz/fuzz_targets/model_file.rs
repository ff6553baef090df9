//! Any text as `model.ron`, and any change to a real one: it is refused, or read and written back
//! as the same and rows are drawn from it whose codes the spec has. Memory stays in proportion to
//! the file, whatever sizes it claims (`-malloc_limit_mb` in `run.sh`).
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use privet_fuzz::edits::{Edit, edited};
use privet_fuzz::releases::{parse_spec, small};
use privet_release::{Model, Silent};
use privet_spec::MechanismName;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Text(&'a str),
    Changed { release: u8, edits: Vec<Edit> },
}

fuzz_target!(|input: &[u8]| {
    // A real file begins with a letter: it is its own seed.
    if let Ok(text) = core::str::from_utf8(input)
        && is_model(text)
    {
        read(text);
        return;
    }
    match Input::arbitrary(&mut arbitrary::Unstructured::new(input)) {
        Ok(Input::Text(text)) => read(text),
        Ok(Input::Changed { release, edits }) => {
            let model = &small(release.into()).released.model;
            let content = model.to_json().expect("a model can be written");
            let changed = edited(&content, &edits);
            if let Some(changed) = changed.and_then(|content| model.with_content(content)) {
                read(&changed.to_text().expect("what was read can be written"));
            }
        }
        Err(_) => {}
    }
});

/// Whether a text begins as a model does.
fn is_model(text: &str) -> bool {
    let mut words = MechanismName::ALL.iter().map(|name| name.as_str());
    words.any(|word| text.starts_with(word))
}

fn read(text: &str) {
    let model = match Model::unchecked("model.ron", text) {
        Ok(model) => model,
        Err(error) => {
            assert!(error.to_string().contains("model.ron"));
            return;
        }
    };
    let again = model.to_text().expect("what was read can be written");
    let again = Model::unchecked("model.ron", &again).expect("what was written can be read");
    let content = |model: &Model| model.to_json().expect("a model can be written");
    assert_eq!(content(&again), content(&model));
    let Some(spec) = parse_spec(model.spec_text()) else {
        return;
    };
    assert!(spec.row_count(model.rows()) <= u32::MAX as usize);
    let mut out = Vec::new();
    match model.sample(ROWS, Some(7), &Silent, &mut out) {
        // Codes that the spec does not have cannot be written.
        Ok(()) => assert!(!out.is_empty()),
        Err(error) => assert!(error.to_string().contains("model.ron"), "{error}"),
    }
}

const ROWS: u32 = 20;
