//! A report as an email: its text and HTML, the picture, the deadline for a calendar, the form to reply with, and the JSON.

use crate::campaign::config::Attachments;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::letters::NewLetter;
use crate::post::Address;
use crate::post::outgoing::{Attachment, FileKind, InlinePicture, Message, Origin};
use crate::store::{EmailKind, StoredReport};

/// A report of a seat, ready to be mailed.
pub(crate) struct ReportMail {
    pub seat: Seat,
    pub report: StoredReport,
    pub with_html: bool,
    /// Absent where no turn is open for orders.
    pub order_form: Option<String>,
    /// The open deadline for the player's calendar, if they want it.
    pub deadline: Option<Attachment>,
    pub pictures: Vec<InlinePicture>,
    pub subject: String,
}

impl ReportMail {
    /// The letter to the seat's holder, as `kind`, with this Message-ID.
    pub(crate) fn letter(self, campaign: &Campaign, kind: EmailKind, id: String, recipient: &Address) -> NewLetter {
        let message = Message {
            attachments: self.attachments(campaign),
            subject: self.subject,
            text: self.report.text,
            html: self.with_html.then_some(self.report.html),
            pictures: self.pictures,
            origin: Origin::Calendar,
        };
        NewLetter::new(kind, id, recipient, message).about(Some(self.report.turn), Some(self.seat))
    }

    fn attachments(&self, campaign: &Campaign) -> Vec<Attachment> {
        let mut attachments: Vec<Attachment> = self.deadline.iter().cloned().collect();
        if campaign.config.seat(self.seat).is_none_or(|player| player.attachments != Attachments::All) {
            return attachments;
        }
        let turn = self.report.turn;
        if let Some(form) = &self.order_form {
            attachments.push(Attachment {
                name: format!("{}-turn-{}.form", campaign.id(), turn + 1),
                kind: FileKind::Text,
                bytes: form.clone().into_bytes(),
            });
        }
        attachments.push(Attachment {
            name: format!("{}-turn-{turn}-seat-{}.json", campaign.id(), self.seat),
            kind: FileKind::Json,
            bytes: self.report.json.clone().into_bytes(),
        });
        attachments
    }
}
