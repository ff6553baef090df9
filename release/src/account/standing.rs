//! How an account stands, for people.

use core::fmt;
use std::path::Path;

use privet_spec::{Guarantee, counted, shown};
use serde::Serialize;

use super::file::GuaranteeFile;
use super::left::Left;
use super::lines::{Charge, Lines};
use super::whole::faults;
use crate::complaint::Complaint;
use crate::error::Error;
use crate::odds::{percent_up, right_by_epsilon, right_by_guarantee, right_by_mu_squared};
use crate::opening::open_regular;
use crate::promise::question;
use crate::promise::{adjacency_in_words, unit_in_words};
use crate::record::LossFile;

/// The account of one table, as it stands.
///
/// [`Display`](fmt::Display) says it in plain words, [`Account::json`] in numbers.
pub struct Account {
    name: String,
    lines: Lines,
    /// What is wrong with it by itself.
    faults: Vec<Complaint>,
}

impl Account {
    /// Reads it. It is not locked: a release that is under way is not waited for.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let lines = open_regular(path)
            .map_err(|error| {
                let what = format!("it cannot be read ({error})");
                Error::refused(&name, what, "give a file that `privet account create` made")
            })
            .and_then(|file| Lines::read(&name, file))?;
        let faults = faults(&name, &lines)?;
        Ok(Self {
            name,
            lines,
            faults,
        })
    }

    /// The digest of the last line: noted elsewhere, it shows later that the file is no older copy.
    pub fn head(&self) -> &str {
        self.lines.head()
    }

    /// What stands in it, and what is left, as a JSON object.
    pub fn json(&self) -> impl Serialize {
        let lines = &self.lines;
        let left = self.left();
        let epsilon = |left: Option<Guarantee>| left.map(|left| left.epsilon().to_string());
        StandingFile {
            unit: unit_in_words(&lines.unit),
            adjacency: adjacency_in_words(lines.adjacency),
            lifetime: lines.lifetime.into(),
            charges: lines.charges.iter().map(ChargedFile::of).collect(),
            left: LeftFile {
                gaussian_epsilon: epsilon(left.approximate),
                pure_epsilon: epsilon(left.pure),
            },
            faults: self.faults.iter().map(ToString::to_string).collect(),
            head: lines.head().to_owned(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    pub(super) fn faults(&self) -> &[Complaint] {
        &self.faults
    }

    /// Nothing, where the lines are not known to be all that was charged.
    fn left(&self) -> Left {
        if self.faults.is_empty() {
            return Left::of(self.lines.sum(), self.lines.lifetime);
        }
        Left {
            approximate: None,
            pure: None,
        }
    }

    fn left_in_words(&self) -> String {
        let Left { approximate, pure } = self.left();
        match (approximate, pure) {
            _ if !self.faults.is_empty() => "nothing, as long as something is wrong".to_owned(),
            (Some(gaussian), Some(pure)) => {
                format!(
                    "one more release of up to {gaussian}-DP on Gaussian noise, or of up to {pure}-DP without delta"
                )
            }
            (Some(one), None) | (None, Some(one)) => {
                format!("one more release of up to {one}-DP")
            }
            (None, None) => "nothing".to_owned(),
        }
    }

    fn odds(&self) -> String {
        let question = question(self.lines.adjacency, &self.lines.unit);
        let sum = self.lines.sum();
        let so_far = match sum.epsilon() {
            _ if self.lines.charges.is_empty() => {
                "right as often as before, since nothing was charged".to_owned()
            }
            Some(epsilon) => right_at_most(right_by_epsilon(epsilon.to_f64())),
            None => right_at_most(right_by_mu_squared(sum.mu_squared())),
        };
        let in_the_end = percent_up(right_by_guarantee(self.lines.lifetime));
        format!(
            "somebody who knows everything else and guesses {question}, with odds of 1 in 2 before, is {so_far}, and \
             right at most {in_the_end} of the time as long as the lifetime is kept"
        )
    }
}

fn right_at_most(accuracy: f64) -> String {
    let accuracy = percent_up(accuracy);
    format!("right at most {accuracy} of the time after what was charged so far")
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = &self.lines;
        let published = lines
            .charges
            .iter()
            .filter(|charge| charge.record.is_some());
        let (charges, published) = (lines.charges.len(), published.count());
        let compared = lines.sum().compare(lines.lifetime);
        let charged = compared.map_or_else(|_| lines.sum().in_words(), |(_, told)| told);
        writeln!(f, "{}: the account of one table", shown(&self.name))?;
        writeln!(f, "  unit        {}", unit_in_words(&lines.unit))?;
        writeln!(f, "  adjacency   {}", adjacency_in_words(lines.adjacency))?;
        writeln!(
            f,
            "  lifetime    {}-differential privacy for all releases together",
            lines.lifetime
        )?;
        writeln!(
            f,
            "  charged     {charged}; {}, {}",
            counted(charges, "charge", "charges"),
            counted(published, "release", "releases")
        )?;
        for (charge, number) in lines.charges.iter().zip(1..) {
            let record = match &charge.record {
                Some(digest) => format!("record {}", shown(digest)),
                None => "no record: it stands all the same".to_owned(),
            };
            writeln!(
                f,
                "  {number:>9}   {}  {}-DP  {record}",
                shown(&charge.time),
                charge.guarantee
            )?;
        }
        for fault in &self.faults {
            writeln!(f, "  wrong       {fault}")?;
        }
        writeln!(f, "  left        {}", self.left_in_words())?;
        writeln!(f, "  odds        {}", self.odds())?;
        writeln!(f, "  head        {}", lines.head())
    }
}

/// The shape of the JSON object: its keys are an interface.
#[derive(Serialize)]
struct StandingFile {
    unit: String,
    adjacency: &'static str,
    lifetime: GuaranteeFile,
    charges: Vec<ChargedFile>,
    left: LeftFile,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<String>,
    head: String,
}

#[derive(Serialize)]
struct ChargedFile {
    time: String,
    guarantee: GuaranteeFile,
    total: LossFile,
    spec_sha256: String,
    record_sha256: Option<String>,
}

impl ChargedFile {
    fn of(charge: &Charge) -> Self {
        Self {
            time: charge.time.clone(),
            guarantee: charge.guarantee.into(),
            total: charge.total.into(),
            spec_sha256: charge.spec_sha256.clone(),
            record_sha256: charge.record.clone(),
        }
    }
}

/// The largest ε of one more release; `null` where none fits.
#[derive(Serialize)]
struct LeftFile {
    gaussian_epsilon: Option<String>,
    pure_epsilon: Option<String>,
}
