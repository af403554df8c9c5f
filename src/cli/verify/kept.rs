//! Reads what players keep in their mailboxes: receipts, and the heads of the journal in reports.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;

use crate::campaign::heads::{Head, find_heads};
use crate::campaign::receipt::SignedReceipt;
use crate::post::Letter;

/// What a player has kept.
#[derive(Default)]
pub(super) struct KeptProofs {
    /// Each receipt once, sorted by turn, seat and number.
    pub receipts: Vec<SignedReceipt>,
    /// How many receipts are unreadable.
    pub damaged: usize,
    pub heads: Vec<Head>,
}

impl KeptProofs {
    /// Reads messages, mailboxes (mbox) and texts.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(super) fn read(files: &[PathBuf]) -> anyhow::Result<KeptProofs> {
        let mut kept = KeptProofs::default();
        for path in files {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            for message in messages(&bytes) {
                let (_, words) = Letter::subject_and_words(message);
                let (found, damaged) = SignedReceipt::find_all(&words);
                kept.damaged += damaged;
                for receipt in found.into_iter().filter(|receipt| !kept.receipts.contains(receipt)).collect::<Vec<_>>() {
                    kept.receipts.push(receipt);
                }
                for head in find_heads(&words).into_iter().filter(|head| !kept.heads.contains(head)).collect::<Vec<_>>() {
                    kept.heads.push(head);
                }
            }
        }
        kept.receipts.sort_by_key(|signed| (signed.receipt.turn, signed.receipt.seat, signed.receipt.number));
        Ok(kept)
    }
}

/// The messages of a mailbox (mbox); any other file is one message.
fn messages(bytes: &[u8]) -> Vec<&[u8]> {
    if !bytes.starts_with(b"From ") {
        return vec![bytes];
    }
    let begins = |at: &usize| *at == 0 || bytes[..*at].ends_with(b"\n\n") || bytes[..*at].ends_with(b"\r\n\r\n");
    let starts: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"From ") && begins(at)).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().zip(ends).map(|(start, end)| first_line_off(&bytes[*start..end])).collect()
}

/// A message of a mailbox without the line that separates it from the previous one.
fn first_line_off(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
    &bytes[end..]
}
