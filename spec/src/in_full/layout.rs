//! How a spec is laid out: a value on one line where it fits, and else its parts on lines of their own.

use super::written::Written;

impl Written {
    /// The text of a whole file. What stands at its top is always on lines of its own.
    pub(crate) fn to_file(&self) -> String {
        let mut out = String::new();
        self.break_into(0, &mut out);
        out.push('\n');
        out
    }

    /// All of it on one line.
    pub(crate) fn on_one_line(&self) -> String {
        let listed = |values: &[Self]| {
            let values: Vec<String> = values.iter().map(Self::on_one_line).collect();
            values.join(", ")
        };
        match self {
            Self::Plain(text) => text.clone(),
            Self::List(values) => format!("[{}]", listed(values)),
            Self::Around(name, value) => format!("{name}({})", value.on_one_line()),
            Self::Items(name, values) => format!("{name}({})", listed(values)),
            Self::Map(pairs) => {
                let pairs: Vec<String> =
                    pairs.iter().map(|(key, value)| pair(key, value)).collect();
                format!("{{{}}}", pairs.join(", "))
            }
            Self::Group(name, fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(key, value)| pair(key, value)).collect();
                format!("{name}({})", fields.join(", "))
            }
        }
    }

    /// Appends it behind what stands on its line already; `taken` columns of that are taken, and lines below begin
    /// `indent` deep.
    fn append(&self, indent: usize, taken: usize, out: &mut String) {
        let line = self.on_one_line();
        // A comma follows.
        if taken + line.chars().count() < WIDTH {
            out.push_str(&line);
        } else {
            self.break_into(indent, out);
        }
    }

    /// Appends it with its parts on lines of their own.
    fn break_into(&self, indent: usize, out: &mut String) {
        let inner = indent + STEP;
        match self {
            Self::Plain(text) => out.push_str(text),
            Self::Around(name, value) => {
                out.push_str(name);
                out.push('(');
                value.break_into(indent, out);
                out.push(')');
            }
            Self::List(values) if values.iter().all(|value| matches!(value, Self::Plain(_))) => {
                out.push('[');
                fill(values, inner, out);
                end_line(indent, out);
                out.push(']');
            }
            Self::List(values) => {
                out.push('[');
                break_values(values, inner, out);
                end_line(indent, out);
                out.push(']');
            }
            Self::Items(name, values) => {
                out.push_str(name);
                out.push('(');
                break_values(values, inner, out);
                end_line(indent, out);
                out.push(')');
            }
            Self::Map(pairs) => {
                out.push('{');
                let pairs = pairs.iter().map(|(key, value)| (key.as_str(), value));
                break_pairs(pairs, inner, out);
                end_line(indent, out);
                out.push('}');
            }
            Self::Group(name, fields) => {
                out.push_str(name);
                out.push('(');
                let fields = fields.iter().map(|(key, value)| (*key, value));
                break_pairs(fields, inner, out);
                end_line(indent, out);
                out.push(')');
            }
        }
    }
}

fn pair(key: &str, value: &Written) -> String {
    format!("{key}: {}", value.on_one_line())
}

fn break_values(values: &[Written], indent: usize, out: &mut String) {
    for value in values {
        end_line(indent, out);
        value.append(indent, indent, out);
        out.push(',');
    }
}

fn break_pairs<'w>(
    pairs: impl Iterator<Item = (&'w str, &'w Written)>,
    indent: usize,
    out: &mut String,
) {
    for (key, value) in pairs {
        end_line(indent, out);
        out.push_str(key);
        out.push_str(": ");
        value.append(indent, indent + key.chars().count() + 2, out);
        out.push(',');
    }
}

/// As many values on each line as fit.
fn fill(values: &[Written], indent: usize, out: &mut String) {
    let mut column = WIDTH;
    for value in values {
        let text = value.on_one_line();
        let width = text.chars().count() + 1;
        if column + 1 + width > WIDTH {
            end_line(indent, out);
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(&text);
        out.push(',');
        column += width;
    }
}

fn end_line(indent: usize, out: &mut String) {
    out.push('\n');
    out.extend(core::iter::repeat_n(' ', indent));
}

const WIDTH: usize = 100;
const STEP: usize = 4;
