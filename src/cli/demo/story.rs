//! The story of the demonstration: which player makes which mistake in which turn, and who else writes.

use chrono::{DateTime, Duration, Utc};

use super::theatre;
use crate::cli::players::{AwaitedTurn, Client, PlayerMail};

/// All emails of a turn, oldest first.
pub(super) fn mails(turn: &AwaitedTurn) -> Vec<PlayerMail> {
    let mut mails = strangers(turn.number, turn.opened_at);
    for client in &turn.clients {
        mails.extend(mails_of(client, &theatre::sheet(client, turn.number), turn));
    }
    mails.sort_by(|one, other| (one.at, &one.unique).cmp(&(other.at, &other.unique)));
    mails
}

/// What a player sends in this turn, mistakes and second thoughts included.
fn mails_of(client: &Client, sheet: &str, turn: &AwaitedTurn) -> Vec<PlayerMail> {
    let usual = client.usual_time(turn.opened_at);
    match (turn.number, client.seat.0) {
        // A typing error: the other lines count, and the receipt says what is wrong.
        (2, 3) => vec![client.mail(usual, "orders", &format!("BULD 3 FI ON Eastside\n{sheet}"))],
        // Second thoughts: the later sheet replaces the whole earlier one.
        (3, 5) => vec![
            client.mail(usual, "orders", "SEND 99 FI FROM Lenin TO Earth\n"),
            client.mail(usual + Duration::hours(3), "corrected", &format!("Sorry, please take these instead:\n\n{sheet}")),
        ],
        // Too late: after the deadline, but before the run that adjudicates.
        (4, 2) => vec![client.mail(turn.deadline_at + Duration::minutes(2), "late", sheet)],
        // Forgotten: only an automatic reply is sent.
        (5, 6) => vec![client.vacation(usual)],
        (6, 8) => vec![client.mail(usual - Duration::hours(2), "help", "HELP\nSTATUS\n"), client.mail(usual, "orders", sheet)],
        (7, 4) => vec![client.mail(usual - Duration::hours(5), "check", &format!("CHECK\n{sheet}")), client.mail(usual, "orders", sheet)],
        _ => vec![client.mail(usual, "orders", sheet)],
    }
}

/// Emails from people who do not play here.
fn strangers(turn: u32, opened_at: DateTime<Utc>) -> Vec<PlayerMail> {
    if turn != 1 {
        return Vec::new();
    }
    let at = opened_at + Duration::hours(30);
    let raw = format!(
        "From: Somebody Else <stranger@elsewhere.example>\nTo: games@pbem.example\nSubject: Great opportunity\nDate: {}\n\
         Message-ID: <offer@elsewhere.example>\n\nDear Sir or Madam, do you want to buy a planet?\n",
        at.to_rfc2822()
    );
    vec![PlayerMail { at, unique: "stranger".to_owned(), raw: raw.into_bytes() }]
}
