//! What reading promises, line by line.

use proptest::prelude::*;

use super::*;

/// The words of one line, quoted ones in brackets, each with its column.
fn words(line: &str) -> String {
    let text = read(line);
    let spelled =
        |word: &Word| format!("{}{}", word.column, if word.quoted { format!("[{}]", word.text) } else { format!(":{}", word.text) });
    text.lines[0].words.iter().map(spelled).collect::<Vec<_>>().join(" ")
}

#[test]
fn blanks_commas_bullets_and_the_full_stop_do_not_matter() {
    assert_eq!(words("BUILD 3 FI"), "1:BUILD 7:3 9:FI");
    assert_eq!(words("\u{feff}\tBUILD\u{a0}3,  FI ."), "3:BUILD 9:3 13:FI");
    assert_eq!(words("- BUILD 3"), "3:BUILD 9:3");
    assert_eq!(words("\u{2022}BUILD 3!"), "2:BUILD 8:3");
    assert_eq!(words("12) BUILD 3."), "5:BUILD 11:3");
    assert_eq!(words("-3 FI"), "1:-3 4:FI");
    assert_eq!(words("----- * -----"), "");
}

#[test]
fn comments_end_a_line_except_in_quotes_and_quotes_may_be_curled() {
    assert_eq!(words("BUILD # 3"), "1:BUILD");
    assert_eq!(words("# all of it"), "");
    assert_eq!(words("NAME \"a # b;\" ON 3;x"), "1:NAME 6[a # b;] 15:ON 18:3");
    assert_eq!(words("NAME \u{201e}a b\u{201c} ON"), "1:NAME 6[a b] 12:ON");
    assert_eq!(words("NAME \u{bb}a\u{ab}."), "1:NAME 6[a]");
    assert_eq!(words("NAME \"a\u{201d} ON"), "1:NAME 6[a] 10:ON");
    assert_eq!(words("NAME \"a\u{201d}b\""), "1:NAME 6[a\u{201d}b]");
    assert_eq!(read("NAME \"a b").lines[0].unclosed, Some(6));
}

#[test]
fn what_is_too_long_is_refused_with_its_place() {
    let text = format!("{}\nBUILD", "x".repeat(1_001));
    let read_text = read(&text);
    assert_eq!((read_text.problems[0].line, read_text.problems[0].column), (1, 1_001));
    assert_eq!(read_text.problems[0].text.chars().count(), 81);
    assert!(read_text.lines[0].words.is_empty());
    let text = "VOTE 20\n".repeat(2_003);
    let read_text = read(&text);
    assert_eq!((read_text.lines.len(), read_text.problems.len(), read_text.problems[0].line), (2_000, 1, 2_001));
    assert!(read(&"\n".repeat(5_000)).problems.is_empty(), "nobody misses a blank line");
}

#[test]
fn numbers_run_from_one_to_a_million() {
    let number = |text: &str| Word::made_up(text).number();
    assert_eq!((number("1"), number("0012"), number("1000000")), (Number::Good(1), Number::Good(12), Number::Good(1_000_000)));
    for wrong in ["0", "1000001", "99999999999999999999", "-3", "3.5", "3FI", "1,000"] {
        assert_eq!(number(wrong), Number::Wrong, "{wrong}");
    }
    assert_eq!((number("three"), number("\u{ff13}"), number("")), (Number::Other, Number::Other, Number::Other));
}

proptest! {
    #[test]
    fn any_text_is_read_within_bounds(text in "(?s)([ -~\u{a0}\u{201c}\u{201d}\"#;\n\r\t]|.){0,400}") {
        let read_text = read(&text);
        prop_assert!(read_text.lines.len() <= MAXIMUM_LINES);
        for line in &read_text.lines {
            let length = line.raw.chars().count() as u32;
            prop_assert!(line.words.iter().all(|word| (1..=length).contains(&word.column)));
        }
    }
}
