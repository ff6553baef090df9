//! Which rows of a person are kept.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "persons: one may have a row more than its bound",
        file: "release/src/table/bounding.rs",
        right: "            .take(self.most as usize)\n",
        wrong: "            .take(self.most as usize + 1)\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: one with a row too many keeps all",
        file: "release/src/table/bounding.rs",
        right: "count.is_some_and(|count| *count > self.most)",
        wrong: "count.is_some_and(|count| *count > self.most + 1)",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: the first rows of the file are kept",
        file: "release/src/table/bounding.rs",
        right: "        tagged.sort_unstable();\n",
        wrong: "        tagged.sort_unstable_by_key(|(_, row)| *row);\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: equal rows of a person have one tag",
        file: "release/src/table/tag.rs",
        right: "        mac.update(&occurrence.to_le_bytes());\n",
        wrong: "        mac.update(&occurrence.min(0).to_le_bytes());\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: rows are kept by the person's number in the file",
        file: "release/src/table/bounding.rs",
        right: "(key.tag(id, codes, occurrence), *row)",
        wrong: "(key.tag(&rows[0].0.to_le_bytes()[..id.len().min(4)], codes, occurrence), *row)",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: rows are kept by a key that everybody knows",
        file: "release/src/making/artefacts.rs",
        right: "        options.bounding = self.seed.bounding();\n",
        wrong: "",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: rows without an id are all kept",
        file: "release/src/table/bounding.rs",
        right: "                Verdict::WithoutId\n",
        wrong: "                Verdict::Read\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: a declared text is an id like any other",
        file: "release/src/table/id.rs",
        right: ".any(|token| token == field || whole_number(token, decimal) == id);",
        wrong: ".any(|token| token.is_empty() && whole_number(token, decimal) == id);",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: under Replace one of a person's rows is kept",
        file: "release/src/table/bounding.rs",
        right: "            if self.each_once {\n                return Verdict::Refused(IdProblem::Repeated);\n            }\n",
        wrong: "",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: under Replace a row without id is dropped",
        file: "release/src/table/bounding.rs",
        right: "            return if self.each_once {\n",
        wrong: "            return if self.each_once && self.most > 1 {\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "persons: a blank line of a table with one column is no row",
        file: "release/src/table/records.rs",
        right: "        if header.names().len() == 1 {\n",
        wrong: "        if header.names().is_empty() {\n",
        suites: &[Suite::Program],
    },
];
