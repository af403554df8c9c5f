//! A run takes in all emails that wait, in portions, each for its campaign or for the front office.

use std::collections::BTreeMap;

use crate::campaign::CampaignId;
use crate::office::RunPart;
use crate::office::cabinet::error::unbroken;
use crate::office::front::Front;
use crate::office::inbox::arrived::Arrived;
use crate::office::inbox::earlier::Earlier;
use crate::office::inbox::gaps::{Gaps, IntakeLook};
use crate::office::inbox::stream::{MailStream, in_order};
use crate::office::intake::strays;
use crate::office::round::state::Round;
use crate::office::round::visit::{Scope, Visit, together};
use crate::office::sending::outboxes::Ways;
use crate::office::workers::{Waits, share};

impl Round<'_> {
    /// Takes in all emails that wait, in portions. Those of a campaign that cannot be opened now stay where they are.
    pub(in crate::office) fn take_mail_in(&mut self) {
        let (host, world) = (self.premises.host, self.world);
        let mut earlier = unbroken(|| Earlier::open(host, self.own_database.as_mut(), world)).unwrap_or_else(|error| {
            self.add_trouble(&error);
            Earlier::without_memory(host, world)
        });
        let mut stream = MailStream::of(host, world.now);
        self.look_into_intakes(&mut stream, &earlier);
        let mut at_hand = Vec::new();
        loop {
            at_hand.extend(stream.next_portion(world.jobs));
            if at_hand.is_empty() {
                break;
            }
            self.seek_campaigns_of(&at_hand);
            if self.finds_more(&mut stream, &earlier) {
                continue;
            }
            let mut by_campaign: BTreeMap<Option<CampaignId>, Vec<Arrived>> = BTreeMap::new();
            for mail in self.without_earlier(in_order(std::mem::take(&mut at_hand)), &mut earlier) {
                by_campaign.entry(self.campaign_of(&mail)).or_default().push(mail);
            }
            self.take_strays_in(&by_campaign.remove(&None).unwrap_or_default());
            if self.finds_more(&mut stream, &earlier) {
                at_hand.extend(by_campaign.into_values().flatten());
                continue;
            }
            self.take_in(by_campaign, stream.is_at_end());
        }
        self.unreadable = stream.unreadable;
    }

    /// Looks into the intakes of campaigns that were taken up since the last look. Returns whether there are any emails: they may be older than those
    /// at hand, and no turn is played before they are read.
    fn finds_more(&mut self, stream: &mut MailStream<'_>, earlier: &Earlier) -> bool {
        let waiting = stream.waiting_count();
        if self.premises.scope == Scope::Mail {
            self.look_into_intakes(stream, earlier);
        }
        stream.waiting_count() > waiting
    }

    /// Lists what waits in the intakes of the host and of the campaigns that were taken up, each place once.
    fn look_into_intakes(&mut self, stream: &mut MailStream<'_>, earlier: &Earlier) {
        let (host, world) = (self.premises.host, self.world);
        if !stream.look_into(self.files.values().flatten().map(|page| &page.intake), earlier) {
            return;
        }
        for (intake, error) in std::mem::take(&mut stream.unlisted) {
            self.sight.unlisted.push(intake);
            self.troubles.push(error);
        }
        let look =
            IntakeLook { unlisted: &self.sight.unlisted, only: Some(stream.of_campaigns()).filter(|_| self.premises.scope == Scope::Mail) };
        let gaps = unbroken(|| Gaps::after_looking(host, self.own_database.as_mut(), &look, world));
        self.sight.gaps = gaps.unwrap_or_else(|error| {
            self.add_trouble(&error);
            Gaps::default()
        });
    }

    /// Leaves alone what lay in a mailbox before the host was set up, and returns the rest.
    fn without_earlier(&mut self, portion: Vec<Arrived>, earlier: &mut Earlier) -> Vec<Arrived> {
        let (mut rest, mut older) = (Vec::new(), Vec::new());
        for mail in portion {
            match if earlier.is_older(&mail) { self.knows_what_it_shows(&mail) } else { Some(true) } {
                Some(true) => rest.push(mail),
                Some(false) => older.push(mail),
                // Its campaign cannot be asked in this run.
                None => {}
            }
        }
        if let Err(error) = earlier.remember(&older, self.world) {
            self.add_trouble(&error);
        }
        rest
    }

    /// Whether an email shows what only this host gave out: the clock of its sender may be set to the year 2000. `None` if the campaign that would
    /// know is busy or broken.
    fn knows_what_it_shows(&mut self, mail: &Arrived) -> Option<bool> {
        let Some(id) = self.campaign_of(mail) else { return Some(false) };
        let mut shows = None;
        self.visits.get_mut(&id)?.open(&self.premises, self.world, |desk, _| {
            shows = Some(desk.campaign.gave_out_what_it_shows(&desk.store.look()?, mail)?);
            Ok(())
        });
        shows
    }

    /// The campaign that an email is for.
    fn campaign_of(&self, mail: &Arrived) -> Option<CampaignId> {
        self.named(mail).filter(|id| self.visits.contains_key(id))
    }

    /// Each campaign takes in what is for it; `is_all` says that no email comes after.
    fn take_in(&mut self, mut by_campaign: BTreeMap<Option<CampaignId>, Vec<Arrived>>, is_all: bool) {
        self.recall_listings();
        let (premises, sight) = (&self.premises, Some(&self.sight).filter(|_| is_all));
        let wanted: Vec<(&mut Visit, Vec<Arrived>)> =
            self.visits.iter_mut().filter_map(|(id, visit)| Some((visit, by_campaign.remove(&Some(id.clone()))?))).collect();
        let ways = share(
            together(wanted, |(visit, _)| visit),
            Waits::Mostly,
            (RunPart::TakingEmailsIn, self.world),
            Ways::default,
            |ways, world, visits| {
                for (visit, mails) in visits {
                    visit.take_in(premises, &mails, sight, world);
                    visit.send_to_disk(premises.host, ways, world);
                }
            },
        );
        self.ways.learn(ways);
    }

    /// The front office takes in what is for no campaign.
    fn take_strays_in(&mut self, strays: &[Arrived]) {
        if strays.is_empty() {
            return;
        }
        let (host, world, scope) = (self.premises.host, self.world, self.premises.scope);
        let handled = unbroken(|| match Front::open(host, world)? {
            Some(mut front) => {
                let before = front.store.look()?.applicants_counted()?;
                let handled = strays::take_in_strays(&mut front, strays, world)?;
                let mut joined = front.store.look()?.applicants_counted()?;
                joined.retain(|id, count| scope == Scope::Host || before.get(id) != Some(count));
                Ok((handled, joined))
            }
            None => Ok((Vec::new(), BTreeMap::new())),
        });
        match handled {
            Ok((handled, joined)) => {
                self.strays.extend(handled);
                for id in joined.keys() {
                    self.seek(id);
                    if let Some(visit) = self.visits.get_mut(id) {
                        visit.is_due = true;
                    }
                }
            }
            Err(error) => self.add_trouble(&error),
        }
    }
}
