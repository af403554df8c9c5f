//! What a delivery report says: which addresses a mail system has given up on, and which email it returns.

use super::header::Fields;
use super::mailbox::Mailboxes;
use crate::campaign::{Address, MessageId, OWN_MARKER};

/// The most addresses that are read.
const ADDRESSES: usize = 20;

/// RFC 3464: the addresses in a delivery status. Only `Action: failed` means that an email did not and will not arrive. Where a server has
/// forwarded it, the address that we wrote to is the original recipient.
pub(super) fn of_status(status: &str) -> Vec<Address> {
    let status = status.replace('\r', "");
    let failed = status.split("\n\n").filter(|block| field(block, "action").is_some_and(|action| action.eq_ignore_ascii_case("failed")));
    let named = failed.flat_map(|block| [field(block, "original-recipient"), field(block, "final-recipient")].into_iter().flatten());
    // The form is `rfc822; ann@player.example`.
    each_once(named.filter_map(|value| address(value.split_once(';').map_or(value, |(_, address)| address))))
}

/// The same where a mail system says it to people: in `X-Failed-Recipients`, or as qmail does in lines such as `<ann@player.example>:`.
pub(super) fn of_words<'a>(fields: &Fields, texts: impl Iterator<Item = &'a str>) -> Vec<Address> {
    let in_header = fields.addresses("x-failed-recipients").into_iter().map(|mailbox| mailbox.address);
    // What follows a ruler is the email that comes back.
    let words = texts.flat_map(|text| text.lines().map(str::trim).take_while(|line| !line.starts_with("---")));
    let in_text = words.filter_map(|line| address(line.strip_prefix('<')?.strip_suffix(">:")?));
    each_once(in_header.chain(in_text))
}

/// Our own email that a text returns as a copy, known by its Message-ID.
pub(super) fn enclosed_id<'a>(texts: impl Iterator<Item = &'a str>) -> Option<MessageId> {
    let value = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("message-id").then(|| value.trim().trim_matches(['<', '>']).to_owned())
    };
    let mut ids = texts.flat_map(str::lines).filter_map(value);
    ids.find(|id| id.contains(OWN_MARKER)).and_then(|id| MessageId::new(&id))
}

/// The address of a value; some put angle brackets around it.
fn address(value: &str) -> Option<Address> {
    Some(Mailboxes::read(value).usable.pop()?.address)
}

fn each_once(addresses: impl Iterator<Item = Address>) -> Vec<Address> {
    let mut once: Vec<Address> = Vec::new();
    for address in addresses.take(ADDRESSES) {
        if !once.contains(&address) {
            once.push(address);
        }
    }
    once
}

fn field<'a>(block: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = block.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(field, _)| field.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}
