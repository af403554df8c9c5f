//! Which emails come from a game master, and what they say. Nothing is carried out here.

use crate::campaign::token::Token;
use crate::campaign::{Digest, envelope};
use crate::office::cabinet::codes;
use crate::office::cabinet::errands::{CampaignErrand, GmRequest};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::gm_mail::{GmCode, GmMail};
use crate::office::inbox::judged::Intake;
use crate::post::gm_commands::{self, ShownCode};

impl Intake<'_> {
    /// The email as one from a game master; `None` if it is not, or if it proves a seat. The sender is not trusted: if an email bears a game master's
    /// address, that only makes us write to that address.
    pub(in crate::office) fn gm_mail(&self) -> Result<Option<GmMail>, DeskError> {
        let (envelope, text) = (&self.mail.envelope, &self.mail.letter.orders.text);
        if envelope::refuse_unread(envelope).is_some() || envelope.is_order_file || envelope.exceeded.is_some() {
            return Ok(None);
        }
        let config = &self.campaign.config;
        let sender = envelope.sender.as_ref().filter(|sender| config.powers_of(sender).is_some());
        let sender = sender.filter(|_| envelope::admit(envelope, &self.campaign.roster()).is_err());
        let in_tag = self.code_in_tag()?;
        // Every player's email passes here, and orders need not be read as a game master's commands.
        if sender.is_none() && in_tag.is_none() && !gm_commands::may_show_code(text) {
            return Ok(None);
        }
        let content = gm_commands::read(text);
        let in_text = content.shown_code();
        let known = if let Some(ShownCode::Code(code)) = in_text { self.known_code(code)? } else { None };
        if let Some((code, request)) = known.or(in_tag) {
            let address = request.address.clone();
            return Ok(Some(GmMail { content, code: Some(GmCode::Known(code, request)), address }));
        }
        let Some(sender) = sender.cloned() else { return Ok(None) };
        let is_meant = content.campaign.as_deref() == Some(self.campaign.id());
        let code = in_text.map(|_| GmCode::Unknown);
        if is_meant || code.is_some() || !content.commands.is_empty() && self.is_bare()? {
            return Ok(Some(GmMail { content, code, address: sender }));
        }
        Ok(None)
    }

    /// The code that the email carries outside of its text, and what it stands for.
    fn code_in_tag(&self) -> Result<Option<(Digest, GmRequest)>, DeskError> {
        let envelope = &self.mail.envelope;
        for code in envelope.token.iter().chain(&envelope.other_tokens) {
            if let Some(known) = self.known_code(code)? {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    fn known_code(&self, code: &Token) -> Result<Option<(Digest, GmRequest)>, DeskError> {
        Ok(match codes::errand_of(self.ledger, code, self.mail.envelope.received_at)? {
            Some((digest, CampaignErrand::Gm(request))) => Some((digest, request)),
            Some((_, CampaignErrand::Seat(_))) | None => None,
        })
    }

    /// Whether nothing outside of its text says what the email is about.
    fn is_bare(&self) -> Result<bool, DeskError> {
        let envelope = &self.mail.envelope;
        Ok(envelope.token.is_none() && envelope.other_tokens.is_empty() && self.seat_answered()?.is_none())
    }
}
