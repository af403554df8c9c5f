//! Mails that are for no campaign of this host: filed, and answered once a day.

use chrono::{DateTime, Utc};

use super::World;
use super::arrived::Arrived;
use super::desk::DeskError;
use super::front::{Front, Letterbox};
use super::intake::{BATCH, Handled, answers_left, received_facts};
use super::letter_model::LetterModel;
use super::letters::{self, Letter, Sender};
use crate::campaign::envelope::{self, Facts, Verdict};
use crate::post::outgoing::Origin;
use crate::store::{FiledMail, Ledger, NewMail};

/// Files and answers the mails that are for no campaign of this host.
pub fn take_in_strays(front: &mut Front, arrived: &[Arrived], world: &World<'_>) -> Result<Vec<Handled>, DeskError> {
    let mut handled = Vec::new();
    for batch in arrived.chunks(BATCH) {
        let ledger = front.store.begin()?;
        for mail in batch {
            let facts = Facts {
                noise: mail.noise,
                sender: mail.sender.as_deref(),
                exceeded: None,
                token: None,
                is_order_file: mail.is_order_file,
                received_at: mail.received_at,
            };
            let named = if mail.campaign.is_some() { Verdict::UnknownCampaign } else { Verdict::Stranger };
            let verdict = envelope::refuse_unread(&facts).unwrap_or(named);
            let filed = ledger.file_mail(&NewMail {
                fingerprint: &mail.fingerprint,
                received_at: mail.received_at,
                sender: mail.sender.as_deref(),
                seat: None,
                turn: None,
                verdict: verdict.code(),
                raw: &mail.raw,
            })?;
            let known = filed == FiledMail::Known;
            if !known {
                front.letterbox.answer(&ledger, mail, verdict, world.now)?;
            }
            handled.push(Handled { verdict: verdict.code(), seat: None, sender: mail.sender.clone(), known });
        }
        (world.boundary)("before strays commit");
        ledger.commit()?;
        (world.boundary)("after strays commit");
        for mail in batch {
            mail.put_away()?;
            (world.boundary)("after a stray is put away");
        }
    }
    Ok(handled)
}

impl Letterbox {
    fn answer(&self, ledger: &Ledger<'_>, mail: &Arrived, verdict: Verdict, now: DateTime<Utc>) -> Result<(), DeskError> {
        let (Some(template), Some(recipient)) = (verdict.template(), &mail.sender) else { return Ok(()) };
        if answers_left(ledger, recipient, verdict.is_from_a_stranger(), self.host.config.limits.answers_per_hour, now)? == 0 {
            return Ok(());
        }
        let mut model = LetterModel::of_host(&self.host.config, verdict.code());
        model.received = Some(received_facts(mail));
        model.trouble = mail.campaign.clone();
        let (subject, text) = letters::render(&self.templates, template, &model)?;
        let letter = Letter {
            in_reply_to: mail.message_id.clone(),
            ..Letter::plain(
                "answer",
                format!("answer.{}", &mail.fingerprint[..24.min(mail.fingerprint.len())]),
                recipient,
                (subject, text),
                Origin::Reply,
            )
        };
        letters::queue(ledger, &Sender { host: &self.host.config, name: &self.host.config.name, campaign: None }, &letter, now)
    }
}
