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
fn a_salt_may_have_marks_around_and_between_its_digits() {
    let salt: Salt = "00112233445566778899aabbccddeeff".parse().unwrap();
    for line in [
        "REVEAL 00112233445566778899aabbccddeeff",
        "\u{a0}\u{a0}\u{3000}REVEAL 00112233445566778899aabbccddeeff",
        "reveal:00112233445566778899AABBCCDDEEFF.",
        "*REVEAL* <00112233445566778899aabbccddeeff>",
        "Reveal = 00112233 44556677 8899aabb ccddeeff",
        "REVEAL 0011-2233-4455-6677-8899-aabb-ccdd-eeff",
    ] {
        assert_eq!(read(line), Some(MailCommand::Reveal(Some(salt))), "{line}");
    }
    for line in [
        "REVEAL",
        "Reveal Ada",
        "REVEALED 0011",
        "REVEAL 00112233445566778899aabbccddeeff (my salt)",
        "REVEAL 00112233445566778899aabbccddeefg",
    ] {
        assert!(begins_as_reveal(line) && read(line).is_none(), "{line}");
    }
}

#[test]
fn what_is_asked_of_the_host_may_be_talk_unless_it_names_what_is_there() {
    let asks = |line: &str, here: &str| read_request(line, |name| name == here).is_some();
    for line in
        ["GAMES", "JOIN rim-4 PREFER 3 AS Ann", "LEAVE rim-4", "PLAY anaash/8", "play LADDER", "CHALLENGE Bob AT ladder AS Ann", "PLAY OFF"]
    {
        assert!(asks(line, "") && read(line).is_some(), "{line}");
    }
    for (line, name) in
        [("Leave him!", "him"), ("OBSERVE this", "this"), ("Join us", "us"), ("PLAY d4", "d4"), ("PLAY anaash AS Ann", "anaash")]
    {
        assert!(!asks(line, "") && read(line).is_none() && asks(line, name), "{line}");
    }
    for line in ["Join us as soon as you can", "CONFIRM 4F7KQ2ZXM3ABCDE5", "LEAVE rim-4?", "Play well, all!"] {
        assert!(!asks(line, "") && read(line).is_none(), "{line}");
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
    for line in [
        "ADDRESS ann@home.example",
        "Address: ann@home.example",
        "ADDRESS <ann@home.example>",
        "address: <ann@home.example>.",
        "ADDRESS Ann Player <ann@home.example>",
        "Address to ann@home.example",
    ] {
        assert_eq!(read(line), Some(MailCommand::Address("ann@home.example".to_owned())), "{line}");
    }
    for (line, text) in [("ADDRESS", ""), ("address ann.home", "ann.home"), ("Address: ann (at) home.example", "ann (at) home.example")] {
        assert_eq!(read(line), Some(MailCommand::Address(text.to_owned())), "{line}");
    }
    for talk in ["Address the fleet at Eastside", "Address this", "Address all of your complaints to bob@home.example"] {
        assert_eq!(read(talk), None, "{talk}");
    }
    assert!(["Please pause", "pause, please!", "PAUSE"].map(asks_to_pause).into_iter().all(|asks| asks));
    assert!(["Please pause until Monday", "I paused", "please", ""].map(asks_to_pause).into_iter().all(|asks| !asks));
}
