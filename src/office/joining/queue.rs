//! The standing queues: players who wait for the same game of two are paired at the end of a run.

use crate::campaign::Digest;
use crate::campaign::config::{PairingConfig, PairingOffer};
use crate::campaign::journal::committed;
use crate::campaign::queue::{Waiting, pairs};
use crate::office::World;
use crate::office::cabinet::error::DeskError;
use crate::office::front::{Front, Letterbox};
use crate::office::joining::codes::Hopeful;
use crate::office::joining::offers::facts_of;
use crate::office::joining::tables::{NewPair, PairedPlayer};
use crate::office::letters::pairing::PairingNews;
use crate::office::turns::opening::LOT;
use crate::store::{ApplicantList, Ledger, StoredApplicant};

/// The fact of the host's database that tells the last opponent whom a queue gave to a player. Both are digests of addresses.
fn met(list: ApplicantList<'_>, person: Digest) -> String {
    format!("met/{list}/{person}")
}

/// Pairs those who wait.
pub(in crate::office) fn attend_queues(front: &mut Front, world: &World<'_>) -> Result<(), DeskError> {
    let Front { store, letterbox, .. } = front;
    let Some(pairing) = &letterbox.host.config.pairing else { return Ok(()) };
    let is_wanted = |ledger: &Ledger<'_>, offer: &PairingOffer| Ok(queue(ledger, offer)?.1.len() > 1);
    let look = store.look()?;
    let wanted = pairing.games.iter().map(|offer| is_wanted(&look, offer)).collect::<Result<Vec<bool>, DeskError>>()?;
    drop(look);
    for offer in pairing.games.iter().zip(wanted).filter_map(|(offer, is_wanted)| is_wanted.then_some(offer)) {
        let ledger = store.begin()?;
        letterbox.pair_those_who_wait(&ledger, (pairing, offer), world)?;
        (world.boundary)("before pairs commit");
        ledger.commit()?;
        (world.boundary)("after pairs commit");
    }
    Ok(())
}

/// Those who wait for a game, and what decides who plays whom.
fn queue(ledger: &Ledger<'_>, offer: &PairingOffer) -> Result<(Vec<StoredApplicant>, Vec<Waiting>), DeskError> {
    let list = ApplicantList::from(offer);
    let waiting = ledger.applicants(list)?;
    let of = |applicant: &StoredApplicant| -> Result<Waiting, DeskError> {
        let person = Digest::of(applicant.address.identity().as_bytes());
        let met_last = ledger.fact_as(&met(list, person))?;
        Ok(Waiting { person, since: applicant.confirmed_at, met_last })
    };
    let people = waiting.iter().map(of).collect::<Result<_, _>>()?;
    Ok((waiting, people))
}

impl Letterbox {
    fn pair_those_who_wait(
        &self,
        ledger: &Ledger<'_>,
        (pairing, offer): (&PairingConfig, &PairingOffer),
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let (waiting, people) = queue(ledger, offer)?;
        let pairs = pairs(&people, world.now);
        if pairs.is_empty() {
            return Ok(());
        }
        let list = ApplicantList::from(offer);
        let secret = self.secret_of_lot(ledger, list, world)?;
        let side = |at: usize| {
            let StoredApplicant { address, name, confirmation, confirmed_at, .. } = waiting[at].clone();
            PairedPlayer { wish: Hopeful { game: *offer, address, name }, confirmation, confirmed_at }
        };
        for (first, second) in &pairs {
            let pair = NewPair { sides: [side(*first), side(*second)], secret, place: None };
            self.pair_up(ledger, pairing, &pair, world.now)?;
            for (one, other) in [(first, second), (second, first)] {
                ledger.drop_applicant(list, &waiting[*one].address)?;
                ledger.set_fact(&met(list, people[*one].person), &people[*other].person.to_string())?;
            }
        }
        // The journals of these games tell the secret. Those who still wait are bound to another, which they are told before anybody joins them.
        ledger.forget_fact(&format!("{LOT}{list}"))?;
        for left in (0..waiting.len()).filter(|at| pairs.iter().all(|(one, other)| one != at && other != at)) {
            let wish = side(left).wish;
            let news = self.news_of_waiting(ledger, pairing, &wish, world)?;
            let id = format!("waits.{}.{}", list.to_string().replace('/', "-"), world.now.timestamp());
            self.tell_of_pairing(ledger, &id, &wish, news, world.now)?;
        }
        Ok(())
    }

    /// What somebody who waits is told.
    pub(super) fn news_of_waiting(
        &self,
        ledger: &Ledger<'_>,
        pairing: &PairingConfig,
        wish: &Hopeful,
        world: &World<'_>,
    ) -> Result<PairingNews, DeskError> {
        let secret = self.secret_of_lot(ledger, &wish.game, world)?;
        let (name, commitment) = (wish.name.clone(), committed(secret));
        Ok(PairingNews::Waits { offer: facts_of(ledger, pairing, &wish.game)?, name, commitment })
    }
}
