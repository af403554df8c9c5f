//! No file of the house uses one that uses it: each can be read with only what stands below it in mind.
//!
//! Read from the imports and from the paths that stand in the code itself, as text. A folder's `mod.rs` and the files of that folder
//! are one thing here: what a file gives through the `mod.rs` above it counts as given by the file itself.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use crate::tidy::{root, sources};

type Module = Vec<String>;

/// A file: what it names of others, and which of it others may have from here.
#[derive(Default)]
struct Imports {
    paths: Vec<Import>,
}

struct Import {
    is_public: bool,
    path: Vec<String>,
    name: String,
}

struct House(BTreeMap<Module, Imports>);

impl House {
    fn read(files: &[(Module, String)]) -> House {
        let modules: BTreeSet<&Module> = files.iter().map(|(module, _)| module).collect();
        let read = |(module, text): &(Module, String)| {
            let code = code(text);
            let mut paths: Vec<Import> =
                imports(&code).into_iter().filter_map(|(is_public, text)| import(module, &modules, is_public, &text)).collect();
            let inline: Vec<Import> = inline(&code).iter().filter_map(|path| named(module, &modules, &paths, path)).collect();
            paths.extend(inline);
            (module.clone(), Imports { paths })
        };
        House(files.iter().map(read).collect())
    }

    /// The file that a path leads to, through what other files pass on.
    fn home(&self, path: &[String], steps_left: usize) -> Module {
        let length = (0..=path.len()).rev().find(|length| self.0.contains_key(&path[..*length])).unwrap_or(0);
        let (module, rest) = path.split_at(length);
        let passed_on = rest.first().and_then(|name| {
            let import = self.0.get(module)?.paths.iter().find(|import| import.is_public && import.name == *name)?;
            Some([&import.path, &rest[1..]].concat())
        });
        match passed_on.filter(|_| steps_left > 0) {
            Some(path) => self.home(&path, steps_left - 1),
            None => module.to_vec(),
        }
    }

    /// The files that each file uses, but for those around it and in it.
    fn uses(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let is_around = |one: &Module, other: &Module| one.starts_with(other) || other.starts_with(one);
        let used = |module: &Module, imports: &Imports| {
            let homes = imports.paths.iter().map(|import| self.home(&import.path, 6));
            homes.filter(|home| !is_around(home, module)).collect()
        };
        self.0.iter().map(|(module, imports)| (module, used(module, imports))).collect()
    }

    /// Files that can be reached from themselves.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let reaches_itself = |module: &&Module| {
            let mut seen = BTreeSet::new();
            let mut next: Vec<&Module> = uses[*module].iter().collect();
            while let Some(used) = next.pop() {
                if used == *module {
                    return true;
                }
                if seen.insert(used) {
                    next.extend(uses.get(used).into_iter().flatten());
                }
            }
            false
        };
        self.0.keys().filter(reaches_itself).map(|module| module.join("::")).collect()
    }
}

/// A file without its tests and its comments.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
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
fn imports(code: &str) -> Vec<(bool, String)> {
    let paths = |(at, is_public): (Range<usize>, bool)| {
        let paths = spread(&code[at.start + "use ".len()..at.end]);
        paths.into_iter().map(move |path| (is_public, path))
    };
    statements(code).into_iter().flat_map(paths).collect()
}

/// The paths of two words or more that stand outside of each `use`, such as `super::x::y`.
fn inline(code: &str) -> Vec<String> {
    let mut rest = code.to_owned();
    for (at, _) in statements(code).into_iter().rev() {
        rest.replace_range(at, "");
    }
    let words = rest.split(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == ':'));
    let paths = words.map(|word| word.trim_matches(':')).filter(|word| word.contains("::"));
    paths.map(str::to_owned).collect()
}

/// Where a path in the code leads: one that begins with an import goes on from there.
fn named(module: &Module, modules: &BTreeSet<&Module>, imports: &[Import], path: &str) -> Option<Import> {
    let (first, rest) = path.split_once("::")?;
    let Some(known) = imports.iter().find(|import| import.name == first) else {
        return import(module, modules, false, path);
    };
    let path = [known.path.clone(), rest.split("::").map(str::to_owned).collect()].concat();
    Some(Import { is_public: false, path, name: String::new() })
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

/// A path from the root of the crate; `None` if it leads out of it.
fn import(module: &Module, modules: &BTreeSet<&Module>, is_public: bool, text: &str) -> Option<Import> {
    let (path, alias) = text.split_once(" as ").map_or((text, None), |(path, alias)| (path, Some(alias.trim())));
    let mut words: Vec<String> = path.split("::").map(|word| word.trim().to_owned()).filter(|word| word != "self").collect();
    let mut base = module.clone();
    match words.first().map(String::as_str) {
        Some("crate") => {
            base.clear();
            words.remove(0);
        }
        Some("super") => {
            while words.first().is_some_and(|word| word == "super") {
                base.pop();
                words.remove(0);
            }
        }
        Some(word) if modules.contains(&[module.as_slice(), &[word.to_owned()]].concat()) => {}
        _ if path.starts_with("self") => {}
        _ => return None,
    }
    base.extend(words);
    let name = alias.map(str::to_owned).or(base.last().cloned())?;
    Some(Import { is_public, path: base, name })
}

/// Every file of the house as a module, with its text.
fn files() -> Vec<(Module, String)> {
    let house = root().join("src");
    let module = |path: &Path| {
        let inside = path.strip_prefix(&house).unwrap().with_extension("");
        let mut module: Module = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || (module.len() == 1 && last == "lib")) {
            module.pop();
        }
        module
    };
    sources("src", ".rs").into_iter().map(|source| (module(&source.path), source.text)).collect()
}

#[test]
fn no_file_uses_one_that_uses_it() {
    let house = House::read(&files());
    assert!(house.uses().values().map(BTreeSet::len).sum::<usize>() > 1000, "imports are not read");
    assert_eq!(house.circles(), Vec::<String>::new());
}

#[test]
fn a_circle_would_be_noticed() {
    let circles = |files: &[(&str, &str)]| {
        let module = |path: &str| path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let files: Vec<(Module, String)> = files.iter().map(|(path, text)| (module(path), (*text).to_owned())).collect();
        House::read(&files).circles()
    };
    let room = ("", "pub mod a;\npub mod b;\n");
    assert_eq!(circles(&[room, ("a", "use crate::b::B;\n"), ("b", "use crate::a::{self, A};\n")]), ["a", "b"]);
    assert_eq!(circles(&[room, ("a", "use super::b::B;\n"), ("b", "// use crate::a::A;\n")]), Vec::<String>::new());
    let passing = ("", "mod a;\nmod b;\npub use a::{A, Other};\n");
    assert_eq!(circles(&[passing, ("a", "use super::b::{B, C};\n"), ("b", "use crate::A;\n")]), ["a", "b"], "through the file above");
    let three = [("", ""), ("a", "use crate::b::B;\n"), ("b", "use crate::c::{\n    C,\n};\n"), ("c", "use crate::a::A;\n")];
    assert_eq!(circles(&three), ["a", "b", "c"]);
    assert_eq!(
        circles(&[room, ("a", "use super::b::B;\n"), ("b", "fn b() {\n    super::a::of(1)\n}\n")]),
        ["a", "b"],
        "a path in the code"
    );
    assert_eq!(circles(&[room, ("a", "use super::b::B;\n"), ("b", "fn b() -> crate::a::A {}\n")]), ["a", "b"], "from the root");
    let within = [room, ("a", "use super::b::B;\n"), ("b", ""), ("c", ""), ("b/d", "use crate::{a, c};\nfn d() {\n    c::of(a::A)\n}\n")];
    assert_eq!(circles(&within), Vec::<String>::new(), "a folder may use what its file does not");
    let further = [("", ""), ("a", ""), ("a/d", "use crate::b::B;\n"), ("b", "use crate::a;\nfn b() {\n    a::d::of(1)\n}\n")];
    assert_eq!(circles(&further), ["a::d", "b"], "through an import");
    let tested = ("b", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
    assert_eq!(circles(&[room, ("a", "use crate::b::B;\n"), tested]), Vec::<String>::new(), "a test may know all");
}
