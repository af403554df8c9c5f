//! What became of an email.

use serde::Serialize;

/// What became of an email. Each has a template to answer with, or is answered by silence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Orders taken.
    Accepted,
    /// Orders taken in place of earlier ones.
    Replaced,
    /// Kept, and the earlier sheet counts: most of this one could not be read.
    HeldBack,
    /// Orders tried, not taken.
    Checked,
    /// WITHDRAW taken: what the seat had sent for the turn does not count.
    Withdrawn,
    /// A digest taken, of a sheet that is revealed after the deadline.
    Sealed,
    /// The sheet taken that a digest was sent of.
    Revealed,
    /// A sheet that would be revealed before it may be.
    RevealEarly,
    /// A sheet that is not the one that a digest was sent of, or of which none was sent.
    RevealWrong,
    /// Before the seats of the game master have closed.
    TooEarly,
    /// Commands alone.
    Answered,
    /// After the turn was closed.
    Late,
    /// A move that was sent before its sender can have seen the position.
    Overtaken,
    /// Orders or WITHDRAW that arrived before others of the same seat, and were found after them.
    Outrun,
    /// Commands of a game master.
    GameMaster,
    /// Nothing in it that could be read as an order or a command.
    NothingToDo,
    /// A token that is not one of this campaign.
    WrongToken,
    /// The tokens of two seats, or of a seat and of none, so that nobody can tell whose orders these are.
    TwoTokens,
    /// For a campaign that is here, without a token.
    NoToken,
    /// An answer with a one-time code, which brings about what waited for it.
    Confirmed,
    /// Without a token, but from the address of a seat: the tag was lost on the way, or never written.
    LostTag,
    /// The token fits, the sender does not, and the campaign asks for both.
    WrongSender,
    /// For a campaign that is not here.
    UnknownCampaign,
    /// No campaign named at all.
    Stranger,
    /// Without a seat, for something that needs none: GAMES, JOIN, CONFIRM with a code.
    Asked,
    /// From a player, and beyond a limit of the host.
    TooLarge,
    /// No sender, or more than one: nobody to answer.
    NoSender,
    /// Sent by a program or a list, or an email of ours that came back: an answer could start a loop.
    AutoReply,
    /// A report that an email of ours did not arrive, or is late.
    Bounce,
    /// After the end of the game, and more than commands alone.
    GameOver,
    /// Reading it failed in a way that is our fault; kept for the game master.
    Quarantined,
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

    /// The verdict of that name.
    pub fn read(code: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.code() == code)
    }

    /// The name under which emails are filed.
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
            // What it brings about has a letter of its own.
            Verdict::Confirmed => None,
            // Nobody to answer, or an answer would start a loop; what is our fault goes to the game master.
            // A game master is answered at the configured address, because anybody may have sent the email.
            Verdict::GameMaster => None,
            Verdict::NoSender | Verdict::AutoReply | Verdict::Bounce | Verdict::Quarantined => None,
        }
    }

    /// Whether nobody waits to hear of it: robots write such emails, and a line about one in a report that cron emails would be the next.
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
