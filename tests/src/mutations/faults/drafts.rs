//! Drafts of private tables, their marks, and labels in the output.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "draft: a rare label has no mark of its own",
        file: "release/src/draft/written.rs",
        right: "Inner::new(literal(text), rows < RARE)",
        wrong: "Inner::new(literal(text), rows < 1)",
        suites: &[Suite::Program, Suite::Whole],
    },
    Fault {
        name: "draft: bounds are not marked",
        file: "release/src/draft/text.rs",
        right: "Self::new(text, true)",
        wrong: "Self::new(text, false)",
        suites: &[Suite::Program],
    },
    Fault {
        name: "draft: rare labels stand last, also when their marks are gone",
        file: "release/src/draft/listed.rs",
        right: "labels.sort_by_cached_key(|(label, _)| order(label));",
        wrong: "labels.sort_by_cached_key(|(label, rows)| (**rows < RARE, order(label)));",
        suites: &[Suite::Program],
    },
    Fault {
        name: "draft: the spec says why a column is left out",
        file: "release/src/draft/assemble.rs",
        right: "Guess::LeftOut(_) => left_out(&profile.name),",
        wrong: "Guess::LeftOut(why) => format!(\"// {why}\\n{}\", left_out(&profile.name)),",
        suites: &[Suite::Program],
    },
    Fault {
        name: "draft: notes and spec are readable by everybody",
        file: "cli/src/commands/draft.rs",
        right: "        Readers::Owner,\n",
        wrong: "        Readers::Anyone,\n",
        suites: &[Suite::Whole],
    },
    Fault {
        name: "release: a spec that still holds a mark is released",
        file: "release/src/making/new_release.rs",
        right: "        refuse_marks(self.spec.name(), self.spec.text())?;\n",
        wrong: "        let _ = refuse_marks(self.spec.name(), self.spec.text());\n",
        suites: &[Suite::Whole],
    },
    Fault {
        name: "release: only the first line of a spec is searched for marks",
        file: "release/src/mark.rs",
        right: "        .zip(1..)\n",
        wrong: "        .zip(1..2)\n",
        suites: &[Suite::Program, Suite::Whole],
    },
    Fault {
        name: "spec: a formula behind an apostrophe is read back as another label",
        file: "spec/src/spelling.rs",
        right: "is_formula(text.trim_start_matches(APOSTROPHE))",
        wrong: "is_formula(text)",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: negative numbers get an apostrophe",
        file: "spec/src/spelling.rs",
        right: "&& !is_number(DecimalSign::Point)",
        wrong: "&& (is_number(DecimalSign::Point) || !is_number(DecimalSign::Point))",
        suites: &[Suite::Spec, Suite::Program],
    },
    Fault {
        name: "release: the header of a spreadsheet-safe table is written as declared",
        file: "release/src/table/write.rs",
        right: "            column.spelling.spell(&mut name);\n",
        wrong: "            column.spelling.declared(&mut name);\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "spec: a spreadsheet-safe table is read back as if it were not",
        file: "spec/src/schema/attribute.rs",
        right: "        self.spelling = spelling;\n",
        wrong: "        let _ = spelling;\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "spec: every letter of another script counts as a sign of science",
        file: "spec/src/lookalike.rs",
        right: "== AugmentedScriptSet::for_char('λ') && !looks_latin()",
        wrong: "!= AugmentedScriptSet::for_char('a') || looks_latin()",
        suites: &[Suite::Spec],
    },
];
