//! Receipts: the host's signed proof of what it accepted from a seat, in three lines that survive quoting, wrapping and forwarding.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, SecondsFormat, Utc};

use super::journal::{Salt, Tip};
use super::keys::{HostKey, PublicKey, Signature};
use super::{CampaignId, Digest};
use crate::engine::Seat;

/// What a host promises about a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The campaign that the sheet was sent to.
    pub campaign: CampaignId,
    /// The turn that the sheet is for.
    pub turn: u32,
    /// The seat of the sheet.
    pub seat: Seat,
    /// Numbers the receipts of the seat in the campaign, from 1.
    pub number: u32,
    /// When the email arrived, to the second.
    pub at: DateTime<Utc>,
    /// The digest of the sheet that counts from then on; of the salt alone if none does any longer.
    pub sheet: Digest,
    /// The salt in that digest; [`UNKNOWN_SALT`] for a sheet that its player has sealed.
    pub salt: Salt,
    /// The last entry of the journal at that time.
    pub head: Tip,
}

/// A receipt with its signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedReceipt {
    /// What was signed.
    pub receipt: Receipt,
    /// The signature of the host's key.
    pub signature: Signature,
}

/// Replaces the salt in the receipt of a sheet that its player has sealed, since only that player knows it.
pub const UNKNOWN_SALT: Salt = Salt::from_bytes([0; 16]);

/// The version of the form.
const FORM: u8 = 1;

/// The bytes before the signature, and with it.
const PLAIN: usize = 1 + 4 + 4 + 1 + 8 + 32 + 16 + 4 + 32;
const WHOLE: usize = PLAIN + 64;

/// The letters of the three lines together, and of each.
const LETTERS: usize = (WHOLE * 4).div_ceil(3);
const LINE: usize = LETTERS.div_ceil(3);

/// The beginning of the line before them.
const BEGIN: &str = "ashpost receipt of ";

impl Receipt {
    /// Signs the receipt.
    pub fn signed(self, key: &HostKey) -> SignedReceipt {
        let signature = key.sign(&self.text());
        SignedReceipt { receipt: self, signature }
    }

    /// The text that is signed, in words.
    fn text(&self) -> String {
        let Receipt { campaign, turn, seat, number, at, sheet, salt, head } = self;
        let at = at.to_rfc3339_opts(SecondsFormat::Secs, true);
        format!(
            "ashpost receipt {number} of {campaign}\nturn {turn} seat {seat} at {at}\nsheet {sheet} salt {salt}\nentry {} {}\n",
            head.number, head.hash
        )
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![FORM];
        bytes.extend(self.number.to_be_bytes());
        bytes.extend(self.turn.to_be_bytes());
        bytes.push(self.seat.0);
        bytes.extend(self.at.timestamp().to_be_bytes());
        bytes.extend(self.sheet.as_bytes());
        bytes.extend(self.salt.as_bytes());
        bytes.extend(self.head.number.to_be_bytes());
        bytes.extend(self.head.hash.as_bytes());
        bytes
    }
}

impl SignedReceipt {
    /// Whether this key signed it.
    pub fn is_by(&self, key: &PublicKey) -> bool {
        key.signed(&self.receipt.text(), &self.signature)
    }

    /// A line that names the campaign, and the three lines.
    pub fn lines(&self) -> [String; 4] {
        let bytes = [self.receipt.bytes().as_slice(), self.signature.as_bytes()].concat();
        let letters = URL_SAFE_NO_PAD.encode(bytes);
        let line = |number: usize| letters[number * LINE..LETTERS.min((number + 1) * LINE)].to_owned();
        [format!("{BEGIN}{}", self.receipt.campaign), line(0), line(1), line(2)]
    }

    /// Every receipt in a text, even if a mail program has quoted, indented or wrapped its lines. Returns the receipts that can be read,
    /// and how many are damaged.
    pub fn find_all(text: &str) -> (Vec<SignedReceipt>, usize) {
        let (mut found, mut damaged) = (Vec::new(), 0);
        for (at, _) in text.match_indices(BEGIN) {
            let rest = &text[at + BEGIN.len()..];
            match SignedReceipt::read(rest) {
                Some(receipt) if !found.contains(&receipt) => found.push(receipt),
                Some(_) => {}
                None => damaged += 1,
            }
        }
        (found, damaged)
    }

    /// Reads the campaign's name and the three lines after it.
    fn read(text: &str) -> Option<SignedReceipt> {
        let (name, rest) = text.split_once(|letter: char| letter.is_whitespace())?;
        let is_letter = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        let is_between = |letter: &char| letter.is_whitespace() || matches!(letter, '>' | '|');
        let letters: String =
            rest.chars().take_while(|letter| is_letter(letter) || is_between(letter)).filter(is_letter).take(LETTERS).collect();
        let bytes = URL_SAFE_NO_PAD.decode(letters).ok().filter(|bytes| bytes.len() == WHOLE && bytes[0] == FORM)?;
        let mut parts = Parts(&bytes[1..]);
        let (number, turn) = (u32::from_be_bytes(parts.take()?), u32::from_be_bytes(parts.take()?));
        let [seat] = parts.take()?;
        let at = DateTime::from_timestamp(i64::from_be_bytes(parts.take()?), 0)?;
        let (sheet, salt) = (Digest::from_bytes(parts.take()?), Salt::from_bytes(parts.take()?));
        let head = Tip { number: u32::from_be_bytes(parts.take()?), hash: Digest::from_bytes(parts.take()?) };
        let receipt = Receipt { campaign: CampaignId::new(name)?, turn, seat: Seat(seat), number, at, sheet, salt, head };
        Some(SignedReceipt { receipt, signature: Signature::from_bytes(parts.take()?) })
    }
}

/// Reads bytes from the front.
struct Parts<'a>(&'a [u8]);

impl Parts<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (part, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seed;

    fn signed() -> (HostKey, SignedReceipt) {
        let key = HostKey::new(Seed([5; 32]));
        let receipt = Receipt {
            campaign: CampaignId::new("rim-3").unwrap(),
            turn: 7,
            seat: Seat(2),
            number: 14,
            at: "2027-02-03T19:20:11Z".parse().unwrap(),
            sheet: Digest::of(b"sheet"),
            salt: Salt::from_bytes([9; 16]),
            head: Tip { number: 31, hash: Digest::of(b"head") },
        };
        let signed = receipt.signed(&key);
        (key, signed)
    }

    #[test]
    fn it_is_read_back_from_three_lines_however_they_were_forwarded() {
        let (key, signed) = signed();
        let lines = signed.lines();
        assert!(lines.iter().all(|line| line.len() <= 76), "{lines:?}");
        let plain = lines.join("\n") + "\n\nAshpost\n";
        let narrow = |width: usize| {
            let wrapped =
                lines[1..].iter().flat_map(|line| line.as_bytes().chunks(width)).map(|part| String::from_utf8(part.to_vec()).unwrap());
            [vec![lines[0].clone()], wrapped.collect()].concat().join("\n") + "\n"
        };
        let forms = [
            plain.clone(),
            plain.replace('\n', "\r\n"),
            plain.replace('\n', "\n> > "),
            plain.replace('\n', " \n"),
            plain.replace('\n', "\n    | "),
            format!("Dear GM,\n\nlook:\n\n{}", narrow(40)),
            lines.join(" ") + ".",
        ];
        for form in forms {
            assert_eq!(SignedReceipt::find_all(&form), (vec![signed.clone()], 0), "{form}");
        }
        assert!(signed.is_by(&key.public()));
    }

    #[test]
    fn another_word_in_it_is_not_signed() {
        let (key, signed) = signed();
        let plain = signed.lines().join("\n") + "\n";
        let from = BEGIN.len();
        for index in from..plain.len() - 1 {
            let other = if plain.as_bytes()[index] == b'A' { "B" } else { "A" };
            let changed = [&plain[..index], other, &plain[index + 1..]].concat();
            let (found, _) = SignedReceipt::find_all(&changed);
            assert!(found.iter().all(|receipt| !receipt.is_by(&key.public())), "letter {index}");
        }
        assert_eq!(SignedReceipt::find_all(&plain[..plain.len() - 9]), (Vec::new(), 1), "cut off");
        assert_eq!(SignedReceipt::find_all("ashpost receipt of"), (Vec::new(), 0));
    }
}
