//! Drops what a player did not write: quoted lines, the line that announces them, signatures and footers.
//!
//! An unreadable line in a receipt does less harm than an old order that is carried out again, and that does less harm than a lost order.
//! So quotes are dropped wherever they are marked, and signatures only if there is no doubt.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::attribution;
use super::blocks::{self, Closed};
use super::footer::is_footer;
use super::old_mail::{is_letter, is_old_header, is_quoted_tail, is_report, names_us};
use super::words::{SIGNATURE, is_marked};

/// What transport leaves of a signature's mark if it removes the blank at its end.
const DASHES: &str = "--";
/// The line that begins a signature of OpenPGP (RFC 9580, 7).
const PGP_SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
/// A `--` that lost its blank begins a signature only if at most this many lines follow.
const SIGNATURE_LINES: usize = 10;

/// The lines of an email that its sender wrote.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Own {
    /// The lines above the signature.
    pub lines: Vec<String>,
    /// The lines after the mark that begins the signature.
    pub signature: Vec<String>,
    /// The lines from what looks like an old email on, without those that are marked as quoted. Empty if there is no doubt that it is one.
    pub old: Vec<String>,
}

/// What the lines of a sender end before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tail {
    Nothing,
    Signature,
    /// An old email, or what looks like one.
    Old,
}

impl Own {
    /// The lines of a sender who answers these addresses. Words to other people stay as they are, up to their END.
    pub(super) fn of(lines: &[String], answered: &[String]) -> Own {
        let lines = without_armor(lines);
        let lines = lines.as_ref();
        let blocks = Blocks::of(lines);
        let (end, tail) = end_of_own_text(lines, answered, &blocks);
        let mut own: Vec<String> = Vec::new();
        let mut may_announce = true;
        for (at, line) in lines[..end].iter().enumerate() {
            let is_last = || lines[at + 1..end].iter().all(|line| is_marked(line) || line.trim().is_empty());
            if !(is_marked(line) || is_footer(line, is_last)) || blocks.have_word(at) {
                own.push(line.trim_end().to_owned());
                may_announce = true;
            } else if is_marked(line) {
                may_announce = may_announce && drop_attribution(&mut own);
            }
        }
        if end < lines.len() && (is_quoted_tail(&lines[end]) || is_report(&lines[end..])) {
            drop_attribution(&mut own);
        }
        let signature = if tail == Tail::Signature { signature(&lines[end..], answered) } else { Vec::new() };
        let old = if tail == Tail::Old { doubtful(&lines[end..], &own) } else { Vec::new() };
        Own { lines: own, signature, old }
    }
}

/// The lines of what looks like an old email if its writer may have written it for us: they wrote nothing above it, or it is no letter of ours.
fn doubtful(lines: &[String], own: &[String]) -> Vec<String> {
    let is_alone = own.iter().all(|line| line.trim().is_empty());
    let is_plain = is_quoted_tail(&lines[0]) || is_letter(lines) && !is_alone;
    if is_plain { Vec::new() } else { lines.iter().filter(|line| !is_marked(line)).cloned().collect() }
}

/// The lines of a file, which is no reply: quoted ones are dropped unless they are words to others.
pub(super) fn of_file(lines: Vec<String>) -> Vec<String> {
    let kept: Vec<bool> = {
        let blocks = Blocks::of(&lines);
        lines.iter().enumerate().map(|(at, line)| !is_marked(line) || blocks.have_word(at)).collect()
    };
    lines.into_iter().zip(kept).filter_map(|(line, is_kept)| is_kept.then_some(line)).collect()
}

/// The blocks of a text, which are found when first asked for.
struct Blocks<'a> {
    lines: &'a [String],
    closed: OnceCell<Vec<Closed>>,
}

impl Blocks<'_> {
    fn of(lines: &[String]) -> Blocks<'_> {
        Blocks { lines, closed: OnceCell::new() }
    }

    /// The block around a line that is not its first line; `None` for lines outside of blocks.
    fn around(&self, at: usize) -> Option<&Closed> {
        let closed = self.closed.get_or_init(|| blocks::closed(&self.lines.iter().map(String::as_str).collect::<Vec<_>>()));
        closed.get(closed.partition_point(|block| block.lines.end <= at)).filter(|block| block.lines.start < at)
    }

    /// Whether a line is among words to others.
    fn have_word(&self, at: usize) -> bool {
        self.around(at).is_some_and(|block| block.is_words)
    }
}

/// The lines below the mark of a signature, without quotes and without further marks.
fn signature(lines: &[String], answered: &[String]) -> Vec<String> {
    let lines = &lines[..attribution::above_unmarked(lines, answered).unwrap_or(lines.len())];
    let unsigned: Vec<String> = lines.iter().filter(|line| ![DASHES, PGP_SIGNATURE].contains(&line.trim_end())).cloned().collect();
    Own::of(&unsigned, answered).lines
}

/// The text without the header of an OpenPGP armor, which ends with an empty line, and without the dashes with which the armor escapes lines that
/// begin with one (RFC 9580, 7).
fn without_armor(lines: &[String]) -> Cow<'_, [String]> {
    let is_empty = |line: &String| line.trim().is_empty();
    let first = lines.iter().position(|line| !is_empty(line)).filter(|first| lines[*first].trim() == "-----BEGIN PGP SIGNED MESSAGE-----");
    let start = first.and_then(|first| Some(first + lines[first..].iter().position(is_empty)?));
    let plain = |line: &String| if line.starts_with("- -") { line[2..].to_owned() } else { line.clone() };
    start.map_or(Cow::Borrowed(lines), |start| lines[start..].iter().map(plain).collect::<Vec<_>>().into())
}

/// Where a signature, or an old email that is quoted without marks, begins, and which of them it is. A signature within PRESS … END
/// does not end the email. What looks like an old email among words to others belongs to them, unless it is a letter of ours: an END below
/// it must not send somebody else a private report.
fn end_of_own_text(lines: &[String], answered: &[String], blocks: &Blocks<'_>) -> (usize, Tail) {
    let signs = |at: usize| is_signature(&lines[at], &lines[at + 1..]) && blocks.around(at).is_none();
    let is_old = |at: usize| is_quoted_tail(&lines[at]) || is_old_header(&lines[at..], answered);
    let is_word = |at: usize| blocks.around(at).is_some_and(|block| block.is_words && !names_us(&lines[at..block.lines.end], answered));
    let ends = (0..lines.len()).find_map(|at| match () {
        () if signs(at) => Some((at, Tail::Signature)),
        () if is_report(&lines[at..]) || is_old(at) && !is_word(at) => Some((at, Tail::Old)),
        () => None,
    });
    let end = ends.unwrap_or((lines.len(), Tail::Nothing));
    attribution::above_unmarked(&lines[..end.0], answered).map_or(end, |start| (start, Tail::Old))
}

/// RFC 3676: `-- `. Transport often removes the blank; then it is a signature only if it is short and no line of it has a digit, because
/// nearly every order has one and `--` may be a player's ruler.
fn is_signature(line: &str, behind: &[String]) -> bool {
    let behind = || behind.iter().filter(|line| !is_marked(line) && !line.trim().is_empty());
    line == SIGNATURE
        || line.trim_end() == PGP_SIGNATURE
        || line == DASHES
            && behind().take(SIGNATURE_LINES + 1).count() <= SIGNATURE_LINES
            && !behind().any(|line| line.contains(|letter: char| letter.is_ascii_digit()))
}

/// Removes the line that announces a quote from the end, with the empty lines around it, and says whether there was one.
fn drop_attribution(own: &mut Vec<String>) -> bool {
    let Some(empty_lines) = own.iter().rev().take(3).position(|line| !line.is_empty()) else { return false };
    let start = attribution::start(&own[..own.len() - empty_lines]);
    start.inspect(|start| own.truncate(*start)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let answered = ["games@pbem.example".to_owned()];
        assert_eq!(Own::of(&lines, &answered).lines.join("\n").trim_end(), expected, "{text:?}");
    }

    #[test]
    fn attributions_go_with_the_quote_they_announce() {
        check("A\n\nOn Mon, Ann wrote:\n> x", "A");
        check("A\nOn Mon, 3 Apr 2026 at 12:00, Ann Player\n<ann@player.example> wrote:\n\n> x\nB", "A\nB");
        check("A\nAm 03.04.26 um 12:00 schrieb Ann Player:\n> x", "A");
        check("A\nLe 3 avril 2026 à 12:00, Ann a écrit :\n> x", "A");
        check("A\nEl vie, 3 abr 2026 a las 12:00, Ann escribió:\n>x", "A");
        check("A\nAnn wrote:\n> x", "A");
        check("A\nOn Mon, Ann wrote:\nOn Sun, Bob wrote:\n> x\n> y", "A");
        check("A\nAnn wrote:\n> x\nB\nBob wrote:\n> y\n> z", "A\nB");
        check("On Monday Ann wrote:\nA", "On Monday Ann wrote:\nA");
        check("A\nOn 3 Apr 2026, 20:10, GM <games@pbem.example> wrote:\n\nB", "A");
        // Writers who answer below the attribution have nothing above it, and any other address may be part of a sentence.
        check("On 3 Apr 2026, 20:10, GM <games@pbem.example> wrote:\nA", "On 3 Apr 2026, 20:10, GM <games@pbem.example> wrote:\nA");
        check("> On 3 Apr 2026, 20:10, GM <games@pbem.example> wrote:\n\nA", "\nA");
        check("A\nAsk Bob <bob@x.example>.\nSince 20:10:\nB", "A\nAsk Bob <bob@x.example>.\nSince 20:10:\nB");
        check("ABSENT UNTIL 2027-01-15\nSee below:\n> x", "ABSENT UNTIL 2027-01-15\nSee below:");
        check("ABSENT UNTIL 2027-01-15\nAnn <ann@player.example>:\n> x", "ABSENT UNTIL 2027-01-15");
        check("A\nAnn <ann@player.example>,\n3 Nis 2026 20:10 tarihinde şunu\nyazdı:\n\n> x\nB", "A\nB");
        check("BUILD 3 FI ON 1\nAnn <ann@player.example>:\n> x", "BUILD 3 FI ON 1");
        check("PRESS TO 2:\n> x", "PRESS TO 2:");
        check("BUILD 3 FI ON 1\n> x", "BUILD 3 FI ON 1");
    }

    #[test]
    fn signatures_end_the_text_but_a_ruler_between_orders_does_not() {
        check("A\n-- \nAnn 12", "A");
        check("A\n--\nAnn", "A");
        check("A 1\n--\nB 2", "A 1\n--\nB 2");
        check("A\n---\nB", "A\n---\nB");
        check("PRESS TO 2\nhello\n-- \nAnn\nEND\nA\n-- \nAnn 12", "PRESS TO 2\nhello\n--\nAnn\nEND\nA");
        check("GM\nhello\n-- \nAnn\n\n> END", "GM\nhello");
    }

    #[test]
    fn words_to_others_are_kept_whole_whatever_they_look_like() {
        for words in [
            "Bob wrote:\n> shall we?\nYes.",
            "hello\nSent from my iPhone\nAnn",
            "hello\n-----Original Message-----\nshall we?",
            "From: the Emperor\nSent: in anger\nTo: all\nGo!",
            "> shall we?\nSent from my iPhone\n-- \nAnn",
        ] {
            for (begin, end) in [("PRESS TO 2", "END"), ("DIARY", "end."), ("GM", "*END*"), ("NOTE \"", "\""), ("ANNOUNCE", "END")] {
                let text = format!("{begin}\n{words}\n{end}\nA").replace("-- \n", "--\n");
                check(&text, &text);
            }
        }
        check("STANDING\nA\n> B 1\nSent from my iPhone\nEND", "STANDING\nA\nEND");
        check("NOTE \"hello\n> \"B\nA", "NOTE \"hello\nA");
        check("PRESS TO 2\nhello\n> no end", "PRESS TO 2\nhello");
    }

    #[test]
    fn our_own_letter_is_nobodys_words_even_in_a_block() {
        let header = "From: GM <games@pbem.example>\nSent: 3 Apr 2026 20:10\nTo: Ann\nSubject: Turn 3";
        for quote in [
            format!("-----Original Message-----\n{header}\nB"),
            format!("________________________________\n{header}\nB"),
            "-------- Original Message --------\nOn Jan 15, 2027, 20:10, GM < games@pbem.example> wrote:\n\nB".to_owned(),
            "-----Original Message-----\nFrom: GM\nSubject: Turn 3 [rim-3 4F7K]\nB".to_owned(),
            "On 3 Apr 2026, 20:10, GM <games@pbem.example> wrote:\n\nB".to_owned(),
        ] {
            check(&format!("PRESS TO 2\nhello\n{quote}\nEND"), "PRESS TO 2\nhello");
        }
    }

    #[test]
    fn what_stands_below_a_signature_is_known_without_what_it_quotes() {
        let below = |text: &str| {
            let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
            Own::of(&lines, &["games@pbem.example".to_owned()]).signature.join("\n")
        };
        assert_eq!(below("A\n-- \nAnn\nB 1"), "Ann\nB 1");
        assert_eq!(below("A\n-- \nAnn\nSent from my iPhone\n> C\n-- \nB\n-----Original Message-----\nC"), "Ann\nB");
        assert_eq!(below("A\n-- \n\nOn 3 Apr 2026, 20:10, GM <games@pbem.example> wrote:\n\nC"), "");
        assert_eq!(below("A\n-----Original Message-----\n-- \nB"), "");
        assert_eq!(below("A"), "");
        assert_eq!(below(&"-- \n".repeat(60_000)), "");
    }

    #[test]
    fn old_mails_are_cut_off_without_quote_marks_too() {
        check("A\n-----Original Message-----\nB", "A");
        check(
            "A\n________________________________\n\nFrom: x\nSent: Friday, April 3, 2026 8:10 PM\nTo: y\nSubject: z [rim-3 4F7K]\nB",
            "A",
        );
        check("A\n*From:* x <x@player.example>\n*Sent:* 3 Apr 2026 20:10\n*To:* y\nB", "A");
        check("A\nVon: x\nGesendet: Freitag, 3. April 2026 20:10\nAn: y@player.example\nB", "A");
        check("A\nOd: games@pbem.example\nWysłano: piątek, 3 kwietnia 2026 20:10\nDo: y\nB", "A");
        check("A\nName: Ann\nAddress: ann@player.example\nZone: Berlin\nB", "A\nName: Ann\nAddress: ann@player.example\nZone: Berlin\nB");
        check("A\n---------- Forwarded message ---------\nB", "A");
        check("A\nFrom: Earth\nB", "A\nFrom: Earth\nB");
        check("Earth: A\nRivet: B\nShadow: C\nD", "Earth: A\nRivet: B\nShadow: C\nD");
    }
}
