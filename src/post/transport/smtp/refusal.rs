//! What a server's refusal means for an email and for those after it.

use lettre::transport::smtp::response::{Response, Severity};

use crate::post::transport::{MAILBOX_FULL, SendError};

/// What the server was asked for when it refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SmtpStage {
    /// To let us in: a greeting, encryption, a login.
    Welcome,
    /// To accept mail from our address.
    Sender,
    /// To accept mail for this recipient.
    Recipient,
    /// To accept this email.
    Content,
}

/// Why a conversation ended.
#[derive(Debug)]
pub(super) enum SmtpTrouble {
    /// There is no connection, or it ended.
    Lost(String),
    /// What arrived is no reply, or nothing arrived.
    Nonsense(String),
    Refused(Response),
}

impl SmtpStage {
    /// Whether the server, this email for now or this email for good is refused; `server` is named in the reason.
    pub(super) fn judge(self, server: &str, trouble: SmtpTrouble) -> SendError {
        match trouble {
            // Some filters close the connection on an email that they reject. If the server is really down, the next email will show it.
            SmtpTrouble::Lost(reason) if self != SmtpStage::Welcome => SendError::Temporary(format!("{server}: {reason}")),
            SmtpTrouble::Lost(reason) | SmtpTrouble::Nonsense(reason) => SendError::Unusable(format!("{server}: {reason}")),
            SmtpTrouble::Refused(reply) => {
                let reason = format!("{server}: {}", in_one_line(&reply));
                match self.refusal_of(&reply) {
                    ServerRefusal::OfUs => SendError::Unusable(reason),
                    ServerRefusal::ForNow => SendError::Temporary(reason),
                    ServerRefusal::ForGood => SendError::Permanent(reason),
                }
            }
        }
    }

    fn refusal_of(self, reply: &Response) -> ServerRefusal {
        let is_for_good = reply.code().severity == Severity::PermanentNegativeCompletion;
        match (self, u16::from(reply.code())) {
            (SmtpStage::Welcome, _) | (_, 421 | 530 | 534 | 535 | 538) => ServerRefusal::OfUs,
            // The mailbox is full, and later it may not be.
            _ if enhanced(reply) == Some(MAILBOX_FULL) => ServerRefusal::ForNow,
            // So means a bare 552 for a recipient, "exceeded storage allocation" (RFC 5321, 4.2.3), or that there are too many of them
            // (4.5.3.1.10). Of anything else it means that the email is too large (RFC 1870).
            (SmtpStage::Recipient, 552) if enhanced(reply).is_none() => ServerRefusal::ForNow,
            (_, 552) => ServerRefusal::ForGood,
            // If we may not send from this address, no email can be sent at all, so this must not count as a bounce of the player's
            // address.
            (SmtpStage::Sender, _) if is_for_good => ServerRefusal::OfUs,
            // "Relay access denied", "sender address rejected: not owned by user": 5.7 is about permission to send, and most often about
            // us.
            (SmtpStage::Recipient, _) if is_for_good && is_about_policy(reply) => ServerRefusal::ForNow,
            _ if is_for_good => ServerRefusal::ForGood,
            _ => ServerRefusal::ForNow,
        }
    }
}

enum ServerRefusal {
    OfUs,
    ForNow,
    ForGood,
}

/// RFC 3463: the second number of the enhanced code is 7 where security or policy forbids.
fn is_about_policy(reply: &Response) -> bool {
    enhanced(reply).is_some_and(|code| code.starts_with("5.7."))
}

/// The enhanced code at the head of a reply (RFC 2034), such as `5.1.1`. Some servers write a mark behind it.
fn enhanced(reply: &Response) -> Option<&str> {
    let word = reply.first_word()?.trim_end_matches([':', ',', ';']);
    let is_number = |part: &str| part.parse::<u16>().is_ok();
    (word.split('.').count() == 3 && word.split('.').all(is_number)).then_some(word)
}

/// A reply on one line, for people to read.
pub(super) fn in_one_line(reply: &Response) -> String {
    let text: Vec<&str> = reply.message().map(str::trim).collect();
    format!("{} {}", reply.code(), text.join(" ")).trim().chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How refusals of an email differ from refusals of us.
    fn judged(stage: SmtpStage, reply: &str) -> &'static str {
        match stage.judge("server", SmtpTrouble::Refused(format!("{reply}\r\n").parse().unwrap())) {
            SendError::Unusable(_) => "us",
            SendError::Temporary(_) => "for now",
            SendError::Permanent(_) => "for good",
        }
    }

    #[test]
    fn a_refusal_is_about_us_or_about_the_mail() {
        let cases = [
            (SmtpStage::Welcome, "554 5.7.1 no mail from dynamic addresses", "us"),
            (SmtpStage::Welcome, "450 4.7.1 too many connections", "us"),
            (SmtpStage::Welcome, "535 5.7.8 wrong password", "us"),
            (SmtpStage::Sender, "530 5.7.0 log in first", "us"),
            (SmtpStage::Sender, "550 5.1.0 that is not your address", "us"),
            (SmtpStage::Sender, "452 4.3.1 disk full", "for now"),
            (SmtpStage::Sender, "552 5.3.4 larger than we take", "for good"),
            (SmtpStage::Content, "552 larger than we take", "for good"),
            (SmtpStage::Content, "552 5.2.3 longer than this mailbox takes", "for good"),
            (SmtpStage::Content, "552 5.2.2 mailbox is full", "for now"),
            (SmtpStage::Recipient, "552 5.2.2 over quota", "for now"),
            (SmtpStage::Recipient, "550 5.2.2 over quota", "for now"),
            (SmtpStage::Recipient, "552 exceeded storage allocation", "for now"),
            (SmtpStage::Recipient, "552 5.3.4: larger than we take", "for good"),
            (SmtpStage::Recipient, "550 5.7.1: relay access denied", "for now"),
            (SmtpStage::Recipient, "552 5.3.4 larger than we take", "for good"),
            (SmtpStage::Recipient, "550 5.1.1 no such user", "for good"),
            (SmtpStage::Recipient, "550 no such user", "for good"),
            (SmtpStage::Recipient, "450 4.2.0 greylisted", "for now"),
            (SmtpStage::Recipient, "554 5.7.1 relay access denied", "for now"),
            (SmtpStage::Recipient, "421 4.3.2 shutting down", "us"),
            (SmtpStage::Content, "554 5.7.1 this is spam", "for good"),
            (SmtpStage::Content, "451 4.3.0 try again", "for now"),
        ];
        for (stage, reply, expected) in cases {
            assert_eq!(judged(stage, reply), expected, "{stage:?}: {reply}");
        }
    }
}
