//! Writes the emails of bots, each with another email program and its habits.

use std::fmt::Write;

use chrono::{DateTime, Duration, Utc};
use serde_json::Value;

use crate::campaign::Address;
use crate::engine::Seat;
use crate::post::Letter;

/// An email on its way to the Maildir.
pub(crate) struct PlayerMail {
    /// When the server accepts it.
    pub at: DateTime<Utc>,
    /// Tells it from other emails of the same second.
    pub unique: String,
    pub raw: Vec<u8>,
}

/// A player with an email program who replies to the report.
pub(crate) struct Client {
    pub seat: Seat,
    pub name: String,
    pub address: Address,
    /// The turn that orders are awaited for.
    pub turn: u32,
    /// The last report, as it came by email.
    pub received: Letter,
    pub report_text: String,
    /// The orders of a caretaker in this player's place.
    pub orders: String,
    /// The view in the report.
    pub view: Value,
}

impl Client {
    /// When this player writes: some days after the report, each player at another hour.
    pub(crate) fn usual_time(&self, opened_at: DateTime<Utc>) -> DateTime<Utc> {
        // In a very long game the minutes wrap around, so that no email is ever late.
        opened_at + Duration::hours(20 + 14 * i64::from(self.seat.0)) + Duration::minutes(7 * i64::from(self.turn % 32))
    }

    /// An email with this text in one of eight forms, which change from seat to seat and from turn to turn.
    pub(crate) fn mail(&self, at: DateTime<Utc>, what: &str, text: &str) -> PlayerMail {
        let raw = match (u32::from(self.seat.0) + self.turn) % 8 {
            0 => self.plain(at, what, text),
            1 => self.quoted_printable_latin_1(at, what, text),
            2 => self.base64(at, what, text),
            3 => self.html_only(at, what, text),
            4 => self.flowed(at, what, text),
            5 => self.reply_above(at, what, text),
            6 => self.attachment(at, what, text),
            _ => self.reply_below(at, what, text),
        };
        PlayerMail { at, unique: format!("seat-{}-{what}", self.seat), raw: raw.into_bytes() }
    }

    fn head(&self, at: DateTime<Utc>, what: &str, content: &str) -> String {
        let in_reply_to = self.received.message_id.as_ref().map_or("unknown@pbem.example", |id| id.as_str());
        format!(
            "Return-Path: <{address}>\nReceived: from mail.player.example by pbem.example; {date}\nFrom: {name} <{address}>\n\
             To: ashpost demo <games@pbem.example>\nSubject: Re: {subject}\nDate: {date}\nMessage-ID: <{what}.{turn}.{seat}@{domain}>\n\
             In-Reply-To: <{in_reply_to}>\nReferences: <{in_reply_to}>\nMIME-Version: 1.0\n{content}\n\n",
            address = self.address.as_str(),
            domain = self.address.domain(),
            name = encoded_word(&self.name),
            subject = self.received.subject,
            date = at.to_rfc2822(),
            turn = self.turn,
            seat = self.seat,
        )
    }

    fn plain(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        self.head(at, what, "Content-Type: text/plain; charset=us-ascii") + text
    }

    fn quoted_printable_latin_1(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        let body = format!("# Grüße aus München, hier sind meine Befehle:\n{text}# Schöne Woche!\n");
        let encoded: String = body.chars().map(quoted_printable_letter).collect();
        self.head(at, what, "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable") + &encoded
    }

    fn base64(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        let body = format!("; 您好 – my orders\n{text}");
        self.head(at, what, "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64") + &base64(body.as_bytes())
    }

    fn html_only(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        let lines: String = text.lines().map(|line| format!("<div>{}</div>\n", line.replace('<', "&lt;"))).collect();
        let old = "<blockquote type=\"cite\"><div>BUILD 99 PDU ON Earth</div></blockquote>";
        self.head(at, what, "Content-Type: text/html; charset=utf-8")
            + &format!("<html><body>{lines}<br>\n<div>On Saturday, ashpost wrote:</div>{old}</body></html>\n")
    }

    fn flowed(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        let lines: String = text.lines().map(|line| format!("{line} \n")).collect();
        self.head(at, what, "Content-Type: text/plain; charset=utf-8; format=flowed") + &lines + "\n-- \n" + &self.name + "\n"
    }

    fn reply_above(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        let quoted = quoted(&self.report_text);
        self.head(at, what, "Content-Type: text/plain; charset=utf-8")
            + &format!(
                "{text}\nCheers\n{}\n\nOn Sat, 2 Jan 2027 at 20:05, ashpost demo <games@pbem.example>\nwrote:\n\n{quoted}",
                self.name
            )
    }

    fn reply_below(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        let quoted = quoted(&self.report_text);
        self.head(at, what, "Content-Type: text/plain; charset=utf-8")
            + &format!("Am 02.01.27 um 20:05 schrieb ashpost demo:\n{quoted}\n{text}\n-- \nSEND ALL FI FROM here TO eternity\n")
    }

    fn attachment(&self, at: DateTime<Utc>, what: &str, text: &str) -> String {
        self.head(at, what, "Content-Type: multipart/mixed; boundary=\"=-seat\"")
            + &format!(
                "--=-seat\nContent-Type: text/plain; charset=utf-8\n\n\n--=-seat\nContent-Type: text/plain; charset=utf-8; \
                 name=\"turn.orders\"\nContent-Disposition: attachment; filename=\"turn.orders\"\n\n{text}\n--=-seat--\n"
            )
    }

    /// An automatic reply of a player who is away. The host must not answer it.
    pub(crate) fn vacation(&self, at: DateTime<Utc>) -> PlayerMail {
        let head = self.head(at, "vacation", "Auto-Submitted: auto-replied\nContent-Type: text/plain; charset=utf-8");
        let raw = head + "I am out of the office until Monday and will answer then.\n";
        PlayerMail { at, unique: format!("seat-{}-vacation", self.seat), raw: raw.into_bytes() }
    }
}

fn quoted(text: &str) -> String {
    text.lines().fold(String::new(), |quoted, line| quoted + "> " + line + "\n")
}

/// Encodes names beyond ASCII for a header (RFC 2047).
fn encoded_word(name: &str) -> String {
    if name.is_ascii() { name.to_owned() } else { format!("=?utf-8?B?{}?=", base64(name.as_bytes()).trim_end()) }
}

fn quoted_printable_letter(letter: char) -> String {
    match letter {
        '\n' | ' '..='<' | '>'..='~' => letter.to_string(),
        // Latin-1 is the first 256 characters of Unicode.
        letter => format!("={:02X}", u32::from(letter).min(255)),
    }
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for (index, group) in bytes.chunks(3).enumerate() {
        let bits = group.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for position in 0..4 {
            let letter = ALPHABET[(bits >> (18 - 6 * position) & 63) as usize];
            text.push(if position <= group.len() { char::from(letter) } else { '=' });
        }
        if index % 19 == 18 {
            let _ = writeln!(text);
        }
    }
    text + "\n"
}
