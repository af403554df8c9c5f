//! Charts for pages, with their figures: `{{{line-chart "Title" lines "high"}}}`, `{{{cells "td" values}}}`.

use handlebars::html_escape;
use serde_json::Value;

use crate::engine::Helper;
use crate::render::charts::{Best, ChartLine, lines};

pub(super) const HELPERS: &[Helper] = &[
    Helper::new("line-chart", 3, |given, _| {
        let drawn: Vec<ChartLine> = given[1].as_array().into_iter().flatten().map(line).collect();
        let best = if given[2] == "low" { Best::Low } else { Best::High };
        lines(&Helper::shown(given[0]), &drawn, best).into()
    }),
    Helper::new("cells", 2, |given, _| cells(&Helper::shown(given[0]), given[1]).into()),
];

/// A row of a table, with each value in its own element (`td`, `th scope="col"`); a dash for null.
fn cells(element: &str, values: &Value) -> String {
    let end = format!("</{}>", element.split(' ').next().unwrap_or_default());
    let mut row = String::new();
    for value in values.as_array().into_iter().flatten() {
        let shown = match value {
            Value::Null => "–".to_owned(),
            Value::Number(number) => number.to_string(),
            other => html_escape(&Helper::shown(other)),
        };
        row.extend(["<", element, ">", &shown, &end]);
    }
    row
}

/// A line of the model: `{seat, name, values[], turns[]}`. Without `turns`, the values are those of turn 1, 2 and so on.
fn line(value: &Value) -> ChartLine {
    let list = |name: &str| value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let turn = |index: usize| list("turns").get(index).and_then(Value::as_u64).unwrap_or(index as u64 + 1);
    ChartLine {
        number: value.get("seat").and_then(Value::as_u64).unwrap_or_default(),
        name: value.get("name").map(Helper::shown).unwrap_or_default(),
        values: list("values").iter().enumerate().map(|(index, value)| (turn(index), value.as_i64())).collect(),
    }
}
