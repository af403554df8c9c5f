//! The host's key, which signs, and the seals that protect what nobody may read yet.

use std::fmt;

use crypto_box::SecretKey as OpeningKey;
use crypto_secretbox::XSalsa20Poly1305;
use crypto_secretbox::aead::{Aead, KeyInit};
use ed25519_dalek::{Signature as Ed25519, Signer, SigningKey, VerifyingKey};

use super::CampaignId;
use super::hex::Hex;
use super::token::Secret;
use crate::engine::Seed;

/// The key of a host, which signs journals and receipts. It is never shown.
#[derive(Clone)]
pub struct HostKey {
    signing: SigningKey,
}

/// The public half of a host's key, 64 hexadecimal digits. It is short enough to be its own fingerprint.
pub type PublicKey = Hex<32, OfKey>;

/// Tells keys from other bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfKey {}

/// An Ed25519 signature, 128 hexadecimal digits.
pub type Signature = Hex<64, OfSignature>;

/// Tells signatures from other bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfSignature {}

/// Seals and opens texts with the secret box of libsodium (XSalsa20-Poly1305). Older builds sealed to a public key whose secret half the
/// same host has; texts that they sealed are opened, too (`docs/decisions/0016-fairness.md`).
#[derive(Clone)]
pub struct Seal {
    keys: SealKeys,
    /// Older keys; what was sealed with them is opened, too.
    older: Vec<SealKeys>,
}

/// The keys that follow from the secret of a seal.
#[derive(Clone)]
struct SealKeys {
    secret_box: Seed,
    /// The seed of the nonces.
    nonces: Seed,
    /// Opens what an older build of this program sealed.
    opening: OpeningKey,
}

/// The beginning of a text that is sealed in a secret box; a text of an older build begins with a random key.
const BOXED: &[u8] = b"ashbox2\n";

const NONCE_BYTES: usize = 24;

/// The error about a sealed text that this key does not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it was sealed to another key, or is damaged")]
pub struct NotOpened;

impl HostKey {
    /// The key that follows from a seed: the same seed gives the same key.
    pub fn new(seed: Seed) -> HostKey {
        HostKey { signing: SigningKey::from_bytes(&seed.derive("sign").0) }
    }

    /// The public half, by which anybody can check its signatures.
    pub fn public(&self) -> PublicKey {
        PublicKey::from_bytes(self.signing.verifying_key().to_bytes())
    }

    /// Signs a text; the same text always has the same signature.
    pub fn sign(&self, text: &str) -> Signature {
        Signature::from_bytes(self.signing.sign(text.as_bytes()).to_bytes())
    }
}

impl PublicKey {
    /// Whether this key signed the text. Signatures by weak keys do not count.
    pub fn signed(&self, text: &str, signature: &Signature) -> bool {
        let key = VerifyingKey::from_bytes(self.as_bytes());
        key.is_ok_and(|key| key.verify_strict(text.as_bytes(), &Ed25519::from_bytes(signature.as_bytes())).is_ok())
    }
}

impl Secret {
    /// The seal for the sheets of a campaign.
    pub fn seal(&self, campaign: &CampaignId) -> Seal {
        Seal::new(self.derive(&format!("seal/{campaign}")))
    }
}

impl Seal {
    /// The seal for texts that wait on a host, from the same secret as its [`HostKey`].
    pub fn of_host(seed: Seed) -> Seal {
        Seal::new(seed.derive("seal"))
    }

    fn new(seed: Seed) -> Seal {
        let opening = OpeningKey::from_bytes(seed.derive("open").0);
        Seal { keys: SealKeys { secret_box: seed.derive("box"), nonces: seed.derive("one-time"), opening }, older: Vec::new() }
    }

    /// The same seal, which also opens what older ones sealed.
    pub fn or_opened_by(mut self, older: impl IntoIterator<Item = Seal>) -> Seal {
        self.older.extend(older.into_iter().map(|seal| seal.keys));
        self
    }

    /// Seals a text. Its nonce follows from the text, so that a run that is repeated after a kill writes the same bytes again. Without the
    /// key, one can only see whether two sealed texts are equal.
    pub fn close(&self, plain: &[u8]) -> Vec<u8> {
        let nonce = &self.keys.nonces.derive(&super::Digest::of(plain).to_string()).0[..NONCE_BYTES];
        let boxed = self.keys.secret_box().encrypt(nonce.into(), plain).expect("memory holds every text twice that it holds once");
        [BOXED, nonce, &boxed].concat()
    }

    /// Opens what [`Seal::close`] returned.
    ///
    /// # Errors
    /// When it was sealed with another key, or was changed.
    pub fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, NotOpened> {
        let mut keys = [&self.keys].into_iter().chain(&self.older);
        keys.find_map(|keys| keys.open(sealed)).ok_or(NotOpened)
    }
}

impl SealKeys {
    fn secret_box(&self) -> XSalsa20Poly1305 {
        XSalsa20Poly1305::new(&self.secret_box.0.into())
    }

    fn open(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        match sealed.strip_prefix(BOXED).and_then(|rest| rest.split_at_checked(NONCE_BYTES)) {
            Some((nonce, boxed)) => self.secret_box().decrypt(nonce.into(), boxed).ok(),
            None => self.opening.unseal(sealed).ok(),
        }
    }
}

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

    fn id(name: &str) -> CampaignId {
        CampaignId::new(name).unwrap()
    }

    #[test]
    fn what_is_sealed_is_opened_by_its_own_key_alone() {
        let seal = Secret::new(Seed([1; 32])).seal(&id("rim-3"));
        let sealed = seal.close(b"BUILD 3 FI");
        assert_eq!(seal.open(&sealed), Ok(b"BUILD 3 FI".to_vec()));
        assert!(!sealed.windows(5).any(|part| part == b"BUILD"));
        assert_eq!(seal.close(b"BUILD 3 FI"), sealed, "a run that was killed writes the same again");
        let nonce = |sealed: &[u8]| sealed[BOXED.len()..][..NONCE_BYTES].to_vec();
        assert_ne!(nonce(&seal.close(b"BUILD 4 FI")), nonce(&sealed), "each text has a nonce of its own");
        let others = [Secret::new(Seed([2; 32])).seal(&id("rim-3")), Secret::new(Seed([1; 32])).seal(&id("rim-4"))];
        assert!(others.iter().all(|other| other.open(&sealed) == Err(NotOpened)));
        for index in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[index] ^= 1;
            assert_eq!(seal.open(&changed), Err(NotOpened), "byte {index}");
        }
        assert_eq!((seal.open(b""), seal.open(&sealed[..40])), (Err(NotOpened), Err(NotOpened)));
    }

    #[test]
    fn what_older_builds_sealed_to_a_public_key_is_opened() {
        // Made by libsodium's `crypto_box_seal`, to the key that follows from the same secret.
        let sealed = "a1103177feb7c55f83cbdd225daa2d3f994f4872cd1c73d5d349024800\
                      0d8e435b488b9dd9b48a6c19fae4d13dfc86e6196a1e0b2d0268548f6d";
        let sealed: Vec<u8> =
            sealed.as_bytes().chunks(2).map(|digits| u8::from_str_radix(str::from_utf8(digits).unwrap(), 16).unwrap()).collect();
        let seal = Secret::new(Seed([1; 32])).seal(&id("rim-3"));
        assert_eq!(seal.open(&sealed), Ok(b"BUILD 3 FI".to_vec()));
        assert_eq!(Secret::new(Seed([2; 32])).seal(&id("rim-3")).or_opened_by([seal]).open(&sealed), Ok(b"BUILD 3 FI".to_vec()));
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
        assert!(!format!("{key:?}{:?}", Seal::of_host(Seed([1; 32]))).contains("[1, 1"));
    }
}
