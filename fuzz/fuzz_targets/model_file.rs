//! Any text as `model.ron`, and any change to a real one: it is refused, or read and written back
//! as the same and rows are drawn from it whose codes the spec has. Memory stays in proportion to
//! the file, whatever sizes it claims (`-malloc_limit_mb` in `run.sh`).
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use privet::progress::Reporter;
use privet::release::model::ModelFile;
use privet::release::row_count;
use privet::table::write_table;
use privet_fuzz::edits::{Edit, edited};
use privet_fuzz::releases::{Artefacts, parse_spec};

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Text(&'a str),
    Changed { release: u8, edits: Vec<Edit> },
}

fuzz_target!(|input: &[u8]| {
    // A real file begins with a letter: it is its own seed.
    if let Ok(text) = core::str::from_utf8(input)
        && BEGINNINGS.iter().any(|word| text.starts_with(word))
    {
        read(text);
        return;
    }
    match Input::arbitrary(&mut arbitrary::Unstructured::new(input)) {
        Ok(Input::Text(text)) => read(text),
        Ok(Input::Changed { release, edits }) => {
            let model = &Artefacts::small(release.into()).model;
            if let Some(changed) = changed(model, &edits) {
                read(&changed.to_text().expect("what was read can be written"));
            }
        }
        Err(_) => {}
    }
});

fn changed(model: &ModelFile, edits: &[Edit]) -> Option<ModelFile> {
    Some(match model {
        ModelFile::PrivBayes(model) => ModelFile::PrivBayes(edited(model, edits)?),
        ModelFile::PrivBayesPure(model) => ModelFile::PrivBayesPure(edited(model, edits)?),
        ModelFile::PrivMrf(model) => ModelFile::PrivMrf(edited(model, edits)?),
        ModelFile::SmoothedHistogram(model) => ModelFile::SmoothedHistogram(edited(model, edits)?),
    })
}

fn read(text: &str) {
    let model = match ModelFile::parse("model.ron", text) {
        Ok(model) => model,
        Err(error) => {
            assert!(error.to_string().contains("model.ron"));
            return;
        }
    };
    let again = model.to_text().expect("what was read can be written");
    assert_eq!(
        ModelFile::parse("model.ron", &again).ok().as_ref(),
        Some(&model)
    );
    let Some(spec) = parse_spec(model.spec()) else {
        return;
    };
    assert!(row_count(&spec.release, &model) <= u32::MAX as usize);
    let drawn = model.draw(
        "model.ron",
        &spec.release,
        &spec.plan,
        ROWS,
        [7; 32],
        Reporter::Quiet,
    );
    let (columns, mut picks) = match drawn {
        Ok(drawn) => drawn,
        Err(error) => {
            assert!(error.to_string().contains("model.ron"), "{error}");
            return;
        }
    };
    assert_eq!(columns.len(), spec.release.learned().count());
    for (attribute, codes) in spec.release.learned().zip(&columns) {
        assert_eq!(codes.len(), ROWS);
        assert!(codes.iter().all(|code| u32::from(code) < attribute.size()));
    }
    let pick = &mut || picks.draw();
    let mut out = Vec::new();
    write_table(&spec.release, &columns, ROWS, pick, None, &mut out).expect("codes of the spec");
}

const ROWS: usize = 20;
/// What a model begins with, today and in older files.
const BEGINNINGS: [&str; 4] = ["PrivBayes", "PrivMrf", "SmoothedHistogram", "Model"];
