//! Sample letters about a turn that waits because email may be lost.

use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::office::letters::about::About;
use crate::office::letters::gm_facts::WaitingFacts;

pub(super) fn all(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let kinds = if sample.desk.campaign.alternates() { ["mail-down", "returned"] } else { ["mail-down", "missing"] };
    let letters = kinds.into_iter().flat_map(|why| {
        let name = |letter: &str| format!("{letter}-{why}");
        [
            SampleLetter::new(&name("gm-asked"), sample.letter_to_nobody("notice"), About::GmAsked(facts(sample, why, true))),
            SampleLetter::new(&name("turn-waits"), sample.letter("notice"), About::TurnWaits(facts(sample, why, false))),
        ]
    });
    letters.collect()
}

fn facts(sample: &Sample<'_>, why: &'static str, is_for_game_master: bool) -> WaitingFacts {
    let is_returned = why == "returned";
    WaitingFacts {
        why,
        missing: 3,
        total: 4,
        since_local: (why == "mail-down").then(|| sample.deadline(-12).local),
        zone: sample.deadline(0).zone,
        seat: is_returned.then_some(sample.other),
        name: is_returned.then(|| sample.name(false)),
        address: (is_returned && is_for_game_master).then(|| "bob@player.example".to_owned()),
        mover: sample.desk.campaign.alternates().then(|| sample.name(false)),
        sent: false,
    }
}
