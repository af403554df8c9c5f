//! Charts for pages: `{{{line-chart "Title" lines "high"}}}`.

use serde_json::Value;

use crate::engine::Helper;
use crate::render::charts::{Best, Line, lines};

pub(super) const HELPERS: &[Helper] = &[Helper::new("line-chart", 3, |given, _| {
    let drawn: Vec<Line> = given[1].as_array().into_iter().flatten().map(line).collect();
    let best = if given[2] == "low" { Best::Low } else { Best::High };
    lines(&Helper::shown(given[0]), &drawn, best).into()
})];

/// A line of the model: `{seat, name, values[]}`.
fn line(value: &Value) -> Line {
    let values = value.get("values").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    Line {
        number: value.get("seat").and_then(Value::as_u64).unwrap_or_default(),
        name: value.get("name").map(Helper::shown).unwrap_or_default(),
        values: values.iter().map(Value::as_i64).collect(),
    }
}
