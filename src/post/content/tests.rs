//! How a text is split into commands, orders and words to others.

use super::*;

fn check(text: &str, commands: &[(u32, MailCommand)], orders: &str) {
    let content = split(text);
    assert_eq!(content.commands, commands, "{text:?}");
    assert_eq!(content.orders, orders, "{text:?}");
}

#[test]
fn commands_leave_blank_lines_behind() {
    check("status\nBUILD 3 FI ON 1\nCheck!\n", &[(1, MailCommand::Status), (3, MailCommand::Check)], "\nBUILD 3 FI ON 1\n\n");
    check(
        "ORDERS?\nREPORT 7\nnot ready.",
        &[(1, MailCommand::OrdersQuery), (2, MailCommand::Report(Some(7))), (3, MailCommand::Ready(false))],
        "\n\n\n",
    );
    check("ORDERS rim-3\n\nREADY", &[(3, MailCommand::Ready(true))], "\n\n\n");
    check("Please help\nREPORT x\nORDERS", &[], "Please help\nREPORT x\nORDERS\n");
    check("New token.\nNEW TOKEN please\n", &[(1, MailCommand::NewToken)], "\nNEW TOKEN please\n");
    check("help SEND\nRules B4\n", &[(1, MailCommand::Help), (2, MailCommand::Rules)], "\n\n");
}

#[test]
fn bold_commands_and_bulleted_ones_are_commands_and_all_else_stays_as_it_was_written() {
    let words = MailCommand::GameMaster("*hello*\n- end".to_owned());
    check(
        "*Check*.\n- STATUS\n* BUILD 3 FI ON 1\n**GM**\n*hello*\n- end\n*END*\n--\n",
        &[(1, MailCommand::Check), (2, MailCommand::Status), (4, words)],
        "\n\n* BUILD 3 FI ON 1\n\n\n\n\n--\n",
    );
}

#[test]
fn days_of_absence_are_handed_on_as_they_were_written() {
    let absent = |line: &str, from: Option<&str>, until: Option<&str>| MailCommand::Absent {
        line: line.to_owned(),
        from: from.map(str::to_owned),
        until: until.map(str::to_owned),
    };
    check("Absent until 24 Dec 2026.\n", &[(1, absent("Absent until 24 Dec 2026.", None, Some("24 DEC 2026")))], "\n");
    check("ABSENT FROM 1.2.2027 UNTIL x\n", &[(1, absent("ABSENT FROM 1.2.2027 UNTIL x", Some("1.2.2027"), Some("X")))], "\n");
    check(
        "ABSENT FROM 1.2.2027\nABSENT\n",
        &[(1, absent("ABSENT FROM 1.2.2027", Some("1.2.2027"), None)), (2, absent("ABSENT", None, None))],
        "\n\n",
    );
    check("present\nAbsent friends\n", &[(1, MailCommand::Present("present".to_owned()))], "\nAbsent friends\n");
}

#[test]
fn a_proclamation_keeps_its_words() {
    let text = "ANNOUNCE\nHELP\nSTATUS\nEND\nHELP\n";
    check(text, &[(5, MailCommand::Help)], "ANNOUNCE\nHELP\nSTATUS\nEND\n\n");
    check("ANNOUNCE \"x\"\nHELP\nEND\n", &[(2, MailCommand::Help)], "ANNOUNCE \"x\"\n\nEND\n");
    check("ANNOUNCE\nHELP\n", &[(2, MailCommand::Help)], "ANNOUNCE\n\n");
}

#[test]
fn a_note_in_quotes_keeps_its_words() {
    check(
        "NOTE \"I shall\nRESIGN\nWITHDRAW\nsoon\"\nSTATUS\n",
        &[(5, MailCommand::Status)],
        "NOTE \"I shall\nRESIGN\nWITHDRAW\nsoon\"\n\n",
    );
    check("Note: \"a\"\nHELP\n", &[(2, MailCommand::Help)], "Note: \"a\"\n\n");
    check("NOTE \"never closed\nHELP\n", &[(2, MailCommand::Help)], "NOTE \"never closed\n\n");
}

#[test]
fn commands_count_once_a_mail() {
    let report = |turn| MailCommand::Report(Some(turn));
    let text = |lines: &[&str]| lines.join("\n");
    let commands = |lines: &[&str]| split(&text(lines)).commands.into_iter().map(|(_, command)| command).collect::<Vec<_>>();
    assert_eq!(commands(&["PRESENT"; 300]), [MailCommand::Present("PRESENT".to_owned())]);
    assert_eq!(commands(&["PRESENT", "Present!", "STATUS", "status"]), [MailCommand::Present("PRESENT".to_owned()), MailCommand::Status]);
    let reports: Vec<String> = (1..1900).map(|turn| format!("REPORT {turn}")).collect();
    let reports: Vec<&str> = reports.iter().map(String::as_str).collect();
    assert_eq!(commands(&reports), [report(1), report(2), report(3), report(4), report(5)]);
    assert_eq!(commands(&["READY", "NOT READY", "READY"]), [MailCommand::Ready(true)], "the last word counts");
}

#[test]
fn later_commands_are_known_by_name_and_their_blocks_are_no_orders() {
    let text = "BROADCAST\nBUILD 3 FI ON 1\nEND\npause\nDRAW\nDraw?\n";
    let not_yet = |text: &str, lines: &[&str]| MailCommand::NotYet { line: text.to_owned(), lines: owned(lines) };
    check(
        text,
        &[(1, not_yet("BROADCAST", &["BUILD 3 FI ON 1"])), (4, not_yet("pause", &[])), (6, MailCommand::DrawOffer)],
        "\n\n\n\nDRAW\n\n",
    );
    let standing = split("BUILD 1 FI ON 1\nSTANDING\nBUILD 3 FI ON 1\nREADY\n");
    assert_eq!((standing.commands.len(), standing.orders.as_str()), (0, "BUILD 1 FI ON 1\n\n\n\n"));
    assert_eq!(standing.ahead[0].aim, Aim::Standing { always: false });
    assert_eq!(standing.ahead[0].lines, ["BUILD 3 FI ON 1", "READY"]);
}

#[test]
fn words_to_other_players_are_no_orders_and_neither_are_lines_in_a_fence() {
    let press = |to: &str, words: Option<&str>| {
        MailCommand::Press(PressBlock {
            heading: format!("PRESS TO {to}"),
            to: to.to_owned(),
            is_anonymous: false,
            words: words.map(str::to_owned),
        })
    };
    check(
        "PRESS TO 2\nBUILD 9 FI ON 1\nREADY\nEND\nBUILD 3 FI ON 1\n",
        &[(1, press("2", Some("BUILD 9 FI ON 1\nREADY")))],
        "\n\n\n\nBUILD 3 FI ON 1\n",
    );
    check("PRESS TO 2\nBUILD 9 FI ON 1\nREADY\n", &[(1, press("2", None))], "\n\n\n");
    check("BUILD 3 FI ON 1\n  | BUILD 9 FI ON 1\n| READY\n  | END\n|\n", &[], "BUILD 3 FI ON 1\n\n\n\n\n");
}

#[test]
fn words_about_the_sheet_are_commands() {
    check("ORDERS rim-3\n\nAppend.\nBUILD 1 FI ON 1\n", &[(3, MailCommand::Append)], "\n\n\nBUILD 1 FI ON 1\n");
    check("BUILD 1 FI ON 1\nAPPEND\n", &[(2, MailCommand::Append)], "BUILD 1 FI ON 1\n\n");
    check("No orders\nCONFIRM\n", &[(1, MailCommand::NoOrders), (2, MailCommand::Confirm)], "\n\n");
}

#[test]
fn lines_for_the_open_turn_are_read_where_they_stand_and_those_for_others_are_not() {
    let content = split("Turn 3:\nBUILD 1 FI ON 1\nREADY\nTURN 4\nBUILD 2 FI ON 1\n");
    assert_eq!((content.commands.len(), content.orders.trim()), (0, ""));
    let open = content.for_open_turn(Some(3));
    assert_eq!(open.commands, [(3, MailCommand::Ready(true))]);
    assert_eq!(open.orders, "\nBUILD 1 FI ON 1\n\n\n\n");
    assert_eq!(open.ahead.iter().map(|block| (block.line, block.aim)).collect::<Vec<_>>(), [(4, Aim::Turn(4))]);
    assert_eq!(content.for_open_turn(None), content);
    let words = |text: &str| MailCommand::GameMaster(text.to_owned());
    check("GM: hi\nthere\nEND\nHELP\n", &[(1, words("hi\nthere")), (4, MailCommand::Help)], "\n\n\n\n");
}
