//! People who have confirmed that they would like to play in a game that has begun: they get vacant seats, or are told that there is none, or none any
//! more.

use crate::campaign::Address;
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::joining::applicants::{self, Applicant};
use crate::office::letters::about::About;
use crate::office::letters::joining::{ApplicantFacts, RequestFacts, RequestNews};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::office::seats::{NewPlayer, SeatError, SeatSettings};
use crate::office::turns::opening::LOT;
use crate::store::{Ledger, Seals, Store, StoredApplicant};

/// Goes through the list of a campaign that has begun, in the order of confirmation, and empties it: people who hold a seat have its report
/// already, vacant seats go to those who confirmed first, and the others are told that there is none. After an interruption the rest is
/// done, and nobody is told twice. Whoever confirms meanwhile, in another run, stays on the list for the next one; if somebody leaves it, nothing is
/// done before that.
pub(in crate::office) fn attend(desk: &mut Desk, world: &World<'_>) -> Result<(), DeskError> {
    let joining = &desk.campaign.config.joining;
    if desk.campaign.progress.is_none() || !joining.open && joining.seats.is_empty() {
        return Ok(());
    }
    let mut host = Store::open(&desk.campaign.host_database, Seals::default())?;
    dismiss_passed_over(desk, &mut host, world)?;
    let list = host.look()?.applicants(desk.campaign.id())?;
    if list.is_empty() {
        return Ok(());
    }
    let Desk { store, campaign, .. } = desk;
    let ledger = store.begin()?;
    for applicant in &list {
        let has_seat = campaign.config.seats.iter().any(|seat| seat.has_address(&applicant.address));
        if !has_seat && !campaign.seat_newcomer(&ledger, applicant, world)? {
            campaign.turn_away(&ledger, applicant, world)?;
        }
    }
    (world.boundary)("before newcomers commit");
    // From here on nobody else can change the list.
    let lists = host.begin()?;
    let listed = lists.applicants(campaign.id())?;
    if list.iter().any(|applicant| !listed.contains(applicant)) {
        drop(ledger);
        return desk.reload();
    }
    ledger.commit()?;
    (world.boundary)("after newcomers commit");
    for applicant in &list {
        lists.drop_applicant(campaign.id(), &applicant.address)?;
    }
    if listed.len() == list.len() {
        lists.forget_fact(&format!("{LOT}{}", campaign.id()))?;
    }
    Ok(lists.commit()?)
}

/// Tells those about whom the game master was asked, and who got no seat, once none is vacant any more; they are forgotten then. After an interruption
/// the rest is done, and nobody is told twice.
fn dismiss_passed_over(desk: &mut Desk, host: &mut Store, world: &World<'_>) -> Result<(), DeskError> {
    let Desk { store, campaign, .. } = desk;
    if !campaign.vacancies.is_empty() && campaign.goes_on() {
        return Ok(());
    }
    let asked = applicants::asked_about(&host.look()?, campaign.id())?;
    if asked.is_empty() {
        return Ok(());
    }
    let ledger = store.begin()?;
    for (Applicant { name, address }, at) in &asked {
        if campaign.config.seats.iter().any(|seat| seat.has_address(address)) {
            continue;
        }
        let news = RequestNews::PassedOver { name: name.clone(), may_join: campaign.config.joining.open && campaign.goes_on() };
        campaign.tell_applicant(&ledger, address, ("passed-over", &at.timestamp().to_string()), news, world)?;
    }
    (world.boundary)("before the passed over are told");
    ledger.commit()?;
    (world.boundary)("after the passed over are told");
    let lists = host.begin()?;
    for (Applicant { address, .. }, _) in &asked {
        applicants::forget(&lists, campaign.id(), address)?;
    }
    Ok(lists.commit()?)
}

impl Campaign {
    /// Gives a vacant seat to somebody, one that they prefer if there is one. Returns whether there was any.
    fn seat_newcomer(&mut self, ledger: &Ledger<'_>, applicant: &StoredApplicant, world: &World<'_>) -> Result<bool, DeskError> {
        let is_vacant = |seat: &&Seat| self.vacancies.iter().any(|vacancy| vacancy.seat == **seat);
        let preferred = applicant.prefers.iter().find(is_vacant).copied();
        let Some(seat) = preferred.or(self.vacancies.first().map(|vacancy| vacancy.seat)).filter(|_| self.goes_on()) else {
            return Ok(false);
        };
        let person = NewPlayer { name: applicant.name.clone(), address: applicant.address.clone(), settings: SeatSettings::default() };
        match ledger.apart(|| self.give_seat(ledger, seat, &person, world)) {
            Ok(_) => ledger.note_joined(seat)?,
            Err(SeatError::Desk(error)) => return Err(error),
            // Somebody of that name has come in between.
            Err(_) => {
                self.reload(ledger)?;
                return Ok(false);
            }
        }
        let about = About::GmApplicant(ApplicantFacts {
            name: applicant.name.clone(),
            address: applicant.address.clone(),
            seat: Some(seat),
            commands: Vec::new(),
        });
        let written = letters::render(&self.templates, &LetterModel::new(self.heading(None, LetterKind::SeatTaken, world.now), about))?;
        let id = format!("seat-taken.{seat}.{}", self.epoch(seat));
        letters::queue(ledger, &self.sender(), &NewLetter::notice(id, &self.config.gm.address, written), world.now)?;
        Ok(true)
    }

    fn turn_away(&self, ledger: &Ledger<'_>, applicant: &StoredApplicant, world: &World<'_>) -> Result<(), DeskError> {
        let name = Some(applicant.name.clone());
        let may_join = self.config.joining.open && self.goes_on();
        let kind = ("begun", &*applicant.confirmation.to_string());
        self.tell_applicant(ledger, &applicant.address, kind, RequestNews::Begun { name, may_join }, world)
    }

    /// Writes to somebody who would like to play; `asked` tells this wish of theirs from others.
    fn tell_applicant(
        &self,
        ledger: &Ledger<'_>,
        address: &Address,
        (kind, asked): (&str, &str),
        news: RequestNews,
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let about = About::Request(RequestFacts::new(None, news));
        let written = letters::render(&self.templates, &LetterModel::new(self.heading(None, LetterKind::Asked, world.now), about))?;
        let id = format!("{kind}.{}.{asked}", address.identity().short());
        letters::queue(ledger, &self.sender(), &NewLetter::notice(id, address, written), world.now)?;
        Ok(())
    }
}
