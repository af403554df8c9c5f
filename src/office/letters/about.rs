//! What a letter is about: the facts of each kind of letter, under the names that templates ask for.

use serde::Serialize;

use crate::campaign::seat_edits::SeatEdit;
use crate::office::cabinet::harm::{Harm, HarmFacts, HostHarmFacts};
use crate::office::cabinet::players::SenderGame;
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::answer::{ToPlayer, ToSender};
use crate::office::letters::consent_facts::ConsentFacts;
use crate::office::letters::digest_facts::DigestFacts;
use crate::office::letters::facts::{
    BouncedFacts, DeadlineFacts, ForwardedFacts, ProofFacts, RolledFacts, SeatActFacts, SeatFacts, StatusFacts,
};
use crate::office::letters::gm_facts::{AskedAbsenceFacts, GmMailFacts, GmNewsFacts, WaitingFacts};
use crate::office::letters::joining::{AddressFacts, ApplicantFacts, ConfirmFacts, FullFacts, OpenGameFacts, RequestFacts};
use crate::office::letters::ladder::{ConfirmLadderFacts, LadderChallengeFacts, LadderFacts, LadderNewsFacts};
use crate::office::letters::leaving_facts::LeavingFacts;
use crate::office::letters::left::LeftInBook;
use crate::office::letters::pairing::{ChallengeFacts, ConfirmPairingFacts, PairingFacts, TableFacts};
use crate::office::letters::seal_facts::{ClosedFacts, SealFacts};
use crate::office::letters::sheet_facts::{ReceiptFacts, SheetFacts};
use crate::office::letters::takeback_facts::TakebackFacts;
use crate::office::letters::time_facts::TimeFacts;
use crate::office::letters::trouble_facts::TroubleFacts;
use crate::office::letters::vote_facts::{DecisionFacts, ProposalFacts};
use crate::office::letters::wait_facts::WaitState;
use crate::render::press::PressFacts;
use crate::render::report::{AgainFacts, GameMasterFacts};
use crate::render::tournament::TournamentFacts;

/// What a letter is about. Each has its own template ([`About::template`]), which says at its top to whom it goes.
#[derive(Debug, Clone, Serialize)]
pub(crate) enum About {
    #[serde(rename = "absence")]
    AbsenceDecided(AbsenceFacts),
    #[serde(rename = "absence")]
    AbsenceNotice(AbsenceFacts),
    #[serde(rename = "seat_act")]
    AddressChanged(SeatActFacts),
    #[serde(rename = "seat_act")]
    Farewell(SeatActFacts),
    #[serde(rename = "seat_act")]
    NewToken(SeatActFacts),
    #[serde(rename = "new_address")]
    ConfirmAddress(AddressFacts),
    #[serde(rename = "tournament")]
    Bye(TournamentFacts),
    #[serde(rename = "tournament")]
    FinalTable(TournamentFacts),
    #[serde(rename = "consent")]
    ConsentNotice(ConsentFacts),
    #[serde(rename = "takeback")]
    TakebackNotice(TakebackFacts),
    #[serde(rename = "digest")]
    Digest(DigestFacts),
    /// Why the game master has changed the position by hand.
    #[serde(rename = "edit_reason")]
    Edited(String),
    #[serde(rename = "seat_edits")]
    EditedSeats(Vec<SeatEdit>),
    #[serde(rename = "proposal")]
    VoteProposed(ProposalFacts),
    #[serde(rename = "decision")]
    VoteClosed(DecisionFacts),
    #[serde(rename = "leaving")]
    SeatLeft(LeavingFacts),
    #[serde(rename = "leaving")]
    SeatVacant(LeavingFacts),
    #[serde(rename = "seal")]
    GmClosed(ClosedFacts),
    #[serde(rename = "seal")]
    RevealNow(SealFacts),
    #[serde(rename = "waiting")]
    GmAsked(WaitingFacts),
    #[serde(rename = "waiting")]
    TurnWaits(WaitingFacts),
    #[serde(rename = "asked_absence")]
    GmAbsence(AskedAbsenceFacts),
    #[serde(rename = "applicant")]
    GmApplicant(ApplicantFacts),
    #[serde(rename = "bounced")]
    GmBounced(BouncedFacts),
    #[serde(rename = "full")]
    GmFull(FullFacts),
    #[serde(rename = "gm_news")]
    GmNews(GmNewsFacts),
    #[serde(rename = "harm")]
    GmHarm(HarmFacts),
    #[serde(rename = "harm")]
    GmHostDatabase(HostHarmFacts),
    #[serde(rename = "trouble")]
    GmUnreadableFile(String),
    #[serde(rename = "request")]
    ConfirmRequest(ConfirmFacts),
    #[serde(rename = "request")]
    Request(RequestFacts),
    #[serde(rename = "ladder")]
    ConfirmLadder(ConfirmLadderFacts),
    #[serde(rename = "ladder")]
    Ladder(LadderNewsFacts),
    #[serde(rename = "ladder")]
    LadderChallenge(LadderChallengeFacts),
    #[serde(rename = "pairing")]
    ConfirmPairing(ConfirmPairingFacts),
    #[serde(rename = "pairing")]
    Challenge(ChallengeFacts),
    /// `offers` are the games of two that begin by email.
    #[serde(untagged)]
    Pairing { pairing: PairingFacts, offers: Vec<TableFacts> },
    #[serde(untagged)]
    Games { open_games: Vec<OpenGameFacts>, offers: Vec<TableFacts>, ladder: Option<LadderFacts> },
    /// `wish_was_told`: the game masters know what the stranger would like; `trouble` is a name that no campaign here has.
    #[serde(untagged)]
    UnknownCampaign {
        /// The games in which the sender plays.
        own_games: Vec<SenderGame>,
        game_masters: Vec<GameMasterFacts>,
        open_games: Vec<OpenGameFacts>,
        offers: Vec<TableFacts>,
        ladder: Option<LadderFacts>,
        wish_was_told: bool,
        trouble: Option<String>,
        /// A request that the email puts as a question, but without its question mark.
        asked_about: Option<String>,
        /// A game of this host that takes nobody by email for what was asked.
        closed: Option<String>,
    },
    /// `trouble` is a name that the game master has written and no campaign has, `near` the one that may be meant, `example` one of `games`.
    #[serde(untagged)]
    GmWhichGame { games: Vec<SenderGame>, trouble: Option<String>, is_tournament: bool, near: Option<String>, example: Option<String> },
    /// Words of the game master, or of the helper who writes in their place.
    #[serde(untagged)]
    Broadcast { announcement: String, announced_by: Option<String> },
    /// `early` is null if the turn waits for its deadline again, since `writer` is not ready any more, or asks it to `wait`.
    #[serde(untagged)]
    EarlyNotice { early: Option<DeadlineFacts>, writer: SeatFacts, wait: Option<WaitState>, has_taken_over: bool },
    #[serde(untagged)]
    GameEnded { proof: ProofFacts, decision: Option<DecisionFacts>, again: Option<AgainFacts>, for_place: Option<String> },
    #[serde(untagged)]
    GmAnswer { gm_mail: GmMailFacts, status: Option<StatusFacts> },
    #[serde(untagged)]
    GmMessageOfPlayer { forwarded: ForwardedFacts, writer: SeatFacts },
    /// `open_games` are those that the stranger has been told of.
    #[serde(untagged)]
    GmMessageOfStranger { forwarded: ForwardedFacts, open_games: Vec<OpenGameFacts>, can_begin: bool },
    #[serde(untagged)]
    GmNotice(TroubleFacts),
    #[serde(untagged)]
    GmQuarantine(TroubleFacts),
    /// Its readers do not learn who wrote an anonymous message.
    #[serde(untagged)]
    Press { press: PressFacts, writer: Option<SeatFacts> },
    #[serde(untagged)]
    GmPress { press: PressFacts, writer: SeatFacts, is_anonymous: bool },
    /// The player for whom it was has left.
    #[serde(untagged)]
    PressReturned { press: PressFacts, reader: SeatFacts, is_vacant: bool },
    #[serde(untagged)]
    LeftEntered { sheet: SheetFacts, reading_text: String, receipt: Option<ReceiptFacts> },
    /// The game master plays now, so that these orders no longer count.
    #[serde(untagged)]
    LeftAside { left_in_book: Vec<LeftInBook> },
    /// `first_line` is `ORDERS rim-3 1 4F7K2QXM5D3A6ZBT`, which serves where a subject keeps no tag; the last report is the answer.
    #[serde(untagged)]
    LostTag { first_line: String, answers: [String; 1] },
    #[serde(untagged)]
    NewSecret,
    /// The turn whose public report it is, whether a later one has been played, and that report.
    #[serde(untagged)]
    Observed { observed: u32, is_past: bool, answers: [String; 1] },
    #[serde(untagged)]
    Reminder { stage: ReminderStage, has_standing: bool, has_caretaker: bool, notices: Vec<String> },
    /// `receipt` is for the reader's sheet that counts again.
    #[serde(untagged)]
    Rolled { rolled: RolledFacts, has_standing: bool, receipt: Option<ReceiptFacts> },
    #[serde(untagged)]
    TimeNotice { time: TimeFacts, decision: Option<DecisionFacts> },
    #[serde(untagged)]
    TokenElsewhere,
    #[serde(untagged)]
    Trial,
    /// The last report is the answer; on paper it follows the letter.
    #[serde(untagged)]
    Welcome { seat_act: SeatActFacts, answers: Vec<String> },
    /// The answer to an email whose verdict has this template.
    #[serde(untagged)]
    ToPlayer {
        #[serde(skip)]
        template: &'static str,
        #[serde(flatten)]
        told: Box<ToPlayer>,
    },
    /// The same to somebody who is not known to play.
    #[serde(untagged)]
    ToSender {
        #[serde(skip)]
        template: &'static str,
        #[serde(flatten)]
        told: ToSender,
    },
}

/// What a reminder comes before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReminderStage {
    Deadline,
    /// The reserve runs.
    Reserve,
    /// The reserve, or the bank, ends soon.
    Last,
}

impl About {
    /// The template that tells it.
    pub(crate) fn template(&self) -> &'static str {
        match self {
            About::AbsenceDecided(_) => "shared/absence-decided.txt",
            About::AbsenceNotice(_) => "shared/absence-notice.txt",
            About::AddressChanged(_) => "shared/address-changed.txt",
            About::Broadcast { .. } => "shared/broadcast.txt",
            About::Bye(_) => "shared/bye.txt",
            About::Challenge(_) => "shared/challenge.txt",
            About::ConfirmAddress(_) => "shared/confirm-address.txt",
            About::ConfirmLadder(_) => "shared/confirm-ladder.txt",
            About::ConfirmPairing(_) => "shared/confirm-pairing.txt",
            About::ConfirmRequest(_) => "shared/confirm-request.txt",
            About::ConsentNotice(_) => "shared/consent-notice.txt",
            About::Digest(_) => "shared/digest.txt",
            About::EarlyNotice { .. } => "shared/early-notice.txt",
            About::Edited(_) => "shared/edited.txt",
            About::EditedSeats(_) => "shared/edited-seats.txt",
            About::Farewell(_) => "shared/farewell.txt",
            About::FinalTable(_) => "shared/final-table.txt",
            About::GameEnded { .. } => "shared/game-ended.txt",
            About::Games { .. } => "shared/games.txt",
            About::GmAbsence(_) => "shared/gm-absence.txt",
            About::GmAnswer { .. } => "shared/gm-answer.txt",
            About::GmApplicant(_) => "shared/gm-applicant.txt",
            About::GmAsked(_) => "shared/gm-asked.txt",
            About::GmBounced(_) => "shared/gm-bounced.txt",
            About::GmClosed(_) => "shared/gm-closed.txt",
            About::GmFull(_) => "shared/gm-full.txt",
            About::GmHostDatabase(_) => "shared/gm-host-database.txt",
            About::GmHarm(HarmFacts { what: Harm::Damaged { .. }, .. }) => "shared/gm-damaged.txt",
            About::GmHarm(HarmFacts { what: Harm::Lost { .. }, .. }) => "shared/gm-lost.txt",
            About::GmMessageOfPlayer { .. } | About::GmMessageOfStranger { .. } => "shared/gm-message.txt",
            About::GmNews(_) => "shared/gm-news.txt",
            About::GmNotice(_) => "shared/gm-notice.txt",
            About::GmPress { .. } => "shared/gm-press.txt",
            About::GmQuarantine(_) => "shared/gm-quarantine.txt",
            About::GmUnreadableFile(_) => "shared/gm-unreadable-file.txt",
            About::Ladder(_) => "shared/ladder.txt",
            About::LadderChallenge(_) => "shared/ladder-challenge.txt",
            About::LeftAside { .. } => "shared/left-aside.txt",
            About::LeftEntered { .. } => "shared/left-entered.txt",
            About::LostTag { .. } => "shared/lost-tag.txt",
            About::NewSecret => "shared/new-secret.txt",
            About::NewToken(_) => "shared/new-token.txt",
            About::Observed { .. } => "shared/observed.txt",
            About::Pairing { .. } => "shared/pairing.txt",
            About::Press { .. } => "shared/press.txt",
            About::PressReturned { .. } => "shared/press-returned.txt",
            About::Reminder { .. } => "shared/reminder.txt",
            About::Request(_) => "shared/request.txt",
            About::RevealNow(_) => "shared/reveal-now.txt",
            About::Rolled { .. } => "shared/rolled.txt",
            About::SeatLeft(_) => "shared/seat-left.txt",
            About::SeatVacant(_) => "shared/seat-vacant.txt",
            About::TakebackNotice(_) => "shared/takeback-notice.txt",
            About::TimeNotice { .. } => "shared/time-notice.txt",
            About::TokenElsewhere => "shared/token-elsewhere.txt",
            About::Trial => "shared/trial.txt",
            About::TurnWaits(_) => "shared/turn-waits.txt",
            About::UnknownCampaign { .. } => "shared/unknown-campaign.txt",
            About::GmWhichGame { .. } => "shared/gm-which-game.txt",
            About::VoteClosed(_) => "shared/vote-closed.txt",
            About::VoteProposed(_) => "shared/vote-proposed.txt",
            About::Welcome { .. } => "shared/welcome.txt",
            About::ToPlayer { template, .. } | About::ToSender { template, .. } => template,
        }
    }
}
