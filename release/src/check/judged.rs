//! Which rows of a table break rules between columns.

use privet_spec::{Judge, Release};

use super::column::Column;
use super::report::BrokenRule;
use crate::table::Records;

/// Counts the rows that break each rule.
pub(super) struct Judged {
    judge: Judge,
    broken: Vec<BrokenRule>,
}

impl Judged {
    pub(super) fn new(release: &Release) -> Self {
        let rules = release.rules.list.iter();
        Self {
            judge: release.judge(),
            broken: rules
                .map(|rule| BrokenRule {
                    rule: rule.in_words(),
                    count: 0,
                    first: Vec::new(),
                })
                .collect(),
        }
    }

    /// Whether the current row keeps all rules. One with a field that stops a release is not judged.
    pub(super) fn look(
        &mut self,
        columns: &[Column<'_>],
        records: &Records<'_>,
        limit: usize,
    ) -> bool {
        if self.judge.is_idle() {
            return true;
        }
        let fields = columns.iter().map(|column| column.read(records));
        let Some(fields) = fields.collect::<Option<Vec<_>>>() else {
            return true;
        };
        let codes: Vec<u16> = fields.iter().map(|(code, _)| *code).collect();
        let number = |place: usize| fields.get(place).and_then(|(_, number)| *number);
        let mut keeps = true;
        for rule in self.judge.broken(&codes, number) {
            keeps = false;
            if let Some(broken) = self.broken.get_mut(rule) {
                broken.count = broken.count.saturating_add(1);
                if broken.first.len() < limit {
                    broken.first.push(records.line());
                }
            }
        }
        keeps
    }

    /// The rules that some row breaks.
    pub(super) fn into_broken(self) -> Vec<BrokenRule> {
        let broken = self.broken.into_iter();
        broken.filter(|broken| broken.count > 0).collect()
    }
}
