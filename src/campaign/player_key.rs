//! What a player is known by in all campaigns of a host.

use super::address::Address;
use super::digest::Digest;
use super::hex::Hex;

/// The digest of an address; nobody reads the address out of it who does not know it.
pub type PlayerKey = Hex<32, OfPlayer>;

/// What tells keys of players from other digests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfPlayer {}

impl PlayerKey {
    /// The key of the person with this address, in any of its spellings.
    pub fn of(address: &Address) -> PlayerKey {
        PlayerKey::from_bytes(*Digest::of(format!("player {}", address.identity()).as_bytes()).as_bytes())
    }
}
