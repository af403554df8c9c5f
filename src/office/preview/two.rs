//! Samples of what those are told who would like to play a game of two.

use serde::Serialize;

use super::facts::no_digest;
use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::campaign::CampaignId;
use crate::office::letters::ladder::{LadderFacts, LadderNews, LadderPlace, RungFacts};
use crate::office::letters::model::LetterModel;
use crate::office::letters::pairing::{PairingFacts, PairingNews, TableFacts};
use crate::render::schedule::ScheduleFacts;

pub(super) fn about_games_of_two(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let mut all = about_the_ladder(sample);
    for what in [PairingNews::Play, PairingNews::Challenge] {
        let mut model = about_two(sample, what);
        model.heading.subject_tag = "[confirm ABCDEFGHIJKIMNOP]".to_owned();
        all.push(SampleLetter::new(&named("confirm-pairing", what), "shared/confirm-pairing.txt", model));
    }
    let mut challenge = about_two(sample, PairingNews::Challenged);
    challenge.heading.subject_tag = "[challenge ABCDEFGHIJKIMNOP]".to_owned();
    all.push(SampleLetter::of("shared/challenge.txt", challenge));
    for what in PairingNews::OF_LETTER {
        all.push(SampleLetter::new(&named("pairing", what), "shared/pairing.txt", about_two(sample, what)));
    }
    all
}

/// The name of a letter about one thing of several.
fn named(letter: &str, what: impl Serialize) -> String {
    format!("{letter}-{}", serde_json::json!(what).as_str().unwrap_or_default())
}

fn about_the_ladder(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let letter = |what, tag: &str| {
        let mut model = sample.letter_of_host("asked");
        model.heading.subject_tag = tag.to_owned();
        model.office.ladder = Some(sample.ladder(what));
        model
    };
    let confirm =
        |what| SampleLetter::new(&named("confirm-ladder", what), "shared/confirm-ladder.txt", letter(what, "[confirm ABCDEFGHIJKIMNOP]"));
    let mut all: Vec<SampleLetter> = [LadderNews::Enter, LadderNews::Leave, LadderNews::Challenge].map(confirm).into();
    all.push(SampleLetter::of("shared/ladder-challenge.txt", letter(LadderNews::Challenged, "[challenge ABCDEFGHIJKIMNOP]")));
    all.extend(LadderNews::OF_LETTER.map(|what| SampleLetter::new(&named("ladder", what), "shared/ladder.txt", letter(what, "[ashpost]"))));
    all
}

fn about_two(sample: &Sample<'_>, what: PairingNews) -> LetterModel {
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
    fn ladder(&self, what: LadderNews) -> LadderFacts {
        let names = [self.name(false), self.name(true), "Greta".to_owned()];
        let place = |(place, name): (usize, String)| LadderPlace { place, name, is_busy: place < 3, campaign: None };
        LadderFacts {
            what,
            offer: Some(self.table()),
            name: Some(self.name(true)),
            other: Some(self.name(false)),
            place: Some(2),
            is_challenger: true,
            has_moved: matches!(what, LadderNews::Won | LadderNews::WalkedOut),
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

    /// Where the reader stands on it.
    pub(super) fn rung(&self) -> RungFacts {
        RungFacts { ladder: self.ladder(LadderNews::List), may_challenge: vec![self.name(false)], until: None, campaign: None }
    }

    /// Something that was asked for about such a game.
    pub(super) fn pairing(&self, what: PairingNews) -> PairingFacts {
        PairingFacts {
            what,
            offer: Some(self.table()),
            name: Some("Greta".to_owned()),
            other: Some(self.name(false)),
            near: vec![self.name(true)],
            code: Some("ABCDEFGHIJKIMNOP".to_owned()),
            days: 7,
            campaign: CampaignId::new("table1"),
            commitment: Some(no_digest().to_string()),
            gm: self.gm().name,
        }
    }
}
