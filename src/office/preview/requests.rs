//! Sample letters to those who ask for something without a seat.

use super::facts::no_digest;
use super::game::Sample;
use super::sample_letter::{SampleLetter, named};
use crate::office::letters::about::About;
use crate::office::letters::joining::{ConfirmFacts, ListedFacts, RequestFacts, RequestNews, ToConfirm};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::Heading;

/// What has to be confirmed by a code.
pub(super) fn to_confirm(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let letter = |what: ToConfirm| {
        let facts = ConfirmFacts { what, game: sample.open_games().into_iter().next(), code: "ABCDEFGHIJKIMNOP".to_owned(), days: 7 };
        let heading = asked(sample).tagged(format!("[confirm {}]", facts.code));
        SampleLetter::new(&named("confirm-request", &what), heading, About::ConfirmRequest(facts))
    };
    [ToConfirm::Join, ToConfirm::Leave, ToConfirm::Observe].map(letter).into()
}

/// What became of requests, as their template tells them apart.
pub(super) fn answered(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let name = "Greta".to_owned();
    let listed = ListedFacts {
        name: name.clone(),
        prefers: vec![sample.reader],
        others: vec![sample.name(false)],
        begins: false,
        commitment: no_digest(),
        confirmation: no_digest(),
    };
    let all = [
        ("joined", RequestNews::Joined(listed.clone())),
        ("waits", RequestNews::Waits { place: 2, listed }),
        ("asked-gm", RequestNews::AskedGm { name: name.clone() }),
        ("observes", RequestNews::Observes { delay_turns: 1 }),
        ("left", RequestNews::Left),
        ("moved-up", RequestNews::MovedUp { name: name.clone() }),
        ("passed-over", RequestNews::PassedOver { name: name.clone(), may_join: true }),
        ("begun", RequestNews::Begun { name: Some(name.clone()), may_join: true }),
        ("not-listed", RequestNews::NotListed),
        ("plays-already", RequestNews::PlaysAlready),
        ("no-name", RequestNews::NoName),
        ("name-taken", RequestNews::NameTaken { name: name.clone() }),
        ("unreliable", RequestNews::Unreliable { name, least: 80 }),
        ("no-code", RequestNews::NoCode),
        ("unclear", RequestNews::Unclear),
    ];
    let letter = |(name, news)| {
        let about = About::Request(RequestFacts::new(sample.open_games().into_iter().next(), news));
        SampleLetter::new(&format!("request-{name}"), asked(sample), about)
    };
    all.map(letter).into()
}

fn asked(sample: &Sample<'_>) -> Heading {
    sample.letter_of_host(LetterKind::Asked).on(sample.received())
}
