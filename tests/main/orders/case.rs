//! A case: a position, a sheet, and how it is read, in a form that people can review.

use std::fmt::Write;

use ashpost::engine::{Doubt, Problem, Sheet};
use serde::{Deserialize, Serialize};

/// What a game reads in a sheet, from the position (TOML of the game's own) and the text.
pub(super) type Read = fn(&str, &str) -> String;

pub(super) struct CaseFile {
    /// The comment at the top.
    head: String,
    pub cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub name: String,
    /// TOML; see the `Position` of the game.
    #[serde(default)]
    pub position: String,
    pub sheet: String,
    pub reading: String,
}

impl CaseFile {
    pub(super) fn read(text: &str) -> CaseFile {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Cases {
            case: Vec<Case>,
        }
        let head = text.split_once("[[case]]").map_or("", |(head, _)| head).to_owned();
        let cases: Cases = toml::from_str(text).unwrap();
        CaseFile { head, cases: cases.case }
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.head.clone();
        for (i, case) in self.cases.iter().enumerate() {
            let _ = writeln!(text, "{}[[case]]\nname = {:?}", if i == 0 { "" } else { "\n" }, case.name);
            if !case.position.is_empty() {
                let _ = writeln!(text, "position = '''\n{}'''", case.position);
            }
            let is_plain = case.sheet.chars().all(|letter| letter == '\n' || !letter.is_control());
            match is_plain {
                true => writeln!(text, "sheet = '''\n{}'''", case.sheet),
                false => writeln!(text, "sheet = {}", toml::Value::from(case.sheet.as_str())),
            }
            .unwrap();
            let _ = writeln!(text, "reading = '''\n{}'''", case.reading);
        }
        text
    }
}

impl Case {
    pub(super) fn difference(&self, read: Read) -> Option<String> {
        let read = read(&self.position, &self.sheet);
        let differs = read.trim_end() != self.reading.trim_end();
        differs.then(|| format!("--- {}\n{}\nis not read as\n{}\nbut as\n{read}", self.name, self.sheet, self.reading))
    }
}

/// Orders by line, then `~` orders whose condition is not met, `?` problems and `!` doubts.
pub(super) fn reading<O: std::fmt::Display, R: Serialize>(sheet: &Sheet<O>, doubts: &[Doubt<R>]) -> String {
    let mut reading = String::new();
    for entry in &sheet.entries {
        let _ = writeln!(reading, "{} {}", entry.line, entry.order.to_string().replace('\n', " / "));
    }
    for unmet in &sheet.unmet {
        let _ = writeln!(reading, "~ {} {}", unmet.line, unmet.text);
    }
    sheet.problems.iter().for_each(|problem| reading.push_str(&problem_text(problem)));
    doubts.iter().for_each(|doubt| reading.push_str(&doubt_text(doubt)));
    reading
}

fn problem_text(problem: &Problem) -> String {
    let Problem { line, column, found, expected, nearest, .. } = problem;
    let near = if nearest.is_empty() { String::new() } else { format!(" -> {}", nearest.join(" | ")) };
    format!("? {line}:{column} {found:?} but {expected}{near}\n")
}

fn doubt_text<R: Serialize>(doubt: &Doubt<R>) -> String {
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    let reason = serde_json::to_value(&doubt.reason).unwrap();
    let fields = reason.as_object().unwrap().iter().filter(|(key, _)| *key != "reason");
    let fields: String = fields.map(|(key, value)| format!(" {key}={}", value.to_string().trim_matches('"'))).collect();
    let instead = doubt.instead.as_ref().map_or(String::new(), |instead| format!(" -> {instead}"));
    let reason = reason["reason"].as_str().unwrap();
    format!("! {} {}/{} {reason}{fields} {}{instead}\n", doubt.entry, number(doubt.done), number(doubt.asked), doubt.rule)
}
