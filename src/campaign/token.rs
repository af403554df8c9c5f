//! Reply tokens, which an email must show to speak for a seat.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use super::CampaignId;
use crate::engine::{Seat, Seed};

/// A campaign's secret, from which its tokens and its dice follow. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Seed);

/// The RFC 4648 alphabet.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The letters of a token: 80 bits, 5 for each.
const LETTERS: usize = 16;

/// A reply token, or a code of the same length: 16 letters of base32.
///
/// Two are equal if readers may confuse them, since `L` looks like `I`. The time that a comparison takes does not show where they differ.
#[derive(Clone)]
pub struct Token([u8; LETTERS]);

impl Token {
    /// The token that somebody has typed, in upper or lower case, with any blanks and hyphens; `None` if it is none.
    ///
    /// Base32 has no `0`, `1` or `8`, so they are read as the letters they look like.
    pub fn read(text: &str) -> Option<Token> {
        let letters: Vec<u8> = text.bytes().filter(|letter| !matches!(letter, b'-' | b' ')).map(folded).take(LETTERS + 1).collect();
        let is_token = letters.iter().all(|letter| BASE32.contains(letter));
        letters.try_into().ok().filter(|_| is_token).map(Token)
    }

    /// The token of 16 numbers, by the lowest 5 bits of each.
    pub(super) fn of_bits(bits: impl Fn(usize) -> u128) -> Token {
        Token(std::array::from_fn(|place| BASE32[(bits(place) & 31) as usize]))
    }

    /// The spelling that is compared. None of its letters can be confused with another.
    pub fn folded(&self) -> Token {
        Token(self.0.map(folded))
    }

    pub(super) fn letters(&self) -> &[u8] {
        &self.0
    }
}

/// A letter in the form that is compared.
pub(super) fn folded(letter: u8) -> u8 {
    match letter.to_ascii_uppercase() {
        b'0' => b'O',
        b'1' | b'L' | b'|' => b'I',
        b'8' => b'B',
        letter => letter,
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        let pairs = self.folded().0.into_iter().zip(other.folded().0);
        pairs.fold(0, |difference, (one, other)| difference | (one ^ other)) == 0
    }
}

impl Eq for Token {}

impl Ord for Token {
    fn cmp(&self, other: &Token) -> Ordering {
        self.folded().0.cmp(&other.folded().0)
    }
}

impl PartialOrd for Token {
    fn partial_cmp(&self, other: &Token) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Shows the token in full, for the letter that carries it.
impl fmt::Display for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| out.write_char(char::from(*letter)))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Token(…)")
    }
}

impl Secret {
    /// The secret with this seed: the same seed gives the same tokens.
    pub fn new(seed: Seed) -> Secret {
        Secret(seed)
    }

    /// The token of a seat. A new epoch makes all earlier tokens of the seat void.
    pub fn token(&self, campaign: &CampaignId, seat: Seat, epoch: u32) -> Token {
        self.code(&format!("{campaign}/{seat}/{epoch}"))
    }

    /// An unguessable code as long as a token, for another purpose.
    pub fn code(&self, name: &str) -> Token {
        let code = self.0.derive(&format!("token/{name}")).0;
        let bits = code.iter().take(10).fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        Token::of_bits(|place| bits >> (5 * (LETTERS - 1 - place)))
    }

    /// A seed that follows from the secret; each name gives another one.
    pub(in crate::campaign) fn derive(&self, name: &str) -> Seed {
        self.0.derive(name)
    }

    /// The salt that keeps anybody from guessing what the journal hides about a turn and checking it against the digest.
    pub fn turn_salt(&self, campaign: &CampaignId, era: u32, turn: u32) -> Seed {
        let of_turn = if era == 0 { format!("{campaign}/{turn}") } else { format!("{campaign}/{turn}/{era}") };
        self.0.derive(&format!("journal/{of_turn}"))
    }

    /// A text that tells this secret from every other and reveals nothing about it.
    pub fn check(&self, campaign: &CampaignId) -> String {
        self.0.derive(&format!("check/{campaign}")).to_string()
    }

    /// An unguessable name for a seat's folder on the site; like the token, it changes with each epoch.
    pub fn folder_name(&self, campaign: &CampaignId, seat: Seat, epoch: u32) -> String {
        self.code(&format!("site/{campaign}/{seat}/{epoch}")).to_string().to_lowercase()
    }

    /// Whether a name can be one of [`Secret::folder_name`], of this secret or of another.
    pub fn is_folder_name(name: &str) -> bool {
        name.chars().all(|letter| matches!(letter, 'a'..='z' | '2'..='7')) && Token::read(&name.to_uppercase()).is_some()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> CampaignId {
        CampaignId::new(name).unwrap()
    }

    #[test]
    fn tokens_differ_by_campaign_seat_and_epoch_and_are_sixteen_letters() {
        let secret = Secret::new(Seed([3; 32]));
        let token = secret.token(&id("rim-3"), Seat(2), 0);
        assert_eq!((token.to_string().len(), Token::read(&token.to_string())), (16, Some(token.clone())));
        let others =
            [secret.token(&id("rim-4"), Seat(2), 0), secret.token(&id("rim-3"), Seat(1), 0), secret.token(&id("rim-3"), Seat(2), 1)];
        assert!(others.iter().all(|other| *other != token));
        assert_eq!(format!("{secret:?} {token:?}"), "Secret(…) Token(…)");
    }

    #[test]
    fn a_token_is_read_after_slips_of_eye_and_finger_and_shown_as_it_was_made() {
        let token = Token::of_bits(|place| place as u128);
        assert_eq!(token.to_string(), "ABCDEFGHIJKLMNOP");
        for text in ["ABCDEFGHIJKLMNOP", "abcd-efgh 1jkl-mn0p", "A8CDEFGH|JKIMNOP"] {
            assert_eq!(Token::read(text), Some(token.clone()), "{text}");
        }
        for other in ["", "ABCDEFGHIJKLMNO", "ABCDEFGHIJKLMNOPQ", "ABCDEFGHIJKLMNO9", "ABCDEFGHIJKLMNÖ", "ABCDEFGH\tIJKLMNOP"] {
            assert_eq!(Token::read(other), None, "{other}");
        }
        assert_ne!(Token::read("ABCDEFGHIJKLMNOQ"), Some(token));
    }
}
