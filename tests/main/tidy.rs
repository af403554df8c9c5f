//! Rules of the house that a compiler does not know: who may know whom, and what may not be left lying about.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the ground up. A layer may use those before it, and never one in its own row.
const LAYERS: &[&[&str]] = &[
    &["engine"],
    &["galaxy", "abstract_games"],
    &["games"],
    &["campaign"],
    &["files"],
    &["render", "post", "store"],
    &["composer"],
    &["office"],
    &["cli"],
];

/// The most lines that a file may have before it should be split.
const LONGEST_FILE_LINES: usize = 350;

pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Source {
    fn layer(&self) -> Option<String> {
        let inside = self.path.strip_prefix(root().join("src")).ok()?;
        let first = inside.components().next()?.as_os_str().to_string_lossy().into_owned();
        (inside.components().count() > 1).then_some(first)
    }
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder whose name ends in this way, by its path.
pub(crate) fn sources(folder: &str, ending: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.to_string_lossy().ends_with(ending) {
                found.push(Source { text: fs::read_to_string(&entry).unwrap(), path: entry });
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!found.is_empty(), "{folder} has no {ending}");
    found
}

/// The layers that a source names, as `crate::layer` or `crate::{layer, …}`; not in comments.
fn layers_used(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut used = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '$') {
            continue;
        }
        let behind = &code[at + "crate::".len()..];
        match behind.strip_prefix('{') {
            Some(list) => {
                let mut depth = 0;
                let mut word = String::new();
                for letter in list.chars() {
                    match letter {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => used.push(std::mem::take(&mut word)),
                        letter if depth == 0 => word.push(letter),
                        _ => {}
                    }
                }
                used.push(word);
            }
            None => used.push(behind.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()),
        }
    }
    used.into_iter().map(|word| word.trim().split("::").next().unwrap_or("").to_owned()).collect()
}

fn row_of(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&layer))
}

/// The layers that a source uses and may not.
fn broken(layer: &str, text: &str) -> Vec<String> {
    let row = row_of(layer).unwrap_or_else(|| panic!("src/{layer} is in no layer: give it a row in LAYERS"));
    let used = layers_used(text).into_iter().filter(|used| used != layer);
    used.filter(|used| row_of(used).is_some_and(|other| other >= row)).collect()
}

#[test]
fn no_layer_knows_one_that_stands_on_it() {
    for source in sources("src", ".rs") {
        if let Some(layer) = source.layer() {
            assert_eq!(broken(&layer, &source.text), Vec::<String>::new(), "{} uses what stands above it", source.path.display());
        }
    }
}

#[test]
fn a_broken_layer_would_be_noticed() {
    assert_eq!(broken("engine", "use crate::games::GAMES;"), ["games"]);
    assert_eq!(broken("render", "use crate::{engine::Seat, store::Store};"), ["store"]);
    assert_eq!(broken("campaign", "// crate::post is above\nuse crate::engine::Seat;"), Vec::<String>::new());
}

#[test]
fn no_game_knows_another_game_nor_mail_files_clocks_or_sql() {
    for source in sources("src/games", ".rs")
        .into_iter()
        .chain(sources("src/engine", ".rs"))
        .chain(sources("src/galaxy", ".rs"))
        .chain(sources("src/abstract_games", ".rs"))
    {
        let inside = source.path.strip_prefix(root().join("src/games")).ok().filter(|inside| inside.components().count() > 1);
        let own = inside.and_then(|inside| inside.components().next()).map(|own| own.as_os_str().to_string_lossy().into_owned());
        for stranger in ["std::fs", "std::net", "std::time", "chrono", "rusqlite", "lettre", "mail_parser", "std::env"] {
            assert!(!source.text.contains(&format!("use {stranger}")), "{} uses {stranger}", source.path.display());
        }
        if let Some(own) = own {
            let others = source.text.match_indices("crate::games::").map(|(at, _)| &source.text[at + "crate::games::".len()..]);
            let foreign: Vec<&str> = others.filter(|used| !used.starts_with(&own)).map(|used| &used[..used.len().min(20)]).collect();
            assert!(foreign.is_empty(), "{} knows another game: {foreign:?}", source.path.display());
        }
    }
}

/// Words and rules of a game in code that serves all games, its tests aside: `planet`, `P4.4`, the id of a game.
fn words_of_a_game(text: &str, ids: &[&str]) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '.').map(|word| word.trim_matches('.'));
    let is_rule = |word: &str| {
        let number = word.strip_prefix(['A', 'B', 'C', 'P', 'S', 'U', 'X']).unwrap_or_default();
        number.starts_with(|digit: char| digit.is_ascii_digit()) && number.chars().all(|sign| sign.is_ascii_digit() || sign == '.')
    };
    let tells = |word: &&str| ids.contains(word) || is_rule(word) || ["planet", "pirate", "fleet"].iter().any(|own| word.starts_with(own));
    words.filter(tells).map(str::to_owned).collect()
}

#[test]
fn what_serves_all_games_knows_none() {
    let ids: Vec<&str> = ashpost::games::GAMES.iter().map(|game| game.id()).collect();
    for source in sources("src/render", ".rs").into_iter().chain(sources("src/office", ".rs")) {
        let is_office = source.layer().as_deref() == Some("office");
        let mut found = words_of_a_game(&source.text, &ids);
        // The office cites the rules of playing by email, and those of a game where it must not tell what is hidden.
        found.retain(|word| !is_office || ids.contains(&word.as_str()));
        assert!(found.is_empty(), "{} knows a game: {found:?}", source.path.display());
    }
}

#[test]
fn a_game_s_word_would_be_noticed() {
    let found = |text| words_of_a_game(text, &["anaash"]);
    assert_eq!(found("/// P4.4: `planets` of \"anaash\".\n"), ["P4.4", "planets", "anaash"]);
    assert_eq!(found("a helper, 4.4 x P\n#[cfg(test)] planet"), Vec::<String>::new());
}

#[test]
fn files_can_be_read_in_one_sitting_and_say_what_they_are_for() {
    for source in sources("src", ".rs") {
        let lines = source.text.lines().count();
        assert!(lines <= LONGEST_FILE_LINES, "{} has {lines} lines", source.path.display());
        assert!(source.text.starts_with("//!"), "{} does not say what it is for", source.path.display());
    }
}

/// The types that a source declares, except those inside of others.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    let declaration = |line: &&str| !line.starts_with([' ', '/']);
    text.lines().filter(declaration).filter_map(|line| {
        let mut words = line.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
        words.find(|word| ["struct", "enum", "trait", "type"].contains(word)).and(words.next())
    })
}

/// Where else a name may be used: games have the same words, and tests their own.
fn has_words_of_its_own(source: &Source) -> bool {
    source.layer().as_deref() == Some("games") || source.path.ends_with("tests.rs")
}

#[test]
fn a_name_means_one_thing_in_all_of_the_house() {
    let all = sources("src", ".rs");
    let mut homes: BTreeMap<&str, &Path> = BTreeMap::new();
    for source in all.iter().filter(|source| !has_words_of_its_own(source)) {
        for name in declared(&source.text) {
            let home = homes.insert(name, &source.path);
            assert_eq!(home, None, "{name} is declared in {}, too", source.path.display());
        }
    }
    assert!(homes.len() > 1_000, "declarations are not read");
}

#[test]
fn a_second_meaning_would_be_noticed() {
    let all =
        "/// The struct Desk.\npub(super) struct Desk<'a> {\nenum Deed {\n    type Item = Letter;\nfn of(desk: Entry) {}\ntype Word = u8;";
    assert_eq!(declared(all).collect::<Vec<_>>(), ["Desk", "Deed", "Word"]);
}

#[test]
fn a_folder_has_its_file_in_it() {
    for source in ["src", "tests"].iter().flat_map(|folder| sources(folder, ".rs")) {
        let beside = source.path.with_extension("");
        assert!(!beside.is_dir(), "{} stands beside a folder of its name: make it the folder's mod.rs", source.path.display());
    }
}

#[test]
fn nothing_is_left_lying_about() {
    let left = ["TODO", "FIXME", "XXX", "todo!(", "unimplemented!(", "dbg!(", "#[ignore"];
    let tidy = root().join("tests/main/tidy.rs");
    let all = ["src", "tests", "benches"].iter().flat_map(|folder| sources(folder, ".rs")).chain(sources("templates", ".hbs"));
    for source in all.filter(|source| source.path != tidy) {
        for word in left {
            assert!(!source.text.contains(word), "{} has {word}", source.path.display());
        }
    }
}

#[test]
fn nearness_is_measured_in_one_place() {
    let tidy = root().join("tests/main/tidy.rs");
    for source in sources("src", ".rs").into_iter().chain(sources("tests", ".rs")).filter(|source| source.path != tidy) {
        for stranger in ["strsim", "levenshtein", "osa_distance", "jaro"] {
            assert!(!source.text.contains(stranger), "{} measures with {stranger}, not with engine/nearness/", source.path.display());
        }
    }
}

#[test]
fn the_map_is_short_and_names_every_layer() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(map.split_whitespace().count() < 1_000, "two pages are about a thousand words");
    for layer in LAYERS.iter().copied().flatten() {
        assert!(map.contains(&format!("{layer}/")), "ARCHITECTURE.md does not name {layer}/");
    }
    assert!(Path::new(&root().join("CHANGELOG.md")).is_file());
    let files = sources("src", ".rs");
    let named = map.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs"));
    let is_there = |name: &&str| root().join(name).is_file() || files.iter().any(|file| file.path.ends_with(name));
    let gone: Vec<&str> = named.filter(|name| !is_there(name)).collect();
    assert!(gone.is_empty(), "ARCHITECTURE.md names files that are not there: {gone:?}");
}

/// The sources of the module of the composer's page: the layers without files and clocks, and the part of rendering that makes words and pictures.
const IN_THE_MODULE: [&str; 6] = ["src/abstract_games/", "src/composer/", "src/engine/", "src/galaxy/", "src/games/", "src/render/"];

#[test]
fn the_module_of_the_page_takes_nothing_but_what_is_pure() {
    for source in sources("wasm/src", ".rs") {
        let folder = source.path.parent().unwrap();
        for path in source.text.split("#[path = \"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default()) {
            let file = fs::canonicalize(folder.join(path)).unwrap();
            let named = file.strip_prefix(fs::canonicalize(root()).unwrap()).unwrap().to_string_lossy().into_owned();
            assert!(IN_THE_MODULE.iter().any(|layer| named.starts_with(layer)), "{} takes {named}", source.path.display());
            let is_of_the_world = ["png", "site", "feeds", "shared.rs", "templates/mod.rs", "picture/mod.rs", "render/mod.rs"];
            assert!(!is_of_the_world.iter().any(|part| named.contains(part)), "{} takes {named}", source.path.display());
        }
        assert!(!source.text.contains("unsafe {") && source.text.starts_with("//!"), "{}", source.path.display());
    }
}
