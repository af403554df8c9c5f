//! Permanent names for things on the web, which do not change with the host, its address or its key.

use super::Digest;
use crate::engine::HexDigits;

/// `urn:uuid:` and a UUID of version 8 (RFC 9562), whose bits are chosen by its maker: here those of the SHA-256 of the parts. The same
/// parts always give the same name.
pub fn urn(parts: &[&str]) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Digest::of(parts.join("\n").as_bytes()).as_bytes()[..16]);
    bytes[6] = 0x80 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    let [first, second, third, fourth, fifth] = [0..4, 4..6, 6..8, 8..10, 10..16].map(|range| HexDigits(&bytes[range]));
    format!("urn:uuid:{first}-{second}-{third}-{fourth}-{fifth}")
}

#[cfg(test)]
mod tests {
    use super::urn;

    #[test]
    fn a_name_has_the_form_of_a_uuid_and_stays() {
        assert_eq!(urn(&["turn", "5"]), "urn:uuid:fee3e798-41d9-8701-b43f-e668978a37a3");
        assert_ne!(urn(&["turn", "5"]), urn(&["turn", "6"]));
    }
}
