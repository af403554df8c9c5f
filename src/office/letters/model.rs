//! What letters say, as facts for their templates.

use serde::Serialize;

use crate::campaign::attendance::SeatReliability;
use crate::campaign::config::HostConfig;
use crate::campaign::difference::Difference;
use crate::campaign::roster::SeatEdit;
use crate::campaign::watch::Held;
use crate::office::cabinet::harm::HarmFacts;
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::consent_facts::{ConsentFacts, OfferFacts};
use crate::office::letters::digest_facts::DigestFacts;
use crate::office::letters::facts::{
    BouncedFacts, DeadlineFacts, DiaryFacts, ForwardedFacts, LateMove, LeftAloneFacts, ProofFacts, ReadyFacts, ReceiptFacts, ReceivedFacts,
    RolledFacts, SealFacts, SeatActFacts, SeatFacts, SettingFacts, SheetFacts, StatusFacts, TimeFacts,
};
use crate::office::letters::gm_facts::{AskedAbsenceFacts, GmMailFacts, GmNewsFacts, WaitingFacts};
use crate::office::letters::joining::{AddressFacts, ApplicantFacts, FullFacts, OpenGameFacts, RequestFacts};
use crate::office::letters::ladder::{LadderFacts, RungFacts};
use crate::office::letters::leaving_facts::LeavingFacts;
use crate::office::letters::left::{LeftFacts, LeftInBook};
use crate::office::letters::pairing::{PairingFacts, TableFacts};
use crate::office::letters::sent_press::SentPress;
use crate::office::letters::takeback_facts::TakebackFacts;
use crate::office::letters::vote_facts::{DecisionFacts, ProposalFacts, VoteFacts};
use crate::office::letters::wait_facts::WaitState;
use crate::render::clock::ClockFacts;
use crate::render::press::PressFacts;
use crate::render::report::{CampaignFacts, EndFacts, GameMasterFacts};
use crate::render::tournament::TournamentFacts;

/// What every letter template gets: for templates one flat list of names, and what a letter has nothing to say about is null.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LetterModel {
    #[serde(flatten)]
    pub heading: Heading,
    #[serde(flatten)]
    pub answered: AnsweredEmail,
    #[serde(flatten)]
    pub sheet: SentSheet,
    #[serde(flatten)]
    pub done: Done,
    #[serde(flatten)]
    pub told: Told,
    #[serde(flatten)]
    pub office: OfficeFacts,
}

/// Whom a letter is to, and how the campaign stands.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Heading {
    /// `[ashpost rim-3 4F7K2QXM5D3A6ZBT]`; without a token for strangers.
    pub subject_tag: String,
    /// Where players write to.
    pub address: String,
    /// What the letter is: the code of a verdict, or `notice`, `reminder`, `welcome`.
    pub verdict: String,
    pub campaign: Option<CampaignFacts>,
    pub seat: Option<SeatFacts>,
    /// The game master, for letters to those who may write to them.
    pub gm: Option<GameMasterFacts>,
    /// The turn that orders are taken for.
    pub turn: Option<u32>,
    pub deadline: Option<DeadlineFacts>,
    /// Where moves alternate: whose move it is, and everybody's time.
    pub clock: Option<ClockFacts>,
    /// Whether moves alternate, so that letters speak of moves and not of orders.
    pub by_moves: bool,
    /// Who has won; null while the game goes on.
    pub ended: Option<EndFacts>,
    /// Why nothing is played at the moment.
    pub held: Option<Held>,
}

/// The email that a letter answers.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AnsweredEmail {
    pub received: Option<ReceivedFacts>,
    /// The sender, if the email did not come from the seat's own address.
    pub sent_from_elsewhere: Option<String>,
    /// It came from the game master.
    pub from_game_master: bool,
    /// The seats whose tokens the email shows.
    pub shown_seats: Vec<SeatFacts>,
    /// It answers the report before an earlier turn than the open one: its orders count for the open one.
    pub answers_turn: Option<u32>,
    /// What is wrong with it, or with the host.
    pub trouble: Option<String>,
    /// `ORDERS rim-3 1 4F7K2QXM5D3A6ZBT`, which serves where a subject keeps no tag.
    pub first_line: Option<String>,
}

/// The sheet that was sent, and what it does.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SentSheet {
    pub sheet: Option<SheetFacts>,
    /// What the host signs: of letters that change which sheet counts.
    pub receipt: Option<ReceiptFacts>,
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
    /// Its move came when the player had no time left; null otherwise.
    pub late_move: Option<LateMove>,
}

/// What commands have brought about.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Done {
    /// What became of READY or NOT READY; null if the email says neither.
    pub ready: Option<ReadyFacts>,
    /// The seat was ready with the earlier sheet, and is not with this one.
    pub ready_lapsed: bool,
    /// What became of WAIT or NOT WAIT; of a letter to the others: somebody asks the turn to wait.
    pub wait: Option<WaitState>,
    /// When the turn is played because every seat is ready.
    pub early: Option<DeadlineFacts>,
    /// What became of ABSENT or PRESENT.
    pub absence: Option<AbsenceFacts>,
    /// What became of FORMAT and its like.
    pub setting: Option<SettingFacts>,
    /// What became of blocks of orders before their time.
    pub left: Vec<LeftFacts>,
    /// What became of a message to other players.
    pub sent_press: Option<SentPress>,
    /// What became of DIARY.
    pub diary: Option<DiaryFacts>,
    /// What became of DRAW? and its answers, or of ABORT.
    pub consent: Option<ConsentFacts>,
    /// What became of PROPOSE, AGREE or DISAGREE.
    pub vote: Option<VoteFacts>,
    /// What became of TAKEBACK? and its answers.
    pub takeback: Option<TakebackFacts>,
    /// What became of words to the game master.
    pub forwarded: Option<ForwardedFacts>,
    /// What became of ADDRESS.
    pub new_address: Option<AddressFacts>,
    /// They went to the game master.
    pub was_forwarded: bool,
    /// Who wrote them, for the game master; or who was ready, for the others.
    pub writer: Option<SeatFacts>,
    /// Commands and blocks that this version does not carry out.
    pub not_yet: Vec<LeftAloneFacts>,
    /// What was done to a seat, for the letters to those whom it concerns.
    pub seat_act: Option<SeatActFacts>,
    /// Who has left a seat.
    pub leaving: Option<LeavingFacts>,
}

/// What readers have asked for, and what they are told besides.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Told {
    /// The turn whose public report goes to those who follow the game without a seat.
    pub observed: Option<u32>,
    /// What commands other than orders were answered with, rendered.
    pub answers: Vec<String>,
    /// The orders of the sheet that counts, as they were read; for ORDERS?.
    pub sheet_text: Option<String>,
    /// The orders of the sheet that is held back until its player confirms it.
    pub held_back_text: Option<String>,
    /// The reader's standing orders, and orders for later turns, that are in the book; for ORDERS?.
    pub left_in_book: Vec<LeftInBook>,
    /// How many entries the reader's diary has; null without one.
    pub diary_entries: Option<usize>,
    /// What waits for a player in all their games.
    pub digest: Option<DigestFacts>,
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
    /// Who has sent orders; for STATUS and reminders.
    pub status: Option<StatusFacts>,
    /// Where the reader stands on the ladder of the host; for STATUS.
    pub rung: Option<RungFacts>,
    /// The tournament that the game belongs to; for STATUS.
    pub tournament: Option<TournamentFacts>,
    /// What has happened to the campaign since the reader's last report, a line each.
    pub notices: Vec<String>,
    /// What the game master says to everybody.
    pub announcement: Option<String>,
    /// Who says it in the game master's place.
    pub announced_by: Option<String>,
    /// A message of another player.
    pub press: Option<PressFacts>,
    /// Its readers do not learn who wrote it; for the game master.
    pub is_anonymous: bool,
    /// What a letter about sealed sheets tells.
    pub seal: Option<SealFacts>,
    /// What the journal of a game that has just been ended ends with.
    pub proof: Option<ProofFacts>,
    /// Why the game master has changed the position by hand.
    pub edit_reason: Option<String>,
    /// What a letter about a game that goes back or forward tells.
    pub rolled: Option<RolledFacts>,
    /// A proposal that all are asked about.
    pub proposal: Option<ProposalFacts>,
    /// Those that are open; for STATUS.
    pub proposals: Vec<ProposalFacts>,
    /// What has become of one.
    pub decision: Option<DecisionFacts>,
    /// What a letter about time tells.
    pub time: Option<TimeFacts>,
    /// What a reminder is about: `deadline`, `reserve` (it runs) or `last` (it, or the bank, ends soon).
    pub stage: Option<&'static str>,
}

/// What game masters are told of their host, and strangers of its campaigns.
#[derive(Debug, Clone, Default, Serialize)]
pub struct OfficeFacts {
    /// Some game masters of the host, for strangers.
    pub game_masters: Vec<GameMasterFacts>,
    /// The campaigns that look for players, for strangers.
    pub open_games: Vec<OpenGameFacts>,
    /// Their game masters have been told of the stranger's wish.
    pub wish_was_told: bool,
    /// What somebody without a seat has asked for, and what became of it.
    pub request: Option<RequestFacts>,
    /// What somebody has asked for who would like to play a game of two, and what became of it.
    pub pairing: Option<PairingFacts>,
    /// The games of two that begin by email.
    pub offers: Vec<TableFacts>,
    /// The ladder, and what somebody has asked of it.
    pub ladder: Option<LadderFacts>,
    /// Somebody for a vacant seat; for the game master.
    pub applicant: Option<ApplicantFacts>,
    /// A list of applicants that is full; for the game master.
    pub full: Option<FullFacts>,
    /// What was edited in the file's seats of a running game; for the game master.
    pub seat_edits: Vec<SeatEdit>,
    /// What has happened; for game masters who ask for it.
    pub gm_news: Option<GmNewsFacts>,
    /// Days of absence that a player asks for; for the game master.
    pub asked_absence: Option<AskedAbsenceFacts>,
    /// What became of commands by email; for the game master who gave them.
    pub gm_mail: Option<GmMailFacts>,
    /// A turn that waits for a word of the game master.
    pub waiting: Option<WaitingFacts>,
    /// A player whose emails come back; for the game master.
    pub bounced: Option<BouncedFacts>,
    /// Files that are lost or damaged; for the game master.
    pub harm: Option<HarmFacts>,
}

impl LetterModel {
    /// A letter of the host, about no campaign.
    pub fn of_host(host: &HostConfig, verdict: &str) -> LetterModel {
        let heading = Heading {
            subject_tag: "[ashpost]".to_owned(),
            address: host.address.to_string(),
            verdict: verdict.to_owned(),
            ..Heading::default()
        };
        LetterModel { heading, ..LetterModel::default() }
    }

    /// A letter of the host to the game master of a campaign.
    pub fn of_host_about(host: &HostConfig, campaign: &str) -> LetterModel {
        let mut model = LetterModel::of_host(host, "notice");
        model.heading.subject_tag = format!("[ashpost {campaign}]");
        model
    }
}
