//! `docs/templates.md` says what each letter is given: a table made from the samples (`UPDATE=1` rewrites it).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use ashpost::render::templates::embedded;
use serde_json::Value;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House};

/// Prints the whole model.
const ALL: &str = "Subject: everything\n\n{{concat this \"\"}}\n";

/// What every letter may be given; the page says so above the table.
const HEADING: [&str; 12] =
    ["subject_tag", "address", "verdict", "campaign", "seat", "gm", "turn", "deadline", "clock", "by_moves", "ended", "held"];

/// The head of the table.
const BEGIN: &str = "| Template | What it is | Given besides |\n| --- | --- | --- |\n";

/// The letters of a campaign: for each template what it is, and the fields that any of its samples has.
fn letters(toml: &str, found: &mut BTreeMap<String, (String, BTreeSet<String>)>) {
    let house = House::new(toml);
    // A template without a subject has a model of its own.
    let has_subject = |source: &str| source.lines().any(|line| line.starts_with("Subject: "));
    let all = embedded();
    let whole: Vec<&str> = all.iter().filter(|(_, source)| has_subject(source)).map(|(name, _)| *name).collect();
    for name in &whole {
        let file = house.path(&format!("{CAMPAIGN}/templates/{name}.hbs"));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, ALL).unwrap();
    }
    let target = tempfile::tempdir().unwrap();
    let campaigns = house.folder.path().to_str().unwrap();
    let arguments = ["--campaigns", campaigns, "--json", "preview", "--folder", target.path().to_str().unwrap()];
    let ran = Command::new(env!("CARGO_BIN_EXE_ashpost")).args(arguments).output().unwrap();
    let previews: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let preview = &previews["previews"][0];
    let letters = preview["groups"].as_array().unwrap().iter().find(|group| group["name"] == "letters").unwrap();
    for template in letters["templates"].as_array().unwrap() {
        let name = template["template"].as_str().unwrap();
        if !whole.contains(&name) {
            continue;
        }
        let (_, given) = found.entry(name.to_owned()).or_insert_with(|| (template["about"].as_str().unwrap().to_owned(), BTreeSet::new()));
        for file in template["files"].as_array().unwrap() {
            let text = fs::read_to_string(target.path().join(file.as_str().unwrap())).unwrap();
            let json = text.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{file}: {text}"));
            let model: BTreeMap<String, Value> = serde_json::from_str(json).unwrap_or_else(|error| panic!("{file}: {error}: {json}"));
            let is_there = |value: &Value| !matches!(value, Value::Null | Value::Bool(false)) && value != &Value::Array(Vec::new());
            // A template that answers a command is one of the answers, and is not given them.
            let of_answers = ["answers", "subjects"];
            let is_answer =
                |field: &str| of_answers.contains(&field) && name != "shared/answer.txt" && file.as_str().unwrap().contains("/answer-");
            let is_given = |field: &str, value: &Value| is_there(value) && !HEADING.contains(&field) && !is_answer(field);
            given.extend(model.into_iter().filter(|(field, value)| is_given(field, value)).map(|(field, _)| field));
        }
    }
}

#[test]
fn the_page_on_templates_says_what_each_letter_is_given() {
    let mut found = BTreeMap::new();
    letters(CAMPAIGN_TOML, &mut found);
    letters(CORRESPONDENCE_TOML, &mut found);
    let mut table = String::from(BEGIN);
    for (name, (about, given)) in &found {
        let given = given.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(" ");
        table += &format!("| `{name}` | {} | {given} |\n", about.replace('|', "\\|"));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/templates.md");
    let page = fs::read_to_string(&path).unwrap();
    let at = page.find(BEGIN).expect("the table stands in docs/templates.md");
    let end = at + page[at..].find("\n\n").map_or(page.len() - at, |end| end + 1);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{}{table}{}", &page[..at], &page[end..])).unwrap();
        return;
    }
    assert_eq!(page[at..end], table, "UPDATE=1 rewrites the table");
}
