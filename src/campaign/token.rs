//! Reply tokens: what an email must carry to speak for a seat.

use std::fmt;

use super::CampaignId;
use crate::engine::{Seat, Seed};

/// A campaign's secret, from which its tokens and its dice follow. Never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Seed);

/// The RFC 4648 alphabet.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Characters of a token: 80 bits, 5 each.
const TOKEN_LENGTH: usize = 16;

impl Secret {
    /// The secret that a seed is: the same seed gives the same tokens.
    pub fn new(seed: Seed) -> Secret {
        Secret(seed)
    }

    /// The token of a seat. A new epoch makes all earlier tokens of the seat worthless.
    pub fn token(&self, campaign: &CampaignId, seat: Seat, epoch: u32) -> String {
        self.code(&format!("{campaign}/{seat}/{epoch}"))
    }

    /// A code as long as a token that nobody can guess, for something else.
    pub fn code(&self, name: &str) -> String {
        let code = self.0.derive(&format!("token/{name}")).0;
        let bits = code.iter().take(10).fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        (0..TOKEN_LENGTH).rev().map(|index| char::from(BASE32[(bits >> (5 * index) & 31) as usize])).collect()
    }

    /// Something that follows from it, another one for each name.
    pub(in crate::campaign) fn derive(&self, name: &str) -> Seed {
        self.0.derive(name)
    }

    /// What keeps anybody from guessing what the journal hides of a turn by its digest.
    pub fn turn_salt(&self, campaign: &CampaignId, era: u32, turn: u32) -> Seed {
        let of_turn = if era == 0 { format!("{campaign}/{turn}") } else { format!("{campaign}/{turn}/{era}") };
        self.0.derive(&format!("journal/{of_turn}"))
    }

    /// Tells this secret from every other, and nothing of it.
    pub fn check(&self, campaign: &CampaignId) -> String {
        self.0.derive(&format!("check/{campaign}")).to_string()
    }

    /// A name that nobody can guess, for a seat's folder on the site; as the token, another one in each epoch.
    pub fn folder_name(&self, campaign: &CampaignId, seat: Seat, epoch: u32) -> String {
        self.code(&format!("site/{campaign}/{seat}/{epoch}")).to_lowercase()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}

/// Whether two tokens are the same, in a time that does not tell where they differ.
pub fn same_token(given: &str, known: &str) -> bool {
    let difference = given.bytes().zip(known.bytes()).fold(0, |difference, (one, other)| difference | (one ^ other));
    !known.is_empty() && given.len() == known.len() && difference == 0
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
        assert!(token.len() == 16 && token.bytes().all(|letter| BASE32.contains(&letter)), "{token}");
        let others =
            [secret.token(&id("rim-4"), Seat(2), 0), secret.token(&id("rim-3"), Seat(1), 0), secret.token(&id("rim-3"), Seat(2), 1)];
        assert!(others.iter().all(|other| !same_token(other, &token)));
        assert!(same_token(&token, &token) && !same_token("", &token) && !same_token("", "") && !same_token(&token[1..], &token));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
