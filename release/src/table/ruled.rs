//! Rows that break rules between columns.
//!
//! Each row is judged when it is encoded, by its own codes and numbers and nothing else. Under `broken: Drop` those that
//! break a rule are left out before a person's rows are counted and chosen from.
//!
//! So the guarantee is that of the table without them. What is kept is the multiset of rows that pass a test of one row
//! at a time: adding or removing a person's rows adds or removes those of them that pass, at most as many, and moves
//! nobody else's. The choice of a person's rows sees only rows of theirs that pass. Two tables that are neighbours stay
//! neighbours, or become equal. How many rows break a rule is private, and no artefact tells it. Under `Replace` a row
//! that stops to break a rule would be one row more, and the number of rows is public there: the spec then refuses `Drop`.
//!
//! Tested: `a_rule_is_decided_by_the_row_alone`: under `Drop` exactly the rows that break one are gone, under `Keep`
//! none (both policies, as in `spec/src/rules/judge.rs`); `rows_are_judged_by_their_numbers`,
//! `dropped_rows_take_no_part_in_the_choice`; of core `dropping_rows_keeps_every_sensitivity`.

use std::collections::TryReserveError;

use privet_spec::{Broken, Judge, Release, RuleKind};

use super::column::Column;

/// Judges rows as they are encoded.
pub(super) struct Ruled {
    judge: Judge,
    /// For each rule whether rows are dropped for it: not for one by which a column is filled in.
    counts: Vec<bool>,
    policy: Broken,
    /// Whether each row keeps all rules; empty where no row can break one.
    kept: Vec<bool>,
    broken: u64,
    /// For each rule, by how many rows.
    by_rule: Vec<u64>,
}

impl Ruled {
    pub(super) fn new(release: &Release) -> Self {
        let rules = release.rules.list.iter();
        Self {
            judge: release.judge(),
            counts: rules
                .map(|rule| !matches!(rule.kind, RuleKind::Determines(_)))
                .collect(),
            policy: release.rules.broken,
            kept: Vec::new(),
            broken: 0,
            by_rule: vec![0; release.rules.list.len()],
        }
    }

    /// The columns whose exact numbers are compared.
    pub(super) fn compared(&self) -> &[usize] {
        self.judge.numbers()
    }

    /// Judges the rows of the batch that was encoded last.
    pub(super) fn judge(
        &mut self,
        columns: &[Column<'_>],
        rows: usize,
    ) -> Result<(), TryReserveError> {
        if self.judge.is_idle() {
            return Ok(());
        }
        self.kept.try_reserve(rows)?;
        let read = columns.first().map_or(0, Column::rows);
        let first = read.saturating_sub(rows);
        let mut codes: Vec<u16> = Vec::new();
        for place in 0..rows {
            codes.clear();
            codes.extend(columns.iter().map(|column| column.code(first + place)));
            let number = |attribute: usize| {
                let code = codes.get(attribute).copied()?;
                columns.get(attribute)?.number(code, place)
            };
            let mut keeps = true;
            for rule in self.judge.broken(&codes, number) {
                keeps &= !self.counts.get(rule).copied().unwrap_or(false);
                if let Some(rows) = self.by_rule.get_mut(rule) {
                    *rows = rows.saturating_add(1);
                }
            }
            self.kept.push(keeps);
            self.broken = self.broken.saturating_add(u64::from(!keeps));
        }
        Ok(())
    }

    /// Which of the rows that were read are left, where some are dropped.
    pub(super) fn kept(&self) -> Option<&[bool]> {
        (self.dropped() > 0).then_some(&self.kept)
    }

    /// Forgets which rows are left, but not how many.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
    }

    /// How many rows are dropped because they break a rule.
    fn dropped(&self) -> u64 {
        match self.policy {
            Broken::Drop => self.broken,
            Broken::Keep => 0,
        }
    }

    /// How many rows are dropped, and for each rule how many break it.
    pub(super) fn broken(self) -> (u64, Vec<u64>) {
        (self.dropped(), self.by_rule)
    }
}
