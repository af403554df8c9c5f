//! What letters say, as facts for their templates.

use std::sync::LazyLock;

use serde::Serialize;

use crate::campaign::config::HostConfig;
use crate::campaign::watch::Held;
use crate::campaign::{Address, CampaignId};
use crate::office::letters::about::About;
use crate::office::letters::facts::{DeadlineFacts, ReceivedFacts, SeatFacts};
use crate::office::letters::kind::LetterKind;
use crate::render::clock::ClockFacts;
use crate::render::report::{CampaignFacts, EndFacts, GameMasterFacts};
use crate::render::{Model, Nothing};

/// The model of a letter. Its template sees one flat list of names, and those that the letter has nothing to say about are empty.
#[derive(Debug, Clone)]
pub(crate) struct LetterModel<T = About> {
    pub heading: Heading,
    /// What it tells besides.
    pub about: T,
}

/// A letter's own facts, as templates see them.
#[derive(Serialize)]
struct OwnFacts<'a, T> {
    #[serde(flatten)]
    heading: &'a Heading,
    #[serde(flatten)]
    about: &'a T,
}

/// What all letters share: whom one is to, and how the campaign stands.
#[derive(Debug, Clone, Serialize)]
pub struct Heading {
    /// `[ashpost rim-3 4F7K2QXM5D3A6ZBT]`; without a token for strangers.
    pub subject_tag: String,
    /// Where players write to.
    pub address: Address,
    /// What the letter is.
    #[serde(rename = "verdict")]
    pub kind: LetterKind,
    /// The campaign that it is about; null for a letter of the host itself.
    pub campaign: Option<CampaignFacts>,
    /// The seat of its reader; null for one who holds none.
    pub seat: Option<SeatFacts>,
    /// The game master, for letters to those who may write to them.
    pub gm: Option<GameMasterFacts>,
    /// The turn that orders are taken for.
    pub turn: Option<u32>,
    /// The deadline of that turn in the reader's time zone; null if no turn is open.
    pub deadline: Option<DeadlineFacts>,
    /// When the orders of its reader close, for the game master's own seats, which close before the deadline; null for all others.
    pub own_closes: Option<DeadlineFacts>,
    /// Whether the orders of its reader are not taken yet, because the game master's own seats close before.
    pub gm_closes_first: bool,
    /// From when on they are; null if they are taken now, and as long as nobody knows.
    pub taken_from: Option<DeadlineFacts>,
    /// Until when orders count after the deadline, once it has passed; null before it, after the grace, and where moves alternate.
    pub grace: Option<DeadlineFacts>,
    /// Until when sheets that were sealed are revealed, once no other orders are taken; null before and after that time.
    pub reveal_until: Option<DeadlineFacts>,
    /// Where moves alternate: whose move it is, and everybody's time.
    pub clock: Option<ClockFacts>,
    /// Whether moves alternate, so that letters speak of moves and not of orders.
    pub by_moves: bool,
    /// How the game has ended; null while it goes on.
    pub ended: Option<EndFacts>,
    /// Why nothing is played at the moment.
    pub held: Option<Held>,
    /// The email that the letter answers, or is about.
    pub received: Option<ReceivedFacts>,
}

/// All names that only some letters have a value for; a game master's template may ask for them in any letter.
static NAMES: LazyLock<Model> = LazyLock::new(|| {
    Model::of(&Nothing {
        values: "absence again announced_by announcement answers_turn applicant asked_about asked_absence below_signature \
             bounced closed consent decision diary diary_entries \
             difference digest early edit_reason emails first_line for_place forwarded full gm_mail gm_news harm held_back_text holder in_old_mail ladder \
             late_move leaving names_turn new_address observed offer others pairing press press_reply proof proposal reader reading_text ready receipt reliability \
             request rolled rung seal sealed_digest seat_act sent_from_elsewhere sent_press setting sheet sheet_text stage status \
             takeback takeback_asked time tournament trouble vote wait waiting writer wrong",
        flags: "appended can_begin ends_game from_game_master has_always has_caretaker has_standing has_taken_over is_anonymous is_past is_tournament is_vacant notes_sent plays_at_once ready_lapsed \
            resigns token_replaced unsealed was_forwarded wish_was_told",
        lists: "answers game_masters left left_in_book not_yet notices offers open_games own_games own_seats plans proposals seat_edits shown_seats",
    })
});

impl<T> LetterModel<T> {
    pub(crate) fn new(heading: Heading, about: T) -> LetterModel<T> {
        LetterModel { heading, about }
    }
}

impl<T: Serialize> LetterModel<T> {
    /// What its template may ask for.
    pub(crate) fn facts(&self) -> Model {
        let LetterModel { heading, about } = self;
        Model::of(&OwnFacts { heading, about }).or_from(&NAMES)
    }
}

impl Heading {
    /// A heading that is about no campaign and answers no email.
    pub(super) fn new(subject_tag: String, address: Address, kind: LetterKind) -> Heading {
        Heading {
            subject_tag,
            address,
            kind,
            campaign: None,
            seat: None,
            gm: None,
            turn: None,
            deadline: None,
            own_closes: None,
            gm_closes_first: false,
            taken_from: None,
            grace: None,
            reveal_until: None,
            clock: None,
            by_moves: false,
            ended: None,
            held: None,
            received: None,
        }
    }

    /// A letter of the host, about no campaign.
    pub fn of_host(host: &HostConfig, kind: impl Into<LetterKind>) -> Heading {
        Heading::new("[ashpost]".to_owned(), host.address.clone(), kind.into())
    }

    /// A letter of the host to the game master of a campaign.
    pub fn of_host_about(host: &HostConfig, campaign: &CampaignId) -> Heading {
        Heading { subject_tag: format!("[ashpost {campaign}]"), ..Heading::of_host(host, LetterKind::Notice) }
    }

    /// The same with another tag after its subject: a code that an answer brings back.
    pub fn tagged(self, subject_tag: String) -> Heading {
        Heading { subject_tag, ..self }
    }

    /// The same as an answer to an email, or about one.
    pub fn on(self, received: ReceivedFacts) -> Heading {
        Heading { received: Some(received), ..self }
    }
}
