//! What a template can compute: small functions of their arguments and of the model's root.

use std::ops::RangeInclusive;

use handlebars::{Context, Handlebars, Helper, HelperDef, JsonTruthy, RenderContext, RenderError, RenderErrorReason, ScopedJson};
use serde_json::{Value, json};

use super::picture::palette;
use super::{blocks, layout};
use crate::engine::Tone;

/// A helper that returns a value: its name, how many arguments it takes, and what it does.
struct Function {
    name: &'static str,
    arity: RangeInclusive<usize>,
    compute: fn(&[&Value], &Value) -> Value,
}

const fn function(name: &'static str, arity: usize, compute: fn(&[&Value], &Value) -> Value) -> Function {
    Function { name, arity: arity..=arity, compute }
}

const fn variadic(name: &'static str, compute: fn(&[&Value], &Value) -> Value) -> Function {
    Function { name, arity: 1..=12, compute }
}

static FUNCTIONS: [Function; 39] = [
    // Columns and lines of plain text.
    function("l", 2, |given, _| layout::left(&shown(given[0]), size(given[1])).into()),
    function("r", 2, |given, _| layout::right(&shown(given[0]), size(given[1])).into()),
    function("cut", 2, |given, _| layout::cut(&shown(given[0]), size(given[1])).into()),
    function("spread", 2, |given, _| layout::spread(&shown(given[0]), &shown(given[1])).into()),
    function("rule-line", 0, |_, _| "-".repeat(layout::COLUMNS).into()),
    function("double-line", 0, |_, _| "=".repeat(layout::COLUMNS).into()),
    function("underline", 1, |given, _| underlined(&shown(given[0])).into()),
    function("upper", 1, |given, _| shown(given[0]).to_uppercase().into()),
    function("capital", 1, |given, _| capital(&shown(given[0])).into()),
    function("a", 1, |given, _| with_article(&shown(given[0])).into()),
    function("words", 1, |given, _| shown(given[0]).replace('-', " ").into()),
    function("order-word", 1, |given, _| shown(given[0]).replace('-', "").to_uppercase().into()),
    function("dash", 1, |given, _| if is_empty(given[0]) || given[0] == 0 { "-".into() } else { given[0].clone() }),
    variadic("concat", |given, _| given.iter().map(|value| shown(value)).collect::<String>().into()),
    // Numbers.
    function("add", 2, |given, _| number(given[0]).saturating_add(number(given[1])).into()),
    function("subtract", 2, |given, _| number(given[0]).saturating_sub(number(given[1])).into()),
    function("times", 2, |given, _| number(given[0]).saturating_mul(number(given[1])).into()),
    function("divide", 2, |given, _| number(given[0]).checked_div(number(given[1])).unwrap_or_default().into()),
    variadic("min", |given, _| given.iter().map(|value| number(value)).min().unwrap_or_default().into()),
    function("thousandths", 1, |given, _| fraction(number(given[0]), 3).into()),
    function("hundredths", 1, |given, _| fraction(number(given[0]), 2).into()),
    function("plural", 3, |given, _| plural(given).into()),
    // What the model's root knows.
    function("position", 1, |given, _| position(number(given[0])).into()),
    function("planet", 1, |given, root| planet(given[0], root, true).into()),
    function("planet-name", 1, |given, root| planet(given[0], root, false).into()),
    function("power", 1, |given, root| power(given[0], root).into()),
    function("seat-colour", 1, |given, _| seat_colour(given[0]).into()),
    function("reach", 2, |given, root| reach(number(given[0]), number(given[1]), root)),
    function("nearest", 2, |given, root| nearest(number(given[0]), given[1], root)),
    function("of", 1, |given, root| events_of(&shown(given[0]), root)),
    // Lists, and fields of what may have none.
    function("none", 1, |given, _| is_empty(given[0]).into()),
    function("where", 3, |given, _| entries_where(given).cloned().collect::<Vec<_>>().into()),
    function("count", 3, |given, _| entries_where(given).count().into()),
    function("having", 2, |given, _| entries_having(given).cloned().collect::<Vec<_>>().into()),
    function("front", 2, |given, _| split(given).0.into()),
    function("back", 2, |given, _| split(given).1.into()),
    function("tally", 1, |given, _| tally(given[0])),
    function("field", 2, |given, _| given[0].get(shown(given[1])).cloned().unwrap_or_default()),
    function("pick", 4, |given, _| entries_where(given).next().and_then(|entry| entry.get(shown(given[3]))).cloned().unwrap_or_default()),
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
        if !self.arity.contains(&given.len()) {
            let what = format!("{{{{{}}}}} takes {} values, here are {}", self.name, self.arity.start(), given.len());
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

/// `Turn` of `turn`, for the beginning of a heading.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `a green pawn`, `an orange pawn`; a vowel is what is written as one.
fn with_article(text: &str) -> String {
    let article = if text.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {text}")
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

/// The planets that lie `D + steps` from another, by the lower triangle of distances in the model's view.
fn reach(from: i64, steps: i64, root: &Value) -> Value {
    let planets = root["view"]["distance"].as_array().map_or(0, Vec::len);
    (1..=planets as i64).filter(|to| distance(from, *to, root) == Some(steps)).collect()
}

/// A list of planets, those that lie nearest first.
fn nearest(from: i64, planets: &Value, root: &Value) -> Value {
    let mut planets = planets.as_array().cloned().unwrap_or_default();
    planets.sort_by_key(|planet| distance(from, number(&planet["number"]), root).unwrap_or(i64::MAX));
    planets.into()
}

fn distance(from: i64, to: i64, root: &Value) -> Option<i64> {
    let place = |id: i64| usize::try_from(id.checked_sub(1)?).ok();
    root["view"]["distance"].get(place(from.max(to))?)?.get(place(from.min(to))?)?.as_i64()
}

/// `Rivet (19)`; the bare number for a planet that the model does not name.
fn planet(id: &Value, root: &Value, with_number: bool) -> String {
    match named(id, root, "planets", "number") {
        Some(name) if with_number => format!("{name} ({})", shown(id)),
        Some(name) => name.to_owned(),
        None => shown(id),
    }
}

/// How games number pirates among the powers: behind all seats.
const PIRATES: i64 = 9;

/// The name of whoever holds a planet or flies a fleet; seat 0 is nobody's.
fn power(seat: &Value, root: &Value) -> String {
    match named(seat, root, "players", "seat") {
        _ if number(seat) == 0 => "neutral".to_owned(),
        Some(name) => name.to_owned(),
        None if number(seat) == PIRATES => "pirates".to_owned(),
        None => shown(seat),
    }
}

/// The colour that pictures give to a seat too; seat 0 is neutral, pirates are black.
fn seat_colour(seat: &Value) -> &'static str {
    palette::colour(match seat.as_u64().unwrap_or_default().min(255) as u8 {
        0 => Tone::Neutral,
        number if i64::from(number) == PIRATES => Tone::Ink,
        number => Tone::Seat(number),
    })
}

fn named<'a>(id: &Value, root: &'a Value, list: &str, key: &str) -> Option<&'a str> {
    let entries = root.get("view")?.get(list)?.as_array()?;
    entries.iter().find(|entry| entry.get(key) == Some(id))?.get("name")?.as_str()
}

/// The turn's events of one kind; a kind that did not happen has none.
fn events_of(kind: &str, root: &Value) -> Value {
    root.get("events").and_then(|events| events.get(kind)).cloned().unwrap_or_else(|| Value::Array(Vec::new()))
}

/// The entries of a list whose field `given[1]` is `given[2]`.
fn entries_where<'a>(given: &[&'a Value]) -> impl Iterator<Item = &'a Value> {
    let (key, wanted) = (shown(given[1]), given[2]);
    given[0].as_array().into_iter().flatten().filter(move |entry| entry.get(&key) == Some(wanted))
}

/// The entries whose field `given[1]` says something: not `null`, `[]`, `""`, `0` or `false`.
fn entries_having<'a>(given: &[&'a Value]) -> impl Iterator<Item = &'a Value> {
    let key = shown(given[1]);
    given[0].as_array().into_iter().flatten().filter(move |entry| entry.get(&key).is_some_and(|value| value.is_truthy(false)))
}

/// A list without its last `given[1]` items, and those.
fn split<'a>(given: &[&'a Value]) -> (&'a [Value], &'a [Value]) {
    let items = given[0].as_array().map(Vec::as_slice).unwrap_or_default();
    items.split_at(items.len().saturating_sub(size(given[1])))
}

/// Equal items of a list with their number, in the order in which each first stands: `[{"number": 2, "thing": "oil"}]`.
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
    use super::*;

    fn check(template: &str, expected: &str) {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        registry.register_escape_fn(handlebars::no_escape);
        register(&mut registry);
        let model = json!({
            "name": "Rivet", "nothing": null, "list": [{"n": 1}, {"n": 2}], "empty": [], "dice": [6, 1, 6, 2],
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
        check(
            "{{planet 19}} {{planet 7}} {{planet-name 19}} {{power 2}} {{power 0}} {{power 5}} {{power 9}}",
            "Rivet (19) 7 Rivet Ann neutral 5 pirates",
        );
        check("{{capital \"move\"}} {{capital nothing}}", "Move ");
        check("{{position 0}} {{position 1}} {{position 4}}", "I D D+3");
        check(
            "{{words \"fuel-plants\"}} {{order-word \"high-tech\"}} {{dash 0}} {{dash nothing}} {{dash 3}} {{concat 3 \"/\" 4}} {{min 7 (divide 7 2)}}",
            "fuel plants HIGHTECH - - 3 3/4 3",
        );
        check(
            "{{#each (where list \"n\" 2)}}{{n}}{{/each}}{{count list \"n\" 2}}{{pick list \"n\" 9 \"n\"}}{{pick list \"n\" 1 \"n\"}}",
            "211",
        );
        check("{{#each (front dice 1)}}{{this}}{{/each}}+{{#each (back dice 1)}}{{this}}{{/each}}", "616+2");
        check("{{#each (front dice 9)}}{{this}}{{/each}}+{{#each (back name 1)}}{{this}}{{/each}}", "+");
        check("{{#each (tally dice)}}{{number}}x{{thing}} {{/each}}", "2x6 1x1 1x2 ");
        check("{{#each (nearest 19 list)}}{{n}}{{/each}}{{#each (nearest 1 empty)}}x{{/each}}", "12");
        check("{{#each list}}{{field this \"n\"}}{{/each}}{{#if (field name \"n\")}}x{{/if}}", "12");
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
        check("{{#wrap indent=4 mark=\" *\"}}\none\n{{/wrap}}\n{{#wrap}}\n{{/wrap}}\n.", " *  one\n.");
        check("{{#joined \", \"}}\n{{#each list}}\n{{#if (gt n 0)}}\nno {{n}}\n{{/if}}\n{{/each}}\n{{/joined}}.", "no 1, no 2.");
        check("{{#section \"Fleets\" head=\"Planet\"}}\n  {{name}}\n{{/section}}\n.", "\nFLEETS\n------\nPlanet\n  Rivet\n.");
        check("{{#section \"Fleets\"}}\n{{#if nothing}}x{{/if}}\n{{/section}}\n.", ".");
        check("{{#section \"Fleets\"}}\n{{else}}\nNone.\n{{/section}}\n.", "\nFLEETS\n------\nNone.\n.");
        check(
            "{{#filled before=\"<p>\" after=\"</p>\"}}{{name}}{{/filled}}{{#filled before=\"<p>\" after=\"</p>\"}} {{/filled}}",
            "<p>Rivet</p>",
        );
    }
}
