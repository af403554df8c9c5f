//! Samples of what people are told who would like to play a game of two.

use super::facts::no_digest;
use super::game::Sample;
use super::sample_letter::{SampleLetter, named};
use crate::campaign::CampaignId;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::ladder::{
    ConfirmLadderFacts, LadderChallengeFacts, LadderFacts, LadderNews, LadderNewsFacts, LadderPlace, LadderToConfirm, OwnPlace, RungFacts,
};
use crate::office::letters::model::Heading;
use crate::office::letters::pairing::{ChallengeFacts, ConfirmPairingFacts, PairingFacts, PairingNews, PairingToConfirm, TableFacts};
use crate::render::schedule::ScheduleFacts;

/// A code, and the tags of a letter that asks to confirm, and of a challenge.
const CODE: &str = "ABCDEFGHIJKIMNOP";
const CONFIRM: &str = "[confirm ABCDEFGHIJKIMNOP]";
const CHALLENGE: &str = "[challenge ABCDEFGHIJKIMNOP]";

pub(super) fn about_games_of_two(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let mut all = about_the_ladder(sample);
    for what in [PairingToConfirm::Play, PairingToConfirm::Challenge] {
        let about = About::ConfirmPairing(ConfirmPairingFacts { what, offer: sample.table(), code: CODE.to_owned(), days: 7 });
        all.push(SampleLetter::new(&named("confirm-pairing", &what), asked(sample).tagged(CONFIRM.to_owned()), about));
    }
    let challenge = About::Challenge(ChallengeFacts {
        name: "Greta".to_owned(),
        other: sample.name(false),
        offer: sample.table(),
        code: CODE.to_owned(),
        days: 7,
        commitment: no_digest(),
        gm: sample.gm().name,
    });
    all.push(SampleLetter::of(asked(sample).tagged(CHALLENGE.to_owned()), challenge));
    for (name, news) in pairing_news(sample) {
        let about = About::Pairing { pairing: PairingFacts::new(sample.gm().name, news), offers: vec![sample.table()] };
        all.push(SampleLetter::new(&format!("pairing-{name}"), asked(sample), about));
    }
    all
}

/// What becomes of requests for a game of two.
fn pairing_news(sample: &Sample<'_>) -> Vec<(&'static str, PairingNews)> {
    let (offer, other, near) = (sample.table(), sample.name(false), vec![sample.name(true)]);
    let (name, commitment) = ("Greta".to_owned(), no_digest());
    let mut all = vec![("waits", PairingNews::Waits { offer: offer.clone(), name: name.clone(), commitment })];
    all.extend(CampaignId::new("table1").map(|campaign| {
        (
            "paired",
            PairingNews::Paired { offer: offer.clone(), name: name.clone(), other: other.clone(), campaign, commitment, place: None },
        )
    }));
    all.extend([
        ("left", PairingNews::Left),
        ("not-waiting", PairingNews::NotWaiting),
        ("no-game", PairingNews::NoGame),
        ("no-name", PairingNews::NoName),
        ("no-challenges", PairingNews::NoChallenges),
        ("sent", PairingNews::Sent { offer: offer.clone(), other: other.clone(), days: 7 }),
        ("no-player", PairingNews::NoPlayer { offer: offer.clone(), other: Some(other.clone()), near: near.clone() }),
        ("several-players", PairingNews::SeveralPlayers { offer: offer.clone(), other: Some(other.clone()), near }),
        ("own-name", PairingNews::OwnName { offer: offer.clone() }),
        ("enough", PairingNews::Enough { offer, other: other.clone() }),
        ("no-answer", PairingNews::NoAnswer),
        ("declined", PairingNews::Declined { other: other.clone() }),
        ("declines", PairingNews::Declines { other }),
        ("on", PairingNews::On),
        ("off", PairingNews::Off),
    ]);
    all
}

fn about_the_ladder(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let (ladder, own, other) = (sample.ladder(), sample.own_place(), sample.name(false));
    let confirm = |(name, what)| {
        let heading = asked(sample).tagged(CONFIRM.to_owned());
        let (ladder, own, code) = (ladder.clone(), Some(own.clone()), CODE.to_owned());
        SampleLetter::new(name, heading, About::ConfirmLadder(ConfirmLadderFacts { ladder, what, own, code, code_days: 7 }))
    };
    let to_confirm = [
        ("confirm-ladder-enter", LadderToConfirm::Enter),
        ("confirm-ladder-leave", LadderToConfirm::Leave),
        ("confirm-ladder-challenge", LadderToConfirm::Challenge { other: other.clone() }),
    ];
    let mut all: Vec<SampleLetter> = to_confirm.map(confirm).into();
    let challenge = About::LadderChallenge(LadderChallengeFacts {
        ladder: ladder.clone(),
        own: own.clone(),
        other: other.clone(),
        code: CODE.to_owned(),
        commitment: no_digest(),
    });
    all.push(SampleLetter::of(asked(sample).tagged(CHALLENGE.to_owned()), challenge));
    let told = |what| {
        let about = About::Ladder(LadderNewsFacts {
            ladder: ladder.clone(),
            what,
            own: Some(own.clone()),
            other: Some(other.clone()),
            is_challenger: true,
            has_moved: matches!(what, LadderNews::Won | LadderNews::WalkedOut),
            near: vec!["Greta".to_owned()],
        });
        SampleLetter::new(&named("ladder", &what), asked(sample), about)
    };
    all.extend(LadderNews::ALL.map(told));
    all
}

/// The heading of an answer to somebody who has asked for something.
fn asked(sample: &Sample<'_>) -> Heading {
    sample.letter_of_host(LetterKind::Asked)
}

impl Sample<'_> {
    /// A game of two that begins by email.
    pub(super) fn table(&self) -> TableFacts {
        let schedule = ScheduleFacts { by_moves: true, every_days: Some(3), ..ScheduleFacts::of(&self.desk.campaign.config) };
        TableFacts {
            name: format!("{}/{}", self.desk.campaign.config.game.id(), self.desk.campaign.config.scenario),
            game_title: self.desk.campaign.facts().game_title,
            waiting: 1,
            schedule: ScheduleFacts { weekdays: Vec::new(), reserve_days: Some(10), bank_days: None, increment: None, ..schedule },
            challenges: true,
        }
    }

    fn ladder(&self) -> LadderFacts {
        let names = [self.name(false), self.name(true), "Greta".to_owned()];
        let place = |(place, name): (usize, String)| LadderPlace { place, name, is_busy: place < 3, campaign: None };
        LadderFacts {
            nothing: LadderFacts::NAMES,
            offer: self.table(),
            places: (1..).zip(names).map(place).collect(),
            places_above: 3,
            days: 7,
            counts_as_lost: false,
            gm: self.gm().name,
        }
    }

    /// The reader's place on the ladder.
    fn own_place(&self) -> OwnPlace {
        OwnPlace { name: self.name(true), place: 2 }
    }

    /// Where the reader stands on it.
    pub(super) fn rung(&self) -> RungFacts {
        RungFacts {
            ladder: self.ladder(),
            own: self.own_place(),
            other: Some(self.name(false)),
            is_challenger: true,
            may_challenge: vec![self.name(false)],
            until: None,
            campaign: None,
        }
    }
}
