//! What a template can compute: small functions of their arguments and of the model's root.

use handlebars::{Context, Handlebars, Helper, HelperDef, RenderContext, RenderError, RenderErrorReason, ScopedJson};
use serde_json::Value;

use super::{blocks, layout};

/// A helper that returns a value: its name, how many arguments it takes, and what it does.
struct Function {
    name: &'static str,
    arity: usize,
    compute: fn(&[&Value], &Value) -> Value,
}

static FUNCTIONS: [Function; 19] = [
    Function { name: "l", arity: 2, compute: |given, _| layout::left(&shown(given[0]), size(given[1])).into() },
    Function { name: "r", arity: 2, compute: |given, _| layout::right(&shown(given[0]), size(given[1])).into() },
    Function { name: "spread", arity: 2, compute: |given, _| layout::spread(&shown(given[0]), &shown(given[1])).into() },
    Function { name: "rule-line", arity: 0, compute: |_, _| "-".repeat(layout::COLUMNS).into() },
    Function { name: "double-line", arity: 0, compute: |_, _| "=".repeat(layout::COLUMNS).into() },
    Function { name: "underline", arity: 1, compute: |given, _| underlined(&shown(given[0])).into() },
    Function { name: "upper", arity: 1, compute: |given, _| shown(given[0]).to_uppercase().into() },
    Function { name: "add", arity: 2, compute: |given, _| number(given[0]).saturating_add(number(given[1])).into() },
    Function { name: "subtract", arity: 2, compute: |given, _| number(given[0]).saturating_sub(number(given[1])).into() },
    Function { name: "times", arity: 2, compute: |given, _| number(given[0]).saturating_mul(number(given[1])).into() },
    Function { name: "thousandths", arity: 1, compute: |given, _| fraction(number(given[0]), 3).into() },
    Function { name: "hundredths", arity: 1, compute: |given, _| fraction(number(given[0]), 2).into() },
    Function { name: "plural", arity: 3, compute: |given, _| plural(given).into() },
    Function { name: "position", arity: 1, compute: |given, _| position(number(given[0])).into() },
    Function { name: "planet", arity: 1, compute: |given, root| planet(given[0], root, true).into() },
    Function { name: "planet-name", arity: 1, compute: |given, root| planet(given[0], root, false).into() },
    Function { name: "power", arity: 1, compute: |given, root| power(given[0], root).into() },
    Function { name: "of", arity: 1, compute: |given, root| events_of(&shown(given[0]), root) },
    Function { name: "none", arity: 1, compute: |given, _| is_empty(given[0]).into() },
];

/// Gives a registry all helpers of the house.
pub fn register(registry: &mut Handlebars<'_>) {
    for function in &FUNCTIONS {
        registry.register_helper(function.name, Box::new(function));
    }
    blocks::register(registry);
}

impl HelperDef for &'static Function {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        context: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, RenderError> {
        let given = helper.params().iter().map(blocks::present).collect::<Result<Vec<_>, _>>()?;
        if given.len() != self.arity {
            let what = format!("{{{{{}}}}} takes {} values, here are {}", self.name, self.arity, given.len());
            return Err(RenderErrorReason::Other(what).into());
        }
        Ok(ScopedJson::Derived((self.compute)(&given, context.data())))
    }
}

/// A value as a reader sees it: text without quotes, nothing for `null`.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Numbers beyond 64 bits and values that are no number count as 0: a report shows, it does not judge.
fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

/// A width; bounded, so that no template can ask for a line of a gigabyte.
fn size(value: &Value) -> usize {
    value.as_u64().map_or(0, |columns| columns.min(1_000) as usize)
}

fn underlined(text: &str) -> String {
    format!("{text}\n{}", "-".repeat(layout::width(text)))
}

fn fraction(value: i64, digits: u32) -> String {
    let unit = 10_u64.pow(digits);
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    format!("{sign}{}.{:0digits$}", size / unit, size % unit, digits = digits as usize)
}

/// `1 ship`, `2 ships`.
fn plural(given: &[&Value]) -> String {
    let word = if number(given[0]) == 1 { given[1] } else { given[2] };
    format!("{} {}", shown(given[0]), shown(word))
}

/// P4.4: `I` is the orbit, `D` the position before it.
fn position(index: i64) -> String {
    match index {
        0 => "I".to_owned(),
        1 => "D".to_owned(),
        further => format!("D+{}", further - 1),
    }
}

/// `Rivet (19)`; the bare number for a planet that the model does not name.
fn planet(id: &Value, root: &Value, with_number: bool) -> String {
    match named(id, root, "planets", "number") {
        Some(name) if with_number => format!("{name} ({})", shown(id)),
        Some(name) => name.to_owned(),
        None => shown(id),
    }
}

/// The name of whoever holds a planet or flies a fleet; seat 0 is nobody's.
fn power(seat: &Value, root: &Value) -> String {
    match named(seat, root, "players", "seat") {
        _ if number(seat) == 0 => "neutral".to_owned(),
        Some(name) => name.to_owned(),
        None => shown(seat),
    }
}

fn named<'a>(id: &Value, root: &'a Value, list: &str, key: &str) -> Option<&'a str> {
    let entries = root.get("view")?.get(list)?.as_array()?;
    entries.iter().find(|entry| entry.get(key) == Some(id))?.get("name")?.as_str()
}

/// The turn's events of one kind; a kind that did not happen has none.
fn events_of(kind: &str, root: &Value) -> Value {
    root.get("events").and_then(|events| events.get(kind)).cloned().unwrap_or_else(|| Value::Array(Vec::new()))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(template: &str, expected: &str) {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        registry.register_escape_fn(handlebars::no_escape);
        register(&mut registry);
        let model = json!({
            "name": "Rivet", "nothing": null, "list": [{"n": 1}, {"n": 2}], "empty": [],
            "view": {"planets": [{"number": 19, "name": "Rivet"}], "players": [{"seat": 2, "name": "Ann"}]},
            "events": {"battle": [{"at": 1}]},
        });
        let result = registry.render_template(template, &model);
        let shown = result.unwrap_or_else(|error| format!("error: {}", error.reason()));
        assert_eq!(shown, expected, "{template}");
    }

    #[test]
    fn helpers_say_what_a_reader_expects() {
        check("{{l name 7}}|{{r 3 4}}|{{l name 3}}", "Rivet  |   3|Ri…");
        check("{{thousandths 1333}} {{hundredths 205}} {{hundredths -5}}", "1.333 2.05 -0.05");
        check("{{plural 1 \"ship\" \"ships\"}}, {{plural 0 \"ship\" \"ships\"}}", "1 ship, 0 ships");
        check("{{planet 19}} {{planet 7}} {{planet-name 19}} {{power 2}} {{power 0}} {{power 5}}", "Rivet (19) 7 Rivet Ann neutral 5");
        check("{{position 0}} {{position 1}} {{position 4}}", "I D D+3");
        check("{{underline \"Own planets\"}}", "Own planets\n-----------");
        check("{{add 2 3}}{{#if (gt (add 2 3) 4)}} more{{/if}}{{#if (eq name \"Rivet\")}} here{{/if}}", "5 more here");
        check("{{#each (of \"battle\")}}{{at}}{{/each}}{{#each (of \"revolt\")}}x{{else}} none{{/each}}", "1 none");
    }

    #[test]
    fn a_misspelt_name_is_an_error_wherever_it_stands() {
        let missing = |name: &str| format!("error: Failed to access variable in strict mode Some({name:?})");
        for template in
            ["{{nope}}", "{{#if nope}}x{{/if}}", "{{#each nope}}x{{else}}y{{/each}}", "{{#with nope}}x{{/with}}", "{{l nope 3}}"]
        {
            check(template, &missing("nope"));
        }
        check("{{#if nothing}}x{{else}}y{{/if}}{{#each nothing}}x{{else}}y{{/each}}{{#with nothing}}x{{/with}}", "yy");
        check("{{l name}}", "error: {{l}} takes 2 values, here are 1");
    }

    #[test]
    fn blocks_keep_their_scope() {
        check("{{#each list}}{{n}}{{#if @last}}.{{else}}, {{/if}}{{/each}}", "1, 2.");
        check("{{#each list as |entry|}}{{entry.n}}{{../name}}{{@root.name}} {{/each}}", "1RivetRivet 2RivetRivet ");
        check("{{#with view}}{{#each planets}}{{number}}{{../../name}}{{/each}}{{/with}}", "19Rivet");
        check("{{#each view}}x{{/each}}", "error: {{#each}} goes over lists only");
        check("{{#wrap indent=2 first=0}}one\ntwo{{/wrap}}", "one two");
    }
}
