//! The address of a mailbox: email can be sent to every value of the type.
//!
//! Configuration, reading, composing and sending all use this type, so that none of them refuses what another has accepted; see
//! docs/decisions/0005-reading-mail.md.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::Identity;
use crate::engine::is_invisible;

/// RFC 5321, 4.5.3.1: the most letters before the `@`, as written.
const LOCAL_LETTERS: usize = 64;
/// RFC 5321, 4.5.3.1: a path has at most 256 letters, two of which are angle brackets.
const ADDRESS_LETTERS: usize = 254;
/// RFC 1035: the most letters of one part of a host name.
const LABEL_LETTERS: usize = 63;

/// An address that an email can be sent to, such as `ann@player.example` or `"taro..yamada"@docomo.example`.
///
/// Its text is one line of ASCII that can be used unchanged in a header, in an SMTP command and as an argument of sendmail: the local part
/// is quoted if necessary, the host name is in lower case, and an international one is in Punycode. Two addresses are equal if they differ
/// only in letter case: no provider gives `Ann@` and `ann@` to two people.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Address {
    text: String,
    /// The index of the `@` that ends the local part.
    at: usize,
}

/// Why a text is no [`Address`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an email address such as ann@player.example: {why}")]
pub struct AddressError {
    /// The text as given, without blanks around it.
    pub text: String,
    /// The first mistake in it.
    pub why: NoAddress,
}

/// A mistake in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages are the explanation")]
pub enum NoAddress {
    #[error("there is no @ in it")]
    NoAt,
    #[error("a name is beside it; write only the address")]
    WithName,
    #[error("there is nothing before the @")]
    NoLocalPart,
    #[error("before the @ are letters that mail servers do not accept; they accept ASCII letters, digits, dots and hyphens")]
    LocalPart,
    #[error("it is too long: the limits are {LOCAL_LETTERS} letters before the @ and {ADDRESS_LETTERS} in all")]
    TooLong,
    #[error("what follows the @ is not the name of a host")]
    Host,
}

impl Address {
    /// Reads an address in any spelling. `taro..yamada@docomo.example`, which phone providers give although no standard allows it, is the
    /// same as `"taro..yamada"@docomo.example`.
    ///
    /// # Errors
    /// When no email could be sent to it, or only by servers that allow more than ASCII before the `@` (SMTPUTF8).
    pub fn new(text: &str) -> Result<Address, AddressError> {
        read(text.trim()).map_err(|why| AddressError { text: text.trim().to_owned(), why })
    }

    /// The address in the form that emails and servers use.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The part before the `@`, in quotes if it needs them.
    pub fn local_part(&self) -> &str {
        &self.text[..self.at]
    }

    /// The part after the `@`: a host name in lower case.
    pub fn domain(&self) -> &str {
        &self.text[self.at + 1..]
    }

    /// The identity of its owner, which is the same for all spellings of the address.
    pub fn identity(&self) -> Identity {
        Identity::of(&self.text)
    }

    /// The part between `+` and `@`: `rim-3.4F7K` in `games+rim-3.4F7K@host`.
    pub fn detail(&self) -> Option<&str> {
        let local = self.local_part();
        let inside = local.strip_prefix('"').and_then(|local| local.strip_suffix('"')).unwrap_or(local);
        inside.split_once('+').map(|(_, detail)| detail)
    }

    /// `games+rim-3.4F7K@host` for `games@host`; `None` if that would be too long for an address.
    pub fn with_detail(&self, detail: &str) -> Option<Address> {
        let local = unquoted(self.local_part())?;
        written(&format!("{local}+{detail}"), self.domain()).ok()
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.text.eq_ignore_ascii_case(&other.text)
    }
}

impl Eq for Address {}

impl PartialOrd for Address {
    fn partial_cmp(&self, other: &Address) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Address {
    fn cmp(&self, other: &Address) -> Ordering {
        let folded = |byte: u8| byte.to_ascii_lowercase();
        self.text.bytes().map(folded).cmp(other.text.bytes().map(folded))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        Address::new(text)
    }
}

impl TryFrom<String> for Address {
    type Error = AddressError;

    fn try_from(text: String) -> Result<Address, AddressError> {
        Address::new(&text)
    }
}

impl From<Address> for String {
    fn from(address: Address) -> String {
        address.text
    }
}

fn read(text: &str) -> Result<Address, NoAddress> {
    let (local, domain) = text.rsplit_once('@').ok_or(NoAddress::NoAt)?;
    if domain.ends_with('>') {
        return Err(NoAddress::WithName);
    }
    // Without quotes `Ann <ann@player.example` would look like an address, so a local part that needs quotes must have them, unless only
    // its dots require them.
    let local = match unquoted(local) {
        Some(inside) if local.starts_with('"') => inside,
        _ if local.bytes().all(|byte| is_atom_letter(byte) || byte == b'.') => local.to_owned(),
        _ => return Err(NoAddress::LocalPart),
    };
    written(&local, &host_name(domain).ok_or(NoAddress::Host)?)
}

/// An address from a local part without quotes and a host name.
fn written(local: &str, domain: &str) -> Result<Address, NoAddress> {
    if local.is_empty() {
        return Err(NoAddress::NoLocalPart);
    }
    if !local.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Err(NoAddress::LocalPart);
    }
    let local = if needs_quotes(local) { quoted(local) } else { local.to_owned() };
    let text = format!("{local}@{domain}");
    let fits = local.len() <= LOCAL_LETTERS && text.len() <= ADDRESS_LETTERS;
    if fits { Ok(Address { at: local.len(), text }) } else { Err(NoAddress::TooLong) }
}

/// The content of a quoted local part; an unquoted one is its own content. `None` if the quotes are wrong.
fn unquoted(local: &str) -> Option<String> {
    let Some(inside) = local.strip_prefix('"') else { return Some(local.to_owned()) };
    let mut letters = inside.strip_suffix('"')?.chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => plain.push(letters.next()?),
            '"' => return None,
            letter => plain.push(letter),
        }
    }
    Some(plain)
}

/// RFC 5321: a local part that is no dot-string is written in quotes. One that begins with a hyphen is quoted, too, because sendmail could
/// take it for an option.
fn needs_quotes(local: &str) -> bool {
    local.starts_with('-') || local.split('.').any(|atom| atom.is_empty() || !atom.bytes().all(is_atom_letter))
}

fn quoted(local: &str) -> String {
    let escaped = local.chars().flat_map(|letter| matches!(letter, '"' | '\\').then_some('\\').into_iter().chain([letter]));
    format!("\"{}\"", escaped.collect::<String>())
}

/// RFC 5322: atext.
fn is_atom_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// A host name in the form for look-ups: lower case, and Punycode if international. Addresses in brackets are refused: nobody plays from
/// one.
fn host_name(domain: &str) -> Option<String> {
    // Punycode drops invisible letters, so two different spellings could become the same name.
    if domain.contains(is_invisible) {
        return None;
    }
    let name = if domain.is_ascii() { domain.to_ascii_lowercase() } else { idna::domain_to_ascii(domain).ok()? };
    name.split('.').all(is_label).then_some(name)
}

/// Whether a part of a host name has only letters, digits and hyphens, with no hyphen at an end. Underscores are allowed, because some
/// names have them against the rule.
fn is_label(label: &str) -> bool {
    let is_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = label.as_bytes();
    let has_letters = bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    has_letters && bytes.len() <= LABEL_LETTERS && is_end(bytes.first()) && is_end(bytes.last())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(spelling: &str) -> String {
        Address::new(spelling).map_or_else(|error| format!("{:?}", error.why), |address| address.to_string())
    }

    #[test]
    fn an_address_is_written_in_the_one_way_that_every_server_takes() {
        for (spelling, expected) in [
            ("ann@player.example", "ann@player.example"),
            (" Ann.Bee+x@Player.Example ", "Ann.Bee+x@player.example"),
            ("taro..yamada@docomo.example", "\"taro..yamada\"@docomo.example"),
            ("taro.@docomo.example", "\"taro.\"@docomo.example"),
            (".taro@docomo.example", "\".taro\"@docomo.example"),
            ("\"taro..yamada\"@docomo.example", "\"taro..yamada\"@docomo.example"),
            ("\"ann\"@player.example", "ann@player.example"),
            ("\"ann bee\"@player.example", "\"ann bee\"@player.example"),
            (r#""a\nn"@player.example"#, "ann@player.example"),
            (r#""a\"b\\c"@player.example"#, r#""a\"b\\c"@player.example"#),
            ("\"a@b\"@player.example", "\"a@b\"@player.example"),
            ("-oops@player.example", "\"-oops\"@player.example"),
            ("o'neill/x=y@player.example", "o'neill/x=y@player.example"),
            ("root@localhost", "root@localhost"),
            ("a@my_host.example", "a@my_host.example"),
            ("ann@Bücher.example", "ann@xn--bcher-kva.example"),
            ("ann@例え.example", "ann@xn--r8jz45g.example"),
        ] {
            assert_eq!(text(spelling), expected, "{spelling}");
        }
    }

    #[test]
    fn what_no_server_takes_is_no_address() {
        for (spelling, why) in [
            ("", NoAddress::NoAt),
            ("ann", NoAddress::NoAt),
            ("@player.example", NoAddress::NoLocalPart),
            ("\"\"@player.example", NoAddress::NoLocalPart),
            ("bob smith@player.example", NoAddress::LocalPart),
            ("Ann <ann@player.example", NoAddress::LocalPart),
            ("a@b@player.example", NoAddress::LocalPart),
            ("jürgen@player.example", NoAddress::LocalPart),
            ("\"jürgen\"@player.example", NoAddress::LocalPart),
            ("\"a\"b\"@player.example", NoAddress::LocalPart),
            ("\"a\\\"@player.example", NoAddress::LocalPart),
            ("\"@player.example", NoAddress::LocalPart),
            ("a\tb@player.example", NoAddress::LocalPart),
            ("ann@", NoAddress::Host),
            ("Ann <ann@player.example>", NoAddress::WithName),
            ("ann@player..example", NoAddress::Host),
            ("ann@player.example.", NoAddress::Host),
            ("ann@-player.example", NoAddress::Host),
            ("ann@[192.0.2.1]", NoAddress::Host),
            ("ann@play\u{200b}er.example", NoAddress::Host),
            ("ann@player.example\r\nBcc: x", NoAddress::Host),
        ] {
            assert_eq!(text(spelling), format!("{why:?}"), "{spelling:?}");
        }
        assert_eq!(text(&format!("{}@player.example", "a".repeat(65))), "TooLong");
        assert_eq!(text(&format!("{}.@player.example", "a".repeat(62))), "TooLong", "with its quotes");
        assert_eq!(text(&format!("a@{}example", "abc.".repeat(62))), "TooLong");
        assert_eq!(text(&format!("a@{}.example", "a".repeat(64))), "Host");
    }

    #[test]
    fn all_spellings_of_an_address_are_equal() {
        let address = |text| Address::new(text).unwrap();
        assert_eq!(address("Taro..Yamada@docomo.example"), address("\"taro..yamada\"@DOCOMO.example"));
        assert_eq!(address("ann@bücher.example"), address("ANN@xn--bcher-kva.example"));
        assert_eq!(address("Ann@a.example").cmp(&address("ann@a.example")), Ordering::Equal);
        assert_eq!(address("Ann@a.example").identity(), address("aNN@a.example").identity());
        assert_ne!(address("ann@a.example"), address("bob@a.example"));
    }

    #[test]
    fn a_detail_stands_within_the_quotes() {
        let with = |text: &str, detail: &str| Address::new(text).unwrap().with_detail(detail).map(|address| address.to_string());
        assert_eq!(with("games@pbem.example", "rim-3.4F7K").as_deref(), Some("games+rim-3.4F7K@pbem.example"));
        assert_eq!(with("the..games@pbem.example", "rim-3").as_deref(), Some("\"the..games+rim-3\"@pbem.example"));
        assert_eq!(with(&format!("{}@pbem.example", "g".repeat(60)), "rim-3"), None);
        assert_eq!(with("games@pbem.example", "ä"), None);
        for text in ["games+rim-3.4F7K@host", "\"the..games+rim-3.4F7K\"@host"] {
            assert_eq!(Address::new(text).unwrap().detail(), Some("rim-3.4F7K"));
        }
    }
}
