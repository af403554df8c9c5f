//! A request as a line of its own.

use super::pairings::{self, PairingRequest, is_quote_mark};
use crate::campaign::CampaignId;
use crate::campaign::token::Token;
use crate::engine::Seat;
use crate::post::words::{END_MARKS, is_question, may_be_one_of, unmarked};

/// The first words of all requests.
const KEYWORDS: [&str; 11] =
    ["ACCEPT", "CHALLENGE", "CHALLENGES", "CONFIRM", "DECLINE", "GAMES", "JOIN", "LEAVE", "OBSERVE", "PLAY", "UNOBSERVE"];

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

impl Request {
    /// The campaign, game or list that it names, which need not exist; `None` if it names none.
    pub fn named(&self) -> Option<&str> {
        match self {
            Request::Join { campaign, .. }
            | Request::Leave { campaign }
            | Request::Observe { campaign }
            | Request::Unobserve { campaign } => Some(campaign),
            Request::Pairing(request) => request.game(),
            Request::Games | Request::Confirm { .. } | Request::Unclear { .. } => None,
        }
    }

    /// Whether it answers a letter with a code.
    pub fn is_answer(&self) -> bool {
        matches!(self, Request::Confirm { .. } | Request::Unclear { .. } | Request::Pairing(PairingRequest::Answer { .. }))
    }

    /// Whether its line may be no request, unless what it names exists: `Leave him`, and `PLAY d4`, which may be a move.
    pub fn may_be_talk(&self) -> bool {
        match self {
            Request::Pairing(request) => request.game().is_some_and(|game| !game.contains('/') && !is_ladder(game)),
            request => request.named().is_some_and(|campaign| !is_plain_name(campaign)),
        }
    }
}

/// Whether a word can hardly be anything but the name of a campaign or of the ladder.
pub fn is_plain_name(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit() || letter == '-') || is_ladder(word)
}

fn is_ladder(word: &str) -> bool {
    word.eq_ignore_ascii_case("ladder")
}

/// Reads a line that is a request and nothing else. With a question mark it is one only if it asks: `LEAVE rim-3?` does not leave.
pub fn read(line: &str) -> Option<Request> {
    let line = unmarked(line);
    read_plain(line.trim_end_matches(END_MARKS)).filter(|request| *request == Request::Games || !is_question(line))
}

fn read_plain(line: &str) -> Option<Request> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first().is_none_or(|first| !may_be_one_of(first, &KEYWORDS)) {
        return None;
    }
    let plain = line.to_uppercase();
    let upper: Vec<&str> = plain.split_whitespace().collect();
    match upper[..] {
        ["GAMES"] => Some(Request::Games),
        ["LEAVE", name] if !name.contains('/') => Some(Request::Leave { campaign: CampaignId::typed(words[1])? }),
        ["OBSERVE", _] => Some(Request::Observe { campaign: CampaignId::typed(words[1])? }),
        ["UNOBSERVE", _] => Some(Request::Unobserve { campaign: CampaignId::typed(words[1])? }),
        ["CONFIRM", _, ..] => Some(Request::Confirm { code: Token::read(&words[1..].concat())? }),
        ["JOIN", _, ..] => join(&words[1..], &upper[1..]),
        _ => pairings::read(&words, &upper).map(Request::Pairing),
    }
}

fn join(words: &[&str], upper: &[&str]) -> Option<Request> {
    let campaign = CampaignId::typed(words[0])?;
    let place = |word: &str| upper.iter().skip(1).position(|known| *known == word).map(|at| at + 1);
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
