//! Requests of people without a seat, on a line of the text or in the subject.

mod consent;
mod line;
mod marks;
mod pairings;

pub use consent::{agrees, consents};
pub use line::{Request, is_plain_name, read};
pub use marks::{CHALLENGE_TAG, CODE_TAG};
pub use pairings::PairingRequest;

use super::Inside;
use super::tag::subject_without_tags;
use super::words::{END_MARKS, unmarked};
use crate::campaign::token::Token;
use marks::{LINES, code_in_tag};

/// The first request of a letter: of its text, then of its subject, then a code in its tag.
pub fn find(letter: &Inside) -> Option<Request> {
    let in_tag = code_in_tag(letter, CODE_TAG).map(|code| in_reply(&letter.orders.text, code));
    // A line with the code in a reply may be our own, quoted without a mark.
    let is_own = |request: &Request| in_tag.is_none() || !matches!(request, Request::Confirm { .. });
    let asked = lines(letter).find_map(|line| read(&line).filter(is_own));
    asked.or_else(|| answer_to_challenge(letter)).or(in_tag)
}

/// How the other lines begin that are requests, of which none is carried out, each once. A line that says less of the first one, such as the subject
/// `JOIN rim-4`, is no other; neither is one in a reply to a letter with a code, which may quote our own lines.
pub fn others(letter: &Inside) -> Vec<String> {
    let is_in_reply = [CODE_TAG, CHALLENGE_TAG].iter().any(|kind| code_in_tag(letter, kind).is_some());
    let asked: Vec<String> = lines(letter).filter(|line| read(line).is_some()).map(|line| unmarked(&line).to_owned()).collect();
    let Some(first) = asked.first().map(|line| line.to_uppercase()).filter(|_| !is_in_reply) else { return Vec::new() };
    let mut others: Vec<String> = Vec::new();
    for line in asked.iter().filter(|line| !first.starts_with(line.to_uppercase().trim_end_matches(END_MARKS))) {
        let begin = beginning(line);
        if !others.contains(&begin) {
            others.push(begin);
        }
    }
    others
}

/// The first word of a line in capitals, and what it names. Nothing else is repeated, so that nobody can have us send links to others.
fn beginning(line: &str) -> String {
    let mut words = line.split_whitespace().map(|word| word.trim_end_matches(END_MARKS));
    let first = words.next().unwrap_or_default().to_uppercase();
    let is_name = |word: &&str| word.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '/'));
    words.next().filter(is_name).map_or(first.clone(), |name| format!("{first} {name}"))
}

/// The lines in which a request may stand.
fn lines(letter: &Inside) -> impl Iterator<Item = String> {
    let of_text = letter.orders.text.lines().take(LINES).map(str::to_owned);
    of_text.chain([subject_without_tags(&letter.subject)])
}

/// What a reply says to the code in the tag of its subject. A line with a code counts like a yes.
fn in_reply(text: &str, code: Token) -> Request {
    match consent::first_line(text).and_then(read) {
        Some(Request::Confirm { code }) => Request::Confirm { code },
        _ if consents(text) => Request::Confirm { code },
        _ => Request::Unclear { code },
    }
}

/// The first line of a letter that would be a request without its question mark, in that form.
pub fn asked_about(letter: &Inside) -> Option<String> {
    lines(letter).find_map(|line| {
        let plain = unmarked(&line).trim_end_matches(END_MARKS);
        (read(&line).is_none() && read(plain).is_some()).then(|| plain.to_owned())
    })
}

/// The answer to a letter that brings a challenge, by its first line that is one of the two words.
fn answer_to_challenge(letter: &Inside) -> Option<Request> {
    let code = code_in_tag(letter, CHALLENGE_TAG)?;
    let subject = subject_without_tags(&letter.subject);
    let accepts = letter.orders.text.lines().take(LINES).chain([subject.as_str()]).find_map(|line| {
        match line.trim().trim_end_matches(['.', '!', ',']).to_uppercase().as_str() {
            "ACCEPT" => Some(true),
            "DECLINE" => Some(false),
            _ => None,
        }
    });
    Some(Request::Pairing(PairingRequest::Answer { code, accepts }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::CampaignId;
    use crate::engine::Seat;
    use crate::post::Letter;

    fn join(name: Option<&str>, prefers: &[u8]) -> Option<Request> {
        let prefers = prefers.iter().copied().map(Seat).collect();
        Some(Request::Join { campaign: CampaignId::new("rim-4").unwrap(), name: name.map(str::to_owned), prefers })
    }

    #[test]
    fn a_name_and_preferences_may_be_left_out_or_swapped() {
        assert_eq!(read("JOIN rim-4"), join(None, &[]));
        assert_eq!(read("*JOIN rim-4*"), join(None, &[]));
        assert_eq!(read("join RIM-4 as \u{201c}Greta the Great\u{201d} prefer 3,5."), join(Some("Greta the Great"), &[3, 5]));
        assert_eq!(read("JOIN rim-4 PREFER 3, 5 3 AS Greta"), join(Some("Greta"), &[3, 5]));
        for talk in
            ["JOIN", "Join the fun", "JOIN rim-4 AS", "JOIN rim-4 PREFER red", "JOIN rim-4 please", "LEAVE", "Leave me alone", "CONFIRM it"]
        {
            assert_eq!(read(talk), None, "{talk}");
        }
    }

    #[test]
    fn a_question_does_nothing() {
        let code = "ABCDEFGHIJKIMNOP";
        for deed in
            ["JOIN rim-4", "LEAVE rim-4", "*OBSERVE rim-4*", "UNOBSERVE rim-4", "PLAY anaash/8", "CONFIRM ABCDEFGHIJKIMNOP", "PLAY OFF"]
        {
            assert!(read(deed).is_some(), "{deed}");
            for mark in ["?", "!?", " ?", "?!"] {
                assert_eq!(read(&format!("{deed}{mark}")), None, "{deed}{mark}");
            }
        }
        assert_eq!(read("GAMES?"), Some(Request::Games));
        let asks = |text: &str| asked_about(&Letter::read(format!("From: a@b.example\n\n{text}\n").as_bytes()));
        assert_eq!(asks("Hello,\n*leave rim-4?*"), Some("leave rim-4".to_owned()));
        assert_eq!(asks("Hello?\nGAMES?\nLEAVE rim-4"), None);
        let asks = Letter::read(format!("From: a@b.example\nSubject: Re: x [confirm {code}]\n\nCONFIRM {code}?\n").as_bytes());
        assert_eq!(find(&asks), Some(Request::Unclear { code: Token::read(code).unwrap() }));
    }

    #[test]
    fn an_email_asks_for_one_thing_and_the_other_lines_are_known() {
        let others =
            |subject: &str, text: &str| others(&Letter::read(format!("From: a@b.example\nSubject: {subject}\n\n{text}\n").as_bytes()));
        assert_eq!(others("hello", "JOIN rim-4\nIs that right?\nplay anaash/8\nCHALLENGES OFF."), ["PLAY anaash/8", "CHALLENGES OFF"]);
        assert_eq!(
            others("hello", "OBSERVE rim-3\nobserve rim-9\nGAMES\nOBSERVE rim-9.\nPLAY http://example"),
            ["OBSERVE rim-9", "GAMES", "PLAY"]
        );
        assert_eq!(others("JOIN rim-4", "JOIN rim-4 AS \"Greta\""), [""; 0]);
        assert_eq!(others("PLAY OFF", "JOIN rim-4"), ["PLAY OFF"]);
        assert_eq!(others("Re: x [confirm ABCDEFGHIJKIMNOP]", "GAMES\nJOIN rim-4"), [""; 0]);
    }

    #[test]
    fn a_code_is_read_from_a_line_and_from_a_tag() {
        let confirm = Some(Request::Confirm { code: Token::read("ABCDEFGHIJKIMNOP").unwrap() });
        assert_eq!(read("confirm abcd-efgh-ijkl-mnop"), confirm);
        let letter = |subject: &str, text: &str| Letter::read(format!("From: a@b.example\nSubject: {subject}\n\n{text}\n").as_bytes());
        assert_eq!(find(&letter("Re: Please confirm [confirm ABCDEFGHIJKIMNOP]", "Yes, please!")), confirm);
        assert_eq!(find(&letter("Re: x [confirm ABCDEFGHIJKIMNOP]", "games")), Some(Request::Games));
        assert_eq!(find(&letter("Re: x [confirm ABCDEFGHIJKIMNOP]", "Hello\nCONFIRM abcdefghijkimnop")), confirm);
        let unclear = Some(Request::Unclear { code: Token::read("ABCDEFGHIJKIMNOP").unwrap() });
        assert_eq!(find(&letter("Re: x [confirm ABCDEFGHIJKIMNOP]", "No, stop it.\n\nCONFIRM abcdefghijkimnop")), unclear);
        assert_eq!(find(&letter("LEAVE rim-4", "")), read("LEAVE rim-4"));
        assert_eq!(find(&letter("hello", "Hello!")), None);
    }
}
