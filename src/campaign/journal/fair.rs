//! Dice that nobody can choose: two secrets of each turn are committed before anybody sends a sheet, and the seed follows from one of them
//! and all sheets. `sha256sum` and `openssl` are enough to check everything (docs/fairness.md).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::hex::Hex;
use crate::campaign::token::Secret;
use crate::campaign::{CampaignId, Digest};
use crate::engine::{Seat, Seed};

/// The secrets of a turn, which are fixed before its sheets are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnSecrets {
    /// Gives the dice. Revealed with the report of the turn.
    pub dice: Seed,
    /// Gives the salts of the sheets. Revealed when the game is over.
    pub salts: Seed,
}

/// What is published about the secrets of a turn in advance: the SHA-256 of the 64 hexadecimal digits of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitment {
    /// The digest of [`TurnSecrets::dice`].
    pub dice: Digest,
    /// The digest of [`TurnSecrets::salts`].
    pub salts: Digest,
}

/// Keeps a sheet from being guessed from its digest: 32 hexadecimal digits, for a seat in a turn. The seat's player is told.
pub type Salt = Hex<16, OfSalt>;

/// Tells salts from other bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfSalt {}

impl Secret {
    /// The secrets of a turn; turn 0 is the set-up. A turn that is played again has new ones: `era` numbers the course that the game takes, and is 0
    /// as long as it never went back.
    pub fn turn_secrets(&self, campaign: &CampaignId, era: u32, turn: u32) -> TurnSecrets {
        let of_turn = if era == 0 { format!("{campaign}/{turn}") } else { format!("{campaign}/{turn}/{era}") };
        TurnSecrets { dice: self.derive(&format!("dice/{of_turn}")), salts: self.derive(&format!("salts/{of_turn}")) }
    }
}

impl TurnSecrets {
    /// What is published about them a turn before they are used. It reveals nothing about them, and fits no other secrets.
    pub fn commitment(&self) -> Commitment {
        Commitment { dice: committed(self.dice), salts: committed(self.salts) }
    }

    /// The salt of the seat's sheets for the turn, whichever of them counts.
    pub fn salt(&self, seat: Seat) -> Salt {
        salt(self.salts, seat)
    }

    /// The number by which a seat's caretaker chooses among equal options. Nobody can predict it before the salts are revealed, when the
    /// game is over.
    pub fn caretaker(&self, seat: Seat) -> u64 {
        self.salts.caretaker(seat)
    }
}

/// The SHA-256 of a secret's 64 hexadecimal digits.
pub fn committed(secret: Seed) -> Digest {
    Digest::of(secret.to_string().as_bytes())
}

/// The salt of a seat: the first half of `HMAC-SHA256(salts, "seat/2")`.
pub fn salt(salts: Seed, seat: Seat) -> Salt {
    let code = salts.derive(&format!("seat/{seat}")).0;
    let mut half = [0; 16];
    half.copy_from_slice(&code[..16]);
    Salt::from_bytes(half)
}

/// The digest of a sheet in canonical spelling: of a line with its salt, and its lines. A seat without a sheet has the digest of the salt
/// alone, so that nobody sees who has sent one.
pub fn sheet_digest(salt: Salt, canonical: Option<&str>) -> Digest {
    Digest::of(canonical.map_or(salt.to_string(), |canonical| format!("{salt}\n{canonical}")).as_bytes())
}

/// The seed of a turn: the SHA-256 of a line that names the turn, a line with its secret, and a line for each seat with the digest of its
/// sheet.
pub fn turn_seed(campaign: &CampaignId, turn: u32, dice: Seed, sheets: &BTreeMap<Seat, Digest>) -> Seed {
    let lines = sheets.iter().map(|(seat, digest)| format!("{seat} {digest}\n")).collect::<String>();
    Seed(*Digest::of(format!("{campaign} turn {turn}\n{dice}\n{lines}").as_bytes()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> CampaignId {
        CampaignId::new(name).unwrap()
    }

    #[test]
    fn all_of_it_is_what_sha256sum_and_openssl_print() {
        let secrets = Secret::new(Seed([1; 32])).turn_secrets(&id("rim-3"), 0, 7);
        assert_eq!(committed(Seed([0; 32])).to_string(), "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55");
        let hmac = secrets.salts.derive("seat/2").to_string();
        assert_eq!(secrets.salt(Seat(2)).to_string(), hmac[..32]);
        let salt: Salt = "00112233445566778899aabbccddeeff".parse().unwrap();
        assert_eq!(sheet_digest(salt, Some("TARGET 2\n")), Digest::of(b"00112233445566778899aabbccddeeff\nTARGET 2\n"));
        assert_eq!(sheet_digest(salt, None), Digest::of(b"00112233445566778899aabbccddeeff"));
        assert_ne!(sheet_digest(salt, Some("")), sheet_digest(salt, None), "an empty sheet is a sheet");
        let sheets = BTreeMap::from([(Seat(1), Digest::of(b"a")), (Seat(2), Digest::of(b"b"))]);
        let text = format!("rim-3 turn 7\n{}\n1 {}\n2 {}\n", secrets.dice, Digest::of(b"a"), Digest::of(b"b"));
        assert_eq!(turn_seed(&id("rim-3"), 7, secrets.dice, &sheets).0, *Digest::of(text.as_bytes()).as_bytes());
        assert!("".parse::<Salt>().is_err() && "0".repeat(31).parse::<Salt>().is_err() && "é".repeat(16).parse::<Salt>().is_err());
    }

    #[test]
    fn each_turn_and_each_seat_has_its_own() {
        let secret = Secret::new(Seed([1; 32]));
        let (one, other) = (secret.turn_secrets(&id("rim-3"), 0, 1), secret.turn_secrets(&id("rim-3"), 0, 2));
        assert!(one.dice != other.dice && one.salts != other.salts && one.dice != one.salts);
        assert!(one.salt(Seat(1)) != one.salt(Seat(2)) && one.salt(Seat(1)) != other.salt(Seat(1)));
    }
}
