//! Samples of what those are told who would like to play a game of two.

use super::facts::no_digest;
use super::game::Sample;
use super::letters::Letter;
use crate::office::letters::ladder::{LadderFacts, LadderPlace};
use crate::office::letters::model::LetterModel;
use crate::office::letters::pairing::{PairingFacts, TableFacts};
use crate::render::schedule::ScheduleFacts;

/// What becomes of requests about games of two, as their template tells them apart.
const PAIRINGS: [&str; 17] = [
    "waits",
    "paired",
    "left",
    "not-waiting",
    "no-game",
    "no-name",
    "no-challenges",
    "sent",
    "no-player",
    "several-players",
    "own-name",
    "enough",
    "no-answer",
    "declined",
    "declines",
    "on",
    "off",
];

/// The same of the ladder.
const LADDER: [&str; 19] = [
    "entered",
    "left",
    "sent",
    "too-late",
    "no-name",
    "name-taken",
    "not-on-it",
    "no-player",
    "own-name",
    "below",
    "too-far",
    "busy",
    "other-busy",
    "declined",
    "lapsed",
    "won",
    "kept",
    "void",
    "called-off",
];

pub(super) fn about_games_of_two(sample: &Sample<'_>) -> Vec<Letter> {
    let mut all = about_the_ladder(sample);
    for what in ["play", "challenge"] {
        let mut model = about_two(sample, what);
        model.heading.subject_tag = "[confirm ABCDEFGHIJKIMNOP]".to_owned();
        all.push(Letter::new(&format!("confirm-pairing-{what}"), "shared/confirm-pairing.txt", model));
    }
    let mut challenge = about_two(sample, "challenged");
    challenge.heading.subject_tag = "[challenge ABCDEFGHIJKIMNOP]".to_owned();
    all.push(Letter::of("shared/challenge.txt", challenge));
    for what in PAIRINGS {
        all.push(Letter::new(&format!("pairing-{what}"), "shared/pairing.txt", about_two(sample, what)));
    }
    all
}

fn about_the_ladder(sample: &Sample<'_>) -> Vec<Letter> {
    let letter = |what, tag: &str| {
        let mut model = sample.letter_of_host("asked");
        model.heading.subject_tag = tag.to_owned();
        model.office.ladder = Some(sample.ladder(what));
        model
    };
    let confirm =
        |what| Letter::new(&format!("confirm-ladder-{what}"), "shared/confirm-ladder.txt", letter(what, "[confirm ABCDEFGHIJKIMNOP]"));
    let mut all: Vec<Letter> = ["enter", "leave", "challenge"].map(confirm).into();
    all.push(Letter::of("shared/ladder-challenge.txt", letter("challenged", "[challenge ABCDEFGHIJKIMNOP]")));
    all.extend(LADDER.map(|what| Letter::new(&format!("ladder-{what}"), "shared/ladder.txt", letter(what, "[ashpost]"))));
    all
}

fn about_two(sample: &Sample<'_>, what: &'static str) -> LetterModel {
    let mut model = sample.letter_of_host("asked");
    (model.office.pairing, model.office.offers) = (Some(sample.pairing(what)), vec![sample.table()]);
    model
}

impl Sample<'_> {
    /// A game of two that begins by email.
    pub(super) fn table(&self) -> TableFacts {
        let schedule = ScheduleFacts { by_moves: true, every_days: Some(3), ..ScheduleFacts::of(&self.desk.campaign.config) };
        TableFacts {
            name: format!("{}/{}", self.desk.campaign.config.game, self.desk.campaign.config.scenario),
            game_title: self.desk.campaign.facts().game_title,
            waiting: 1,
            schedule: ScheduleFacts { weekdays: Vec::new(), reserve_days: Some(10), bank_days: None, increment: None, ..schedule },
            challenges: true,
        }
    }

    /// The ladder, and something that was asked of it.
    fn ladder(&self, what: &'static str) -> LadderFacts {
        let names = [self.name(false), self.name(true), "Greta".to_owned()];
        let place = |(place, name): (usize, String)| LadderPlace { place, name, is_busy: place < 3 };
        LadderFacts {
            what,
            offer: Some(self.table()),
            name: Some(self.name(true)),
            other: Some(self.name(false)),
            place: Some(2),
            is_challenger: true,
            has_moved: what == "won",
            near: vec!["Greta".to_owned()],
            places: (1..).zip(names).map(place).collect(),
            places_above: 3,
            days: 7,
            counts_as_lost: false,
            code: Some("ABCDEFGHIJKIMNOP".to_owned()),
            code_days: 7,
            commitment: Some(no_digest().to_string()),
            gm: self.gm().name,
        }
    }

    /// Something that was asked for about such a game.
    pub(super) fn pairing(&self, what: &'static str) -> PairingFacts {
        PairingFacts {
            what,
            offer: Some(self.table()),
            name: Some("Greta".to_owned()),
            other: Some(self.name(false)),
            near: vec![self.name(true)],
            code: Some("ABCDEFGHIJKIMNOP".to_owned()),
            days: 7,
            campaign: Some("table1".to_owned()),
            commitment: Some(no_digest().to_string()),
            gm: self.gm().name,
        }
    }
}
