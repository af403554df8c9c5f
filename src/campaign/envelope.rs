//! Decides which seat an email speaks for, whether it came in time, and what is done with it.

use chrono::{DateTime, Utc};

use super::config::Auth;
use super::token::Token;
pub use super::verdict::{BookEffect, Verdict};
use super::{Address, CampaignId, Exceeded, Fingerprint, Noise};
use crate::engine::Seat;

/// The facts about an email that do not depend on its orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Tells the email from all others; equal if the same email comes again, whatever way it took.
    pub fingerprint: Fingerprint,
    /// When our server received it, never later than the run that reads it; the `Date:` field decides nothing.
    pub received_at: DateTime<Utc>,
    /// The sender, if there is exactly one.
    pub sender: Option<Address>,
    /// Why it must not be answered: a program, a list or a mail server sent it.
    pub noise: Option<Noise>,
    /// The campaign that it names.
    pub campaign: Option<CampaignId>,
    /// The token that it shows; `None` if none of its tags has one.
    pub token: Option<Token>,
    /// Other complete tokens in it.
    pub other_tokens: Vec<Token>,
    /// The limit of the host that it exceeds, if any.
    pub exceeded: Option<Exceeded>,
    /// Whether it is a file that was put here, not mailed: it has no sender, and its answer goes to the seat's address.
    pub is_order_file: bool,
}

/// Who may speak for which seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    /// Whether the token is enough, or the sender must be the player, too.
    pub auth: Auth,
    /// All seats that somebody holds.
    pub entries: Vec<RosterEntry>,
}

impl Roster {
    /// The seat that a token belongs to.
    pub fn holder(&self, token: &Token) -> Option<&RosterEntry> {
        // Every token is compared, so that the time taken does not reveal which seat was nearly right.
        self.entries.iter().fold(None, |found, entry| if *token == entry.token { Some(entry) } else { found })
    }
}

/// A seat and its holder, as far as emails show them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterEntry {
    /// The seat that the token speaks for.
    pub seat: Seat,
    /// The player's address, to which letters are sent.
    pub address: Address,
    /// Other addresses of the same player.
    pub also: Vec<Address>,
    /// The seat's current token; earlier ones are void.
    pub token: Token,
}

impl RosterEntry {
    /// Whether an address is one of the player's.
    pub fn has_address(&self, address: &Address) -> bool {
        self.address == *address || self.also.contains(address)
    }
}

/// The turn that orders are accepted for.
#[derive(Debug, Clone, Copy)]
pub struct OpenTurn {
    /// The number of the turn that is played next.
    pub turn: u32,
    /// Orders that arrived before this are late; it is the beginning of time where moves alternate.
    pub opened_at: DateTime<Utc>,
    /// When the report that asks for the orders was written; nobody can have seen the position earlier.
    pub reported_at: DateTime<Utc>,
    /// From when on the seat's sheets are accepted, if other seats close first.
    pub taken_from: DateTime<Utc>,
    /// The last moment at which a sheet of the seat is in time: the deadline with its grace and any reserve, unless orders closed before.
    pub closes_at: DateTime<Utc>,
    /// Until when sealed sheets are revealed; the close if none are.
    pub revealed_until: DateTime<Utc>,
}

/// What the inside of an email asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wishes {
    /// How many orders were read, including those whose condition is not met.
    pub orders_read: usize,
    /// How many lines could not be read as orders.
    pub lines_not_read: usize,
    /// How many of these lines are not talk.
    pub lines_misread: usize,
    /// NO ORDERS: an empty sheet.
    pub no_orders: bool,
    /// Whether one of the orders is a move, which depends on the position that its sender saw.
    pub has_move: bool,
    /// CHECK: try without storing.
    pub check: bool,
    /// WITHDRAW: what the seat has sent for the turn is void.
    pub withdraw: bool,
    /// SEALED: the digest of a sheet that is revealed later.
    pub seals: bool,
    /// REVEAL: the sheet whose digest was sent.
    pub reveals: bool,
    /// Whether there is anything else to answer: HELP, STATUS and other commands, NO ORDERS, orders for later turns.
    pub commands: bool,
    /// Whether an earlier sheet of this seat counts.
    pub has_sheet: bool,
    /// Whether a sheet would replace the whole earlier one although its player has not asked for that.
    pub replaces_unasked: bool,
}

impl Wishes {
    fn has_orders(&self) -> bool {
        self.orders_read > 0 || self.no_orders
    }

    /// P3.3: whether most of it could not be read, so that it would lose the orders of the earlier sheet.
    fn is_held_back(&self) -> bool {
        let read = self.orders_read + usize::from(self.no_orders);
        self.has_sheet && self.replaces_unasked && self.lines_misread > read
    }
}

/// The verdict that the envelope alone decides; `None` if the email must be read further.
pub fn refuse_unread(envelope: &Envelope) -> Option<Verdict> {
    match envelope.noise {
        Some(Noise::DeliveryReport) => Some(Verdict::Bounce),
        Some(_) => Some(Verdict::AutoReply),
        None if envelope.sender.is_none() && !envelope.is_order_file => Some(Verdict::NoSender),
        None => None,
    }
}

/// The seats whose tokens an email shows, each once.
pub fn holders_shown<'a>(envelope: &Envelope, roster: &'a Roster) -> Vec<&'a RosterEntry> {
    let shown = envelope.token.iter().chain(&envelope.other_tokens);
    let mut holders: Vec<&RosterEntry> = shown.filter_map(|token| roster.holder(token)).collect();
    holders.sort_by_key(|entry| entry.seat);
    holders.dedup_by_key(|entry| entry.seat);
    holders
}

/// The seat that an email speaks for.
///
/// # Errors
/// The verdict on an email that may speak for no seat.
pub fn admit(envelope: &Envelope, roster: &Roster) -> Result<Seat, Verdict> {
    if let Some(verdict) = refuse_unread(envelope) {
        return Err(verdict);
    }
    if envelope.token.is_none() {
        return Err(Verdict::NoToken);
    }
    let holders = holders_shown(envelope, roster);
    let entry = match holders[..] {
        [] => return Err(Verdict::WrongToken),
        [entry] if envelope.other_tokens.is_empty() => entry,
        _ => return Err(Verdict::TwoTokens),
    };
    let same_sender = envelope.sender.as_ref().is_some_and(|sender| entry.has_address(sender));
    if roster.auth == Auth::TokenAndFrom && !same_sender && !envelope.is_order_file {
        return Err(Verdict::WrongSender);
    }
    Ok(entry.seat)
}

/// The verdict on an admitted email. `turn` is `None` once the game is over.
pub fn decide(received_at: DateTime<Utc>, turn: Option<&OpenTurn>, wishes: &Wishes) -> Verdict {
    let Some(turn) = turn else {
        return if wishes.commands && !wishes.has_orders() && !wishes.withdraw { Verdict::Answered } else { Verdict::GameOver };
    };
    if wishes.reveals {
        return match received_at {
            at if at <= turn.closes_at => Verdict::RevealEarly,
            at if at <= turn.revealed_until => Verdict::Revealed,
            _ => Verdict::Late,
        };
    }
    let seals = wishes.seals && !wishes.has_orders();
    let wants_to_order = wishes.has_orders() || wishes.withdraw || seals;
    if wants_to_order && !wishes.check && (received_at < turn.opened_at || received_at > turn.closes_at) {
        return Verdict::Late;
    }
    if wants_to_order && !wishes.check && received_at < turn.taken_from {
        return Verdict::TooEarly;
    }
    if wishes.has_move && !wishes.check && received_at <= turn.reported_at {
        return Verdict::Overtaken;
    }
    match wishes {
        Wishes { check: true, lines_not_read, .. } if wishes.has_orders() || *lines_not_read > 0 => Verdict::Checked,
        Wishes { check: true, .. } => Verdict::Answered,
        // With orders beside WITHDRAW it is unclear what should count, and a move cannot be taken back; so nothing in the email is stored.
        Wishes { withdraw: true, .. } => Verdict::Withdrawn,
        _ if seals => Verdict::Sealed,
        wishes if wishes.has_orders() && wishes.is_held_back() => Verdict::HeldBack,
        wishes if wishes.has_orders() && wishes.has_sheet => Verdict::Replaced,
        wishes if wishes.has_orders() => Verdict::Accepted,
        Wishes { commands: true, .. } => Verdict::Answered,
        _ => Verdict::NothingToDo,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn address(text: &str) -> Address {
        Address::new(text).unwrap()
    }

    fn token_of(quarter: &str) -> Token {
        Token::read(&quarter.repeat(4)).unwrap()
    }

    fn envelope(sender: Option<&Address>, token: Option<&str>) -> Envelope {
        Envelope {
            fingerprint: Fingerprint::of(b""),
            received_at: utc("2026-11-21T10:00:00Z"),
            sender: sender.cloned(),
            noise: None,
            campaign: None,
            token: token.map(token_of),
            other_tokens: Vec::new(),
            exceeded: None,
            is_order_file: false,
        }
    }

    fn roster(auth: Auth) -> Roster {
        let entry = |seat, text: &str, token: &str| RosterEntry {
            seat: Seat(seat),
            address: address(text),
            also: Vec::new(),
            token: token_of(token),
        };
        Roster { auth, entries: vec![entry(1, "ann@player.example", "AAAA"), entry(2, "bob@player.example", "BBBB")] }
    }

    #[test]
    fn the_token_names_the_seat_and_the_sender_only_where_the_campaign_asks() {
        let (ann, bob, eve) = (address("Ann@Player.example"), address("bob@player.example"), address("a@b"));
        let bob_for_ann = envelope(Some(&bob), Some("aaaa"));
        assert_eq!(admit(&bob_for_ann, &roster(Auth::Token)), Ok(Seat(1)));
        assert_eq!(admit(&bob_for_ann, &roster(Auth::TokenAndFrom)), Err(Verdict::WrongSender));
        assert_eq!(admit(&envelope(Some(&ann), Some("AAAA")), &roster(Auth::TokenAndFrom)), Ok(Seat(1)));
        assert_eq!(admit(&envelope(Some(&eve), Some("CCCC")), &roster(Auth::Token)), Err(Verdict::WrongToken));
        assert_eq!(admit(&envelope(Some(&eve), None), &roster(Auth::Token)), Err(Verdict::NoToken));
        assert_eq!(admit(&envelope(None, Some("AAAA")), &roster(Auth::Token)), Err(Verdict::NoSender));
    }

    #[test]
    fn noise_is_never_answered_whatever_it_carries() {
        for (noise, verdict) in [(Noise::AutoReply, Verdict::AutoReply), (Noise::DeliveryReport, Verdict::Bounce)] {
            let ann = address("ann@player.example");
            let noisy = Envelope { noise: Some(noise), ..envelope(Some(&ann), Some("AAAA")) };
            assert_eq!(admit(&noisy, &roster(Auth::Token)), Err(verdict));
            assert_eq!(verdict.template(), None);
        }
    }

    #[test]
    fn a_sheet_is_in_time_from_the_report_to_the_end_of_the_grace() {
        let opened_at = utc("2026-11-14T20:00:00Z");
        let closes_at = utc("2026-11-21T20:00:00Z");
        let turn = OpenTurn { turn: 3, opened_at, reported_at: opened_at, taken_from: opened_at, closes_at, revealed_until: closes_at };
        let orders = Wishes { orders_read: 1, ..Wishes::default() };
        let verdict = |at, wishes: &Wishes| decide(utc(at), Some(&turn), wishes);
        assert_eq!(verdict("2026-11-14T19:59:59Z", &orders), Verdict::Late);
        assert_eq!(verdict("2026-11-21T20:00:00Z", &orders), Verdict::Accepted);
        assert_eq!(verdict("2026-11-21T20:00:01Z", &orders), Verdict::Late);
        assert_eq!(verdict("2026-11-21T20:00:01Z", &Wishes { commands: true, ..Wishes::default() }), Verdict::Answered);
        assert_eq!(verdict("2026-11-20T20:00:00Z", &Wishes { has_sheet: true, ..orders }), Verdict::Replaced);
        let replaces = Wishes { has_sheet: true, replaces_unasked: true, lines_misread: 1, ..orders };
        assert_eq!(verdict("2026-11-20T20:00:00Z", &replaces), Verdict::Replaced, "half of it");
        assert_eq!(verdict("2026-11-20T20:00:00Z", &Wishes { lines_misread: 2, ..replaces }), Verdict::HeldBack);
        let asked = Wishes { lines_misread: 2, replaces_unasked: false, ..replaces };
        assert_eq!(verdict("2026-11-20T20:00:00Z", &asked), Verdict::Replaced, "CONFIRM");
        assert_eq!(verdict("2026-11-20T20:00:00Z", &Wishes { lines_misread: 2, has_sheet: false, ..replaces }), Verdict::Accepted);
        assert_eq!(verdict("2026-11-20T20:00:00Z", &Wishes { no_orders: true, ..Wishes::default() }), Verdict::Accepted);
        assert_eq!(verdict("2026-11-20T20:00:00Z", &Wishes { check: true, ..orders }), Verdict::Checked);
        assert_eq!(verdict("2026-11-20T20:00:00Z", &Wishes { lines_not_read: 4, ..Wishes::default() }), Verdict::NothingToDo);
        assert_eq!(verdict("2026-11-20T20:00:00Z", &Wishes { withdraw: true, ..orders }), Verdict::Withdrawn);
        let over = |wishes: &Wishes| decide(utc("2026-11-20T20:00:00Z"), None, wishes);
        assert_eq!(over(&orders), Verdict::GameOver);
        assert_eq!(over(&Wishes { withdraw: true, ..Wishes::default() }), Verdict::GameOver);
        assert_eq!(over(&Wishes { commands: true, ..Wishes::default() }), Verdict::Answered);
    }

    #[test]
    fn a_move_counts_only_in_a_position_that_its_sender_can_have_seen() {
        let reported_at = utc("2026-11-14T20:00:00Z");
        let (opened_at, closes_at) = (DateTime::<Utc>::MIN_UTC, utc("2026-11-21T20:00:00Z"));
        let turn = OpenTurn { turn: 3, opened_at, reported_at, taken_from: opened_at, closes_at, revealed_until: closes_at };
        let orders = Wishes { orders_read: 1, ..Wishes::default() };
        let verdict = |at, wishes: &Wishes| decide(utc(at), Some(&turn), wishes);
        let has_move = Wishes { has_move: true, ..orders };
        assert_eq!(verdict("2026-11-14T20:00:00Z", &has_move), Verdict::Overtaken, "the report went out afterwards");
        assert_eq!(verdict("2026-11-14T20:00:01Z", &has_move), Verdict::Accepted);
        assert_eq!(verdict("2026-11-14T19:00:00Z", &orders), Verdict::Accepted, "a note, a plan or a resignation");
        assert_eq!(verdict("2026-11-14T19:00:00Z", &Wishes { check: true, ..has_move }), Verdict::Checked);
    }

    #[test]
    fn a_sealed_sheet_is_revealed_after_the_deadline_and_nobody_orders_before_the_game_master_has() {
        let (opened_at, closes_at) = (utc("2026-11-14T20:00:00Z"), utc("2026-11-21T20:00:00Z"));
        let (taken_from, revealed_until) = (utc("2026-11-15T20:00:00Z"), utc("2026-11-22T20:00:00Z"));
        let turn = OpenTurn { turn: 3, opened_at, reported_at: opened_at, taken_from, closes_at, revealed_until };
        let verdict = |at, wishes: &Wishes| decide(utc(at), Some(&turn), wishes);
        let orders = Wishes { orders_read: 1, ..Wishes::default() };
        let (seals, reveals) = (Wishes { seals: true, ..Wishes::default() }, Wishes { reveals: true, ..orders });
        for wishes in [&orders, &seals] {
            assert_eq!(verdict("2026-11-15T19:59:59Z", wishes), Verdict::TooEarly);
            assert_eq!(verdict("2026-11-21T20:00:01Z", wishes), Verdict::Late);
        }
        assert_eq!(verdict("2026-11-15T19:59:59Z", &Wishes { check: true, ..orders }), Verdict::Checked);
        assert_eq!(verdict("2026-11-15T20:00:00Z", &seals), Verdict::Sealed);
        assert_eq!(
            verdict("2026-11-15T20:00:00Z", &Wishes { seals: true, ..orders }),
            Verdict::Accepted,
            "the orders stand there in clear"
        );
        assert_eq!(verdict("2026-11-21T20:00:00Z", &reveals), Verdict::RevealEarly);
        assert_eq!(verdict("2026-11-22T20:00:00Z", &reveals), Verdict::Revealed);
        assert_eq!(verdict("2026-11-22T20:00:01Z", &reveals), Verdict::Late);
    }
}
