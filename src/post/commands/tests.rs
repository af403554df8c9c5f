//! Which lines are commands, and which are near one.

use super::*;

#[test]
fn with_a_question_mark_nothing_is_done() {
    for command in [
        "RESIGN",
        "CONFIRM RESIGN",
        "ABORT",
        "DRAW YES",
        "WITHDRAW",
        "NO ORDERS",
        "AGREE",
        "CONFIRM",
        "DIARY OFF",
        "NEW TOKEN",
        "PROPOSE DRAW",
        "ABSENT UNTIL 2026-12-24",
        "REMINDERS OFF",
        "READY",
    ] {
        assert!(read(command).is_some(), "{command}");
        for question in ["?", " ?", "?!", "??"].map(|marks| format!("{command}{marks}")) {
            assert_eq!(read(&question), None, "{question}");
            assert_eq!(near_command(&question).as_deref(), Some(command), "{question}");
        }
    }
    for line in ["DRAW?", "TAKEBACK?", "ORDERS?", "STATUS?", "HELP?", "CHECK?", "REPORT 7?", "EXPLAIN BATTLE 20?"] {
        assert!(read(line).is_some(), "{line}");
    }
}

#[test]
fn a_report_is_that_of_a_turn_a_round_or_a_move() {
    for line in ["REPORT 3", "report turn 3", "Report round 3", "REPORT MOVE 3"] {
        assert_eq!(read(line), Some(MailCommand::Report(Some(3))), "{line}");
    }
}

#[test]
fn who_is_away_is_absent() {
    for (away, absent) in [
        ("Away until 24 Dec 2026.", "ABSENT UNTIL 24 Dec 2026."),
        ("AWAY FROM 2026-12-20 TO 2026-12-24", "ABSENT FROM 2026-12-20 TO 2026-12-24"),
    ] {
        let days = |line: &str| match read(line) {
            Some(MailCommand::Absent { from, until, .. }) => (from, until),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(days(away), days(absent), "{away}");
    }
    for talk in ["Away", "Away from home", "away we go"] {
        assert_eq!(read(talk), None, "{talk}");
    }
}

#[test]
fn a_line_that_begins_like_a_command_may_be_meant_as_one() {
    for (line, command) in [
        ("Stauts", "STATUS"),
        ("CHECK please", "CHECK"),
        ("Please, check", "CHECK"),
        ("not redy", "NOT READY"),
        ("NO ORDRES", "NO ORDERS"),
        ("WITHDARW!", "WITHDRAW"),
        ("REPROT 7", "REPORT 7"),
        ("EXPLIAN battle 20 turn 5", "EXPLAIN battle 20 turn 5"),
        ("WHTIF 12 FI AGAINST 8 FI", "WHATIF 12 FI AGAINST 8 FI"),
        ("absnet until 24 Dec 2026", "ABSENT until 24 Dec 2026"),
        ("\u{ff32}\u{ff25}\u{ff21}\u{ff24}\u{ff39}", "READY"),
        ("\u{ff32}\u{ff25}\u{ff30}\u{ff2f}\u{ff32}\u{ff34}\u{3000}\u{ff17}", "REPORT 7"),
        ("\u{2610} READY\u{ff1f}", "READY"),
    ] {
        assert_eq!(near_command(line).as_deref(), Some(command), "{line}");
        assert!(read(command).is_some(), "{command} is a command");
    }
    for talk in [
        "Hello Bob",
        "What if I attacked you?",
        "Help is what I need here",
        "Best wishes",
        "Regards",
        "Please pause",
        "Please",
        "The report came late today",
        "",
        "BUILD 3 FI ON 1",
    ] {
        assert_eq!(near_command(talk), None, "{talk}");
    }
}

/// Blocks, which other rooms read, and what nobody is to be led to by a guess.
const HAVE_NO_NEAR: [&str; 6] = ["ORDERS?", "STANDING", "GM", "PRESS TO 2, Bob", "DIARY", "RESIGN"];

#[test]
fn every_command_that_help_tells_of_is_near_itself() {
    let help = include_str!("../../../templates/shared/commands.txt.hbs");
    let commands = help
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(|letter: char| letter.is_ascii_uppercase()));
    let commands: Vec<&str> = commands.map(|line| line.split("  ").next().unwrap()).filter(|line| !line.contains('{')).collect();
    assert!(commands.len() > 25, "{commands:?}");
    for command in commands.into_iter().filter(|command| !HAVE_NO_NEAR.contains(command)) {
        for command in command.split(", ") {
            let (first, rest) = command.split_at(command.find(' ').unwrap_or(command.len()));
            let misspelt = format!("{first}{}{rest}", &first[first.len() - 1..]);
            assert_eq!(near_command(&misspelt).as_deref(), Some(command), "{misspelt}");
        }
    }
}

#[test]
fn an_address_may_stand_behind_a_colon_and_in_brackets() {
    for line in ["ADDRESS ann@home.example", "Address: ann@home.example", "ADDRESS <ann@home.example>", "address: <ann@home.example>."] {
        assert_eq!(read(line), Some(MailCommand::Address("ann@home.example".to_owned())), "{line}");
    }
    for (line, text) in [("ADDRESS", ""), ("address ann-at-home", "ann-at-home"), ("Address: ann at home.example", "ann at home.example")] {
        assert_eq!(read(line), Some(MailCommand::Address(text.to_owned())), "{line}");
    }
    assert_eq!(read("Address the fleet at Eastside"), None);
    assert!(["Please pause", "pause, please!", "PAUSE"].map(asks_to_pause).into_iter().all(|asks| asks));
    assert!(["Please pause until Monday", "I paused", "please", ""].map(asks_to_pause).into_iter().all(|asks| !asks));
}
