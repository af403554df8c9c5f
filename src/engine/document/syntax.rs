//! What is wrong with a text that is no TOML, with the line as it would be right wherever that can be told.

use toml::de::Error;

use super::kind::yes_or_no;
use super::line::mended;
use super::misreading::{FilePlace, Misreading};

/// What is wrong, once for each line: what else does not read in a line follows from its first slip, and everything behind a bracket that is
/// never closed follows from that. Below a heading that does not read, a key may only seem to stand twice.
pub(super) fn syntax_slips(text: &str, errors: &[Error]) -> Vec<Misreading> {
    let mut slips: Vec<(usize, &Error)> = errors.iter().map(|error| (error.span().map_or(text.len(), |span| span.start), error)).collect();
    slips.sort_by_key(|(offset, _)| *offset);
    let mut told: Vec<Misreading> = Vec::new();
    let mut is_below_slip = false;
    for (offset, error) in slips {
        let is_double = error.message() == "duplicate key";
        if is_double && is_below_slip {
            continue;
        }
        let never_closed = never_closed(text, offset, error.message());
        let is_last = never_closed.is_some();
        let (offset, what) = never_closed
            .unwrap_or_else(|| (offset, if is_double { stands_twice(text, offset) } else { what_is_wrong(text, offset, error) }));
        let place = FilePlace::of(text, offset);
        if told.last().and_then(|last| last.place).is_none_or(|last| last.line < place.line) {
            told.push(Misreading { key: String::new(), place: Some(place), what });
        }
        is_below_slip |= heading_of(line_at(text, offset).1).is_some();
        if is_last {
            break;
        }
    }
    told
}

/// The line in which a byte stands, and where it begins.
fn line_at(text: &str, offset: usize) -> (usize, &str) {
    let start = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    (start, text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default())
}

/// Where a value begins that is never closed, and what to do about it. The parser notices only in a later line.
fn never_closed(text: &str, offset: usize, message: &str) -> Option<(usize, String)> {
    let (opening, closing) = match message {
        _ if message.contains("array table") => return None,
        _ if message.contains("array") => ("[", "]"),
        _ if message.contains("inline table") || message.contains("key-value pairs") => ("{", "}"),
        _ if message.contains("multi-line") => ("\"\"\"", "\"\"\""),
        _ => return None,
    };
    let opens = |line: &str| line.split_once('=').is_some_and(|(_, value)| value.trim_start().starts_with(opening));
    let lines = text.get(..offset)?.split_inclusive('\n').scan(0, |start, line| {
        *start += line.len();
        Some((*start - line.len(), line))
    });
    let (start, line) = lines.filter(|(_, line)| opens(line)).last()?;
    let here = line_at(text, offset).0;
    let later_lines = text.get(here..)?.lines().take_while(|line| !line.starts_with('['));
    let is_closed = !message.starts_with("unclosed") && later_lines.map(str::trim_start).any(|line| line.starts_with(closing));
    (here > start || message.starts_with("unclosed")).then_some(())?;
    (!is_closed).then(|| (start, format!("`{}` is never closed: its `{closing}` is missing", line.trim())))
}

/// Where the key or heading at this byte stands already.
fn stands_twice(text: &str, offset: usize) -> String {
    let (start, line) = line_at(text, offset);
    let before = || (1_usize..).zip(text.get(..start).unwrap_or_default().lines());
    let Some(name) = heading_of(line) else {
        let key = key_of(line);
        let section = before().filter(|(_, line)| line.starts_with('[')).last().map_or(0, |(number, _)| number);
        let first = before().skip(section).find(|(_, line)| key_of(line) == key);
        return match first {
            Some((number, _)) => format!("`{key}` stands in line {number} already: keep one of the two"),
            None => format!("`{key}` stands twice in this section: keep one of the two"),
        };
    };
    let is_list = |line: &str| line.trim_start().starts_with("[[");
    match before().find(|(_, line)| heading_of(line) == Some(name)) {
        Some((number, first)) if is_list(first) || is_list(line) => {
            format!("line {number} says `{}`: where there are several, write `[[{name}]]` above each", first.trim())
        }
        Some((number, first)) => format!("`{}` stands in line {number} already: write its keys there", first.trim()),
        None => format!("`{name}` has been given a value already, so it cannot be a heading"),
    }
}

/// The name in the brackets of a heading; `None` for a line that is none.
fn heading_of(line: &str) -> Option<&str> {
    let line = line.trim();
    line.starts_with('[').then(|| line.trim_start_matches('[').split(']').next().unwrap_or_default().trim())
}

fn key_of(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}

/// What is wrong with a line, and how it was probably meant.
fn what_is_wrong(text: &str, offset: usize, error: &Error) -> String {
    let line = line_at(text, offset).1.trim();
    if let Some((why, right)) = mended(line) {
        return format!("{why}: write `{right}`");
    }
    if let Some((heading, rest)) = line.split_once("] ").filter(|(heading, _)| heading.starts_with('[')) {
        return format!("`{}` needs a line of its own below `{heading}]`", rest.trim());
    }
    let rest = text.get(offset..).and_then(|rest| rest.lines().next()).unwrap_or_default().trim();
    let written = error.span().and_then(|span| text.get(span)).unwrap_or_default();
    let message = error.message();
    if let Some(control) = written.chars().find(|character| character.is_control()) {
        return format!("there is a control character (U+{:04X}): delete it", u32::from(control));
    }
    match key_of(line) {
        _ if line.matches('"').count() % 2 == 1 => format!("a quote is missing in `{line}`"),
        _ if message.starts_with("missing comma") => format!("a comma is missing before `{rest}`"),
        _ if line.ends_with('=') => "nothing follows the `=`: write text in quotes, a number, true or false".to_owned(),
        _ if written.contains(' ') && rest.contains('=') => "each key needs a line of its own".to_owned(),
        "" if !line.is_empty() => "no key stands before the `=`".to_owned(),
        key if key == line && !line.is_empty() => format!("`{line}` is neither `key = value` nor `[heading]` nor `# comment`"),
        _ if message.starts_with("unexpected key or value") => {
            format!("only a `# comment` can follow a value, and here `{rest}` does")
        }
        _ if written.is_empty() => message.to_owned(),
        _ if ["string", "invalid boolean", "invalid float"].iter().any(|text| message.starts_with(text)) => match yes_or_no(written) {
            Some(right) => format!("`{written}` is no value: write `{right}`"),
            None => format!("`{written}` is neither a number nor true or false, and text needs quotes: write `\"{written}\"`"),
        },
        _ => format!("`{written}` does not read: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    fn told(text: &str) -> String {
        let (_, errors) = DeTable::parse_recoverable(text);
        syntax_slips(text, &errors).iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn a_line_that_is_no_toml_is_told_with_the_line_that_was_meant() {
        for (text, says) in [
            ("every_days = 7 days", "line 1: a number stands without its unit: write `every_days = 7`"),
            ("grace_hours = 07", "line 1: a number has no zero before it: write `grace_hours = 7`"),
            (
                "title = 'Ann's game'",
                "line 1: a text with a quote in it stands in quotes of the other kind: write `title = \"Ann's game\"`",
            ),
            (r#"folder = "C:\Users""#, r"line 1: a backslash counts only in single quotes: write `folder = 'C:\Users'`"),
            ("reminder_hours = 48, 12", "line 1: several values stand in square brackets: write `reminder_hours = [48, 12]`"),
            ("reminder_hours = (48)", "line 1: a list stands in square brackets: write `reminder_hours = [48]`"),
            ("title = \"The Rim   # as players see it", "line 1: a quote is missing: write `title = \"The Rim\"`"),
            ("title =\u{a0}\"The Rim\"", "line 1: a space has to be a plain one: write `title = \"The Rim\"`"),
            ("seat]]", "line 1: a heading stands in brackets: write `[[seat]]`"),
        ] {
            assert_eq!(told(text), says);
        }
    }

    #[test]
    fn where_nobody_knows_what_was_meant_it_is_told_what_stands_there() {
        for (text, says) in [
            ("[gm] name = \"Ida\"", "line 1: `name = \"Ida\"` needs a line of its own below `[gm]`"),
            ("number = 1 name = \"Ann\"", "line 1: each key needs a line of its own"),
            ("name = \"Ann\" <ann>", "line 1: only a `# comment` can follow a value, and here `<ann>` does"),
            ("<<<<<<< HEAD", "line 1: `<<<<<<< HEAD` is neither `key = value` nor `[heading]` nor `# comment`"),
            ("= 3", "line 1: no key stands before the `=`"),
            ("x = \"a\u{1}\"", "line 1: there is a control character (U+0001): delete it"),
            ("x = [\n 1\n 2\n]\n", "line 3: a comma is missing before `2`"),
            ("x = [\n \"a\",\n \"b\n]\n", "line 3: a quote is missing in `\"b`"),
            ("x = { a = 1\n[gm]\n", "line 1: `x = { a = 1` is never closed: its `}` is missing"),
            ("x = \"\"\"\na\n", "line 1: `x = \"\"\"` is never closed: its `\"\"\"` is missing"),
            ("gm = 1\n[gm]\nname = \"Ida\"", "line 2: `gm` has been given a value already, so it cannot be a heading"),
            ("day = 2026-13-01", "line 1: `2026-13-01` does not read: invalid date, expected month between 01 and 12"),
        ] {
            assert_eq!(told(text), says);
        }
    }
}
