//! What lines are meant as.

use super::*;
use crate::engine::reader;

#[test]
fn moves_are_told_from_talk() {
    for text in [
        "e4-e5",
        "2:e4-e5",
        "P@A1 A1-B1=D",
        "e4e5",
        "e4 e5",
        "e4xe5",
        "0:b3-a2;1:a3-b4",
        "E4 – E5",
        "e4 to e5",
        "12. e4-e5",
        "1. ... e4-e5.",
        "* e4-e5",
        "- e4-e5",
        "*e4-e5*",
        "e4-e5!",
    ] {
        assert!(matches!(kind_of(text), LineKind::Move(_)), "{text}");
    }
    for text in ["Hello Bob", "see you at 5", "-- ", "B2B and C3PO like it", "Help is what I need here"] {
        assert!(matches!(kind_of(text), LineKind::Talk | LineKind::Nothing), "{text}: {:?}", kind_of(text));
    }
    for text in ["My move is e4-e5.", "e4-e5, good luck!", "check: e4-e5"] {
        assert_eq!(kind_of(text), LineKind::NearMove("e4-e5".into()), "{text}");
    }
    assert_eq!((kind_of("RESING"), kind_of("swap please")), (LineKind::NearCommand("RESIGN"), LineKind::NearCommand("SWAP")));
    assert_eq!(kind_of("# e4-e5"), LineKind::Nothing);
    for text in ["e4-5", "4-e5", "e4", "eee4-e5"] {
        assert_eq!(kind_of(text), LineKind::NearStep(text.into()), "{text}");
    }
    for text in ["IFF e4-e5 THEN f4-f5", "IF e4-e5 f4-f5", "e4-e5 THEN f4-f5", "IF THEN e4-e5 f4-5", "I e4-e5 f4-f5"] {
        assert!(matches!(kind_of(text), LineKind::NearPlan(_) | LineKind::Plan(_)), "{text}: {:?}", kind_of(text));
    }
    assert_eq!(["Draw?", "I offer a draw.", "take back"].map(kind_of), [Habit::Draw, Habit::Draw, Habit::TakeBack].map(LineKind::Wish));
    for (text, command) in [("RESIGN?", "RESIGN"), ("Resign ?!", "RESIGN"), ("SWAP?", "SWAP"), ("forget plans?", "FORGET")] {
        assert_eq!(kind_of(text), LineKind::NearCommand(command), "{text}");
    }
    assert!(matches!(kind_of("What a nice draw this would be"), LineKind::Talk));
    for text in ["NTOE \"Good game!\"", "\"Good game!\" NOTE"] {
        assert_eq!(kind_of(text), LineKind::NearNote("Good game!".into()), "{text}");
    }
}

#[test]
fn two_fields_with_a_word_for_to_between_them_may_be_a_move() {
    let pairs =
        "c4 nach d4|c4 auf d4!|c4 => d4|von c4 nach d4|3. from c4 to d4.|From c4 To: d4|c4 \u{27a1} d4|c4 \u{27a1}\u{fe0f} d4|c4 \u{e0} d4";
    for text in pairs.split('|') {
        assert_eq!(kinds_of(text), [LineKind::NearPair("c4 d4".into())], "{text}");
    }
    assert_eq!(kinds_of("2:c4 auf d4"), [LineKind::NearPair("2:c4 d4".into())]);
    let others = "c4 or d4|c4 or d4?|c4 and d4|c4 not d4|c4 oder d4|c4 vs. d4|c4 or rather d4|Both c4 and d4 are strong|c4 nach d4?";
    for text in others.split('|') {
        assert_eq!(kinds_of(text), [LineKind::Talk], "{text}");
    }
    assert_eq!(kinds_of("c4 nach d4\nresign")[1], LineKind::NearCommand("RESIGN"), "what follows is read as it always was");
}

fn kinds_of(text: &str) -> Vec<LineKind> {
    kinds(&reader::read(text).lines).into_iter().map(|(_, kind)| kind).filter(|kind| *kind != LineKind::Nothing).collect()
}

#[test]
fn full_width_letters_are_no_move_but_no_talk_either() {
    let wide = "\u{ff11}\u{ff0e}\u{ff45}\u{ff14}\u{ff0d}\u{ff45}\u{ff15}\u{ff01}";
    for text in ["\u{ff45}\u{ff14}\u{ff0d}\u{ff45}\u{ff15}", wide] {
        assert_eq!(kinds_of(text), [LineKind::WideMove("e4-e5".into())], "{text}");
    }
    assert_eq!(kinds_of("\u{ff29}\u{ff26} \u{ff45}4-e5 \u{ff46}4-f5"), [LineKind::NearPlan("IF e4-e5 f4-f5".into())]);
    assert_eq!(kinds_of("\u{ff32}\u{ff25}\u{ff33}\u{ff29}\u{ff27}\u{ff2e}"), [LineKind::NearCommand("RESIGN")]);
    let after_it = kinds_of(&format!("{wide}\nresign"));
    assert_eq!(after_it[1], LineKind::NearCommand("RESIGN"), "what follows is read as it always was");
}

#[test]
fn a_wrapped_sentence_does_not_resign() {
    assert_eq!(kinds_of("If I lose c3 I will have to\nresign."), [LineKind::Talk, LineKind::NearCommand("RESIGN")]);
    assert_eq!(kinds_of("Thanks!\nRESIGN"), [LineKind::Talk, LineKind::Resign]);
    assert_eq!(kinds_of("Thanks!\n\nI resign."), [LineKind::Talk, LineKind::Resign]);
    assert_eq!(kinds_of("I give up.\nQUIT"), [LineKind::NearCommand("RESIGN"), LineKind::NearCommand("RESIGN")]);
}

#[test]
fn conditional_moves_are_joined_where_they_were_wrapped() {
    let whole = LineKind::Plan("IF e4-e5 THEN f4-f5".into());
    assert_eq!(kinds_of("IF e4-e5 THEN\nf4-f5\ng4-g5"), [whole.clone(), LineKind::Move("g4-g5".into())]);
    assert_eq!(kinds_of("IF e4-e5\nTHEN f4-f5"), [whole]);
}

#[test]
fn below_a_quotation_that_is_never_closed_nothing_is_a_move() {
    assert_eq!(kinds_of("NOTE \"a\ne4-e5\nRESIGN"), [LineKind::UnclosedNote, LineKind::Talk, LineKind::Talk]);
}

#[test]
fn conditional_moves_that_may_go_on_with_the_next_ones_are_in_doubt() {
    let long = "IF b4 to b3 THEN d3 to d4 IF f4 to f3 THEN b1 to a1 IF c1 to d1 THEN f1 to e1";
    let next = "IF b6 to a6 THEN c6 to d6";
    let plan = |text: &str| LineKind::Plan(text.to_owned());
    let doubtful = |text: &str| LineKind::DoubtfulPlan(text.to_owned());
    assert_eq!(kinds_of(&format!("{long}\n{next}\n{next}")), [doubtful(long), doubtful(next), plan(next)]);
    assert_eq!(kinds_of(&format!("{long}\n\n{next}")), [plan(long), plan(next)]);
    assert_eq!(kinds_of(&format!("{next}\n{long}")), [plan(next), plan(long)]);
    assert_eq!(kinds_of(&format!("{long} IF\nb6 to a6 THEN c6 to d6")), [plan(&format!("{long} {next}"))]);
}
