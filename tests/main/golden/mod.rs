//! Whole games, replayed byte for byte; `UPDATE=1 cargo test --test main golden::` rewrites the transcripts,
//! and what changed in them is reviewed like code.

mod coverage;
mod promises;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use ashpost::engine::{Adjudicated, Audience, Fate, Table, Viewer};
use ashpost::render::Templates;
use ashpost::render::writing::ReportWriting;
use serde_json::Value;
use sha2::{Digest, Sha256};
use unicode_width::UnicodeWidthStr;

use crate::common::played::{self, Golden};
use crate::common::played_game as game;

#[test]
fn every_played_game_is_as_it_was() {
    for golden in played::goldens() {
        let path = golden.folder.join("transcript.txt");
        let transcript = transcribe(&golden);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &transcript).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        let difference = transcript.lines().zip(expected.lines()).enumerate().find(|(_, (now, then))| now != then);
        assert!(transcript == expected, "{}: first difference at {difference:?}", path.display());
    }
}

/// Every report of the played games that have a folder for them: what every seat and the public read, turn by turn.
#[test]
fn every_report_of_the_played_game_is_as_it_was() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    let with_reports: Vec<Golden> = played::goldens().into_iter().filter(|golden| golden.folder.join("reports").is_dir()).collect();
    assert!(with_reports.len() >= 3);
    let differences: Vec<PathBuf> = with_reports.iter().flat_map(|golden| check_reports(golden, &templates)).collect();
    assert!(differences.is_empty(), "these reports differ, see `git diff` after UPDATE=1: {differences:#?}");
}

/// Returns the files that differ.
fn check_reports(golden: &Golden, templates: &Templates) -> Vec<PathBuf> {
    let turns = golden.turns();
    let mut table = golden.opening();
    let mut differences = Vec::new();
    let viewers: Vec<(String, Viewer)> = golden.seats().into_iter().map(|seat| (format!("seat-{seat}"), Viewer::Seat(seat))).collect();
    for turn in std::iter::once(None).chain(turns.iter().map(Some)) {
        let adjudicated = turn.map(|turn| table.adjudicate(&turn.sheets, &turn.dice));
        let now = adjudicated.as_ref().map_or(table.as_ref(), |adjudicated| adjudicated.table.as_ref());
        let folder = golden.folder.join("reports").join(format!("turn-{}", now.turn()));
        fs::create_dir_all(&folder).unwrap();
        for (name, viewer) in viewers.iter().cloned().chain([("public".to_owned(), Viewer::Public)]) {
            let model = game::model(now, adjudicated.as_ref(), viewer);
            let text = ReportWriting::of(templates, &model).unwrap().text().unwrap_or_else(|error| panic!("{error}"));
            assert!(ReportWriting::of(templates, &model).unwrap().html().unwrap_or_else(|error| panic!("{error}")).ends_with("</html>\n"));
            let path = folder.join(format!("{name}.txt"));
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &text).unwrap();
            }
            if fs::read_to_string(&path).unwrap_or_default() != text {
                differences.push(path);
            }
            assert!(text.lines().all(|line| line.width() <= 78), "{name} of turn {} is too wide", now.turn());
        }
        if let Some(adjudicated) = adjudicated {
            table = adjudicated.table;
        }
    }
    differences
}

fn transcribe(golden: &Golden) -> String {
    let mut text = format!("{}, rules version {}\n", golden.game.title(), golden.game.rules());
    let mut table = golden.opening();
    for turn in golden.turns() {
        let played = table.adjudicate(&turn.sheets, &turn.dice);
        writeln!(text, "\n== turn {}", played.table.turn()).unwrap();
        write_fates(&mut text, &played);
        writeln!(text, "-- events").unwrap();
        for seen in &played.events {
            writeln!(text, "{:<10} {}", show_audience(&seen.seen_by), show_event(&seen.event)).unwrap();
        }
        writeln!(text, "-- state {}", digest(&*played.table)).unwrap();
        table = played.table;
    }
    writeln!(text, "\n{}", serde_json::to_string_pretty(&table.outcome()).unwrap()).unwrap();
    text
}

fn write_fates(text: &mut String, played: &Adjudicated) {
    let mut seat = None;
    for fate in &played.fates {
        if seat.replace(fate.seat) != Some(fate.seat) {
            writeln!(text, "-- orders of seat {}", fate.seat).unwrap();
        }
        let order = played.orders[&fate.seat][fate.entry].replace('\n', " / ");
        writeln!(text, "{:<44} {}", order, show_fate(fate)).unwrap();
    }
}

fn show_fate(fate: &Fate<Value>) -> String {
    let verdict = format!("{:?}", fate.verdict).to_lowercase();
    let numbers = fate.done.zip(fate.asked).map_or_else(String::new, |(done, asked)| format!(" {done}/{asked}"));
    let reason = fate.reason.as_ref().map_or_else(String::new, |reason| format!(" {}", show_event(reason)));
    format!("{verdict}{numbers}{reason} ({})", fate.rule)
}

/// `battle planet=19 owner=0 …`: the kind first, then the fields as JSON.
fn show_event(event: &Value) -> String {
    let fields = event.as_object().into_iter().flatten();
    let kind = event["kind"].as_str().or(event["reason"].as_str()).unwrap_or_default();
    let shown = fields.filter(|(name, _)| !["kind", "reason"].contains(&name.as_str())).map(|(name, value)| format!(" {name}={value}"));
    kind.to_owned() + &shown.collect::<String>()
}

fn show_audience(audience: &Audience) -> String {
    match audience {
        Audience::Everybody => "everybody".to_owned(),
        Audience::Seats(seats) if seats.is_empty() => "nobody".to_owned(),
        Audience::Seats(seats) => seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    }
}

fn digest(table: &dyn Table) -> String {
    Sha256::digest(table.state().as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
