//! Finds emails that nobody expects an answer to, by their header.

use super::header::Fields;
use super::outgoing::LOOP_MARK;
use crate::campaign::{Address, Noise, OWN_MARKER};

/// Judges by the header alone. `kind` is the MIME type of the whole email.
pub(super) fn find(fields: &Fields, kind: &str) -> Option<Noise> {
    let has = |name: &str| fields.first(name).is_some();
    let has_null_path = fields.all("return-path").any(|path| path.replace(' ', "") == "<>");
    if is_delivery_report(fields, kind, has_null_path) {
        return Some(Noise::DeliveryReport);
    }
    if fields.all("x-loop").any(|value| value.to_ascii_lowercase().contains(LOOP_MARK))
        || fields.all("message-id").any(|id| id.contains(OWN_MARKER))
    {
        return Some(Noise::OurOwnLoop);
    }
    if is_from_cron(fields) {
        return Some(Noise::Cron);
    }
    if let Some(value) = fields.all("auto-submitted").map(keyword).find(|value| value != "no") {
        return Some(Noise::AutoSubmitted(value));
    }
    let is_old_reply = has("x-autoreply") || has("x-autorespond") || has("x-autoresponder") || has("x-vacation");
    if is_old_reply || is_absence(fields) || kind == "multipart/report" {
        return Some(Noise::AutoReply);
    }
    if let Some(value) =
        fields.all("precedence").map(keyword).find(|value| matches!(value.as_str(), "bulk" | "list" | "junk" | "auto_reply"))
    {
        return Some(Noise::Precedence(value));
    }
    if has("list-id") {
        return Some(Noise::ListId);
    }
    if ["list-post", "list-unsubscribe", "mailing-list", "x-mailing-list"].iter().any(|name| has(name)) {
        return Some(Noise::MailingList);
    }
    has_null_path.then_some(Noise::EmptyReturnPath)
}

/// Whether a sender is the host itself: its address, with or without a part after `+`, the owner of that address as mail systems spell it,
/// or `root`, under whose name mail systems write to people and who never plays.
pub fn is_from_house(sender: &Address, house: &Address) -> bool {
    let (local, own) = (sender.local_part().to_lowercase(), house.local_part().to_lowercase());
    let plain = local.split('+').next().unwrap_or(&local);
    let names = [own.clone(), format!("owner-{own}"), format!("{own}-owner"), format!("{own}-bounces")];
    local == "root" || sender.domain() == house.domain() && names.iter().any(|name| name == plain)
}

/// RFC 3462, or an email from a mail system that expects no answer. Read receipts do not count.
fn is_delivery_report(fields: &Fields, kind: &str, has_null_path: bool) -> bool {
    let content = fields.first("content-type").unwrap_or("").to_ascii_lowercase();
    let from = fields.first("from").unwrap_or("").to_ascii_lowercase();
    let is_from_system = from.contains("mailer-daemon") || from.contains("postmaster@");
    kind == "multipart/report" && !content.contains("disposition-notification") || is_from_system && has_null_path
}

/// Vixie's cron and its relatives write `X-Cron-Env`; others are known by the sender's name or by how their subjects begin.
fn is_from_cron(fields: &Fields) -> bool {
    let from = fields.first("from").unwrap_or("").to_ascii_lowercase();
    let subject = fields.text("subject").unwrap_or_default().to_lowercase();
    let begins = ["cron <", "fcron <", "anacron job ", "output from your job "];
    fields.first("x-cron-env").is_some() || from.contains("cron daemon") || begins.iter().any(|begin| subject.starts_with(begin))
}

/// Outlook's absence notes lose their Auto-Submitted in some gateways.
fn is_absence(fields: &Fields) -> bool {
    let has_mark = fields.first("x-auto-response-suppress").is_some() || fields.first("x-ms-exchange-generated-message-source").is_some();
    let subject = fields.text("subject").unwrap_or_default().to_lowercase();
    let starts = ["automatic reply", "out of office", "automatische antwort", "abwesend", "réponse automatique", "respuesta automática"];
    has_mark && starts.iter().any(|start| subject.starts_with(start))
}

/// The first word of a value, without parameters and comments.
fn keyword(value: &str) -> String {
    value.split([';', ' ', '(']).next().unwrap_or("").to_ascii_lowercase()
}
