//! The host's key, which signs, and a campaign's, to which everything is sealed that nobody may read yet.

use std::fmt;

use crypto_box::aead::rand_core::{CryptoRng, Error, RngCore, impls};
use crypto_box::{PublicKey as SealingKey, SecretKey as OpeningKey};
use ed25519_dalek::{Signature as Ed25519, Signer, SigningKey, VerifyingKey};

use super::hex::Hex;
use super::token::Secret;
use crate::engine::Seed;

/// The key of a host. It signs journals and receipts, and opens what waits in the outbox. Never shown.
#[derive(Clone)]
pub struct HostKey {
    signing: SigningKey,
    seal: Seal,
}

/// The public half of a host's key, 64 hexadecimal digits. It is short enough to be its own fingerprint.
pub type PublicKey = Hex<32, OfKey>;

/// What tells keys from other bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfKey {}

/// An Ed25519 signature, 128 hexadecimal digits.
pub type Signature = Hex<64, OfSignature>;

/// What tells signatures from other bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfSignature {}

/// Seals texts, and opens them: the sealed box of libsodium (X25519, XSalsa20-Poly1305).
#[derive(Clone)]
pub struct Seal {
    opening: OpeningKey,
    /// Its public half, which takes as long to find as half of a sealing.
    sealing: SealingKey,
    /// What was sealed to them is opened, too.
    older: Vec<OpeningKey>,
    /// From which the one-time keys follow.
    one_time: Seed,
}

/// A sealed text that this key does not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it was sealed to another key, or is damaged")]
pub struct NotOpened;

impl HostKey {
    pub fn new(seed: Seed) -> HostKey {
        HostKey { signing: SigningKey::from_bytes(&seed.derive("sign").0), seal: Seal::new(seed.derive("seal")) }
    }

    pub fn public(&self) -> PublicKey {
        PublicKey::from_bytes(self.signing.verifying_key().to_bytes())
    }

    /// Signs a text; the same text has the same signature.
    pub fn sign(&self, text: &str) -> Signature {
        Signature::from_bytes(self.signing.sign(text.as_bytes()).to_bytes())
    }

    /// For what waits on the host.
    pub fn seal(&self) -> &Seal {
        &self.seal
    }
}

impl PublicKey {
    /// Whether this key signed the text. Weak keys sign nothing.
    pub fn signed(&self, text: &str, signature: &Signature) -> bool {
        let key = VerifyingKey::from_bytes(self.as_bytes());
        key.is_ok_and(|key| key.verify_strict(text.as_bytes(), &Ed25519::from_bytes(signature.as_bytes())).is_ok())
    }
}

impl Secret {
    /// For the sheets of a campaign.
    pub fn seal(&self, campaign: &str) -> Seal {
        Seal::new(self.derive(&format!("seal/{campaign}")))
    }
}

impl Seal {
    fn new(seed: Seed) -> Seal {
        let opening = OpeningKey::from_bytes(seed.derive("open").0);
        Seal { sealing: opening.public_key(), opening, older: Vec::new(), one_time: seed.derive("one-time") }
    }

    /// The same, which also opens what was sealed to older ones.
    pub fn or_opened_by(mut self, older: impl IntoIterator<Item = Seal>) -> Seal {
        self.older.extend(older.into_iter().map(|seal| seal.opening));
        self
    }

    /// Seals a text. Its one-time key follows from the text, so that a run that was killed writes the same again; who does not have this
    /// key learns no more than that two sealed texts are the same.
    pub fn close(&self, plain: &[u8]) -> Vec<u8> {
        let mut bytes = OneTime::of(&self.one_time, plain);
        self.sealing.seal(&mut bytes, plain).expect("memory holds every text twice that it holds once")
    }

    /// Opens what [`Seal::close`] returned.
    ///
    /// # Errors
    /// When it was sealed to another key, or changed.
    pub fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, NotOpened> {
        let mut keys = [&self.opening].into_iter().chain(&self.older);
        keys.find_map(|key| key.unseal(sealed).ok()).ok_or(NotOpened)
    }
}

/// Bytes that follow from a key and a text.
struct OneTime {
    seed: Seed,
    block: u32,
}

impl OneTime {
    fn of(key: &Seed, plain: &[u8]) -> OneTime {
        OneTime { seed: key.derive(&super::Digest::of(plain).to_string()), block: 0 }
    }
}

impl RngCore for OneTime {
    fn next_u32(&mut self) -> u32 {
        impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let block = self.seed.derive(&self.block.to_string());
            self.block += 1;
            chunk.copy_from_slice(&block.0[..chunk.len()]);
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for OneTime {}

impl fmt::Debug for HostKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "HostKey({})", self.public())
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Seal(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_opened_by_its_own_key_alone() {
        let seal = Secret::new(Seed([1; 32])).seal("rim-3");
        let sealed = seal.close(b"BUILD 3 FI");
        assert_eq!(seal.open(&sealed), Ok(b"BUILD 3 FI".to_vec()));
        assert!(!sealed.windows(5).any(|part| part == b"BUILD"));
        assert_eq!(seal.close(b"BUILD 3 FI"), sealed, "a run that was killed writes the same again");
        assert_ne!(seal.close(b"BUILD 4 FI")[..32], sealed[..32], "each text has a one-time key of its own");
        let others = [Secret::new(Seed([2; 32])).seal("rim-3"), Secret::new(Seed([1; 32])).seal("rim-4")];
        assert!(others.iter().all(|other| other.open(&sealed) == Err(NotOpened)));
        for index in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[index] ^= 1;
            assert_eq!(seal.open(&changed), Err(NotOpened), "byte {index}");
        }
        assert_eq!((seal.open(b""), seal.open(&sealed[..40])), (Err(NotOpened), Err(NotOpened)));
    }

    #[test]
    fn a_signature_is_of_one_text_by_one_key() {
        let (key, other) = (HostKey::new(Seed([1; 32])), HostKey::new(Seed([2; 32])));
        let signature = key.sign("entry 7");
        assert!(key.public().signed("entry 7", &signature));
        assert!(!key.public().signed("entry 8", &signature) && !other.public().signed("entry 7", &signature));
        assert_eq!(signature.to_string().parse(), Ok(signature));
        assert_eq!(key.public().to_string().parse(), Ok(key.public()));
        for wrong in ["", "00", &"é".repeat(64), &"0".repeat(127), &"0".repeat(129)] {
            assert!(wrong.parse::<Signature>().is_err(), "{wrong:?}");
        }
        assert!(!format!("{key:?}{:?}", key.seal()).contains("[1, 1"));
    }
}
