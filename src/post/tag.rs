//! The reply token: it tells which campaign a letter is for, and proves that its sender may write.

use std::collections::BTreeSet;
use std::ops::Range;

use super::gm_commands::gm_line;
use super::{Address, Inside};
use crate::campaign::CampaignId;
use crate::campaign::token::Token;
use crate::engine::Seat;

/// The word that begins the older form of a subject tag: `[ashpost rim-3 4F7K…]`.
const WORD: &str = "ashpost";
/// The most tags that are read from one letter.
const TAGS: usize = 8;

/// A claim of a letter. It proves nothing until the token is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The campaign that it names; this host need not have it.
    pub campaign: CampaignId,
    /// The token that it shows; `None` if there is none of full length.
    pub token: Option<Token>,
    /// The seat, which only a first line names; a token implies it.
    pub seat: Option<Seat>,
    /// Where it was found; the first place if several make the same claim.
    pub source: TagSource,
}

/// Where a tag stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagSource {
    /// `ORDERS rim-3 2 4F7K…` or a subject's tag in the first line of the body or of an order file: typed on purpose, so it comes first.
    FirstLine,
    /// `[rim-3 4F7K…]` in the subject, which a reply carries by itself.
    Subject,
    /// `games+rim-3.4F7K…@host` among the recipients.
    SubAddress,
}

/// All tags of a letter, each claim once, in the order in which to believe them: those with a token first, then by place, in the order of
/// [`TagSource`]; `GM rim-3` comes last.
pub fn find(letter: &Inside) -> Vec<Tag> {
    // The body's first line, and that of an attached order file, which may be a template filled in.
    let starts = letter.orders.origins.iter().map(|origin| origin.line as usize - 1);
    let first_lines = starts.take(TAGS).filter_map(|start| letter.orders.text.lines().nth(start).and_then(in_first_line));
    let sub_addresses = letter.recipients().filter_map(in_address);
    let first_of_all = letter.orders.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let as_in_subject = in_subject(first_of_all).into_iter().map(|tag| Tag { source: TagSource::FirstLine, ..tag });
    let of_gm = gm_line(first_of_all).map(|(campaign, _)| Tag { campaign, token: None, seat: None, source: TagSource::FirstLine });
    let mut tags: Vec<Tag> = Vec::new();
    for tag in first_lines.chain(as_in_subject).chain(in_subject(&letter.subject)).chain(sub_addresses).chain(of_gm) {
        let is_known = tags.iter().any(|known| known.campaign == tag.campaign && known.token == tag.token && known.seat == tag.seat);
        if !is_known && tags.len() < TAGS {
            tags.push(tag);
        }
    }
    tags.sort_by_key(|tag| tag.token.is_none());
    tags
}

/// The seats to which an email was sent through the host, `games+rim-3.seat2@host`, if it is for that campaign.
pub fn seats_written_to(letter: &Inside, campaign: &CampaignId) -> BTreeSet<Seat> {
    let named = letter.recipients().filter_map(|address| {
        let detail = Detail::of(address)?;
        (detail.campaign == *campaign).then_some(detail.seat).flatten()
    });
    named.collect()
}

/// The part between `+` and `@`: `rim-3.4F7K…`, `rim-3.seat2`, `rim-3.4F7K….seat2`.
struct Detail {
    campaign: CampaignId,
    token: Option<Token>,
    seat: Option<Seat>,
}

impl Detail {
    fn of(address: &Address) -> Option<Detail> {
        let detail = address.detail()?;
        let (rest, seat) = match detail.rsplit_once('.').and_then(|(rest, last)| Some((rest, seat_alias(last)?))) {
            Some((rest, seat)) => (rest, Some(seat)),
            None => (detail, None),
        };
        let (campaign, token) = match rest.rsplit_once('.') {
            Some((campaign, token)) => (campaign, Some(Token::read(token)?)),
            None => (rest, None),
        };
        (token.is_some() || seat.is_some()).then_some(Detail { campaign: CampaignId::typed(campaign)?, token, seat })
    }
}

/// `seat2`.
fn seat_alias(text: &str) -> Option<Seat> {
    let number = text.get(..4).filter(|word| word.eq_ignore_ascii_case("seat")).map(|_| &text[4..])?;
    number.parse().ok().filter(|number| *number > 0).map(Seat)
}

/// Reads `ORDERS campaign [seat] [token]`. The order text keeps the line; [`super::Content`] blanks it.
pub fn in_first_line(line: &str) -> Option<Tag> {
    let mut words = line.split_whitespace();
    if !words.next()?.eq_ignore_ascii_case("orders") {
        return None;
    }
    let campaign = CampaignId::typed(words.next()?)?;
    let mut words: Vec<&str> = words.filter(|word| !word.eq_ignore_ascii_case("seat")).collect();
    let seat = words.first().and_then(|word| word.parse().ok()).map(Seat);
    if seat.is_some() {
        words.remove(0);
    }
    let token = Token::read(&words.concat());
    (token.is_some() || words.is_empty()).then_some(Tag { campaign, token, seat, source: TagSource::FirstLine })
}

/// All tags of a subject, `[rim-3 4F7K…]` or the older `[ashpost rim-3 4F7K…]`. A token that was folded or spaced is read as one word. The
/// short form counts only with a complete token: other brackets are the writer's words.
pub fn in_subject(subject: &str) -> Vec<Tag> {
    let closed = bracketed(subject).filter(|place| subject[place.end..].starts_with(']'));
    closed.filter_map(|place| inside_brackets(&subject[place])).take(TAGS).collect()
}

/// The subject without its tags and without `Re:`, `AW:`, `Fwd:` and the like.
pub fn subject_without_tags(subject: &str) -> String {
    let mut rest = subject.to_owned();
    let tags: Vec<Range<usize>> = bracketed(subject).filter(|place| is_tag(&subject[place.clone()])).collect();
    for place in tags.into_iter().rev() {
        rest.replace_range(place.start - 1..(place.end + 1).min(rest.len()), " ");
    }
    let mut words = rest.trim();
    while let Some((prefix, behind)) = words.split_once(':') {
        let prefix = prefix.trim().to_lowercase();
        if !["re", "aw", "fwd", "fw", "wg", "sv", "tr", "rv", "antw"].contains(&prefix.as_str()) {
            break;
        }
        words = behind.trim();
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The ranges between brackets; an opening bracket without a closing one reaches to the end.
fn bracketed(subject: &str) -> impl Iterator<Item = Range<usize>> {
    subject.match_indices('[').map(|(at, _)| {
        let start = at + 1;
        let end = subject[start..].find(['[', ']']).map_or(subject.len(), |length| start + length);
        start..end
    })
}

/// Whether the text between brackets is meant as a tag, even a damaged one.
fn is_tag(inside: &str) -> bool {
    let begins_long = inside.get(..WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(WORD));
    begins_long || inside_brackets(inside).is_some()
}

fn inside_brackets(inside: &str) -> Option<Tag> {
    let mut words = inside.split_whitespace();
    let mut first = words.next()?;
    let is_long = first.eq_ignore_ascii_case(WORD);
    if is_long {
        first = words.next()?;
    }
    let campaign = CampaignId::typed(first)?;
    let rest: String = words.collect();
    let token = Token::read(&rest);
    // A token that lost a letter counts as none, but the long form still names the campaign.
    (is_long || token.is_some()).then_some(Tag { campaign, token, seat: None, source: TagSource::Subject })
}

fn in_address(address: &Address) -> Option<Tag> {
    let Detail { campaign, token, .. } = Detail::of(address)?;
    Some(Tag { campaign, token, seat: None, source: TagSource::SubAddress })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::Letter;

    const TOKEN: &str = "ABCDEFGHIJKLMNOP";

    fn token() -> Option<Token> {
        Token::read(TOKEN)
    }

    fn claims(tags: &[Tag]) -> Vec<(&str, Option<Token>, Option<Seat>)> {
        tags.iter().map(|tag| (&*tag.campaign, tag.token.clone(), tag.seat)).collect()
    }

    #[test]
    fn a_subject_tag_is_found_wherever_it_stands() {
        for subject in [
            "Re: [ashpost rim-3 ABCDEFGHIJKLMNOP] Turn 4",
            "AW: Fwd: turn 4 [ASHPOST RIM-3 abcdefghijklmnop]",
            "[ashpost  rim-3\tABCDEFGH IJKLMNOP ] x",
            "x [ashpost rim-3 ABCDEFGH1JKLMN0P]",
            "Zürich [ashpost rim-3 ABCD-EFGH-IJKL-MNOP]",
            "Re: Turn 5: New Earth lost, Murphy besieged [rim-3 ABCDEFGHIJKLMNOP]",
            "AW: Zürich [x] [RIM-3 ABCD-EFGH IJKL-MNOP] (fwd)",
        ] {
            assert_eq!(claims(&in_subject(subject)), [("rim-3", token(), None)], "{subject}");
        }
        for other in ["[rim-3]", "[rim-3 ABCDEFGHIJKLMNO]", "[rim-3 ABCDEFGHIJKLMNOPQ]", "[[seat]]", "[rim-3 ABCDEFGHIJKLMNOP"] {
            assert!(in_subject(other).is_empty(), "{other}");
        }
        for subject in ["[ashpost]", "[ashpostrim-3]", "[ashpost rim-3", "[ashpost -x]", "[ashpost rim_3]"] {
            assert!(in_subject(subject).is_empty(), "{subject}");
        }
        for subject in ["[ashpost rim-3] hello", "[ashpost rim-3 ABCDEFGHIJKLMNO]"] {
            assert_eq!(claims(&in_subject(subject)), [("rim-3", None, None)], "{subject}");
        }
    }

    #[test]
    fn a_first_line_may_leave_out_seat_and_token() {
        let line = |line: &str| in_first_line(line).map(|tag| (tag.campaign, tag.seat, tag.token));
        let rim = || CampaignId::new("rim-3").unwrap();
        assert_eq!(line(&format!("ORDERS rim-3 2 {TOKEN}")), Some((rim(), Some(Seat(2)), token())));
        assert_eq!(line(&format!("orders RIM-3 seat 2 {TOKEN}")), Some((rim(), Some(Seat(2)), token())));
        assert_eq!(line(&format!("ORDERS rim-3 {TOKEN}")), Some((rim(), None, token())));
        assert_eq!(line("ORDERS rim-3 2"), Some((rim(), Some(Seat(2)), None)));
        assert_eq!(line("ORDERS rim-3"), Some((rim(), None, None)));
        for wrong in ["ORDERS", "ORDERS?", "ORDER rim-3", "ORDERS rim-3 soon", "ORDERS rim-3 2 of mine", "BUILD 3 FI ON 1"] {
            assert_eq!(line(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_subject_without_its_tag_is_what_a_player_typed() {
        assert_eq!(subject_without_tags("Re: AW: [ashpost rim-3 ABCDEFGHIJKLMNOP] help"), "help");
        assert_eq!(subject_without_tags("[ashpost rim-3 X] Re: Turn 4: news"), "Turn 4: news");
        assert_eq!(subject_without_tags("Re: Turn 4: news [rim-3 ABCDEFGHIJKLMNOP]"), "Turn 4: news");
        assert_eq!(subject_without_tags("[a] help [b"), "[a] help [b");
        assert_eq!(subject_without_tags("[ashpost"), "");
    }

    #[test]
    fn a_sub_address_names_campaign_and_token() {
        let tag = |email: &str| in_address(&Address::new(email).unwrap()).map(|tag| (tag.campaign, tag.token));
        assert_eq!(tag("games+rim-3.abcdefghijklmnop@pbem.example"), Some((CampaignId::new("rim-3").unwrap(), token())));
        assert_eq!(tag("games+rim-3.seat2@pbem.example"), Some((CampaignId::new("rim-3").unwrap(), None)));
        for wrong in ["games@pbem.example", "games+rim-3@pbem.example", "games+rim-3.short@pbem.example", "games+rim-3.seat0@pbem.example"]
        {
            assert_eq!(tag(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_sub_address_may_name_another_player() {
        let to = |recipients: &str| {
            let raw = format!("From: ann@player.example\nTo: {recipients}\n\nx\n");
            let seats = seats_written_to(&Letter::read(raw.as_bytes()), &CampaignId::new("rim-3").unwrap());
            seats.into_iter().map(|seat| seat.0).collect::<Vec<u8>>()
        };
        assert_eq!(to("games+rim-3.seat2@pbem.example, games+rim-3.SEAT4@pbem.example"), [2, 4]);
        assert_eq!(to("games+rim-3.ABCDEFGHIJKLMNOP.seat2@pbem.example"), [2]);
        assert!(to("games+rim-4.seat2@pbem.example, games+rim-3.seat999@pbem.example, games+rim-3.séat2@pbem.example").is_empty());
    }
}
