//! Dice that a player can check: named streams of HMAC-SHA256 in counter mode, all from one seed for each turn.
//!
//! A stream's block `i` is `HMAC-SHA256(key = seed, message = "NAME#i")`, read as eight big-endian
//! 32-bit words. `openssl` makes the same bytes:
//!
//! ```text
//! printf 'turn/7/revolt/20#0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:SEED
//! ```
//!
//! Each roll site has a name of its own, so that a new roll never shifts another.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::{HexDigits, Seat, read_hex};

/// The 32 bytes that determine all throws of one turn; written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

/// A text that is not 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits, this has {length} characters or others than 0-9 a-f")]
pub struct SeedError {
    length: usize,
}

/// All streams of one seed.
#[derive(Debug, Clone)]
pub struct Dice {
    seed: Seed,
    naming: fn(&str) -> &str,
}

/// The throws of one roll site, in order.
pub struct Stream {
    seed: Seed,
    name: String,
    block_index: u32,
    words: Vec<u32>,
    thrown: Vec<Throw>,
}

/// A number that was thrown, and how many sides the die had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// How many numbers were possible.
    pub sides: u32,
    /// From 0 to `sides - 1`.
    pub result: u32,
}

impl Dice {
    /// Dice whose streams depend only on `seed` and on their names.
    pub fn new(seed: Seed) -> Dice {
        Dice { seed, naming: |name| name }
    }

    /// Dice that fall alike at every roll site: what the laws mean by "dice held equal".
    pub fn alike_everywhere(seed: Seed) -> Dice {
        Dice { seed, naming: |_| "everywhere" }
    }

    /// A separate seed derived from this one, for throws that must not reveal it.
    pub fn seed_of(&self, name: &str) -> Seed {
        self.seed.derive((self.naming)(name))
    }

    /// The stream of a roll site such as `turn/7/revolt/20`, always from its first throw.
    pub fn stream(&self, name: &str) -> Stream {
        Stream { seed: self.seed, name: (self.naming)(name).to_owned(), block_index: 0, words: Vec::new(), thrown: Vec::new() }
    }
}

impl Stream {
    /// A number from `0` to `sides - 1`, each equally likely; `0` if `sides` is 0.
    ///
    /// A word of the stream is taken modulo `sides`. Words at or above the largest multiple of `sides` below 2^32 are skipped, so that no number is
    /// favoured.
    pub fn below(&mut self, sides: u32) -> u32 {
        if sides == 0 {
            return 0;
        }
        let fair_below = (1_u64 << 32) / u64::from(sides) * u64::from(sides);
        loop {
            let word = self.next_word();
            if u64::from(word) < fair_below {
                self.thrown.push(Throw { sides, result: word % sides });
                return word % sides;
            }
        }
    }

    /// A throw that comes true with a probability of `percent` in 100.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of `candidates`, each equally likely; `None` if there are none.
    pub fn choose<'a, T>(&mut self, candidates: &'a [T]) -> Option<&'a T> {
        candidates.get(self.below(candidates.len() as u32) as usize)
    }

    /// The name of the stream; with it and the seed anybody can repeat the throws.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All throws so far, in order.
    pub fn thrown(&self) -> &[Throw] {
        &self.thrown
    }

    fn next_word(&mut self) -> u32 {
        if self.words.is_empty() {
            self.words = self.next_block();
        }
        self.words.pop().unwrap_or_default()
    }

    /// The eight words of the next block, last first, so that `pop` takes them in order.
    fn next_block(&mut self) -> Vec<u32> {
        let message = format!("{}#{}", self.name, self.block_index);
        self.block_index += 1;
        let block = self.seed.derive(&message);
        block.0.chunks_exact(4).rev().map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]])).collect()
    }
}

impl Seed {
    /// The seed of one turn in a game whose dice all derive from this one, so that no stream continues into the next turn. The opening is turn 0.
    pub fn of_turn(&self, turn: u32) -> Seed {
        self.derive(&format!("turn/{turn}"))
    }

    /// The salt of a seat's caretaker in the turn of this seed ([`super::Game::caretaker`]).
    pub fn caretaker(&self, seat: Seat) -> u64 {
        let seed = self.derive(&format!("caretaker/{seat}"));
        seed.0.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// `HMAC-SHA256(key = self, message)`: a block of dice, or a derived seed.
    pub fn derive(&self, message: &str) -> Seed {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(message.as_bytes());
        Seed(mac.finalize().into_bytes().into())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        HexDigits(&self.0).fmt(out)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Seed({self})")
    }
}

impl std::str::FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        read_hex(text).map(Seed).ok_or_else(|| SeedError { length: text.chars().count() })
    }
}

impl TryFrom<String> for Seed {
    type Error = SeedError;

    fn try_from(text: String) -> Result<Seed, SeedError> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_what_openssl_prints() {
        // printf 'turn/7/revolt/20#0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:00…00
        let block = Seed([0; 32]).derive("turn/7/revolt/20#0").to_string();
        let mut stream = Dice::new(Seed([0; 32])).stream("turn/7/revolt/20");
        let first = u32::from_str_radix(&block[..8], 16).unwrap();
        let second = u32::from_str_radix(&block[8..16], 16).unwrap();
        assert_eq!((stream.below(1 << 16), stream.below(7)), (first % (1 << 16), second % 7));
    }

    #[test]
    fn a_seed_reads_what_it_shows_and_refuses_anything_else() {
        let seed = Seed([0xa5; 32]);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        for wrong in ["", "12", &"g".repeat(64), &"é".repeat(32)] {
            assert!(wrong.parse::<Seed>().is_err(), "{wrong:?} is no seed");
        }
    }

    #[test]
    fn every_side_comes_up_about_equally() {
        let mut stream = Dice::new(Seed([7; 32])).stream("law");
        let mut counts = [0_u32; 6];
        (0..6_000).for_each(|_| counts[stream.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
        assert_eq!(stream.below(0), 0);
    }
}
