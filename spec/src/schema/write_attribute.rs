//! An attribute as a spec writes it, every default included.

use super::cuts::Cuts;
use super::date_times::Step;
use super::hierarchy::Hierarchy;
use super::{Attribute, Bins, Kind, Level, Outside, dates};
use crate::decimal::Decimal;
use crate::files::NamedFile;
use crate::in_full::Written;
use crate::text::literal;

impl Attribute {
    pub(crate) fn written(&self) -> Written {
        // What rules add to it stands in the rules.
        if let Some(declared) = &self.declared {
            return declared.written();
        }
        // What follows from the other fields, or is no part of a spec, is not written.
        let Self {
            name,
            kind,
            file,
            missing,
            missing_numerals: _,
            decimal: _,
            null_spelling: _,
            outside,
            levels,
            hierarchy,
            lookup: _,
            values: _,
            spelling: _,
            determined: _,
            declared: _,
        } = self;
        let mut fields = vec![
            ("name", Written::text(name)),
            ("kind", kind.written(file.as_ref())),
        ];
        if !self.is_identifier() {
            fields.extend([
                ("missing", Written::missing(missing)),
                ("outside", written_outside(*outside, kind)),
                ("hierarchy", written_hierarchy(hierarchy, levels, self)),
            ]);
        }
        Written::Group("", fields)
    }
}

impl Kind {
    /// `file` is where its labels stand, if they stand in a file.
    fn written(&self, file: Option<&NamedFile>) -> Written {
        match self {
            Self::Categorical(labels) => match file {
                Some(file) => Written::Group("Categorical", file.fields_written()),
                None => Written::Around("Categorical", Box::new(Written::texts(labels))),
            },
            Self::Boolean { no, yes } => Written::Group(
                "Boolean",
                vec![("no", Written::text(no)), ("yes", Written::text(yes))],
            ),
            Self::Integer(bins) => Written::Group("Integer", self.fields_of_bins("bin", bins)),
            Self::Real { bins, decimals } => {
                let mut fields = self.fields_of_bins("bins", bins);
                fields.push(("decimals", Written::bare(decimals)));
                Written::Group("Real", fields)
            }
            Self::Date { bins, format } => {
                let mut fields = self.fields_of_bins("bin", bins);
                fields.push(("format", Written::text(format)));
                Written::Group("Date", fields)
            }
            // The unit follows from the format.
            Self::DateTime {
                bins,
                format,
                unit: _,
            } => {
                let mut fields = self.fields_of_bins("bin", bins);
                fields.push(("format", Written::text(format)));
                Written::Group("DateTime", fields)
            }
            Self::Identifier { prefix } => {
                Written::Group("Identifier", vec![("prefix", Written::text(prefix))])
            }
        }
    }

    /// `min`, `max`, and where bins begin; `field` is the one that says it unless edges do.
    fn fields_of_bins(&self, field: &'static str, bins: &Bins) -> Vec<(&'static str, Written)> {
        let min = bins.starts().first().copied().unwrap_or(bins.last());
        let cuts = match bins.cuts() {
            Cuts::Undeclared => (field, Written::none()),
            Cuts::Width(width) => (field, Written::bare(width)),
            Cuts::Count(count) => (field, Written::bare(count)),
            Cuts::Steps(step) => (field, written_step(step)),
            Cuts::Edges => {
                let edges = bins.starts().iter().copied().chain([bins.last()]);
                let edges = edges.map(|edge| self.written_bound(edge));
                ("edges", Written::List(edges.collect()))
            }
        };
        vec![
            ("min", self.written_bound(min)),
            ("max", self.written_bound(bins.last())),
            cuts,
        ]
    }

    pub(crate) fn written_bound(&self, number: i64) -> Written {
        match self {
            Self::Real { decimals, .. } => {
                Written::decimal(Decimal::new(number.into(), -i32::from(*decimals)))
            }
            Self::Date { .. } | Self::DateTime { .. } => {
                let mut bound = String::new();
                // Every number of the domain was written and read back when the spec was read.
                let _ = self.write_bound(number, &mut bound);
                Written::text(&bound)
            }
            _ => Written::bare(number),
        }
    }
}

fn written_step(step: Step) -> Written {
    let (name, width) = match step {
        Step::Minutes(minutes) if minutes % 60 == 0 => ("Hours", minutes / 60),
        Step::Minutes(minutes) => ("Minutes", minutes),
        Step::Calendar(dates::Step::Days(days)) => ("Days", days),
        Step::Calendar(dates::Step::Months(months)) => ("Months", months),
        Step::Calendar(dates::Step::Years(years)) => ("Years", years),
    };
    Written::Around(name, Box::new(Written::bare(width)))
}

fn written_outside(outside: Outside, kind: &Kind) -> Written {
    match outside {
        Outside::Clamp => Written::bare("Clamp"),
        Outside::Null => Written::bare("Null"),
        Outside::Other(code) => {
            let label = Written::text(kind.listed(code).unwrap_or_default());
            Written::Around("Other", Box::new(label))
        }
        Outside::Fail => Written::bare("Fail"),
    }
}

fn written_hierarchy(hierarchy: &Hierarchy, levels: &[Level], attribute: &Attribute) -> Written {
    match hierarchy {
        Hierarchy::Auto(group_size) => Written::Around("Auto", Box::new(Written::bare(group_size))),
        Hierarchy::None => Written::none(),
        Hierarchy::Prefix(lengths) => {
            let lengths = lengths.iter().map(Written::bare).collect();
            Written::Around("Prefix", Box::new(Written::List(lengths)))
        }
        Hierarchy::Groups => {
            let mut groups = written_levels(levels, attribute);
            if groups.len() == 1 {
                let only = groups.remove(0);
                return Written::Around("Groups", Box::new(only));
            }
            Written::Around("Levels", Box::new(Written::List(groups)))
        }
    }
}

/// For each level its groups, with the members that each has of the level below.
fn written_levels(levels: &[Level], attribute: &Attribute) -> Vec<Written> {
    let leaves = 0..u16::try_from(attribute.values).unwrap_or(u16::MAX);
    let mut members: Vec<String> = leaves
        .clone()
        .filter_map(|leaf| attribute.kind.label(leaf, leaf))
        .collect();
    let mut member_of: Vec<u16> = leaves.clone().collect();
    let mut written = Vec::new();
    for level in levels {
        // The group of missing values, the last, is no part of a spec.
        let names = (0..level.size() - u32::from(attribute.is_nullable())).filter_map(|group| {
            let group = u16::try_from(group).ok()?;
            level.name(group).map(str::to_owned)
        });
        let names: Vec<String> = names.collect();
        let mut groups: Vec<Vec<&String>> = vec![Vec::new(); names.len()];
        // Each member is listed once, where the first of its values stands.
        let mut unlisted: Vec<Option<&String>> = members.iter().map(Some).collect();
        let mut group_of = Vec::new();
        for (leaf, member) in leaves.clone().zip(&member_of) {
            let group = level.group_of(leaf).unwrap_or_default();
            group_of.push(group);
            let member = unlisted.get_mut(usize::from(*member));
            if let Some(members) = groups.get_mut(usize::from(group)) {
                members.extend(member.and_then(Option::take));
            }
        }
        let keys = names.iter().map(|name| literal(name));
        let pairs = keys.zip(groups.into_iter().map(Written::texts));
        written.push(Written::Map(pairs.collect()));
        (members, member_of) = (names, group_of);
    }
    written
}
