//! Sample letters about seats that are vacant, and games that were ended by decision.

use super::game::Sample;
use super::notices::ended;
use super::sample_letter::SampleLetter;
use crate::campaign::journal::WhyVacated;
use crate::engine::Decision;
use crate::office::letters::about::About;
use crate::office::letters::facts::ProofFacts;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::leaving_facts::LeavingFacts;
use crate::office::letters::news::{LadderRole, News};
use crate::render::report::{AgainFacts, DecidedFacts, EndFacts};

pub(super) fn all(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let left = LeavingFacts {
        seat: sample.other,
        name: sample.name(false),
        why: WhyVacated::Ejected,
        reason: Some("Three turns without a word.".to_owned()),
        has_sheet: true,
        has_caretaker: false,
        early: None,
    };
    let decided = DecidedFacts {
        kind: "aborted".to_owned(),
        by: "game-master".to_owned(),
        reason: Some("Half of the players have moved away.".to_owned()),
        left: None,
    };
    let mut over = sample.letter(LetterKind::Notice);
    over.ended = Some(EndFacts { decision: Decision::Void, decided: Some(decided), ..ended(sample) });
    (over.turn, over.deadline, over.clock) = (None, None, None);
    let host_key = sample.desk.campaign.key.public();
    let news = News::ForPlace {
        place: 2,
        below: 3,
        name: sample.name(false),
        before: sample.name(true),
        role: Some(LadderRole::Challenged),
        is_over: true,
        has_moved: true,
    };
    let for_place = sample.desk.campaign.line(&news).ok();
    let again = AgainFacts { address: sample.letter(LetterKind::Notice).address, offer: Some(sample.table().name), is_for_place: false };
    let proof = ProofFacts { entry: 14, hash: "3b1f".repeat(16), host_key, bundle: None };
    vec![
        SampleLetter::of(sample.letter_to_nobody(LetterKind::Farewell), About::SeatLeft(left.clone())),
        SampleLetter::of(sample.letter(LetterKind::Notice), About::SeatVacant(left.clone())),
        SampleLetter::new("seat-vacant-gm", sample.letter_to_nobody(LetterKind::Notice), About::SeatVacant(left)),
        SampleLetter::of(over, About::GameEnded { proof, decision: None, again: Some(again), for_place }),
    ]
}
