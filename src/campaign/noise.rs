//! Emails to which nobody expects an answer.

/// Why an email must not be answered, the strongest reason first: an answer would annoy a list or start a loop.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Noise {
    /// It reports that an email of ours did not arrive, or is late.
    DeliveryReport,
    /// An email of this or another ashpost came back.
    OurOwnLoop,
    /// Cron tells the owner of a crontab what a command printed; an answer would be the next output.
    Cron,
    /// The Auto-Submitted field (RFC 3834), with its value.
    AutoSubmitted(String),
    /// Auto-reply fields from before RFC 3834, or a subject of absence with the fields of Exchange.
    AutoReply,
    /// The Precedence field: `bulk`, `list`, `junk` or `auto_reply`.
    Precedence(String),
    /// A mailing list, by the field that names it.
    ListId,
    /// Other fields of mailing lists and newsletters.
    MailingList,
    /// The empty return path, by which the sender asks for no delivery report.
    EmptyReturnPath,
    /// The host's own address, or the account that it runs in: no person writes from there.
    FromHouse,
}
