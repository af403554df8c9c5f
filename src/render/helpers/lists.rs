//! Lists, the events of a turn, and fields of values that may have none.

use serde_json::{Value, json};

use handlebars::JsonTruthy;

use super::values::{is_empty, size};
use crate::engine::Helper;

pub(super) const HELPERS: &[Helper] = &[
    Helper::new("of", 1, |given, root| events_of(&Helper::shown(given[0]), root)),
    Helper::new("none", 1, |given, _| is_empty(given[0]).into()),
    Helper::new("where", 3, |given, _| entries_where(given).cloned().collect::<Vec<_>>().into()),
    Helper::new("count", 3, |given, _| entries_where(given).count().into()),
    Helper::new("having", 2, |given, _| entries_having(given).cloned().collect::<Vec<_>>().into()),
    Helper::new("top", 2, |given, _| top(given).into()),
    Helper::new("front", 2, |given, _| split(given).0.into()),
    Helper::new("back", 2, |given, _| split(given).1.into()),
    Helper::new("sum-of", 1, |given, _| given[0].as_array().into_iter().flatten().map(Helper::number).sum::<i64>().into()),
    Helper::new("tally", 1, |given, _| tally(given[0])),
    Helper::new("field", 2, |given, _| given[0].get(Helper::shown(given[1])).cloned().unwrap_or_default()),
    Helper::new("every", 2, |given, _| {
        let (list, name) = (given[0].as_array(), Helper::shown(given[1]));
        list.into_iter().flatten().map(|entry| entry.get(&name).cloned().unwrap_or_default()).collect()
    }),
    Helper::new("pick", 4, |given, _| {
        entries_where(given).next().and_then(|entry| entry.get(Helper::shown(given[3]))).cloned().unwrap_or_default()
    }),
];

/// The turn's events of one kind; an empty list if there are none.
fn events_of(kind: &str, root: &Value) -> Value {
    root.get("events").and_then(|events| events.get(kind)).cloned().unwrap_or_else(|| Value::Array(Vec::new()))
}

/// The entries of a list whose field `given[1]` is `given[2]`.
fn entries_where<'a>(given: &[&'a Value]) -> impl Iterator<Item = &'a Value> {
    let (key, wanted) = (Helper::shown(given[1]), given[2]);
    given[0].as_array().into_iter().flatten().filter(move |entry| entry.get(&key) == Some(wanted))
}

/// The entries whose field `given[1]` is not `null`, `[]`, `""`, `0` or `false`.
fn entries_having<'a>(given: &[&'a Value]) -> impl Iterator<Item = &'a Value> {
    let key = Helper::shown(given[1]);
    given[0].as_array().into_iter().flatten().filter(move |entry| entry.get(&key).is_some_and(|value| value.is_truthy(false)))
}

/// The first `given[1]` items of a list.
fn top<'a>(given: &[&'a Value]) -> &'a [Value] {
    let items = given[0].as_array().map(Vec::as_slice).unwrap_or_default();
    items.get(..size(given[1])).unwrap_or(items)
}

/// A list without its last `given[1]` items, and those items.
fn split<'a>(given: &[&'a Value]) -> (&'a [Value], &'a [Value]) {
    let items = given[0].as_array().map(Vec::as_slice).unwrap_or_default();
    items.split_at(items.len().saturating_sub(size(given[1])))
}

/// Equal items of a list with their number, in order of first occurrence: `[{"number": 2, "thing": "oil"}]`.
fn tally(list: &Value) -> Value {
    let mut groups: Vec<(&Value, u64)> = Vec::new();
    for item in list.as_array().into_iter().flatten() {
        match groups.iter_mut().find(|(thing, _)| *thing == item) {
            Some((_, number)) => *number += 1,
            None => groups.push((item, 1)),
        }
    }
    groups.into_iter().map(|(thing, number)| json!({"number": number, "thing": thing})).collect()
}
