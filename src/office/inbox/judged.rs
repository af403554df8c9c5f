//! One email on the table, and what is found about it.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

use crate::campaign::envelope::Verdict;
use crate::campaign::local::LocalTime;
use crate::campaign::receipt::SignedReceipt;
use crate::campaign::{Address, Digest};
use crate::engine::{Reading, Seat};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::errands::SeatErrand;
use crate::office::inbox::arrived::Arrived;
use crate::office::inbox::gm_mail::GmMail;
use crate::office::letters::facts::ForwardedFacts;
use crate::office::letters::joining::AddressFacts;
use crate::office::letters::left::{LeftFacts, LeftState};
use crate::office::letters::outcomes::Outcomes;
use crate::office::letters::sheet_facts::ReadyFacts;
use crate::office::letters::wait_facts::WaitState;
use crate::post::commands::MailCommand;
use crate::post::{AheadBlock, Content};
use crate::store::{Ledger, StoredSheet};

/// How many emails share a transaction: a commit waits for the disk, and one wait serves them all.
pub(in crate::office) const BATCH: usize = 200;

/// What a sheet without orders says.
pub(in crate::office) const NO_ORDERS: &str = "NO ORDERS\n";

/// What became of one email.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Handled {
    /// What was decided about it.
    pub verdict: Verdict,
    /// The seat that it speaks for; `None` if it was taken for none.
    pub seat: Option<Seat>,
    /// Its one sender; `None` if it names none or several, and for a file of orders.
    pub sender: Option<Address>,
    /// The same email was here before: nothing was done.
    pub known: bool,
    /// An answer was written.
    pub answered: bool,
    /// The file of orders that it was, if it speaks for no seat: nobody gets an answer to it.
    pub unclaimed_file: Option<PathBuf>,
}

impl Handled {
    /// What was decided about an email, of which nothing is known yet to be new.
    pub(in crate::office) fn of(mail: &Arrived, verdict: Verdict, seat: Option<Seat>) -> Handled {
        let unclaimed_file = (mail.envelope.is_order_file && seat.is_none()).then(|| mail.path().to_owned());
        Handled { verdict, seat, sender: mail.envelope.sender.clone(), known: true, answered: false, unclaimed_file }
    }

    /// Whether a report of the run should tell of it. Cron emails such a report, so it does not tell of what robots write.
    pub fn is_news(&self) -> bool {
        !self.verdict.is_silent()
    }
}

/// One email on the table.
pub(in crate::office) struct Intake<'a> {
    pub campaign: &'a mut Campaign,
    pub ledger: &'a Ledger<'a>,
    pub mail: &'a Arrived,
    /// Its content, read for the open turn.
    pub content: Content,
    pub now: DateTime<Utc>,
}

impl Intake<'_> {
    /// Whether the email only tries: it is answered as if it counted, and changes nothing.
    pub(in crate::office) fn is_try(&self) -> bool {
        self.content.has(&MailCommand::Check)
    }

    /// The seat whose affairs the email changes; `None` for a try, and where nobody is known to have written it.
    pub(in crate::office) fn acting_seat(&self, judged: &Judged) -> Option<Seat> {
        judged.seat.filter(|_| !self.is_try())
    }

    /// Whether NEW TOKEN is carried out.
    pub(in crate::office) fn wants_new_token(&self) -> bool {
        self.content.has(&MailCommand::NewToken) && !self.is_try()
    }

    /// Whether the new sheet adds to the earlier one. Where all play at once, the last sheet counts alone (P3.3) unless it says APPEND.
    pub(in crate::office) fn adds_to(&self, verdict: Verdict) -> bool {
        let is_sheet = verdict == Verdict::Replaced || (verdict == Verdict::Checked && self.appends());
        is_sheet && (self.campaign.alternates() || self.appends())
    }

    pub(in crate::office) fn appends(&self) -> bool {
        !self.campaign.alternates() && self.content.has(&MailCommand::Append)
    }

    /// When the email arrived, in the time zone of a seat, or of the schedule.
    pub(in crate::office) fn received_at(&self, reader: Option<Seat>) -> String {
        let LocalTime { local, zone, .. } = self.campaign.local(self.mail.envelope.received_at, reader);
        format!("{local} {zone}")
    }
}

/// An email as judged.
pub(in crate::office) struct Judged {
    pub verdict: Verdict,
    pub seat: Option<Seat>,
    pub reading: Option<Reading>,
    /// Its notes to the opponent.
    pub notes: Vec<String>,
    /// The sheet that counted before.
    pub earlier: Option<StoredSheet>,
    /// The sheet that was held back and is put into force.
    pub confirmed: Option<StoredSheet>,
    /// Whether what was taken makes the turn by itself, so that it counts as played.
    pub plays_at_once: bool,
    /// Whether it has a move and a line that ends the game, so that neither counts.
    pub is_torn: bool,
    /// Its orders for later turns, and standing orders.
    pub left: Vec<LeftBlock>,
    /// Whether standing orders come before those of the sheet.
    pub has_always: bool,
    /// Why it is acted on although it proves no seat; kept, so that what is carried out is what was judged.
    pub seatless: Option<Seatless>,
}

/// Why an email that proves no seat is acted on.
pub(in crate::office) enum Seatless {
    /// It is a game master's.
    GameMaster(Box<GmMail>),
    /// What waits for the code that it carries, of which this is the digest.
    Errand(Digest, SeatErrand),
    /// Its code would bring mail to this address, and it does not say yes.
    Unclear(Address),
    /// It comes from this seat's own address, without its token.
    LostTag(Seat),
}

/// A block of orders left for later, as judged.
pub(in crate::office) struct LeftBlock {
    pub block: AheadBlock,
    pub state: LeftState,
    /// What is kept; `None` takes back what is there.
    pub text: Option<String>,
    /// How it is read now.
    pub reading: Option<Reading>,
}

impl Judged {
    /// An email of which nothing was read.
    pub(in crate::office) fn unread(verdict: Verdict) -> Judged {
        Judged {
            verdict,
            seat: None,
            reading: None,
            notes: Vec::new(),
            earlier: None,
            confirmed: None,
            plays_at_once: false,
            is_torn: false,
            left: Vec::new(),
            has_always: false,
            seatless: None,
        }
    }

    /// An email that proves no seat, and is acted on.
    pub(in crate::office) fn seatless(why: Seatless) -> Judged {
        let verdict = match why {
            Seatless::GameMaster(_) => Verdict::GameMaster,
            Seatless::Errand(..) => Verdict::Confirmed,
            Seatless::Unclear(_) => Verdict::NothingToDo,
            Seatless::LostTag(_) => Verdict::LostTag,
        };
        Judged { seatless: Some(why), ..Judged::unread(verdict) }
    }
}

/// What carrying an email out has come to, for its answer.
#[derive(Default)]
pub(in crate::office) struct CarriedOut {
    /// What the host promises of the sheet that counts now.
    pub receipt: Option<SignedReceipt>,
    pub ready: Option<ReadyFacts>,
    pub wait: Option<WaitState>,
    /// The seat was ready before, and is not any more though the email does not say so.
    pub ready_lapsed: bool,
    /// The sheet came in clear, and takes the place of one that was sealed.
    pub unsealed: bool,
    /// When the turn is played because every seat is ready.
    pub early_at: Option<DateTime<Utc>>,
    /// What became of its commands.
    pub outcomes: Outcomes,
    /// What became of orders left for later.
    pub left: Vec<LeftFacts>,
    pub forwarded: Option<ForwardedFacts>,
    /// What became of ADDRESS.
    pub new_address: Option<AddressFacts>,
    /// Its notes went to the opponent in a letter, because it has ended the game.
    pub notes_sent: bool,
}
