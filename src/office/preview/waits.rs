//! Sample letters about a turn that waits because email may be lost.

use super::facts::address;
use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::campaign::Address;
use crate::office::letters::about::About;
use crate::office::letters::gm_facts::{WaitReason, WaitingFacts};
use crate::office::letters::kind::LetterKind;

pub(super) fn all(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let mover = || sample.desk.campaign.alternates().then(|| sample.name(false));
    let facts = |why| WaitingFacts::new(why, sample.deadline(0).time.zone, mover(), false);
    let asked = |(name, why)| {
        SampleLetter::new(&format!("gm-asked-{name}"), sample.letter_to_nobody(LetterKind::Notice), About::GmAsked(facts(why)))
    };
    let told =
        |(name, why)| SampleLetter::new(&format!("turn-waits-{name}"), sample.letter(LetterKind::Notice), About::TurnWaits(facts(why)));
    let mut all: Vec<SampleLetter> = reasons(sample, Some(address("bob@player.example"))).map(asked).into();
    all.extend(reasons(sample, None).map(told));
    all
}

/// Reasons why a turn of the sample's game can wait; the address is for game masters.
fn reasons(sample: &Sample<'_>, address: Option<Address>) -> [(&'static str, WaitReason); 2] {
    let mail_down = WaitReason::MailDown { since_local: sample.deadline(-12).time.local };
    let (seat, name) = (sample.other, Some(sample.name(false)));
    let lost = match sample.desk.campaign.alternates() {
        true => ("returned", WaitReason::Returned { seat, name, address }),
        false => ("missing", WaitReason::Missing { missing: 3, total: 4 }),
    };
    [("mail-down", mail_down), lost]
}
