//! Limits how many answers are sent, and decides whose budget they count against, so that no mail loop goes on for ever and nobody can use
//! up another person's answers.

use chrono::TimeDelta;

use super::Address;
use super::envelope::{Roster, RosterEntry};
use crate::engine::Seat;

/// Answers that are counted together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the addresses are those that the answers go to")]
pub enum Budget {
    /// To a seat's own address, for its token: answers, and copies of answers that went elsewhere.
    Seat(Seat),
    /// To all other addresses, for the seat's token. They have half of the seat's budget, so that a stolen token leaves the player the
    /// other half.
    Elsewhere(Seat),
    /// To a player's address, for emails that prove nothing, since anybody can write in a player's name.
    Unproven { address: Address },
    /// To a seat whose email lost its tag, to send the tag again.
    LostTag(Seat),
    /// To a game master, for emails in their name, which anybody can write.
    GameMaster { address: Address },
    /// To an address that no campaign here knows. The host also limits all of these together.
    Stranger { address: Address },
}

/// What an email is counted with, to limit its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Account {
    /// Answers to emails, each by its budget.
    Answers(Budget),
    /// Messages from a seat's player to the game master.
    ToGameMaster(Seat),
    /// Copies of these messages to a helper of the game master, by the helper's number from 1.
    ToHelper(Seat, usize),
    /// Wishes of strangers to this game master.
    Wishes(Address),
    /// Requests of a seat's player for days of absence.
    Absence(Seat),
    /// News that a turn may be played early, or no longer may.
    Early {
        /// The open turn that may be played early.
        turn: u32,
        /// Whose player is told.
        seat: Seat,
    },
}

impl Account {
    /// The name under which its emails are filed; no two accounts share one.
    pub fn name(&self) -> String {
        match self {
            Account::Answers(budget) => budget.name(),
            Account::ToGameMaster(seat) => format!("to-gm:{seat}"),
            Account::ToHelper(seat, number) => format!("to-gm:{seat}:{number}"),
            Account::Wishes(game_master) => format!("to-gm:{}", game_master.identity()),
            Account::Absence(seat) => format!("absence:{seat}"),
            Account::Early { turn, seat } => format!("early:{turn}:{seat}"),
        }
    }
}

/// A number of answers, and the time in which it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The most answers …
    pub most: u32,
    /// … in a time that ends now.
    pub within: TimeDelta,
}

impl Budget {
    /// The budget of an answer. `holder` is the seat whose token the email shows.
    pub fn of_answer(holder: Option<&RosterEntry>, recipient: &Address, roster: &Roster) -> Budget {
        let is_recipient = |entry: &RosterEntry| entry.has_address(recipient);
        match holder {
            Some(entry) if is_recipient(entry) => Budget::Seat(entry.seat),
            Some(entry) => Budget::Elsewhere(entry.seat),
            None if roster.entries.iter().any(is_recipient) => Budget::Unproven { address: recipient.clone() },
            None => Budget::Stranger { address: recipient.clone() },
        }
    }

    /// The name under which its answers are filed.
    fn name(&self) -> String {
        match self {
            Budget::Seat(seat) => format!("seat:{seat}"),
            Budget::Elsewhere(seat) => format!("elsewhere:{seat}"),
            Budget::Unproven { address } => format!("unproven:{}", address.identity()),
            Budget::LostTag(seat) => format!("lost-tag:{seat}"),
            Budget::GameMaster { address } => format!("gm:{}", address.identity()),
            Budget::Stranger { address } => format!("stranger:{}", address.identity()),
        }
    }

    /// The allowance that follows from `[limits] answers_per_hour`.
    pub fn allowance(&self, answers_per_hour: u32) -> Allowance {
        let an_hour = |most| Allowance { most, within: TimeDelta::hours(1) };
        match self {
            Budget::Seat(_) | Budget::GameMaster { .. } => an_hour(answers_per_hour),
            Budget::Elsewhere(_) => an_hour(answers_per_hour.div_ceil(2)),
            Budget::Unproven { .. } => an_hour(answers_per_hour.div_ceil(4)),
            Budget::LostTag(_) => Allowance { most: 2, within: TimeDelta::days(1) },
            Budget::Stranger { .. } => Allowance { most: 1, within: TimeDelta::days(1) },
        }
    }

    /// Whether the last answer says that it is the last. Answers to strangers, and to players whose email lost its tag, say what to do
    /// instead.
    pub fn says_last(&self) -> bool {
        !matches!(self, Budget::LostTag(_) | Budget::Stranger { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::config::Auth;
    use crate::campaign::token::Token;

    fn roster() -> Roster {
        let entry = |seat, address: &str| RosterEntry {
            seat: Seat(seat),
            address: Address::new(address).unwrap(),
            also: Vec::new(),
            token: Token::of_bits(|_| seat.into()),
        };
        Roster { auth: Auth::Token, entries: vec![entry(1, "ann@player.example"), entry(2, "bob@player.example")] }
    }

    #[test]
    fn who_proves_a_seat_is_counted_by_seat_and_who_proves_nothing_by_address() {
        let roster = roster();
        let address = |text| Address::new(text).unwrap();
        let of =
            |holder: Option<usize>, recipient| Budget::of_answer(holder.map(|index| &roster.entries[index]), &address(recipient), &roster);
        assert_eq!(of(Some(0), "Ann@Player.example"), Budget::Seat(Seat(1)));
        assert_eq!(of(Some(0), "ann@work.example"), Budget::Elsewhere(Seat(1)));
        assert_eq!(of(Some(0), "bob@player.example"), Budget::Elsewhere(Seat(1)), "another player's address is not the seat's own");
        assert_eq!(of(None, "Bob@player.example"), Budget::Unproven { address: address("bob@player.example") });
        assert_eq!(of(None, "Eve@elsewhere.example"), Budget::Stranger { address: address("eve@elsewhere.example") });
    }

    #[test]
    fn no_two_accounts_share_a_name() {
        let address = || Address::new("ann@player.example").unwrap();
        let all = [
            Budget::Seat(Seat(1)),
            Budget::Seat(Seat(11)),
            Budget::Elsewhere(Seat(1)),
            Budget::LostTag(Seat(1)),
            Budget::Unproven { address: address() },
            Budget::GameMaster { address: address() },
            Budget::Stranger { address: address() },
        ];
        let others = [
            Account::ToGameMaster(Seat(1)),
            Account::ToHelper(Seat(1), 1),
            Account::Wishes(address()),
            Account::Absence(Seat(1)),
            Account::Early { turn: 1, seat: Seat(1) },
        ];
        let names: Vec<String> = all.into_iter().map(Account::Answers).chain(others).map(|account| account.name()).collect();
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn copies_and_own_answers_together_stay_within_what_a_seat_has_and_half_is_left_to_its_player() {
        for answers_per_hour in [0, 1, 2, 3, 20] {
            let most = |budget: Budget| budget.allowance(answers_per_hour).most;
            let (own, elsewhere) = (most(Budget::Seat(Seat(1))), most(Budget::Elsewhere(Seat(1))));
            assert!(own == answers_per_hour && elsewhere <= own && (own < 2 || own - elsewhere >= own / 2));
        }
        assert_eq!(Budget::LostTag(Seat(1)).allowance(20), Allowance { most: 2, within: TimeDelta::days(1) });
    }
}
