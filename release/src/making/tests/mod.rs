//! What a release depends on, and what it cannot fail for.

mod any_spec;
mod audit;
mod broken;
mod engine;
mod needs;
mod order;
mod streamed;
mod times;

use privet_spec::{Accounting, MechanismName};

use super::memory::Files;
use crate::artefacts::{Released, UnderWay};
use crate::error::Error;
use crate::keys::MasterSeed;
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::Silent;

/// The parts of a spec; `mechanism` as the spec writes it.
struct Parts<'a> {
    unit: &'a str,
    adjacency: &'a str,
    epsilon: &'a str,
    /// Left out where the mechanism has none.
    delta: &'a str,
    /// As in `size: "0.1"`; none where it is empty.
    shares: &'a str,
    schema: &'a str,
    /// As in `rules: [..], broken: Keep`; none where it is empty.
    rules: &'a str,
    mechanism: &'a str,
    output: &'a str,
}

impl Parts<'_> {
    fn text(&self) -> String {
        let word = self.mechanism.split('(').next().unwrap_or_default();
        let accounting = MechanismName::from_word(word).map(MechanismName::accounting);
        let delta = match accounting {
            Some(Accounting::Gaussian) => format!(", delta: \"{}\"", self.delta),
            _ => String::new(),
        };
        let shares = if self.shares.is_empty() {
            String::new()
        } else {
            format!(", shares: ({})", self.shares)
        };
        let comma = if self.rules.is_empty() { "" } else { "," };
        let rules = format!("{}{comma}", self.rules);
        format!(
            "Release(privet: 1, reviewed: true, unit: {}, adjacency: {}, \
             budget: (epsilon: \"{}\"{delta}{shares}), schema: [{}], {rules} mechanism: {}, output: ({}))",
            self.unit, self.adjacency, self.epsilon, self.schema, self.mechanism, self.output
        )
    }

    fn parse(&self) -> Result<Spec, Error> {
        Spec::parse("spec.ron", self.text())
    }

    fn spec(&self) -> Spec {
        self.parse().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Three columns, five rows out, and a budget that is enough.
const USUAL: Parts<'static> = Parts {
    unit: "Row",
    adjacency: "AddRemove",
    epsilon: "3",
    delta: "1e-6",
    shares: "",
    schema: "(name: \"a\", kind: Boolean), (name: \"b\", kind: Categorical([\"x\", \"y\", \"z\"])), \
             (name: \"c\", kind: Integer(min: 0, max: 9))",
    rules: "",
    mechanism: "PrivBayes()",
    output: "rows: Exactly(5)",
};

/// Makes a release of this text from the seed of this number.
fn release(spec: &Spec, table: &str, seed: u64) -> Result<(Released, Files), Error> {
    let seed = MasterSeed::from_hex(&format!("{seed:064x}")).unwrap();
    let under_way = UnderWay::new(spec, &seed, &Silent);
    let data = under_way.read(Input::from_reader("t.csv", table.as_bytes()))?;
    let mut files = Files::default();
    under_way.expect_room(&data, &mut files)?;
    Ok((under_way.write(data, &mut files)?, files))
}
