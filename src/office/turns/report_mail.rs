//! A report as an email: its text and HTML, the picture, the form to reply with, and the JSON.

use crate::campaign::config::{Attachments, Format};
use crate::engine::{Scene, Seat};
use crate::office::cabinet::desk::Campaign;
use crate::office::letters::NewLetter;
use crate::post::Address;
use crate::post::outgoing::{Attachment, FileKind, InlinePicture, Label, Message, Origin};
use crate::render::picture::{png, svg};
use crate::store::StoredReport;

/// The picture of the position, as an email's HTML names it.
const PICTURE_ID: &str = "map";

/// Stands in a report's HTML for its picture.
pub(in crate::office) const PICTURE_SOURCE: &str = "cid:map";

/// A report's HTML as a page of its own, with the picture of the position in it.
pub fn page(report: &StoredReport, scene: &Scene) -> String {
    let in_address = |letter: char| match letter {
        other if !other.is_ascii() || other.is_ascii_alphanumeric() || "-._~/:=,;()".contains(other) => other.to_string(),
        other => format!("%{:02X}", u32::from(other)),
    };
    let picture: String = svg::render(scene).chars().map(in_address).collect();
    report.html.replace(PICTURE_SOURCE, &format!("data:image/svg+xml,{picture}"))
}

/// A report of a seat, ready to be mailed.
pub(crate) struct ReportMail {
    pub seat: Seat,
    pub report: StoredReport,
    pub with_html: bool,
    /// Absent where no turn is open for orders.
    pub order_form: Option<String>,
    pub pictures: Vec<InlinePicture>,
    pub subject: String,
}

impl ReportMail {
    /// The letter to whoever holds the seat, as `kind`, with this Message-ID.
    pub(crate) fn letter(self, campaign: &Campaign, kind: &'static str, id: String, recipient: &Address) -> NewLetter {
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
        if campaign.config.seat(self.seat).is_none_or(|player| player.attachments == Attachments::None) {
            return Vec::new();
        }
        let turn = self.report.turn;
        let mut attachments = Vec::new();
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

impl Campaign {
    /// Whether the holder of a seat reads HTML.
    pub fn reads_html(&self, seat: Seat) -> bool {
        self.config.seat(seat).is_some_and(|player| player.format == Format::Both)
    }
}

/// The picture that goes with the HTML; a report without one is still a report.
pub(crate) fn picture(scene: &Scene) -> Option<InlinePicture> {
    let png = png::render(scene).ok()?;
    Some(InlinePicture { content_id: Label::new(PICTURE_ID), png })
}
