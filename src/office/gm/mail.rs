//! Which emails are those of a game master, and what stands in them. Nothing is carried out here.

use super::requests::{self, Request};
use crate::campaign::Address;
use crate::campaign::envelope;
use crate::office::cabinet::error::DeskError;
use crate::office::intake::judged::Intake;
use crate::post::gm_commands::{self, GmCommand, GmContent};

/// An email of a game master.
pub(in crate::office) struct GmMail {
    pub(super) content: GmContent,
    /// The code that it shows, and what that stands for.
    pub(super) code: Option<(String, Option<Request>)>,
    /// Where it is answered.
    pub(super) address: Address,
}

impl Intake<'_> {
    /// The email as a game master's; `None` if it is none, as every email that proves a seat. Nothing is believed of its sender: that an
    /// email bears a game master's address only makes us write to that address.
    pub(in crate::office) fn gm_mail(&self) -> Result<Option<GmMail>, DeskError> {
        let envelope = &self.mail.envelope;
        if envelope::refuse_unread(envelope).is_some() || envelope.is_order_file || envelope.is_too_large {
            return Ok(None);
        }
        let content = gm_commands::read(&self.mail.letter.orders.text);
        let in_text = content.commands.iter().find_map(|command| if let GmCommand::Confirm(code) = command { code.clone() } else { None });
        let shown: Vec<&String> = in_text.iter().chain(&envelope.token).chain(&envelope.other_tokens).collect();
        for code in &shown {
            if let Some(request) = requests::find(self.ledger, code)? {
                let address = request.address.clone();
                return Ok(Some(GmMail { content, code: Some(((*code).clone(), Some(request))), address }));
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
        let code = in_text.map(|code| (code, None));
        Ok(Some(GmMail { content, code, address: sender }))
    }
}
