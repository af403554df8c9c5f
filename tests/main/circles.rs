//! No file of the house uses one that uses it: each can be read with only what stands below it in mind.
//!
//! Read from the imports, as text. A folder's `mod.rs` and the files of that folder are one thing here: what a file gives through
//! the `mod.rs` above it counts as given by the file itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::tidy::{root, sources};

type Module = Vec<String>;

/// A file: what it imports, and which of it others may have from here.
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
            let paths = imports(text).into_iter().filter_map(|(is_public, text)| import(module, &modules, is_public, &text)).collect();
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

/// The paths after each `use`, with and without `pub`; tests and comments aside.
fn imports(text: &str) -> Vec<(bool, String)> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");

    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].rsplit('\n').next().unwrap_or_default().trim();
        if !(before.is_empty() || before.starts_with("pub")) {
            continue;
        }
        let path = code[at + "use ".len()..].split(';').next().unwrap_or_default();
        found.extend(spread(path).into_iter().map(|path| (before.starts_with("pub"), path)));
    }
    found
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
    let tested = ("b", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
    assert_eq!(circles(&[room, ("a", "use crate::b::B;\n"), tested]), Vec::<String>::new(), "a test may know all");
}
