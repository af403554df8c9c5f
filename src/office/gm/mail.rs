//! Which emails are those of a game master, and what stands in them. Nothing is carried out here.

use super::requests::{self, Request};
use crate::campaign::Address;
use crate::campaign::envelope;
use crate::campaign::token::Token;
use crate::office::cabinet::error::DeskError;
use crate::office::intake::judged::Intake;
use crate::post::gm_commands::{self, GmCommand, GmContent, ShownCode};

/// An email of a game master.
pub(in crate::office) struct GmMail {
    pub(super) content: GmContent,
    /// The code that it shows.
    pub(super) code: Option<GmCode>,
    /// Where it is answered.
    pub(super) address: Address,
}

/// A code, and what it stands for.
pub(super) enum GmCode {
    Known(Token, Request),
    Unknown,
}

impl Intake<'_> {
    /// The email as one from a game master; `None` if it is none, or if it proves a seat. The sender is not trusted: if an email bears a
    /// game master's address, that only makes us write to that address.
    pub(in crate::office) fn gm_mail(&self) -> Result<Option<GmMail>, DeskError> {
        let envelope = &self.mail.envelope;
        if envelope::refuse_unread(envelope).is_some() || envelope.is_order_file || envelope.is_too_large {
            return Ok(None);
        }
        let content = gm_commands::read(&self.mail.letter.orders.text);
        let in_text = content.commands.iter().find_map(|command| match command {
            GmCommand::Confirm(ShownCode::Elsewhere) => None,
            GmCommand::Confirm(shown) => Some(shown),
            _ => None,
        });
        let code_in_text = if let Some(ShownCode::Code(code)) = in_text { Some(code) } else { None };
        for code in code_in_text.into_iter().chain(&envelope.token).chain(&envelope.other_tokens) {
            if let Some(request) = requests::find(self.ledger, code)? {
                let (code, address) = (GmCode::Known(code.clone(), request.clone()), request.address);
                return Ok(Some(GmMail { content, code: Some(code), address }));
            }
        }
        let config = &self.campaign.config;
        let Some(sender) = envelope.sender.clone().filter(|sender| config.powers_of(sender).is_some()) else { return Ok(None) };
        let proves_seat = envelope::admit(envelope, &self.campaign.roster()).is_ok();
        let is_meant = content.campaign.as_deref() == Some(self.campaign.id());
        let is_bare = envelope.token.is_none() && envelope.other_tokens.is_empty() && self.seat_of_lost_tag()?.is_none();
        let speaks = is_meant || in_text.is_some() || is_bare && !content.commands.is_empty();
        if proves_seat || !speaks {
            return Ok(None);
        }
        let code = in_text.map(|_| GmCode::Unknown);
        Ok(Some(GmMail { content, code, address: sender }))
    }
}
