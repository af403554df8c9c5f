//! Requests of people without a seat, on a line of the text or in the subject.

mod consent;
mod marks;
mod pairings;

pub use consent::{agrees, consents};
pub use marks::{CHALLENGE_TAG, CODE_TAG};
pub use pairings::PairingRequest;

use super::Letter;
use super::commands::is_question;
use super::tag::subject_without_tags;
use super::words::{END_MARKS, unmarked};
use crate::campaign::CampaignId;
use crate::campaign::token::Token;
use crate::engine::Seat;
use marks::{LINES, code_in_tag, is_quote_mark};

/// The most preferences that are kept.
const MOST_PREFERENCES: usize = 20;

/// A request, in upper or lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// `GAMES`: asks which campaigns look for players.
    Games,
    /// `JOIN rim-4 AS "Greta" PREFER 3,5`; the name and the preferences may be left out.
    Join {
        /// In lower case; no such campaign need exist.
        campaign: CampaignId,
        /// What the sender wants to be called; `None` if AS was left out.
        name: Option<String>,
        /// The first choice first, each seat once; empty if PREFER was left out.
        prefers: Vec<Seat>,
    },
    /// `LEAVE rim-4`: leaves the list before the game begins.
    Leave {
        /// As for JOIN.
        campaign: CampaignId,
    },
    /// `OBSERVE rim-3`: asks for the public reports by email, some turns later.
    Observe {
        /// As for JOIN.
        campaign: CampaignId,
    },
    /// `UNOBSERVE rim-3`: stops them.
    Unobserve {
        /// As for JOIN.
        campaign: CampaignId,
    },
    /// A request about a game of two that needs no game master.
    Pairing(PairingRequest),
    /// `CONFIRM 4F7K…`, or a reply that says yes to a letter whose subject has a code in its tag. A code is read like a token.
    Confirm {
        /// In its full length, which need not be one that was ever mailed.
        code: Token,
    },
    /// A reply to such a letter that says anything else.
    Unclear {
        /// As for CONFIRM.
        code: Token,
    },
}

/// The first request of a letter: of its text, then of its subject, then a code in its tag.
pub fn find(letter: &Letter) -> Option<Request> {
    let in_tag = code_in_tag(letter, CODE_TAG).map(|code| in_reply(&letter.orders.text, code));
    // A line with the code in a reply may be our own, quoted without a mark.
    let is_own = |request: &Request| in_tag.is_none() || !matches!(request, Request::Confirm { .. });
    let asked = lines(letter).find_map(|line| read(&line).filter(is_own));
    asked.or_else(|| pairings::answer(letter).map(Request::Pairing)).or(in_tag)
}

/// The first words, in capitals, of the other lines that are requests, of which none is carried out. A line that says less of the first one, such
/// as the subject `JOIN rim-4`, is no other; neither is one in a reply to a letter with a code, which may quote our own lines.
pub fn others(letter: &Letter) -> Vec<String> {
    let is_in_reply = [CODE_TAG, CHALLENGE_TAG].iter().any(|kind| code_in_tag(letter, kind).is_some());
    let asked: Vec<String> = lines(letter).filter(|line| read(line).is_some()).map(|line| unmarked(&line).to_uppercase()).collect();
    let Some(first) = asked.first().filter(|_| !is_in_reply) else { return Vec::new() };
    let others = asked.iter().filter(|line| !first.starts_with(line.trim_end_matches(END_MARKS)));
    let mut words: Vec<String> = others.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect();
    words.dedup();
    words
}

/// The lines in which a request may stand.
fn lines(letter: &Letter) -> impl Iterator<Item = String> {
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

/// Reads a line that is a request and nothing else. With a question mark it is one only if it asks: `LEAVE rim-3?` does not leave.
pub fn read(line: &str) -> Option<Request> {
    let line = unmarked(line);
    read_plain(line.trim_end_matches(END_MARKS)).filter(|request| *request == Request::Games || !is_question(line))
}

/// The first line of a letter that would be a request without its question mark, in that form.
pub fn asked_about(letter: &Letter) -> Option<String> {
    lines(letter).find_map(|line| {
        let plain = unmarked(&line).trim_end_matches(END_MARKS);
        (read(&line).is_none() && read(plain).is_some()).then(|| plain.to_owned())
    })
}

fn read_plain(line: &str) -> Option<Request> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let upper: Vec<String> = words.iter().map(|word| word.to_uppercase()).collect();
    match upper.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["GAMES"] => Some(Request::Games),
        ["LEAVE", name] if !name.contains('/') => Some(Request::Leave { campaign: CampaignId::typed(words[1])? }),
        ["OBSERVE", _] => Some(Request::Observe { campaign: CampaignId::typed(words[1])? }),
        ["UNOBSERVE", _] => Some(Request::Unobserve { campaign: CampaignId::typed(words[1])? }),
        ["CONFIRM", _, ..] => Some(Request::Confirm { code: Token::read(&words[1..].concat())? }),
        ["JOIN", _, ..] => join(&words[1..], &upper[1..]),
        _ => pairings::read(&words, &upper).map(Request::Pairing),
    }
}

fn join(words: &[&str], upper: &[String]) -> Option<Request> {
    let campaign = CampaignId::typed(words[0])?;
    let place = |word: &str| upper.iter().skip(1).position(|known| known == word).map(|at| at + 1);
    let (name_at, prefers_at) = (place("AS"), place("PREFER"));
    let end_of_name = prefers_at.filter(|at| name_at.is_some_and(|name| name < *at)).unwrap_or(words.len());
    let name = name_at.map(|at| words[at + 1..end_of_name].join(" ").trim_matches(is_quote_mark).trim().to_owned());
    let end_of_preferences = name_at.filter(|at| prefers_at.is_some_and(|prefers| prefers < *at)).unwrap_or(words.len());
    let prefers = prefers_at.map_or(Some(Vec::new()), |at| seats(&words[at + 1..end_of_preferences]))?;
    let first = [name_at, prefers_at].into_iter().flatten().min().unwrap_or(words.len());
    let is_whole = first == 1 && name.as_ref().is_none_or(|name| !name.is_empty());
    is_whole.then_some(Request::Join { campaign, name, prefers })
}

/// Reads `3,5`, `3, 5` or `3 5`, each seat once; `None` if a word is no seat.
fn seats(words: &[&str]) -> Option<Vec<Seat>> {
    let mut seats: Vec<Seat> = Vec::new();
    for number in words.iter().flat_map(|word| word.split(',')).filter(|number| !number.is_empty()) {
        let seat = Seat(number.parse().ok()?);
        if !seats.contains(&seat) && seats.len() < MOST_PREFERENCES {
            seats.push(seat);
        }
    }
    (!seats.is_empty()).then_some(seats)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(others("hello", "JOIN rim-4\nIs that right?\nplay anaash/8\nCHALLENGES OFF."), ["PLAY", "CHALLENGES"]);
        assert_eq!(others("JOIN rim-4", "JOIN rim-4 AS \"Greta\""), [""; 0]);
        assert_eq!(others("PLAY OFF", "JOIN rim-4"), ["PLAY"]);
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
