//! A whole spec.

mod ruled;

use crate::budget::Budget;
use crate::charset::Charset;
use crate::evaluation::Evaluation;
use crate::expect::{boolean, text, whole};
use crate::fields::{Fields, Group};
use crate::files::{FileSource, Files, NamedFile};
use crate::findings::Findings;
use crate::in_full::{Change, Written, changes};
use crate::input::InputForm;
use crate::mechanism::{Around, Chosen, Mechanism};
use crate::output::{Drawn, Output};
use crate::reader::Node;
use crate::rules::{Broken, Rules, RulesContext};
use crate::schema::{Attribute, Found, SchemaContext, read_schema};
use crate::unit::{Adjacency, Unit};
use crate::workload::Workload;

/// A checked release spec: what the program believes. It is made only by [`crate::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Release {
    pub title: Option<String>,
    pub purpose: Option<String>,
    pub contact: Option<String>,
    /// Whether a person has declared the spec reviewed; without that nothing may be released.
    pub reviewed: bool,
    pub unit: Unit,
    pub adjacency: Adjacency,
    pub budget: Budget,
    /// How the table is written.
    pub input: InputForm,
    /// Attributes in the order of the spec, names distinct, at least one that is no identifier.
    pub schema: Vec<Attribute>,
    /// What no row of a release may break.
    pub rules: Rules,
    /// The files that it names, each once, in the order of their names.
    pub files: Vec<NamedFile>,
    pub mechanism: Mechanism,
    /// Whether the spec names it; if not, it was chosen for the schema.
    pub mechanism_is_named: bool,
    /// What matters most.
    pub workload: Workload,
    pub output: Output,
    /// What `privet evaluate` asks for; without meaning for a release.
    pub evaluation: Evaluation,
}

/// The version of the language that this crate reads.
pub const VERSION: i64 = 1;

impl Release {
    /// The attributes in the order of the output's columns.
    pub fn columns(&self) -> impl Iterator<Item = &Attribute> {
        self.output
            .columns
            .iter()
            .filter_map(|index| self.schema.get(*index))
    }

    /// The attributes that are learned: all but identifiers and those that others determine, in the order of the
    /// schema.
    pub fn learned(&self) -> impl Iterator<Item = &Attribute> {
        self.schema
            .iter()
            .filter(|attribute| attribute.is_learned())
    }

    /// The columns of a table that are read: those of what is learned, and that of the ids.
    pub fn columns_read(&self) -> impl Iterator<Item = String> {
        let id = match &self.unit {
            Unit::Person { id, .. } => Some(id.clone()),
            Unit::Row => None,
        };
        self.learned().map(Attribute::column).chain(id)
    }

    /// The attributes whose bins the release finds, in the order of the schema.
    pub fn found(&self) -> impl Iterator<Item = &Attribute> {
        self.schema.iter().filter(|attribute| attribute.is_found())
    }

    /// The release with the bins that were found, for each attribute of [`Release::found`]. `None` if they are not as
    /// many, or do not partition the cells of an attribute.
    #[must_use]
    pub fn with_bins(&self, bins: &[Found]) -> Option<Self> {
        let mut bins = bins.iter();
        let schema = self.schema.iter().map(|attribute| {
            if attribute.is_found() {
                attribute.with_bins(bins.next()?)
            } else {
                Some(attribute.clone())
            }
        });
        let schema = schema.collect::<Option<Vec<_>>>()?;
        let release = self.with_schema(schema);
        bins.next().is_none().then_some(release)
    }

    /// The release with as many bins as can be found.
    #[must_use]
    pub fn with_most_bins(&self) -> Self {
        self.with_schema(self.schema.iter().map(Attribute::with_most_bins).collect())
    }

    /// The release with as few bins as can be found.
    #[must_use]
    pub fn with_fewest_bins(&self) -> Self {
        self.with_schema(self.schema.iter().map(Attribute::with_one_bin).collect())
    }

    /// The release with bins that follow from the spec alone: by these two tables are compared.
    #[must_use]
    pub fn publicly_cut(&self) -> Self {
        self.with_schema(self.schema.iter().map(Attribute::publicly_cut).collect())
    }

    fn with_schema(&self, schema: Vec<Attribute>) -> Self {
        Self {
            schema,
            ..self.clone()
        }
    }

    /// By what the synthetic table is read back: each row counts, and texts and fields are as the output has them.
    /// Whoever has changed its delimiter may say so.
    #[must_use]
    pub fn of_output(&self) -> Self {
        let mut release = Self {
            unit: Unit::Row,
            input: InputForm {
                delimiter: self.output.delimiter,
                states_delimiter: false,
                encoding: Charset::UTF_8,
                ..self.input
            },
            ..self.clone()
        };
        // What is written is read as it is.
        release.rules.broken = Broken::Keep;
        for attribute in &mut release.schema {
            attribute.read_as_written(self.output.spelling);
        }
        release
    }

    /// The spec as text, with every default written out and nothing else changed: read again it is the same release, and
    /// it is written as the same bytes. A mechanism that was chosen for the schema is named in it.
    pub fn in_full(&self) -> String {
        self.written().to_file()
    }

    /// What another spec says otherwise, defaults included: section by section, columns by their names.
    pub fn changes_to(&self, new: &Self) -> Vec<Change> {
        changes(&self.written(), &new.written())
    }

    fn written(&self) -> Written {
        // Files stand where they are named, and a mechanism that is written is named.
        let Self {
            title,
            purpose,
            contact,
            reviewed,
            unit,
            adjacency,
            budget,
            input,
            schema,
            rules,
            files: _,
            mechanism,
            mechanism_is_named: _,
            workload,
            output,
            evaluation,
        } = self;
        let free = |text: &Option<String>| Written::optional(text.as_deref(), Written::text);
        let attributes = schema.iter().map(Attribute::written).collect();
        let mut fields = vec![
            ("privet", Written::bare(VERSION)),
            ("title", free(title)),
            ("purpose", free(purpose)),
            ("contact", free(contact)),
            ("reviewed", Written::bare(reviewed)),
            ("unit", unit.written()),
            ("adjacency", adjacency.written()),
            ("budget", budget.written()),
            ("input", input.written()),
            ("schema", Written::List(attributes)),
        ];
        fields.extend(rules.written(schema));
        fields.extend([
            ("mechanism", mechanism.written()),
            ("workload", workload.written(schema)),
            ("output", output.written(schema, mechanism.name())),
            ("evaluation", evaluation.written(schema)),
        ]);
        Written::Group(RELEASE.name, fields)
    }

    /// Reads every field before giving up, so that all problems are reported at once.
    pub(crate) fn read(
        node: &Node,
        source: &dyn FileSource,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, RELEASE, findings)?;
        let version = read_version(&fields, findings);
        let title = read_free_text(&fields, "title", findings);
        let purpose = read_free_text(&fields, "purpose", findings);
        let contact = read_free_text(&fields, "contact", findings);
        let reviewed = match fields.optional("reviewed") {
            Some(node) => boolean(node, findings),
            None => Some(false),
        };
        let unit = fields.required("unit", "Row", findings);
        let unit = unit.and_then(|node| Unit::read(node, findings));
        let adjacency_node = fields.required("adjacency", "AddRemove", findings);
        let adjacency = adjacency_node.and_then(|node| Adjacency::read(node, findings));
        if let (Some(adjacency), Some(node), Some(unit)) = (adjacency, adjacency_node, &unit) {
            adjacency.check_with(unit, node, findings);
        }
        let input = match fields.optional("input") {
            Some(node) => InputForm::read(node, findings),
            None => Some(InputForm::default()),
        };
        let assumed_input = input.unwrap_or_default();
        let mut files = Files::new(source);
        let mut context = SchemaContext {
            decimal: assumed_input.decimal,
            files: &mut files,
        };
        let schema_node = fields.required("schema", "[(name: \"age\", kind: …), …]", findings);
        let schema = schema_node.and_then(|node| read_schema(node, &mut context, findings));
        if let (Some(schema), Some(node), Some(unit)) = (&schema, schema_node, &unit) {
            check_id_column(unit, schema, node, findings);
        }
        let mut context = RulesContext {
            adjacency,
            files: &mut files,
        };
        let ruled = Rules::read(&fields, schema, &mut context, findings);
        let (rules, schema) = ruled.unzip();
        let most_bins = schema.as_deref().map(with_most_bins);
        let around = Around {
            adjacency,
            schema: most_bins.as_deref(),
            found: schema.as_deref().map_or(0, found_among),
            rules: rules.as_ref().is_some_and(Rules::bind_a_model),
        };
        let chosen = match fields.optional("mechanism") {
            Some(node) => Chosen::read(node, findings),
            None => Some(Chosen::unnamed(around)),
        };
        let is_named = chosen.as_ref().is_some_and(Chosen::is_named);
        let mechanism = chosen
            .as_ref()
            .and_then(|chosen| Mechanism::read(chosen, around, findings));
        let chosen = chosen.map(|chosen| chosen.name);
        let budget = fields.required("budget", "(epsilon: \"1\", delta: \"1e-9\")", findings);
        let budget = budget.and_then(|node| Budget::read(node, around, chosen, findings));
        let drawn = Drawn {
            mechanism: chosen,
            estimator: mechanism.as_ref().and_then(Mechanism::estimator),
        };
        let output = match fields.optional("output") {
            Some(node) => Output::read(node, around, drawn, assumed_input, findings),
            None => Some(Output::default_for(
                adjacency,
                schema.as_ref().map_or(0, Vec::len),
                assumed_input,
            )),
        };
        let workload = match fields.optional("workload") {
            Some(node) => Workload::read(node, schema.as_deref(), mechanism.as_ref(), findings),
            None => Some(Workload::default()),
        };
        let evaluation = match fields.optional("evaluation") {
            Some(node) => Evaluation::read(node, schema.as_deref(), findings),
            None => Some(Evaluation::default()),
        };
        version?;
        let (mut schema, output) = (schema?, output?);
        if let Some(null) = &output.null {
            for attribute in &mut schema {
                attribute.spell_null(null);
            }
        }
        Some(Self {
            title,
            purpose,
            contact,
            reviewed: reviewed?,
            unit: unit?,
            adjacency: adjacency?,
            budget: budget?,
            input: input?,
            schema,
            rules: rules?,
            files: files.into_list(),
            mechanism: mechanism?,
            mechanism_is_named: is_named,
            workload: workload?,
            output,
            evaluation: evaluation?,
        })
    }
}

/// What is known before bins are found.
fn with_most_bins(schema: &[Attribute]) -> Vec<Attribute> {
    schema.iter().map(Attribute::with_most_bins).collect()
}

/// How many attributes have bins that the release finds.
fn found_among(schema: &[Attribute]) -> usize {
    let found = schema.iter().filter(|attribute| attribute.is_found());
    found.count()
}

fn read_version(fields: &Fields<'_>, findings: &mut Findings) -> Option<()> {
    let node = fields.required("privet", "1", findings)?;
    let version = whole(node, 0..=i64::from(u32::MAX), findings)?;
    if version != VERSION {
        let what = format!("this program reads version {VERSION} of the language, not {version}");
        findings.add(node.place, what, format!("write `privet: {VERSION}`"));
        return None;
    }
    Some(())
}

/// `None` for an absent text, and for a refused one, which is reported.
fn read_free_text(fields: &Fields<'_>, name: &str, findings: &mut Findings) -> Option<String> {
    let node = fields.optional(name)?;
    text(node, findings).map(str::to_owned)
}

/// A person's id must not become an attribute; a generated column may take its name.
fn check_id_column(unit: &Unit, schema: &[Attribute], node: &Node, findings: &mut Findings) {
    let Unit::Person { id, .. } = unit else {
        return;
    };
    let released = schema
        .iter()
        .position(|attribute| attribute.name() == id && !attribute.is_identifier());
    if let Some(index) = released {
        let place = node.item_place(index);
        let what = format!("\"{id}\" is the id of the person and cannot be an attribute");
        findings.add(
            place,
            what,
            "remove it, or write `kind: Identifier()` to generate a new one",
        );
    }
}

const RELEASE: Group = Group {
    owner: "release",
    name: "Release",
    known: &[
        "privet",
        "title",
        "purpose",
        "contact",
        "reviewed",
        "unit",
        "adjacency",
        "budget",
        "input",
        "schema",
        "rules",
        "broken",
        "mechanism",
        "workload",
        "output",
        "evaluation",
    ],
};

#[cfg(test)]
mod tests {
    /// A draft, or a spec whose author forgot the word, is never taken for a reviewed one.
    #[test]
    fn a_spec_is_reviewed_only_where_it_says_so() {
        for (field, expected) in [
            ("", false),
            ("reviewed: false, ", false),
            ("reviewed: true, ", true),
        ] {
            let text = format!(
                "Release(privet: 1, {field}unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), \
                 schema: [(name: \"a\", kind: Boolean(no: \"no\", yes: \"yes\"))], mechanism: Independent())"
            );
            assert_eq!(crate::parse(&text).unwrap().reviewed, expected, "`{field}`");
        }
    }
}
