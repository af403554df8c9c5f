//! No file of the house uses one that uses it: each can be read with only the files below it in mind.
//!
//! The test reads imports, paths in the code and calls of methods that only one file can mean, as text. What a file gives through the `mod.rs` above
//! it counts as given by the file itself. A `mod.rs` is a file like others; the rooms of the office have an order, too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::mentions::{Module, called, code, imports, inline, methods};
use crate::tidy::{root, sources};

/// The rooms of the office from the ground up: each may use those before it.
const ROOMS: [&str; 18] = [
    "cabinet",
    "letters",
    "sending",
    "publishing",
    "deadlines",
    "front",
    "turns",
    "voting",
    "seats",
    "inbox",
    "joining",
    "swiss",
    "answers",
    "gm",
    "intake",
    "round",
    "doctor",
    "preview",
];

/// A file: what it uses of others, and what others may use through it.
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
        let files: Vec<(&Module, String)> = files.iter().map(|(module, text)| (module, code(text))).collect();
        let modules: BTreeSet<&Module> = files.iter().map(|(module, _)| *module).collect();
        let methods = methods(&files);
        let read = |(module, code): &(&Module, String)| {
            let mut paths: Vec<Import> =
                imports(code).into_iter().filter_map(|(is_public, text)| import(module, &modules, is_public, &text)).collect();
            let inline: Vec<Import> = inline(code).iter().filter_map(|path| named(module, &modules, &paths, path)).collect();
            paths.extend(inline);
            let is_own = |name: &str| code.contains(&format!("fn {name}("));
            let called = called(code).filter(|name| !is_own(name)).filter_map(|name| methods.get(name));
            paths.extend(called.map(|home| Import { is_public: false, path: (*home).clone(), name: String::new() }));
            ((*module).clone(), Imports { paths })
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

    /// The files that each file uses.
    fn uses(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let is_around = |one: &Module, other: &Module| one.starts_with(other) || other.starts_with(one);
        let used = |module: &Module, imports: &Imports| {
            let homes = imports.paths.iter().map(|import| (import, self.home(&import.path, 6)));
            // A file does not use what its `mod.rs` passes on, and a path that ends at a folder means nothing in it.
            let names_in = |import: &Import, home: &Module| !import.is_public && import.path.len() > home.len();
            let used = homes.filter(|(import, home)| home != module && (!is_around(home, module) || names_in(import, home)));
            used.map(|(_, home)| home).collect()
        };
        self.0.iter().map(|(module, imports)| (module, used(module, imports))).collect()
    }

    /// What files of the office use of rooms above their own.
    fn upward(&self) -> Vec<String> {
        let room = |module: &Module| ROOMS.iter().position(|room| module.starts_with(&["office".to_owned(), (*room).to_owned()]));
        let is_upward = |module: &Module, used: &Module| room(module).zip(room(used)).is_some_and(|(own, other)| own < other);
        let upward = |(module, used): (&Module, BTreeSet<Module>)| {
            let used = used.into_iter().filter(|used| is_upward(module, used));
            used.map(|used| format!("{} uses {}", module.join("::"), used.join("::"))).collect::<Vec<_>>()
        };
        self.uses().into_iter().flat_map(upward).collect()
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

/// Where a path in the code leads: one that begins with an import goes on from there.
fn named(module: &Module, modules: &BTreeSet<&Module>, imports: &[Import], path: &str) -> Option<Import> {
    let (first, rest) = path.split_once("::")?;
    let Some(known) = imports.iter().find(|import| import.name == first) else {
        return import(module, modules, false, path);
    };
    let path = [known.path.clone(), rest.split("::").map(str::to_owned).collect()].concat();
    Some(Import { is_public: false, path, name: String::new() })
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
fn no_room_of_the_office_uses_one_above_it() {
    let files = files();
    let folders = files.iter().filter(|(module, _)| module.len() > 2 && module[0] == "office").map(|(module, _)| module[1].as_str());
    assert_eq!(folders.collect::<BTreeSet<_>>(), BTreeSet::from(ROOMS), "each room has its place in the order");
    assert_eq!(House::read(&files).upward(), Vec::<String>::new());
}

fn house(files: &[(&str, &str)]) -> House {
    let module = |path: &str| path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let files: Vec<(Module, String)> = files.iter().map(|(path, text)| (module(path), (*text).to_owned())).collect();
    House::read(&files)
}

fn circles(files: &[(&str, &str)]) -> Vec<String> {
    house(files).circles()
}

#[test]
fn a_way_up_would_be_noticed() {
    let upward =
        |file: &str, text: &str| house(&[("", ""), ("office/letters/left", ""), ("office/turns/issue", ""), (file, text)]).upward();
    let none = Vec::<String>::new();
    assert_eq!(upward("office/seats/again", "use crate::office::turns::issue::A;\n"), none, "down");
    assert_eq!(upward("office/turns/seal", "use super::issue::A;\n"), none, "in the room");
    assert_eq!(upward("office/tick", "use crate::office::turns::issue::A;\n"), none, "in no room");
    let used = upward("office/letters/press", "use crate::office::turns::issue::A;\nuse super::left::B;\n");
    assert_eq!(used, ["office::letters::press uses office::turns::issue"]);
}

#[test]
fn a_circle_would_be_noticed() {
    let room = ("", "pub mod a;\npub mod b;\n");
    let none = Vec::<String>::new();
    assert_eq!(circles(&[room, ("a", "use crate::b::B;\n"), ("b", "use crate::a::{self, A};\n")]), ["a", "b"]);
    assert_eq!(circles(&[room, ("a", "use super::b::B;\n"), ("b", "// use crate::a::A;\n")]), none);
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
    assert_eq!(circles(&within), none, "a folder may use what its file does not");
    let further = [("", ""), ("a", ""), ("a/d", "use crate::b::B;\n"), ("b", "use crate::a;\nfn b() {\n    a::d::of(1)\n}\n")];
    assert_eq!(circles(&further), ["a::d", "b"], "through an import");
    let shared = |above: &str| circles(&[("", ""), ("a", above), ("a/b", "use super::A;\n")]);
    assert_eq!(shared("mod b;\nuse b::B;\nstruct A;\n"), ["a", "a::b"], "a mod.rs is a file like others");
    assert_eq!(shared("mod b;\npub use b::B;\nstruct A;\n"), none, "which may pass on what stands below it");
    let elsewhere = [room, ("a", "#[cfg(test)]\nmod tests;\nuse crate::b::B;\n"), ("b", "use crate::a::A;\n")];
    assert_eq!(circles(&elsewhere), ["a", "b"], "where its tests are a file of their own");
    let tested = ("b", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
    assert_eq!(circles(&[room, ("a", "use crate::b::B;\n"), tested]), none, "a test may know all");
}

#[test]
fn a_circle_of_methods_would_be_noticed() {
    let of_desk = |methods: &str| format!("use crate::desk::Desk;\nimpl Desk {{\n    {methods}\n}}\n");
    let (one, other) = (of_desk("pub fn one(&self) { self.other() }"), of_desk("pub(super) fn other(&self) { self.one() }"));
    let more = |b: &str, c: &str| circles(&[("", ""), ("desk", "pub struct Desk;\n"), ("a", &one), ("b", b), ("c", c)]);
    let of = |b: &str| more(b, "");
    let none = Vec::<String>::new();
    assert_eq!(of(&other), ["a", "b"], "no path leads from one to the other");
    assert_eq!(of(&of_desk("pub(super) fn other(&self) {}")), none, "one way");
    assert_eq!(of(&of_desk("pub fn other(&self) { all.map(Desk::one) }")), ["a", "b"], "by its type");
    assert_eq!(of(&of_desk("pub fn other(&self) { self.one::<u8>() }")), ["a", "b"], "of a kind");
    assert_eq!(of(&of_desk("pub fn other(&self) { self.one }")), none, "a field");
    assert_eq!(of(&(of_desk("pub fn other(&self) {}") + "fn b(desk: &Desk) { desk.one() }\n")), ["a", "b"], "elsewhere in the file");
    assert_eq!(of(&of_desk("fn other(&self) { self.one() }")), none, "the other file cannot call it");
    assert_eq!(of(&(other.clone() + "fn one(desk: &Desk) {}\n")), none, "the file has one of that name");
    assert_eq!(more(&other, "impl Sheet {\n    fn one(&self) {}\n}\n"), ["a", "b"], "nobody can mean a private one");
    assert_eq!(more(&other, "impl Sheet {\n    pub fn one(&self) {}\n}\n"), none, "nobody knows which is meant");
    assert_eq!(more(&other, "impl Game for Sheet {\n    fn one(&self) {}\n}\n"), none, "it may be that of a trait");
}
