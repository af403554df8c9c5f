//! What receipts prove against a journal: that each sheet was kept, and that nothing of the past was rewritten since.

use super::journal::{Act, Checked, Replay};
use super::receipt::{Receipt, SignedReceipt, UNKNOWN_SALT};

/// What a receipt proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proven {
    /// The turn was played with the sheet that it promises.
    Kept,
    /// A later receipt of the seat replaced it.
    Replaced,
    /// The digest counted for the dice, but the sheet was not revealed: the turn was played without it, as everybody was told.
    Unrevealed,
    /// Its turn is not in the journal yet.
    NotPlayed,
    /// The game was ended by a decision before its turn was played, as everybody was told.
    NeverPlayed,
    /// The journal ends before the entry that the receipt names: it is older than the receipt, or was cut off.
    Beyond,
    /// The campaign's key was lost before the turn was played; the journal says so, and everybody was told.
    Void,
    /// The game went back before the turn was played; the journal says so, and everybody was told.
    RolledBack,
    /// The entry that it names was lost with a database, and the game went on from an older copy; the journal says so, and everybody was told.
    Lost,
    /// The turn was played with another sheet. While the game goes on, nobody can say whether a later receipt replaced this one.
    PerhapsReplaced,
    /// No key of this journal signed it.
    NotSigned,
    /// It belongs to another campaign.
    Elsewhere,
    /// The journal has another entry at the place that it names: the past was rewritten.
    Rewritten,
    /// By its own words, the host accepted the sheet after the turn was played.
    TooLate,
    /// The turn was played with another sheet.
    OtherSheet,
    /// The turn was played as if this receipt had not been given.
    Dropped,
}

impl Proven {
    /// Whether the host has, or may have, done wrong, or somebody has forged the receipt or the journal.
    pub fn is_wrong(self) -> bool {
        use Proven::{Elsewhere, Kept, Lost, NeverPlayed, NotPlayed, Replaced, RolledBack, Unrevealed, Void};
        !matches!(self, Kept | Replaced | Unrevealed | NotPlayed | NeverPlayed | Void | RolledBack | Lost | Elsewhere)
    }

    /// Its spelling in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Proven::Kept => "kept",
            Proven::Replaced => "replaced",
            Proven::Unrevealed => "unrevealed",
            Proven::NotPlayed => "not-played",
            Proven::NeverPlayed => "never-played",
            Proven::Beyond => "beyond",
            Proven::Void => "void",
            Proven::RolledBack => "rolled-back",
            Proven::Lost => "lost",
            Proven::PerhapsReplaced => "perhaps-replaced",
            Proven::NotSigned => "not-signed",
            Proven::Elsewhere => "elsewhere",
            Proven::Rewritten => "rewritten",
            Proven::TooLate => "too-late",
            Proven::OtherSheet => "other-sheet",
            Proven::Dropped => "dropped",
        }
    }

    /// The same in words that follow the number of the receipt.
    pub fn in_words(self) -> &'static str {
        match self {
            Proven::Kept => "kept: the turn was played with this sheet",
            Proven::Replaced => "a later one took its place",
            Proven::Unrevealed => "its digest went into the dice, but the sheet was not revealed: the turn was played without it",
            Proven::NotPlayed => "its turn is not played yet",
            Proven::NeverPlayed => "its turn was never played: the game was ended before, as the journal says",
            Proven::Beyond => {
                "BEYOND THE END: the bundle ends before the entry that it names; it is older than the receipt, or was cut off"
            }
            Proven::Void => "void: the campaign's key was replaced before the turn was played, as the journal says",
            Proven::RolledBack => "void: the game went back to an earlier position before the turn was played, as the journal says",
            Proven::Lost => "void: the journal that it names was lost, and the game went on from an older copy, as the journal says",
            Proven::PerhapsReplaced => {
                "PERHAPS BROKEN: the turn was played with another sheet; only a later receipt of the seat for this turn could explain it"
            }
            Proven::NotSigned => "NOT SIGNED by a key of this journal: the receipt was changed, or another host gave it",
            Proven::Elsewhere => "of another campaign",
            Proven::Rewritten => "REWRITTEN: the journal that it names had another entry there",
            Proven::TooLate => "the journal says that its turn was played BEFORE the host took this sheet",
            Proven::OtherSheet => "BROKEN: the turn was played with another sheet",
            Proven::Dropped => "DROPPED: the turn was played as if this receipt had not been given",
        }
    }
}

/// What each of these receipts proves. One that is given together with a later one of its campaign, seat and turn was replaced.
pub fn all_proven<'a>(receipts: &'a [SignedReceipt], replay: &Replay) -> Vec<(&'a SignedReceipt, Proven)> {
    let is_replaced = |signed: &SignedReceipt| {
        let one = &signed.receipt;
        // One key signs the receipts of all games of a host.
        let sheet_of = |receipt: &Receipt| (receipt.campaign.clone(), receipt.turn, receipt.seat);
        let is_later = |other: &Receipt| other.number > one.number && sheet_of(other) == sheet_of(one);
        receipts.iter().any(|other| is_later(&other.receipt) && replay.keys.iter().any(|key| other.is_by(key)))
    };
    let found = |signed| match proven(signed, replay) {
        Proven::PerhapsReplaced if is_replaced(signed) => Proven::Replaced,
        found => found,
    };
    receipts.iter().map(|signed| (signed, found(signed))).collect()
}

/// What a receipt proves against a journal that was checked.
pub fn proven(signed: &SignedReceipt, replay: &Replay) -> Proven {
    let receipt = &signed.receipt;
    if *receipt.campaign != *replay.campaign {
        return Proven::Elsewhere;
    }
    if !replay.keys.iter().any(|key| signed.is_by(key)) {
        return Proven::NotSigned;
    }
    let head = replay.checked.get(receipt.head.number as usize);
    match head {
        Some(head) if head.hash == receipt.head.hash => {}
        // A receipt has its time, so it may also name what the host had not seen of a loss.
        _ if replay.losses().any(|(at, lost)| *lost.start() <= receipt.head.number && receipt.at <= at) => return Proven::Lost,
        None => return Proven::Beyond,
        Some(_) => return Proven::Rewritten,
    }
    let behind = &replay.checked[receipt.head.number as usize + 1..];
    let is_turn = |checked: &&Checked| checked.act.is_none() && checked.turn == receipt.turn;
    match behind.iter().find(is_turn) {
        Some(turn) => against_turn(receipt, turn, behind),
        None if receipt.turn <= head.map_or(0, Checked::last_turn) => Proven::TooLate,
        None if behind.iter().any(Checked::has_changed_turns) => Proven::RolledBack,
        None if behind.iter().any(|checked| matches!(checked.act, Some(Act::Ended { .. }))) => Proven::NeverPlayed,
        None => Proven::NotPlayed,
    }
}

fn against_turn(receipt: &Receipt, turn: &Checked, behind: &[Checked]) -> Proven {
    if turn.unrevealed.contains(&receipt.seat) {
        // A receipt with a salt shows that the sheet was revealed, so the host has dropped it.
        return if receipt.salt == UNKNOWN_SALT { Proven::Unrevealed } else { Proven::Dropped };
    }
    let is_kept = turn.digests.get(&receipt.seat) == Some(&receipt.sheet);
    let key_was_lost = |checked: &Checked| checked.number < turn.number && matches!(checked.act, Some(Act::KeyReplaced { .. }));
    if behind.iter().any(key_was_lost) {
        return if is_kept { Proven::Kept } else { Proven::Void };
    }
    if behind.iter().any(|checked| checked.number < turn.number && checked.has_changed_turns()) {
        return if is_kept { Proven::Kept } else { Proven::RolledBack };
    }
    match &turn.receipts {
        None => {
            if is_kept {
                Proven::Kept
            } else {
                Proven::PerhapsReplaced
            }
        }
        Some(told) => match receipt.number.cmp(&told.get(&receipt.seat).copied().unwrap_or(0)) {
            std::cmp::Ordering::Less => Proven::Replaced,
            std::cmp::Ordering::Equal if is_kept => Proven::Kept,
            std::cmp::Ordering::Equal => Proven::OtherSheet,
            std::cmp::Ordering::Greater => Proven::Dropped,
        },
    }
}
