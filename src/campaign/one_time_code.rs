//! One-time codes: a person who answers with one has read the letter with it.

use std::fmt;

use super::Digest;
use super::token::{Secret, Token};
use crate::engine::Seed;

/// A code that is about to be sent, without `L`, which people read as `I`. It looks like a reply token, so the same parser reads both. Only
/// its digest is stored, so that nobody who reads the database can answer with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeCode(Token);

impl OneTimeCode {
    /// The code that follows from unpredictable bytes and its `purpose`.
    pub fn new(entropy: Seed, purpose: &str) -> OneTimeCode {
        let bytes = entropy.derive(&format!("one-time code/{purpose}")).0;
        OneTimeCode(Token::of_bits(|place| bytes[place].into()).folded())
    }

    /// A code of a campaign; it is always the same for the same `purpose`.
    pub fn of_campaign(secret: &Secret, purpose: &str) -> OneTimeCode {
        OneTimeCode::new(secret.derive("one-time codes"), purpose)
    }

    /// A code that somebody has sent.
    pub fn sent(token: &Token) -> OneTimeCode {
        OneTimeCode(token.folded())
    }

    /// The digest that is stored. Codes are found by it, so no comparison reveals how much of a guess was right.
    pub fn digest(&self) -> Digest {
        Digest::of(format!("ashpost one-time code {}", self.0).as_bytes())
    }
}

/// Shows the code, for its letter only.
impl fmt::Display for OneTimeCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_by_purpose_and_show_in_no_debug_output() {
        let (one, other) = (OneTimeCode::new(Seed([9; 32]), "a"), OneTimeCode::new(Seed([9; 32]), "b"));
        assert!(one != other && one.digest() != other.digest());
        assert!(!one.to_string().contains('L'));
        assert_eq!(Token::read(&one.to_string()).map(|token| OneTimeCode::sent(&token).digest()), Some(one.digest()));
        assert_eq!(format!("{one:?}"), "OneTimeCode(Token(…))");
    }
}
