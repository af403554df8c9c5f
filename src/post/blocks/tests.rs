//! Where blocks begin and end.

use super::*;

fn check(text: &str, block: Block<'_>, length_of_it: usize) {
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(begins(lines[0]), Some(block), "{text:?}");
    assert_eq!(length(block, &lines), length_of_it, "{text:?}");
}

#[test]
fn a_block_ends_at_its_end_and_what_nobody_carries_out_without_one_at_the_end_of_the_text() {
    check("ANNOUNCE\na\nEND\nb", Block::Announcement, 3);
    check("ANNOUNCE\na", Block::Announcement, 1);
    check("ANNOUNCE \"a\"\nb\nEND", Block::Announcement, 1);
    check("ANNOUNCE \u{ab}a\u{bb}\nb\nEND", Block::Announcement, 1);
    check("STANDING\nBUILD 1 FI ON 1\nEND\nBUILD 2 FI ON 1", Block::Standing { always: false }, 3);
    check("standing orders:\nBUILD 1 FI ON 1\nBUILD 2 FI ON 1", Block::Standing { always: false }, 3);
    check("Standing always\nANNOUNCE\na\nEND\nEND\nBUILD 2 FI ON 1", Block::Standing { always: true }, 5);
    check("STANDING OFF\nBUILD 2 FI ON 1\nEND", Block::StandingOff, 1);
    check("PRESS TO ALL\nANNOUNCE\na\nEND\nBUILD 2 FI ON 1", Block::Press, 5);
    check("PRESS TO ALL\nPress on!\nEND\nBUILD 2 FI ON 1", Block::Press, 3);
    check("PRESS TO 2 \"hello\"\nBUILD 2 FI ON 1", Block::Press, 1);
    check("TURN 7\nBUILD 1 FI ON 1\nTURN 8\nBUILD 2 FI ON 1", Block::Turn(7), 2);
    check("Orders for turn 7:\nBUILD 1 FI ON 1\nEND\nBUILD 2 FI ON 1", Block::Turn(7), 3);
}

#[test]
fn a_line_of_moves_goes_on_to_an_empty_line_so_that_nothing_of_it_is_played() {
    let line = |moves| Block::Line { moves };
    check("LINE a1-b2 b3-b4\nc1-c2\n\na1-b1", line("a1-b2 b3-b4"), 2);
    check("check line: 12. a1-b2 b3-b4;\n13. c1-c2\nEND\na1-b1", line("12. a1-b2 b3-b4;"), 3);
    check("LINE a1-b2\nSTATUS\na1-b1", line("a1-b2"), 1);
    check("LINE a1-b2\nLINE a1-b1", line("a1-b2"), 1);
    for talk in ["Line 4 was wrong", "LINE", "Linesman a1-b2", "The line a1-b2 is good", "Line B2"] {
        assert_eq!(begins(talk), None, "{talk}");
    }
}

#[test]
fn a_quotation_may_be_wrapped_and_ends_with_its_mark() {
    check("PRESS TO 2 \"shall we be\nfriends?\"\nBUILD 2 FI ON 1", Block::Press, 2);
    check("PRESS TO 2 \u{201c}shall we\nbe \u{201c}friends\u{201d},\nor not\u{201d}.\nA", Block::Press, 3);
    check("PRESS TO 2 \"7\" long\"\nBUILD 2 FI ON 1", Block::Press, 1);
    check("PRESS TO 2 \"hello\nBob\nEND\nBUILD 2 FI ON 1", Block::Press, 3);
    check("DIARY \"Bob is\nlate.\"\nA", Block::Diary { words: "\"Bob is" }, 2);
    check("GM: \"more\ntime\"\nA", Block::GameMaster { words: "\"more" }, 2);
    for rest in ["BUILD 2 FI ON 1", "\nfriends?\"", "READY\nfriends\"", "PRESS TO 3 \"bye\"", "NAME \"x\" 1\nA", "says \"x"] {
        let text = format!("PRESS TO 2 \"hello\n{rest}");
        check(&text, Block::Press, 1);
        assert!(!ends(&[text.lines().next().unwrap()]), "{text}");
    }
}

#[test]
fn words_of_a_diary_may_begin_on_its_first_line() {
    let diary = |words| Block::Diary { words };
    check("DIARY\nBob is late.\nEND\nBUILD 2 FI ON 1", diary(""), 3);
    check("Diary: \nBob is late.", diary(""), 2);
    check("Diary: \"Bob is late.\"\nBUILD 2 FI ON 1\nEND", diary("\"Bob is late.\""), 1);
    check("DIARY I will betray Bob\nEND\nBUILD 2 FI ON 1", diary("I will betray Bob"), 2);
    check("DIARY: Bob says \"no\"\nand lies.\nEND", diary("Bob says \"no\""), 3);
    check("diary, Bob is a liar\nBUILD 2 FI ON 1", diary("Bob is a liar"), 1);
    check("Diary of a war\nON 1 DO\nBUILD 2 FI\nEND", diary("of a war"), 1);
    check("- PRESS TO 2\n- hello\n- end\nEND", Block::Press, 4);
    check("2. PRESS TO 2 \"hello\"\nA", Block::Press, 1);
    for line in ["STANDING?", "*Standing orders?*", "STANDING OFF?", "DIARY OFF", "DIARY OFF?", "Diaries are fun", "DIARY?"] {
        assert_eq!(begins(line), None, "{line}");
    }
    for line in ["DIARY OFF?", "**DIARY** Bob", "> diary; Bob", "DIARY?"] {
        assert!(may_be_of_diary(line), "{line}");
    }
    for line in ["Dear Ida,", "Daily life", "My diary", "", "Dairies"] {
        assert!(!may_be_of_diary(line), "{line}");
    }
}

#[test]
fn words_to_the_game_master_end_with_their_line_unless_an_end_comes() {
    check("GM\nhello\nEND\nBUILD 1 FI ON 1", Block::GameMaster { words: "" }, 3);
    check("GM:\nhello\nBUILD 1 FI ON 1", Block::GameMaster { words: "" }, 3);
    check("GM: more time, please\nBUILD 1 FI ON 1", Block::GameMaster { words: "more time, please" }, 1);
    check("gm, hello\nand thanks\nEnd.\nBUILD 1 FI ON 1", Block::GameMaster { words: "hello" }, 3);
    check("GM hello\nANNOUNCE\na\nEND", Block::GameMaster { words: "hello" }, 1);
    for line in ["GMT is my zone", "turn seven", "TURN", "turn 3 was fun", "gmail", "g", ""] {
        assert_eq!(begins(line), None, "{line}");
    }
}

#[test]
fn a_line_that_a_program_has_wrapped_goes_on_to_an_empty_line() {
    let long = "Bob trusts me, so next turn I break the peace and take Crab from him with";
    for (keyword, block) in [("DIARY", Block::Diary { words: long }), ("GM:", Block::GameMaster { words: long })] {
        check(&format!("{keyword} {long}\nSEND 10 FI FROM 9 TO 18\nand more.\n\nBUILD 1 FI ON 1"), block, 3);
        check(&format!("{keyword} {long}\nREADY"), block, 1);
        check(&format!("{keyword} {long}\n\nBUILD 1 FI ON 1"), block, 1);
        check(&format!("{keyword} {long}\nON 1 DO\nBUILD 2 FI\nEND\n"), block, 1);
    }
}

#[test]
fn a_greeting_of_the_game_master_is_no_block_unless_it_has_an_end() {
    let block = |text: &'static str| first(&text.lines().collect::<Vec<_>>()).0;
    for text in ["GM,\nBUILD 1 FI ON 1", "Gm:\n\nhello\n", "**GM!**\nhello"] {
        assert_eq!(block(text), None, "{text}");
    }
    for text in ["GM\nBUILD 1 FI ON 1", "GM:\nhello\nEND", "GM"] {
        assert_eq!(block(text), Some(Block::GameMaster { words: "" }), "{text}");
    }
}
