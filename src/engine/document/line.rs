//! What people get wrong in a line of TOML, and the line that they probably meant.

use toml::de::DeTable;

/// What is wrong with a line that does not read, and one like it that does; `None` if no mending makes TOML of it.
pub(super) fn mended(line: &str) -> Option<(&'static str, String)> {
    MENDINGS.iter().find_map(|(why, mend)| Some((*why, mend(line).filter(|right| right != line && is_toml(right))?)))
}

fn is_toml(line: &str) -> bool {
    DeTable::parse(line).is_ok()
}

/// What makes a line of another.
type Mend = fn(&str) -> Option<String>;

/// What people get wrong in a line, each with a way to mend it. The first that makes TOML of the line is what was probably meant.
const MENDINGS: [(&str, Mend); 15] = [
    ("a space has to be a plain one", |line| Some(line.replace('\u{a0}', " "))),
    ("quotes have to be straight", |line| Some(line.replace(['“', '”', '„', '«', '»'], "\""))),
    ("a quote is missing", |line| with_value(line, |value| closed(value, '"').or_else(|| closed(value, '\'')))),
    ("a backslash counts only in single quotes", |line| {
        with_value(line, |value| inside(value, '"').filter(|text| text.contains('\\')).map(|text| format!("'{text}'")))
    }),
    ("a text with a quote in it stands in quotes of the other kind", |line| with_value(line, other_quotes)),
    ("several values stand in square brackets", |line| with_value(line, |value| value.contains(',').then(|| format!("[{value}]")))),
    ("a list stands in square brackets", |line| with_value(line, |value| Some(format!("[{}]", between(value, '(', ')')?)))),
    ("in a list, text has quotes, and a comma stands between two values", |line| with_value(line, list)),
    ("a number has no zero before it", |line| with_value(line, |value| Some(value.trim_start_matches('0').to_owned()))),
    ("a number stands without its unit", |line| with_value(line, without_unit)),
    ("one `=` is enough", |line| with_value(line, |value| Some(value.trim_start_matches(['=', ' ']).to_owned()))),
    ("a comment begins with `#`", |line| Some(line.replacen("//", "#", 1))),
    ("an `=` is missing", equated),
    ("a key has no spaces", |line| line.split_once('=').map(|(key, value)| format!("{} ={value}", key.trim().replace(' ', "_")))),
    ("a heading stands in brackets", |line| {
        let is_list = line.starts_with("[[") || !line.starts_with('[') && line.ends_with("]]");
        let name = line.trim_matches(['[', ']', ' ']);
        line.contains(['[', ']']).then(|| if is_list { format!("[[{name}]]") } else { format!("[{name}]") })
    }),
];

/// The line with another value and without the comment behind it.
fn with_value(line: &str, other: impl FnOnce(&str) -> Option<String>) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    let value = value.split_once(" # ").map_or(value, |(value, _)| value);
    Some(format!("{} = {}", key.trim(), other(value.trim())?))
}

/// A value with quotes at both ends that has one at only one of them.
fn closed(value: &str, quote: char) -> Option<String> {
    (value.starts_with(quote) != value.ends_with(quote)).then(|| format!("{quote}{}{quote}", value.trim_matches(quote)))
}

/// What stands between two quotes.
fn inside(value: &str, quote: char) -> Option<&str> {
    between(value, quote, quote)
}

fn between(value: &str, first: char, last: char) -> Option<&str> {
    value.strip_prefix(first)?.strip_suffix(last)
}

fn other_quotes(value: &str) -> Option<String> {
    inside(value, '\'').map(|text| format!("\"{text}\"")).or_else(|| inside(value, '"').map(|text| format!("'{text}'")))
}

/// A list with commas between its values and quotes around its texts.
fn list(value: &str) -> Option<String> {
    let values = between(value, '[', ']')?;
    let separator = if values.contains(',') { ',' } else { ' ' };
    let written =
        |value: &str| if is_toml(&format!("key = {value}")) { value.to_owned() } else { format!("\"{}\"", value.trim_matches('"')) };
    let values: Vec<String> = values.split(separator).map(str::trim).filter(|value| !value.is_empty()).map(written).collect();
    Some(format!("[{}]", values.join(", ")))
}

fn without_unit(value: &str) -> Option<String> {
    let number = value.trim_end_matches(|character: char| character.is_alphabetic() || character == '%').trim_end();
    let unit = value.get(number.len()..)?.trim();
    ["day", "days", "hour", "hours", "minute", "minutes", "week", "weeks", "percent", "%"].contains(&unit).then(|| number.to_owned())
}

/// A line without any `=`: a colon stands there instead, or nothing between a key and a number.
fn equated(line: &str) -> Option<String> {
    let (key, value) = line.split_once(": ").or_else(|| line.split_once(' ')).filter(|_| !line.contains(['=', '[']))?;
    let plain = format!("{} = {}", key.trim(), value.trim());
    Some(if is_toml(&plain) || !line.contains(": ") { plain } else { format!("{} = \"{}\"", key.trim(), value.trim()) })
}
