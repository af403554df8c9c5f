//! Requests for a game of two that begins without a game master.

use crate::campaign::CampaignId;
use crate::campaign::token::Token;
use crate::engine::reader::is_quote;

/// The most characters of a name or a game; longer ones are never known.
const LONGEST: usize = 64;

/// A request about a game of two. Games are kept as written, such as `anaash/8`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingRequest {
    /// `PLAY anaash/8 AS "Greta"`: a game with the next player who waits for one; the name may be left out.
    Play {
        /// The game to play.
        game: String,
        /// What the sender wants to be called; `None` if AS was left out.
        name: Option<String>,
    },
    /// `PLAY OFF`, `LEAVE anaash/8`: leaves all queues, or one.
    Leave {
        /// The queue to leave; `None` for all of them.
        game: Option<String>,
    },
    /// `CHALLENGE Bob IN rim-3 AT anaash/8 AS "Greta"`; the campaign is named only where there are several Bobs.
    Challenge {
        /// The opponent's name, without quotation marks.
        player: String,
        /// The campaign in which the opponent is known by that name; `None` if none was named.
        campaign: Option<CampaignId>,
        /// The game to play.
        game: String,
        /// What the sender wants to be called; `None` if AS was left out.
        name: Option<String>,
    },
    /// `CHALLENGES ON` and `CHALLENGES OFF`: whether others may challenge the sender.
    Challenges {
        /// Whether they may from now on.
        on: bool,
    },
    /// `ACCEPT 4F7K…`, `DECLINE 4F7K…`, or either word in the answer to a challenge.
    Answer {
        /// The challenge's code in full length; it need not be one that was ever mailed.
        code: Token,
        /// Whether the word was ACCEPT; `None` if the answer has neither word.
        accepts: Option<bool>,
    },
}

impl PairingRequest {
    /// The game or the queue that it names; `None` if it names none.
    pub fn game(&self) -> Option<&str> {
        match self {
            PairingRequest::Play { game, .. } | PairingRequest::Challenge { game, .. } => Some(game),
            PairingRequest::Leave { game } => game.as_deref(),
            PairingRequest::Challenges { .. } | PairingRequest::Answer { .. } => None,
        }
    }
}

/// Reads a line, given as written and in capitals.
pub(super) fn read(words: &[&str], upper: &[&str]) -> Option<PairingRequest> {
    let short = |words: &[&str]| Some(words.join(" ")).filter(|text| !text.is_empty() && text.chars().count() <= LONGEST);
    let unquoted =
        |words: &[&str]| short(words).map(|text| text.trim_matches(is_quote_mark).trim().to_owned()).filter(|text| !text.is_empty());
    let last = |word: &str| upper.iter().rposition(|known| *known == word);
    match *upper {
        ["PLAY", "OFF"] => Some(PairingRequest::Leave { game: None }),
        ["LEAVE", _] => Some(PairingRequest::Leave { game: Some(short(&words[1..])?) }),
        ["PLAY", _] => Some(PairingRequest::Play { game: short(&words[1..])?, name: None }),
        ["PLAY", _, "AS", _, ..] => Some(PairingRequest::Play { game: short(&words[1..2])?, name: Some(unquoted(&words[3..])?) }),
        ["CHALLENGES", "ON"] => Some(PairingRequest::Challenges { on: true }),
        ["CHALLENGES", "OFF"] => Some(PairingRequest::Challenges { on: false }),
        ["ACCEPT" | "DECLINE", _, ..] => {
            let accepts = Some(upper[0] == "ACCEPT");
            Some(PairingRequest::Answer { code: Token::read(&words[1..].concat())?, accepts })
        }
        ["CHALLENGE", _, _, _, ..] => {
            let at = last("AT").filter(|at| *at >= 2)?;
            let name = match upper.get(at + 2..)? {
                [] => None,
                ["AS", _, ..] => Some(unquoted(&words[at + 3..])?),
                _ => return None,
            };
            let within = last("IN").filter(|within| *within >= 2 && within + 2 == at);
            // "Bob in Rome" is a name.
            let named = within.and_then(|within| Some((within, CampaignId::typed(words[within + 1])?)));
            let player = unquoted(&words[1..named.as_ref().map_or(at, |(within, _)| *within)])?;
            let campaign = named.map(|(_, id)| id);
            Some(PairingRequest::Challenge { player, campaign, game: short(&words[at + 1..at + 2])?, name })
        }
        _ => None,
    }
}

/// Whether a sign may surround a name.
pub(super) fn is_quote_mark(letter: char) -> bool {
    is_quote(letter) || letter == '\''
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::Letter;
    use crate::post::requests::{Request, find};

    fn read(line: &str) -> Option<PairingRequest> {
        match crate::post::requests::read(line) {
            Some(Request::Pairing(request)) => Some(request),
            _ => None,
        }
    }

    fn challenge(player: &str, campaign: Option<&str>, name: Option<&str>) -> Option<PairingRequest> {
        Some(PairingRequest::Challenge {
            player: player.to_owned(),
            campaign: campaign.and_then(CampaignId::new),
            game: "anaash/8".to_owned(),
            name: name.map(str::to_owned),
        })
    }

    #[test]
    fn a_player_may_have_words_like_those_of_the_line() {
        assert_eq!(read("CHALLENGE Bob AT anaash/8"), challenge("Bob", None, None));
        assert_eq!(read("challenge \"Bob in Rome\" at anaash/8 as Greta G."), challenge("Bob in Rome", None, Some("Greta G")));
        assert_eq!(read("CHALLENGE Bob at Sea IN rim-3 AT anaash/8"), challenge("Bob at Sea", Some("rim-3"), None));
        for talk in
            ["CHALLENGE", "Challenge accepted", "challenge Bob to a game", "CHALLENGE AT anaash/8", "Play well with others!", "DECLINE"]
        {
            assert_eq!(read(talk), None, "{talk}");
        }
    }

    #[test]
    fn a_queue_is_left_in_two_ways_and_a_campaign_by_its_name() {
        assert_eq!(read("PLAY OFF"), Some(PairingRequest::Leave { game: None }));
        assert_eq!(read("LEAVE anaash/8"), Some(PairingRequest::Leave { game: Some("anaash/8".to_owned()) }));
        assert_eq!(read("LEAVE rim-3"), None);
        let name = Some("Greta".to_owned());
        assert_eq!(read("play anaash/8 as \u{201c}Greta\u{201d}"), Some(PairingRequest::Play { game: "anaash/8".to_owned(), name }));
    }

    #[test]
    fn a_challenge_is_answered_by_a_word_and_by_nothing_else() {
        let answered = |text: &str| {
            let raw = format!("From: a@b.example\nSubject: Re: x [challenge ABCDEFGHIJKIMNOP]\n\n{text}\n");
            find(&Letter::read(raw.as_bytes()))
        };
        let answer = |accepts| Some(Request::Pairing(PairingRequest::Answer { code: Token::read("ABCDEFGHIJKIMNOP").unwrap(), accepts }));
        assert_eq!(answered("Yes!\nAccept."), answer(Some(true)));
        assert_eq!(answered("DECLINE"), answer(Some(false)));
        assert_eq!(answered("I would rather not accept."), answer(None));
    }
}
