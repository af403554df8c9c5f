//! Sample letters about seats that are vacant, and games that were ended by decision.

use super::game::Sample;
use super::notices::ended;
use super::sample_letter::SampleLetter;
use crate::engine::Decision;
use crate::office::letters::facts::ProofFacts;
use crate::office::letters::leaving_facts::LeavingFacts;
use crate::office::letters::model::LetterModel;
use crate::render::report::{DecidedFacts, EndFacts};

pub(super) fn all(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let left = LeavingFacts {
        seat: sample.other,
        name: sample.name(false),
        why: "ejected",
        reason: Some("Three turns without a word.".to_owned()),
        has_sheet: true,
        has_caretaker: false,
    };
    let leaving = |mut model: LetterModel| {
        model.done.leaving = Some(left.clone());
        model
    };
    let decided = DecidedFacts {
        kind: "aborted".to_owned(),
        by: "game-master".to_owned(),
        reason: Some("Half of the players have moved away.".to_owned()),
        left: None,
    };
    let mut over = sample.letter("notice");
    over.heading.ended = Some(EndFacts { decision: Decision::Void, decided: Some(decided), ..ended(sample) });
    (over.heading.turn, over.heading.deadline, over.heading.clock) = (None, None, None);
    let host_key = sample.desk.campaign.key.public().to_string();
    over.told.proof = Some(ProofFacts { entry: 14, hash: "3b1f".repeat(16), host_key, bundle: None });
    vec![
        SampleLetter::of("shared/seat-left.txt", leaving(sample.letter_to_nobody("farewell"))),
        SampleLetter::of("shared/seat-vacant.txt", leaving(sample.letter("notice"))),
        SampleLetter::new("seat-vacant-gm", "shared/seat-vacant.txt", leaving(sample.letter_to_nobody("notice"))),
        SampleLetter::of("shared/game-ended.txt", over),
    ]
}
