//! The verdict on an email.

use serde::Serialize;

/// The verdict on an email. Each has a template for the answer, or means silence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Its orders were accepted.
    Accepted,
    /// Its orders were accepted and replace earlier ones.
    Replaced,
    /// Its sheet was kept, but the earlier one counts: most of this one could not be read.
    HeldBack,
    /// Its orders were tried, not stored.
    Checked,
    /// WITHDRAW was accepted: what the seat had sent for the turn is void.
    Withdrawn,
    /// The digest of a sheet was accepted that is revealed after the deadline.
    Sealed,
    /// The sheet whose digest was sent was accepted.
    Revealed,
    /// Its sheet would be revealed too early.
    RevealEarly,
    /// Its sheet is not the one whose digest was sent, or no digest was sent.
    RevealWrong,
    /// It came before the seats of the game master closed.
    TooEarly,
    /// It has only commands.
    Answered,
    /// It came after the turn closed.
    Late,
    /// Its move was sent before the sender can have seen the position.
    Overtaken,
    /// Its orders or WITHDRAW arrived before others of the same seat, but were found after them.
    Outrun,
    /// It has commands of a game master.
    GameMaster,
    /// Nothing in it could be read as an order or a command.
    NothingToDo,
    /// Its token is not one of this campaign.
    WrongToken,
    /// It has the tokens of two seats, or one token that is valid and one that is not, so nobody can tell whose orders these are.
    TwoTokens,
    /// It is for a campaign of this host, but has no token.
    NoToken,
    /// It answers with a one-time code, which carries out what waited for it.
    Confirmed,
    /// It has no token, but comes from the address of a seat: the tag was lost on the way, or never written.
    LostTag,
    /// The token is right, but the sender is not, and the campaign requires both.
    WrongSender,
    /// It is for a campaign that this host does not have.
    UnknownCampaign,
    /// It names no campaign.
    Stranger,
    /// It asks for something that needs no seat: GAMES, JOIN, CONFIRM with a code.
    Asked,
    /// It comes from a player, but exceeds a limit of the host.
    TooLarge,
    /// It has no sender, or several, so nobody can be answered.
    NoSender,
    /// A program or a list sent it, or an email of ours came back: an answer could start a loop.
    AutoReply,
    /// It reports that an email of ours did not arrive, or is late.
    Bounce,
    /// It came after the end of the game, with more than commands.
    GameOver,
    /// Reading it failed because of a mistake of ours; it is kept for the game master.
    Quarantined,
}

/// What a verdict makes of the orders of an email in the order book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookEffect {
    /// Its orders count from here on.
    Counts,
    /// Its sheet is kept and does not count.
    HeldBack,
    /// Its orders are tried and not kept.
    Tried,
    /// What the seat had sent counts no longer.
    Withdraws,
    /// A sheet counts of which only the digest is known.
    Seals,
    /// The sheet is there of which the digest was known.
    Reveals,
    /// The book stays as it was.
    Nothing,
}

impl BookEffect {
    /// Whether the seat's orders are other ones from here on, so that there is a receipt for them.
    pub fn changes_what_counts(self) -> bool {
        match self {
            BookEffect::Counts | BookEffect::Withdraws | BookEffect::Seals | BookEffect::Reveals => true,
            BookEffect::HeldBack | BookEffect::Tried | BookEffect::Nothing => false,
        }
    }

    /// Whether an email that arrived before and is found later no longer counts (P3.3).
    pub fn is_last_word(self) -> bool {
        match self {
            BookEffect::Counts | BookEffect::Withdraws | BookEffect::Seals => true,
            // What is revealed was said when it was sealed, and what is held back is not said yet.
            BookEffect::Reveals | BookEffect::HeldBack | BookEffect::Tried | BookEffect::Nothing => false,
        }
    }

    /// Whether a sheet that the seat had sealed counts no longer. Another digest takes the place of the first by itself.
    pub fn voids_a_seal(self) -> bool {
        match self {
            BookEffect::Counts | BookEffect::Withdraws => true,
            BookEffect::Seals | BookEffect::Reveals | BookEffect::HeldBack | BookEffect::Tried | BookEffect::Nothing => false,
        }
    }

    /// Whether standing orders that come before those of every sheet come before its orders.
    pub fn follows_standing_orders(self) -> bool {
        match self {
            BookEffect::Counts | BookEffect::HeldBack | BookEffect::Tried => true,
            // A sheet that is revealed counts as it was sealed, so that its digest is that of what is played.
            BookEffect::Reveals => false,
            BookEffect::Withdraws | BookEffect::Seals | BookEffect::Nothing => false,
        }
    }
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 31] = [
        Verdict::Accepted,
        Verdict::Replaced,
        Verdict::HeldBack,
        Verdict::Checked,
        Verdict::Withdrawn,
        Verdict::Sealed,
        Verdict::Revealed,
        Verdict::RevealEarly,
        Verdict::RevealWrong,
        Verdict::TooEarly,
        Verdict::Answered,
        Verdict::Late,
        Verdict::Overtaken,
        Verdict::Outrun,
        Verdict::GameMaster,
        Verdict::NothingToDo,
        Verdict::WrongToken,
        Verdict::TwoTokens,
        Verdict::NoToken,
        Verdict::Confirmed,
        Verdict::LostTag,
        Verdict::WrongSender,
        Verdict::UnknownCampaign,
        Verdict::Stranger,
        Verdict::Asked,
        Verdict::TooLarge,
        Verdict::NoSender,
        Verdict::AutoReply,
        Verdict::Bounce,
        Verdict::GameOver,
        Verdict::Quarantined,
    ];

    /// The verdict with this name.
    pub fn read(code: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.code() == code)
    }

    /// The name under which its emails are filed.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Replaced => "replaced",
            Verdict::HeldBack => "held-back",
            Verdict::Checked => "checked",
            Verdict::Withdrawn => "withdrawn",
            Verdict::Sealed => "sealed",
            Verdict::Revealed => "revealed",
            Verdict::RevealEarly => "reveal-early",
            Verdict::RevealWrong => "reveal-wrong",
            Verdict::TooEarly => "too-early",
            Verdict::Answered => "answered",
            Verdict::Late => "late",
            Verdict::Overtaken => "overtaken",
            Verdict::Outrun => "outrun",
            Verdict::GameMaster => "game-master",
            Verdict::NothingToDo => "nothing-to-do",
            Verdict::WrongToken => "wrong-token",
            Verdict::TwoTokens => "two-tokens",
            Verdict::NoToken => "no-token",
            Verdict::Confirmed => "confirmed",
            Verdict::LostTag => "lost-tag",
            Verdict::WrongSender => "wrong-sender",
            Verdict::UnknownCampaign => "unknown-campaign",
            Verdict::Stranger => "stranger",
            Verdict::Asked => "asked",
            Verdict::TooLarge => "too-large",
            Verdict::NoSender => "no-sender",
            Verdict::AutoReply => "auto-reply",
            Verdict::Bounce => "bounce",
            Verdict::GameOver => "game-over",
            Verdict::Quarantined => "quarantined",
        }
    }

    /// The letter that answers it; `None` for deliberate silence.
    pub fn template(self) -> Option<&'static str> {
        match self {
            Verdict::Accepted | Verdict::Replaced | Verdict::Checked | Verdict::Revealed => Some("shared/receipt.txt"),
            Verdict::Sealed => Some("shared/sealed.txt"),
            Verdict::RevealEarly | Verdict::RevealWrong => Some("shared/not-revealed.txt"),
            Verdict::TooEarly => Some("shared/too-early.txt"),
            Verdict::HeldBack => Some("shared/held-back.txt"),
            Verdict::Withdrawn => Some("shared/withdrawn.txt"),
            Verdict::Answered => Some("shared/answer.txt"),
            Verdict::Late => Some("shared/late.txt"),
            Verdict::Overtaken => Some("shared/overtaken.txt"),
            Verdict::Outrun => Some("shared/outrun.txt"),
            Verdict::NothingToDo => Some("shared/nothing-to-do.txt"),
            Verdict::WrongToken | Verdict::NoToken => Some("shared/wrong-token.txt"),
            Verdict::TwoTokens => Some("shared/two-tokens.txt"),
            Verdict::LostTag => Some("shared/lost-tag.txt"),
            Verdict::WrongSender => Some("shared/wrong-sender.txt"),
            Verdict::UnknownCampaign | Verdict::Stranger | Verdict::Asked => Some("shared/unknown-campaign.txt"),
            Verdict::TooLarge => Some("shared/too-large.txt"),
            Verdict::GameOver => Some("shared/game-over.txt"),
            // What it carries out has a letter of its own.
            Verdict::Confirmed => None,
            // Nobody can be answered, or an answer would start a loop; what is our fault goes to the game master. A game master is answered
            // at the configured address, because anybody may have sent the email.
            Verdict::GameMaster => None,
            Verdict::NoSender | Verdict::AutoReply | Verdict::Bounce | Verdict::Quarantined => None,
        }
    }

    /// What it makes of the orders of the email.
    pub fn effect(self) -> BookEffect {
        match self {
            Verdict::Accepted | Verdict::Replaced => BookEffect::Counts,
            Verdict::HeldBack => BookEffect::HeldBack,
            Verdict::Checked => BookEffect::Tried,
            Verdict::Withdrawn => BookEffect::Withdraws,
            Verdict::Sealed => BookEffect::Seals,
            Verdict::Revealed => BookEffect::Reveals,
            // Its orders do not count: they came at the wrong time, or are other ones than were sealed.
            Verdict::RevealEarly | Verdict::RevealWrong | Verdict::TooEarly | Verdict::Late => BookEffect::Nothing,
            Verdict::Overtaken | Verdict::Outrun | Verdict::GameOver => BookEffect::Nothing,
            // It has no orders.
            Verdict::Answered | Verdict::GameMaster | Verdict::NothingToDo | Verdict::Confirmed | Verdict::Asked => BookEffect::Nothing,
            // Nobody knows whose orders they are, or nobody has read them.
            Verdict::WrongToken | Verdict::TwoTokens | Verdict::NoToken | Verdict::LostTag | Verdict::WrongSender => BookEffect::Nothing,
            Verdict::UnknownCampaign | Verdict::Stranger | Verdict::NoSender | Verdict::TooLarge => BookEffect::Nothing,
            Verdict::AutoReply | Verdict::Bounce | Verdict::Quarantined => BookEffect::Nothing,
        }
    }

    /// Whether its orders count from here on.
    pub fn takes_orders(self) -> bool {
        self.effect() == BookEffect::Counts
    }

    /// Whether nobody expects to hear about it: robots write such emails, and a line about one in a report that cron emails would cause the
    /// next.
    pub fn is_silent(self) -> bool {
        matches!(self, Verdict::AutoReply | Verdict::Bounce)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_a_name_of_its_own() {
        let codes: std::collections::BTreeSet<&str> = Verdict::ALL.iter().map(|verdict| verdict.code()).collect();
        assert_eq!(codes.len(), Verdict::ALL.len());
        for verdict in Verdict::ALL {
            assert_eq!(Verdict::read(verdict.code()), Some(verdict));
            assert_eq!(serde_json::json!(verdict), verdict.code());
        }
    }
}
