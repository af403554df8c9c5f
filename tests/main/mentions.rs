//! What a file of the house names of other files, in imports, in paths and by calling methods; read as text.

use std::collections::BTreeMap;
use std::ops::Range;

/// A path from the root of the crate to a file.
pub(crate) type Module = Vec<String>;

/// Methods of the house that the standard library or rusqlite has, too: nobody can know which one is called.
const OF_OTHERS: [&str; 4] = ["commit", "replace", "take", "values"];

/// The line before a file's tests.
const OF_TESTS: &str = "#[cfg(test)]\n";

/// A file without its tests and its comments.
pub(crate) fn code(text: &str) -> String {
    // Tests in a file of their own are declared in the middle of the code.
    let is_of_tests = |(_, behind): &(&str, &str)| {
        let line = behind.lines().next().unwrap_or_default();
        line.ends_with('{') && (line.starts_with("mod ") || line.starts_with("pub(super) mod "))
    };
    let code = text.match_indices(OF_TESTS).map(|(at, mark)| (&text[..at], &text[at + mark.len()..])).find(is_of_tests);
    let code = code.map_or(text, |(code, _)| code);
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Where each `use` begins and ends, and whether it is public.
fn statements(code: &str) -> Vec<(Range<usize>, bool)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].rsplit('\n').next().unwrap_or_default().trim();
        let is_public = before == "pub" || (before.starts_with("pub(") && before.ends_with(')'));
        if before.is_empty() || is_public {
            let length = code[at..].find(';').unwrap_or(code.len() - at);
            found.push((at..at + length, is_public));
        }
    }
    found
}

/// The paths after each `use`, with and without `pub`.
pub(crate) fn imports(code: &str) -> Vec<(bool, String)> {
    let paths = |(at, is_public): (Range<usize>, bool)| {
        let paths = spread(&code[at.start + "use ".len()..at.end]);
        paths.into_iter().map(move |path| (is_public, path))
    };
    statements(code).into_iter().flat_map(paths).collect()
}

/// The paths of two words or more outside of each `use`, such as `super::x::y`.
pub(crate) fn inline(code: &str) -> Vec<String> {
    let mut rest = code.to_owned();
    for (at, _) in statements(code).into_iter().rev() {
        rest.replace_range(at, "");
    }
    let words = rest.split(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == ':'));
    let paths = words.map(|word| word.trim_matches(':')).filter(|word| word.contains("::"));
    paths.map(str::to_owned).collect()
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn spread(path: &str) -> Vec<String> {
    let Some((base, list)) = path.trim().strip_suffix('}').and_then(|path| path.split_once('{')) else {
        return vec![path.trim().to_owned()];
    };
    let (mut depth, mut items) = (0, vec![String::new()]);
    for letter in list.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        match items.last_mut() {
            Some(item) if letter != ',' || depth > 0 => item.push(letter),
            _ => items.push(String::new()),
        }
    }
    let items = items.iter().filter(|item| !item.trim().is_empty());
    items.flat_map(|item| spread(item)).map(|item| format!("{}{item}", base.trim())).collect()
}

/// The words after each of these signs, with the text before and after them.
fn after<'a>(code: &'a str, sign: &'a str) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
    code.match_indices(sign).map(move |(at, _)| {
        let rest = &code[at + sign.len()..];
        let (word, behind) = rest.split_at(rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '_')).unwrap_or(rest.len()));
        (&code[..at], word, behind)
    })
}

/// The methods that other files may call and that only one file can mean: those of types whose methods are in several files, if no other type or
/// trait of the house has one of that name.
pub(crate) fn methods<'a>(files: &'a [(&'a Module, String)]) -> BTreeMap<&'a str, &'a Module> {
    let mut types: BTreeMap<&str, BTreeMap<&Module, Vec<&str>>> = BTreeMap::new();
    let mut bearers: BTreeMap<&str, usize> = BTreeMap::new();
    let is_above_others = |module: &Module| files.iter().any(|(other, _)| other.len() > module.len() && other.starts_with(module));
    for (module, code) in files {
        for (heading, body) in blocks(code) {
            let of = inherent(heading);
            // The files below a `mod.rs` may call its private methods, too.
            let begins: &[&str] = match of {
                None => &["    fn "],
                Some(_) if is_above_others(module) => &["    fn ", "    pub"],
                Some(_) => &["    pub"],
            };
            let is_callable = |before: &str| {
                let line = before.rsplit('\n').next().map(|line| format!("{line}fn "));
                line.is_some_and(|line| begins.iter().any(|begin| line.starts_with(begin)))
            };
            let names: Vec<&str> = after(body, "fn ").filter(|(before, ..)| is_callable(before)).map(|(_, name, _)| name).collect();
            names.iter().for_each(|name| *bearers.entry(*name).or_default() += 1);
            if let Some(of) = of {
                types.entry(of).or_default().entry(module).or_default().extend(names);
            }
        }
    }
    let spread = types.into_values().filter(|homes| homes.len() > 1).flatten();
    let methods = spread.flat_map(|(home, names)| names.into_iter().map(move |name| (name, home)));
    methods.filter(|(name, _)| bearers[name] == 1 && !OF_OTHERS.contains(name)).collect()
}

/// Each `impl` and each trait: its heading and its body.
fn blocks(code: &str) -> impl Iterator<Item = (&str, &str)> {
    code.split("\n}").filter_map(|block| {
        let begin = |word: &&str| block.rfind(&format!("\n{word}")).map(|at| at + 1).or(block.starts_with(word).then_some(0));
        let begins = ["impl", "trait ", "pub trait ", "pub(crate) trait "].iter().filter_map(begin);
        block[begins.max()?..].split_once('{')
    })
}

/// The type whose own methods are below a heading; `None` if they are those of a trait.
fn inherent(heading: &str) -> Option<&str> {
    let heading = heading.strip_prefix("impl").filter(|heading| !heading.contains(" for "))?;
    let named = if heading.starts_with('<') { heading.split_once("> ")?.1 } else { heading.trim_start() };
    let end = named.find(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == ':')).unwrap_or(named.len());
    named[..end].rsplit("::").next()
}

/// The methods that code calls, as `.name(`, `.name::<…>(` or `Type::name`.
pub(crate) fn called(code: &str) -> impl Iterator<Item = &str> {
    let by_value = after(code, ".").filter(|(_, _, behind)| behind.starts_with('(') || behind.starts_with("::"));
    let of_type = |before: &str| {
        let word = before.rsplit(|sign: char| !(sign.is_alphanumeric() || sign == '_')).next();
        word.is_some_and(|word| word.starts_with(char::is_uppercase))
    };
    let by_type = after(code, "::").filter(move |(before, ..)| of_type(before));
    by_value.chain(by_type).map(|(_, name, _)| name)
}
