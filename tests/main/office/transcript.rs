//! Everything that a story sends and prints, as one text to be read: `UPDATE=1` writes it, and changes in it are reviewed like code.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::{GameMastersCommand, Step};
use crate::common::{House, Sent};

/// A report to anybody but this player is cut short in the transcript: each game has transcripts of whole reports.
const WHOLE_REPORTS_TO: &str = "ann@player.example";
const HEAD_LINES: usize = 24;

fn words(letter: &Sent) -> String {
    let is_cut = letter.file.contains(".report.") && letter.to != WHOLE_REPORTS_TO;
    let text = letter.text.replace('\r', "");
    let lines: Vec<&str> = text.lines().take(if is_cut { HEAD_LINES } else { usize::MAX }).map(str::trim_end).collect();
    let subject = letter.subject.rsplit_once(" [").map_or(letter.subject.as_str(), |(subject, _)| subject);
    format!("Subject: {subject}\n\n{}\n", lines.join("\n").trim_end())
}

#[derive(Default)]
pub(super) struct Transcript(String);

impl Transcript {
    pub(super) fn begin(&mut self, step: &Step) {
        let mails = step.mail.len();
        let _ = writeln!(self.0, "{}\n{}, {mails} emails in\n{}\n", "#".repeat(78), step.at, "#".repeat(78));
        for mail in &step.mail {
            let text = mail.text.lines().map(|line| format!("< {line}\n")).collect::<String>();
            let _ = writeln!(self.0, "<<< from {}{}{}\n{text}", mail.from, if mail.subject.is_empty() { "" } else { ": " }, mail.subject);
        }
    }

    pub(super) fn command(&mut self, house: &House, command: &GameMastersCommand, said: &str) {
        // Neither depends on where the tests run.
        let folder = house.folder.path().display().to_string();
        let said = said.replace(env!("CARGO_BIN_EXE_ashpost"), "ashpost").replace(&folder, ".");
        let _ = writeln!(self.0, "$ ashpost {}\n{said}", command.run.join(" "));
    }

    /// Letters that differ only in their readers are there once.
    pub(super) fn letters(&mut self, news: &[Sent]) {
        let mut told: Vec<(String, Vec<&str>)> = Vec::new();
        for letter in news {
            let words = words(letter);
            match told.iter_mut().find(|(known, _)| *known == words) {
                Some((_, readers)) => readers.push(&letter.to),
                None => told.push((words, vec![&letter.to])),
            }
        }
        for (words, readers) in told {
            let _ = writeln!(self.0, ">>> to {}\n{words}\n", readers.join(", "));
        }
    }

    /// The differences from the transcript that is kept.
    pub(super) fn compare(&self, name: &str) -> Option<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/office").join(format!("{name}.txt"));
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent()?).unwrap();
            fs::write(&path, &self.0).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let difference = self.0.lines().zip(kept.lines()).enumerate().find(|(_, (now, then))| now != then);
        (kept != self.0).then(|| format!("{}: first difference at {difference:?}", path.display()))
    }
}
