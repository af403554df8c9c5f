//! What a game master's email is read as.

use chrono::TimeDelta;

use super::*;
use crate::campaign::extension::Extension;

fn commands(text: &str) -> Vec<GmCommand> {
    read(text).commands
}

fn days(count: i64) -> Extension {
    Extension::By(TimeDelta::days(count))
}

#[test]
fn a_game_master_names_the_campaign_and_says_what_to_do() {
    let content = read("\nGM rim-3\nExtend 3d Christmas is near\npause\n\nThank you!\n-- \nRUN\n");
    assert_eq!(content.campaign.as_deref(), Some("rim-3"));
    let reason = Some("Christmas is near".to_owned());
    assert_eq!(content.commands, [GmCommand::Extend { extension: days(3), time: "3d".to_owned(), reason }, GmCommand::Pause]);
    assert_eq!(commands("EXTEND 3 days"), [GmCommand::Extend { extension: days(3), time: "3 days".to_owned(), reason: None }]);
    assert_eq!(
        commands("EXTEND 2026-12-27 20:00"),
        [GmCommand::Extend { extension: "2026-12-27 20:00".parse().unwrap(), time: "2026-12-27 20:00".to_owned(), reason: None }]
    );
    let code = Token::read("4F7K2QXM5D3A6ZBT").unwrap();
    assert_eq!(commands("CONFIRM 4F7K2QXM5D3A6ZBT"), [GmCommand::Confirm(ShownCode::Code(code))]);
    assert_eq!(commands("CONFIRM it\nCONFIRM"), [ShownCode::Garbled, ShownCode::Elsewhere].map(GmCommand::Confirm));
    assert_eq!(commands("EDIT planet 3"), [GmCommand::ByShell { line: "EDIT planet 3".to_owned(), command: "edit" }]);
    assert_eq!((read("GM please").campaign, gm_line("GM rim-3 now")), (CampaignId::typed("please"), None));
}

#[test]
fn marks_of_bold_text_and_of_lists_do_not_matter() {
    let extend = GmCommand::Extend { extension: days(3), time: "3d".to_owned(), reason: Some("Christmas".to_owned()) };
    let broadcast = GmCommand::Broadcast("*We* wait?".to_owned());
    let text = "**GM rim-3**\n*EXTEND 3d Christmas*\n- Pause.\n2. `STATUS?`\n_BROADCAST_\n*We* wait?\n*END*\n";
    let content = read(text);
    assert_eq!((content.campaign.as_deref(), content.talk), (Some("rim-3"), vec![]));
    assert_eq!(content.commands, [extend, GmCommand::Pause, GmCommand::Status, broadcast]);
    let code = Token::read("4F7K2QXM5D3A6ZBT").unwrap();
    assert_eq!(commands("*CONFIRM 4F7K2QXM5D3A6ZBT*"), [GmCommand::Confirm(ShownCode::Code(code))]);
}

#[test]
fn a_command_may_stand_behind_the_name_of_the_campaign() {
    let extend = GmCommand::Extend { extension: days(1), time: "1 day".to_owned(), reason: None };
    for text in ["gm RIM-3: EXTEND 1 day", "GM rim-3 extend 1 day\n", "GM: rim-3\nEXTEND 1 day", "GM rim-3:\nEXTEND 1 day"] {
        let content = read(text);
        assert_eq!((content.campaign.as_deref(), content.commands), (Some("rim-3"), vec![extend.clone()]), "{text}");
    }
    let content = read("GM rim-3 BROADCAST\nWe wait.\nEND\nPAUSE");
    assert_eq!(content.commands, [GmCommand::Broadcast("We wait.".to_owned()), GmCommand::Pause]);
    assert_eq!(read("GM rim-3\nThank you").talk.len(), 1);
}

#[test]
fn a_line_that_is_no_command_is_told_with_the_nearest_one() {
    let told = |text: &str| {
        let GmContent { commands, talk, .. } = read(text);
        let unread = commands.into_iter().filter_map(|command| if let GmCommand::Unread(line) = command { Some(line) } else { None });
        unread.chain(talk).map(|unread| (unread.line, unread.nearest, unread.form.is_some())).collect::<Vec<_>>()
    };
    for (line, nearest, is_near) in [
        ("STAUTS", Some("STATUS"), true),
        ("Pause please", Some("PAUSE"), true),
        ("exted 3d Christmas", Some("EXTEND 3d Christmas"), true),
        ("EXTEND soon", None, true),
        ("EXTEND 3d?", Some("EXTEND 3d"), true),
        ("Run?", Some("RUN"), true),
        ("EJECT", None, true),
        ("BROADCAST", None, true),
        ("Please extend 3d for Bob.", Some("EXTEND 3d for Bob"), false),
        ("Thank you for your help", None, false),
    ] {
        assert_eq!(told(line), [(line.to_owned(), nearest.map(str::to_owned), is_near)]);
    }
    let block = told("BROADCST\nWe go on.\nRUN\nEND\nStatus");
    assert_eq!(block, [("BROADCST".to_owned(), Some("BROADCAST".to_owned()), true)], "words to all are no commands");
    let content = read(&("STATUS\n".repeat(10) + "BROADCAST\nIt goes on.\nPAUSE\nRUN\nEND\nPlease pause.\nRUN\n"));
    assert_eq!((content.beyond, content.talk.len()), (2, 1), "words to all are no commands");
}

#[test]
fn help_names_every_command() {
    let letter = include_str!("../../../templates/shared/gm-answer.txt.hbs");
    let help = letter.split("{{#if wants_help}}").nth(1).unwrap();
    // Those two are told where a code is mailed.
    for (word, _) in WORDS.iter().filter(|(word, _)| !["CANCEL", "CONFIRM"].contains(word)) {
        let is_told = |line: &&str| line.starts_with("  ") && line.split([' ', ',']).any(|told| told == *word);
        assert!(help.split("{{/if}}").next().unwrap().lines().any(|line| is_told(&line)), "{word}");
    }
}

#[test]
fn a_text_that_shows_a_code_is_not_passed_over() {
    for text in [
        "CONFIRM 4F7K2QXM5D3A6ZBT",
        "Dear host,\n\tconfirm: [4F7K2QXM5D3A6ZBT].",
        "CONFIRM it",
        "con\u{fb01}rm\u{a0}it",
        "*CONFIRM 4F7K2QXM5D3A6ZBT*",
    ] {
        assert!(may_show_code(text) && read(text).shown_code().is_some(), "{text}");
    }
    for text in ["CONFIRM", "Confirm.\n\nYES", "I CONFIRM it", "SEND 3 FI FROM 1 TO 2"] {
        assert!(!may_show_code(text) && read(text).shown_code().is_none(), "{text}");
    }
}

#[test]
fn words_to_all_end_with_end_and_every_command_is_quoted_as_it_could_be_written() {
    let all = "BROADCAST\nWe play on.\n\nRUN\nEND\nRUN\nEJECT 2 No word for weeks.\nRESUME";
    let read = commands(all);
    assert_eq!(read[0], GmCommand::Broadcast("We play on.\n\nRUN".to_owned()));
    assert_eq!(read.len(), 4);
    let written: Vec<String> = read.iter().map(ToString::to_string).collect();
    assert_eq!(commands(&written.join("\n")), read);
}
