//! Changes to the content of a file that leave it well formed, so that they reach behind its parser.

use arbitrary::Arbitrary;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// One change. Places count numbers, texts or lists, and wrap around.
#[derive(Arbitrary, Clone, Debug)]
pub enum Edit {
    Number { place: u16, value: i64 },
    Float { place: u16, value: f64 },
    Text { place: u16, value: String },
    CopyText { from: u16, to: u16 },
    Remove { list: u16, element: u16 },
    Repeat { list: u16, element: u16 },
    Swap { list: u16, one: u16, other: u16 },
}

/// The file's content after the changes; nothing where it is no such file any more.
pub fn edited<T: Serialize + DeserializeOwned>(file: &T, edits: &[Edit]) -> Option<T> {
    let mut value = serde_json::to_value(file).expect("files can be written");
    for edit in edits {
        apply(&mut value, edit);
    }
    serde_json::from_value(value).ok()
}

fn apply(value: &mut Value, edit: &Edit) {
    match edit {
        Edit::Number { place, value: new } => {
            if let Some(number) = nth(value, Value::is_number, *place) {
                *number = (*new).into();
            }
        }
        Edit::Float { place, value: new } => {
            if let Some(number) = nth(value, Value::is_f64, *place) {
                *number = (*new).into();
            }
        }
        Edit::Text { place, value: new } => {
            if let Some(text) = nth(value, Value::is_string, *place) {
                *text = new.clone().into();
            }
        }
        Edit::CopyText { from, to } => {
            let source = nth(value, Value::is_string, *from).cloned();
            if let (Some(source), Some(text)) = (source, nth(value, Value::is_string, *to)) {
                *text = source;
            }
        }
        Edit::Remove { list, element } => {
            if let Some((list, at)) = element_of(value, *list, *element) {
                list.remove(at);
            }
        }
        Edit::Repeat { list, element } => {
            if let Some((list, at)) = element_of(value, *list, *element) {
                list.insert(at, list[at].clone());
            }
        }
        Edit::Swap { list, one, other } => {
            if let Some((list, at)) = element_of(value, *list, *one) {
                let other = usize::from(*other) % list.len();
                list.swap(at, other);
            }
        }
    }
}

fn element_of(value: &mut Value, list: u16, element: u16) -> Option<(&mut Vec<Value>, usize)> {
    let filled = |value: &Value| value.as_array().is_some_and(|list| !list.is_empty());
    let list = nth(value, filled, list)?.as_array_mut()?;
    let at = usize::from(element) % list.len();
    Some((list, at))
}

/// The value of a kind at a place, counted in the order of the file.
fn nth(value: &mut Value, kind: impl Fn(&Value) -> bool, place: u16) -> Option<&mut Value> {
    let mut found = Vec::new();
    collect(value, &kind, &mut Vec::new(), &mut found);
    let path = found.get(usize::from(place).checked_rem(found.len())?)?;
    path.iter().try_fold(value, |value, step| match value {
        Value::Array(list) => list.get_mut(*step),
        Value::Object(fields) => fields.values_mut().nth(*step),
        _ => None,
    })
}

fn collect(
    value: &Value,
    kind: &impl Fn(&Value) -> bool,
    path: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    if kind(value) {
        found.push(path.clone());
    }
    let inner: Vec<&Value> = match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => return,
    };
    for (step, value) in inner.into_iter().enumerate() {
        path.push(step);
        collect(value, kind, path, found);
        path.pop();
    }
}
