//! Everything that the handbook of players and the comparison with other hosts name exists: each command is read by email, or is one of the shell.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use ashpost::post::commands::MailCommand;
use ashpost::post::gm_commands::{self, GmCommand};
use ashpost::post::{requests, split};

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)).unwrap()
}

/// The cells of a comparison that are about this host: the last ones of its tables.
fn own_cells(text: &str) -> String {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.filter_map(|row| row.trim_end_matches('|').rsplit(" | ").next()).map(|cell| format!("{cell}\n")).collect()
}

/// The texts between backquotes, fenced blocks left out.
fn code_spans(text: &str) -> Vec<String> {
    let mut is_fenced = false;
    let outside = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    });
    outside.flat_map(|line| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Whether a line is a command to the host, a block of one, or an order of a game that the handbook explains.
fn is_read_by_mail(line: &str) -> bool {
    let content = split(&format!("{line}\nhello\nEND\n"));
    let is_command = content.commands().any(|command| !matches!(command, MailCommand::NotYet { .. }));
    let of_game_master = gm_commands::read(&format!("GM rim-3\n{line}\nhello\nEND\n"));
    let is_gm_command =
        of_game_master.commands.first().is_some_and(|command| !matches!(command, GmCommand::Unread(_) | GmCommand::ByShell { .. }));
    is_command || is_gm_command || !content.ahead.is_empty() || requests::read(line).is_some()
}

/// The commands of the shell.
fn shell_commands() -> BTreeSet<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Words that are parts of commands, or commands named without what follows them, which a document explains by themselves.
const PARTS: [&str; 10] = ["ANONYMOUS", "AS", "PREFER", "END", "CONFIRM", "THEN", "NMR", "TO", "JOIN", "LINE"];

/// How orders of a game and their conditions begin.
const OF_GAMES: [&str; 7] = ["IF", "AT", "NO", "NOT", "NEUTRAL", "HOSTILE", "ALLIED"];

fn unknown_in(text: &str, shell: &BTreeSet<String>) -> Vec<String> {
    let is_command = |span: &&String| {
        let first = span.split([' ', '?']).next().unwrap_or_default();
        first.len() > 1
            && !OF_GAMES.contains(&first)
            && first.chars().all(|letter| letter.is_ascii_uppercase())
            && !PARTS.contains(&span.as_str())
    };
    let spans = code_spans(text);
    let by_mail = spans.iter().filter(is_command).filter(|span| !is_read_by_mail(span)).cloned();
    let called = spans.iter().filter_map(|span| span.strip_prefix("ashpost ")?.split(' ').next());
    by_mail.chain(called.filter(|name| !shell.contains(*name)).map(|name| format!("ashpost {name}"))).collect()
}

#[test]
fn every_command_that_a_handbook_names_is_there() {
    let shell = shell_commands();
    assert_eq!(unknown_in(&document("player.md"), &shell), Vec::<String>::new(), "docs/player.md");
    assert_eq!(unknown_in(&own_cells(&document("compared.md")), &shell), Vec::<String>::new(), "docs/compared.md");
}

#[test]
fn a_command_that_is_not_there_is_noticed() {
    let found = unknown_in("`STATUS`, `FLY HOME`, `ashpost tick`, `ashpost fly` and `rim-4`\n```\n`LAND NOW`\n```\n", &shell_commands());
    assert_eq!(found, ["FLY HOME", "ashpost fly"]);
}
