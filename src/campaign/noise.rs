//! Emails that nobody waits an answer for.

/// Why an email must not be answered, the strongest reason first: an answer would annoy a list or start a loop.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Noise {
    /// An email of ours did not arrive, or is late.
    DeliveryReport,
    /// An email of this or another ashpost came back.
    OurOwnLoop,
    /// Cron tells the owner of a crontab what a command printed. An answer would be the next thing to print.
    Cron,
    /// RFC 3834, with what the field says.
    AutoSubmitted(String),
    /// Auto-reply fields from before RFC 3834, or a subject of absence with the fields of Exchange.
    AutoReply,
    /// `bulk`, `list`, `junk` or `auto_reply`.
    Precedence(String),
    /// A mailing list, by the field that names it.
    ListId,
    /// Other fields of mailing lists and newsletters.
    MailingList,
    /// The sender asks for no delivery report.
    EmptyReturnPath,
    /// The address of the house, or the account that it runs in: no person writes from there.
    FromHouse,
}
