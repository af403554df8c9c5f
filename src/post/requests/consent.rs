//! Whether the reply to a letter with a code says yes: that the reply came proves who wrote it, but not what they want.

use crate::engine::is_invisible;

/// Words that say yes; a word that says no in another language is not listed.
const ASSENT: [&str; 22] = [
    "CONFIRM",
    "CONFIRMED",
    "YES",
    "OK",
    "OKAY",
    "JA",
    "JO",
    "OUI",
    "SI",
    "S\u{cd}",
    "S\u{cc}",
    "SIM",
    "DA",
    "\u{414}\u{410}",
    "TAK",
    "ANO",
    "EVET",
    "IGEN",
    "KYLL\u{c4}",
    "\u{306f}\u{3044}",
    "\u{662f}",
    "\u{b124}",
];

/// Greetings that may come before a yes, and are no answer by themselves.
const GREETINGS: [&str; 9] = ["HI", "HELLO", "HALLO", "HEJ", "HOLA", "BONJOUR", "SALUT", "CIAO", "AHOJ"];

/// Other words that may come before a yes.
const BEFORE: [&str; 11] = ["THANKS", "THANK", "YOU", "PLEASE", "I", "HEREBY", "DANKE", "MERCI", "GRACIAS", "GRAZIE", "TACK"];

/// Words that may follow a yes.
const BEHIND: [&str; 19] = [
    "PLEASE", "THANKS", "THANK", "YOU", "I", "DO", "IT", "THIS", "THAT", "IS", "ME", "BITTE", "DANKE", "MERCI", "GRACIAS", "GRAZIE",
    "TACK", "POR", "FAVOR",
];

/// Words that agree to a proposal.
const AGREEMENT: [&str; 4] = ["AGREE", "AGREED", "ACCEPT", "ACCEPTED"];

/// Words that name what is agreed to.
const AGREED_TO: [&str; 11] = ["TO", "WITH", "THE", "YOUR", "A", "OFFER", "PROPOSAL", "DRAW", "TAKEBACK", "PAUSE", "EXTENSION"];

/// The line of a reply that counts: the first after a greeting, since a mail program may quote our letter below it without marks.
pub(super) fn first_line(text: &str) -> Option<&str> {
    text.lines().find(|line| !is_blank(line) && !is_greeting(line))
}

/// Whether a reply, without its quotes and signature, says nothing at all or begins with a line that says yes and nothing else.
pub fn consents(text: &str) -> bool {
    text.lines().all(|line| is_blank(&line)) || first_line(text).is_some_and(says_yes)
}

fn says_yes(line: &str) -> bool {
    says(line, &[&ASSENT], &[&ASSENT, &BEHIND])
}

/// Whether a line agrees to something in words, and says nothing else.
pub fn agrees(line: &str) -> bool {
    says(line, &[&ASSENT, &AGREEMENT], &[&ASSENT, &AGREEMENT, &BEHIND, &AGREED_TO])
}

fn says(line: &str, first: &[&[&str]], behind: &[&[&str]]) -> bool {
    let words = words(line);
    let mut words = words.iter().map(String::as_str).skip_while(|word| GREETINGS.contains(word) || BEFORE.contains(word));
    let is_one_of = |lists: &[&[&str]], word: &str| lists.iter().any(|list| list.contains(&word));
    !line.contains('?') && words.next().is_some_and(|word| is_one_of(first, word)) && words.all(|word| is_one_of(behind, word))
}

fn is_greeting(line: &&str) -> bool {
    let words = words(line);
    !words.is_empty() && words.iter().all(|word| GREETINGS.contains(&word.as_str()))
}

fn is_blank(line: &&str) -> bool {
    line.chars().all(|letter| letter.is_whitespace() || is_invisible(letter))
}

/// The words of a line in capitals. Anything but letters separates them, except for signs that may mean anything.
fn words(line: &str) -> Vec<String> {
    let is_mark =
        |letter: char| letter.is_ascii_punctuation() || matches!(letter, '\u{a1}' | '\u{3001}' | '\u{3002}' | '\u{ff01}' | '\u{ff0c}');
    let between = |letter: char| letter.is_whitespace() || is_invisible(letter) || is_mark(letter);
    line.split(between).filter(|word| !word.is_empty()).map(str::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_and_a_plain_yes_confirm_and_nothing_else_does() {
        let yes = [
            "",
            " \n\u{200b}\n",
            "CONFIRM",
            "*Confirm!*",
            "yes",
            "Yes, please!",
            "OK.",
            "I confirm this, thank you.",
            "Hello,\n\nYes",
            "Hi, yes",
            "Thanks, confirmed",
            "Yes, that is me.\nGreta",
            "OK\n\nPlease confirm your address.",
            "Hallo!\nJa, bitte.",
            "oui, merci",
            "\u{a1}S\u{ed}!",
            "\u{434}\u{430}",
            "Tak",
            "\u{306f}\u{3044}\u{3002}",
            "\u{662f}",
            "kyll\u{e4}",
        ];
        let no = [
            "No! This is not me, I never asked for this. Stop it.",
            "Unsubscribe",
            "Wrong person, sorry!",
            "Out of office: I am away until Monday",
            "Yes? Who is this?",
            "Is this OK",
            "Not OK",
            "Do you confirm",
            "OK, but not now",
            "Thank you",
            "Hello",
            "???",
            "\u{1f44e}",
            "CONFIRM\u{1f44e}",
            "Please do not confirm",
            "I never asked\nYES",
            "Hello\nNo\nYes",
            "Nein",
            "Nein danke",
            "Ja, aber nicht jetzt",
            "Danke",
            "\u{306f}\u{3044}\u{ff1f}",
            "\u{4e0d}\u{662f}",
            "no, s\u{ed}, no",
            "Hola",
        ];
        assert_eq!(yes.map(consents), yes.map(|_| true), "{yes:?}");
        for text in no {
            assert!(!consents(text), "{text}");
        }
    }

    #[test]
    fn words_of_agreement_say_nothing_else() {
        for text in ["I agree.", "Yes, I agree to the pause!", "OK", "I accept your draw offer", "agreed", "Accepted, thank you"] {
            assert!(agrees(text), "{text}");
        }
        for text in ["I disagree", "I agree with Bob about Rivet", "Do you agree?", "No", "", "I accept that I lost", "AGREE 7"] {
            assert!(!agrees(text), "{text}");
        }
    }
}
