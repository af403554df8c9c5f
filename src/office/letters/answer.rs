//! What the answer to an email tells.

use serde::Serialize;

use crate::campaign::Digest;
use crate::campaign::attendance::SeatReliability;
use crate::campaign::difference::Difference;
use crate::office::cabinet::players::SenderGame;
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::consent_facts::{ConsentFacts, OfferFacts};
use crate::office::letters::facts::{
    DeadlineFacts, DiaryFacts, ForwardedFacts, LeftAloneFacts, PressReplyFacts, SeatActFacts, SeatFacts, SettingFacts, StatusFacts,
};
use crate::office::letters::joining::AddressFacts;
use crate::office::letters::ladder::RungFacts;
use crate::office::letters::left::{LeftFacts, LeftInBook};
use crate::office::letters::seal_facts::SealFacts;
use crate::office::letters::sent_press::SentPress;
use crate::office::letters::sheet_facts::{LateMove, ReadyFacts, ReceiptFacts, SheetFacts};
use crate::office::letters::takeback_facts::TakebackFacts;
use crate::office::letters::vote_facts::{ProposalFacts, VoteFacts};
use crate::office::letters::wait_facts::WaitState;
use crate::render::tournament::TournamentFacts;

/// What the writer of an email is told, whether they hold a seat or not.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct ToSender {
    /// It came from the game master.
    pub from_game_master: bool,
    /// Its token was that of a seat, which has another one now.
    pub token_replaced: bool,
    /// The games in which the sender plays, if it is not known for which seat the email speaks.
    pub own_games: Vec<SenderGame>,
    /// The seats that the sender has in this game, if there are several, and it is not known for which of them the email speaks.
    pub own_seats: Vec<SeatFacts>,
    /// The seats whose tokens the email shows.
    pub shown_seats: Vec<SeatFacts>,
    /// What is wrong with it.
    pub trouble: Option<String>,
    /// Attachments that nobody has looked into, by their names.
    pub unopened: Vec<String>,
    /// Outlook has put its words into one of these.
    pub is_rich_text: bool,
    /// It has no words but its subject and what it quotes.
    pub is_blank: bool,
}

/// What the player of a seat is told.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct ToPlayer {
    #[serde(flatten)]
    pub sender: ToSender,
    /// The sender, if the email did not come from the seat's own address.
    pub sent_from_elsewhere: Option<String>,
    /// It answers an email for an earlier turn than the open one: its orders count for the open one.
    pub answers_turn: Option<u32>,
    /// Its subject names another turn than the open one, for which its orders count all the same.
    pub names_turn: Option<u32>,
    /// Lines below its signature that look like orders and were not read; null if there are none.
    pub below_signature: Option<UnreadOrders>,
    /// The same in what looks like an old email without marks, but may be the writer's own words.
    pub in_old_mail: Option<UnreadOrders>,
    #[serde(flatten)]
    pub sheet: Option<SentSheet>,
    /// What the host signs, in letters that change which sheet counts.
    pub receipt: Option<ReceiptFacts>,
    /// It came before the first turn was open.
    pub before_opening: bool,
    /// It came when the orders of its seat were fixed already, because it was or is the game master's own.
    pub are_fixed: bool,
    /// It asks to take back what was sent for the next move, and nothing was.
    pub withdraws_nothing: bool,
    /// Its move came when the player had no time left; null otherwise.
    pub late_move: Option<LateMove>,
    /// The message of another player that an email without orders answers.
    pub press_reply: Option<PressReplyFacts>,
    /// What is told of sealed sheets.
    pub seal: Option<SealFacts>,
    #[serde(flatten)]
    pub done: Done,
    #[serde(flatten)]
    pub told: AnswerFacts,
}

/// What looks like orders or commands in a part of an email that is not read.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct UnreadOrders {
    /// How many lines there are.
    pub lines: usize,
    /// The first of them, as it was written.
    pub first: String,
}

/// The sheet that was sent, and what it does.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SentSheet {
    pub sheet: SheetFacts,
    /// The echo of a sheet, rendered by the game's own template.
    pub reading_text: Option<String>,
    /// What it does to the earlier one that it replaces; null where nothing is replaced.
    pub difference: Option<Difference>,
    /// Standing orders come before those of the sheet; their lines have the number 0.
    pub has_always: bool,
    /// What was sent adds to the earlier sheet (APPEND).
    pub appended: bool,
    /// Whether it is played now, so that nothing can be changed any more.
    pub plays_at_once: bool,
    /// Whether it gives the game up.
    pub resigns: bool,
    /// Whether its move ends the game.
    pub ends_game: bool,
}

impl From<SheetFacts> for SentSheet {
    /// A sheet without orders, or of which no more is told.
    fn from(sheet: SheetFacts) -> SentSheet {
        SentSheet {
            sheet,
            reading_text: None,
            difference: None,
            has_always: false,
            appended: false,
            plays_at_once: false,
            resigns: false,
            ends_game: false,
        }
    }
}

/// What commands have brought about.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Done {
    /// What became of READY or NOT READY; null if the email says neither.
    pub ready: Option<ReadyFacts>,
    /// The seat was ready with the earlier sheet, and is not with this one.
    pub ready_lapsed: bool,
    /// The sheet came in clear, and takes the place of one that was sealed.
    pub unsealed: bool,
    /// What became of WAIT or NOT WAIT.
    pub wait: Option<WaitState>,
    /// When the turn is played because every seat is ready.
    pub early: Option<DeadlineFacts>,
    /// What became of orders left for later.
    pub left: Vec<LeftFacts>,
    /// What became of words to the game master.
    pub forwarded: Option<ForwardedFacts>,
    /// Whether they went to the game master.
    pub was_forwarded: bool,
    /// Its notes went to the opponent in a letter, because it has ended the game.
    pub notes_sent: bool,
    /// What became of ADDRESS.
    pub new_address: Option<AddressFacts>,
    /// Commands and blocks that this version does not carry out.
    pub not_yet: Vec<LeftAloneFacts>,
    /// The new token of the seat.
    pub seat_act: Option<SeatActFacts>,
    /// What became of the command that is told of last.
    #[serde(flatten)]
    pub outcome: Option<CommandOutcome>,
}

/// What became of a command of which an email may have several.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CommandOutcome {
    /// ABSENT or PRESENT.
    Absence(AbsenceFacts),
    /// FORMAT and the other settings.
    Setting(SettingFacts),
    /// A message to other players.
    SentPress(SentPress),
    /// DIARY.
    Diary(DiaryFacts),
    /// DRAW? and its answers, or ABORT.
    Consent(ConsentFacts),
    /// PROPOSE, AGREE or DISAGREE.
    Vote(VoteFacts),
    /// TAKEBACK? and its answers.
    Takeback(TakebackFacts),
}

/// What a player has asked for, and what else they are told.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct AnswerFacts {
    /// What commands other than orders were answered with, rendered.
    pub answers: Vec<String>,
    /// The subjects of those answers, each once.
    pub subjects: Vec<String>,
    /// The orders of the sheet that counts, as they were read; for ORDERS?.
    pub sheet_text: Option<String>,
    /// The reader's conditional moves from earlier emails that wait in the game; for ORDERS?.
    pub plans: Vec<String>,
    /// The digest of the sheet that the reader has sealed and not revealed yet; for ORDERS?.
    pub sealed_digest: Option<Digest>,
    /// The orders of the sheet that is held back until its player confirms it.
    pub held_back_text: Option<String>,
    /// The reader's standing orders, and orders for later turns, that are in the book; for ORDERS?.
    pub left_in_book: Vec<LeftInBook>,
    /// How many entries the reader's diary has; null without one.
    pub diary_entries: Option<usize>,
    /// Whether the reader has standing orders.
    pub has_standing: bool,
    /// Without a sheet, and without standing orders, the caretaker gives orders in the reader's place.
    pub has_caretaker: bool,
    /// The offer to end the game by consent that stands; for STATUS.
    pub offer: Option<OfferFacts>,
    /// How reliably the reader sends orders; for STATUS.
    pub reliability: Option<SeatReliability>,
    /// The request to take a move back that waits for its answer; for STATUS.
    pub takeback_asked: Option<TakebackFacts>,
    /// Who has sent orders.
    pub status: Option<StatusFacts>,
    /// Where the reader stands on the ladder of the host; for STATUS.
    pub rung: Option<RungFacts>,
    /// The tournament that the game belongs to; for STATUS.
    pub tournament: Option<TournamentFacts>,
    /// What has happened to the campaign since the reader's last report, a line each.
    pub notices: Vec<String>,
    /// The proposals that are open; for STATUS.
    pub proposals: Vec<ProposalFacts>,
}
