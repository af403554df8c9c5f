//! Identifies a player in all campaigns of a host.

use super::address::Address;
use super::digest::Digest;
use super::hex::Hex;

/// The digest of an address; only somebody who already knows the address can recognize it.
pub type PlayerKey = Hex<32, OfPlayer>;

/// Tells keys of players from other digests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfPlayer {}

impl PlayerKey {
    /// The key of the person with this address, in any of its spellings.
    pub fn of(address: &Address) -> PlayerKey {
        PlayerKey::from_bytes(*Digest::of(format!("player {}", address.identity()).as_bytes()).as_bytes())
    }
}
