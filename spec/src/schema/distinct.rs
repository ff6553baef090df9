//! Names that a reader must be able to tell apart.

use std::collections::HashMap;

use crate::findings::Findings;
use crate::problem::Place;
use crate::text::{appearance, in_ascii};

/// Names seen so far, by how they look.
pub(super) struct Distinct {
    noun: &'static str,
    by_appearance: HashMap<String, String>,
}

impl Distinct {
    /// `noun` is what the names are, as in "label".
    pub(super) fn new(noun: &'static str) -> Self {
        Self {
            noun,
            by_appearance: HashMap::new(),
        }
    }

    /// Takes a name that was already checked.
    pub(super) fn assume(&mut self, name: &str) {
        self.by_appearance
            .entry(appearance(name))
            .or_insert_with(|| name.to_owned());
    }

    /// Takes a new name, or reports that it is there already or looks like one that is.
    pub(super) fn add(&mut self, name: &str, place: Place, findings: &mut Findings) -> Option<()> {
        let added = self.try_add(name);
        added
            .map_err(|(what, help)| findings.add(place, what, help))
            .ok()
    }

    /// Takes a new name, or says what is wrong with it and what to do.
    pub(super) fn try_add(&mut self, name: &str) -> Result<(), (String, &'static str)> {
        let noun = self.noun;
        let Some(earlier) = self.by_appearance.get(&appearance(name)) else {
            self.assume(name);
            return Ok(());
        };
        if earlier == name {
            let what = format!("the {noun} \"{name}\" is there twice");
            return Err((what, "remove one of them"));
        }
        let (name, earlier) = (in_ascii(name), in_ascii(earlier));
        let what =
            format!("the {noun} \"{name}\" looks like \"{earlier}\" but has other characters");
        let help = "remove one of them; in the data, spell them alike before the release";
        Err((what, help))
    }
}
