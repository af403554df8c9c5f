//! Reads the file of a campaign, and checks that its settings fit together.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::ConfigErrors;
use super::review::Review;
use super::source::ConfigSource;
use super::{CampaignConfig, CampaignFile};
use crate::campaign::CampaignId;
use crate::engine::Seat;

impl CampaignConfig {
    /// Reads and checks the file's text. `file` is named in errors, and its folder names the campaign.
    ///
    /// # Errors
    /// All mistakes, each with its place, its key and the nearest valid key.
    pub fn from_toml(file: &Path, text: &str) -> Result<CampaignConfig, ConfigErrors> {
        let source = ConfigSource::new(file, text);
        let (said, mut review) = Review::begin::<CampaignFile>(&source);
        let name = source.folder().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let id = CampaignId::new(&name);
        if id.is_none() {
            review.wrong("", format!("the folder `{name}` cannot name a campaign: {}", CampaignId::ADVICE));
        }
        if let Some(said) = &said {
            said.check(&name, &mut review);
        }
        let mistakes = review.end();
        let read = id.zip(said).filter(|_| mistakes.0.is_empty());
        let (id, mut said) = read.ok_or(mistakes)?;
        said.start_at(source.folder());
        Ok(CampaignConfig { id, said, rounds: Vec::new(), paired: None, source })
    }
}

impl CampaignFile {
    /// Makes relative paths start at this folder.
    fn start_at(&mut self, folder: &Path) {
        self.intake.start_at(folder);
        if let Some(mail) = &mut self.mail {
            mail.start_at(folder);
        }
    }

    /// Notes what does not fit together in the file of the campaign with this name.
    fn check(&self, name: &str, review: &mut Review<'_>) {
        review.where_read(&["intake"], |review| self.intake.check(review));
        review.where_read(&["seat"], |review| self.check_seats(review));
        review.where_read(&["seat", "joining", "tournament"], |review| self.check_joining(review));
        review.where_read(&["game", "seat", "tournament"], |review| self.check_tournament(name, review));
        review.where_read(&["schedule"], |review| self.schedule.check_bank("schedule", review));
        review.where_read(&["schedule"], |review| self.schedule.check("schedule", review));
        review.where_read(&["game", "schedule"], |review| self.schedule.check_pace(self.game, "schedule", review));
        review.where_read(&["game", "policy"], |review| self.policy.check_patience(self.game, review));
        review.where_read(&["game", "policy"], |review| self.policy.check_takeback(self.game, review));
        review.where_read(&["game", "policy", "schedule"], |review| self.check_seal(review));
        review.where_read(&["game", "gm", "policy", "schedule", "seat"], |review| self.check_gm_seats(review));
        review.where_read(&["votes"], |review| self.votes.check(review));
        review.where_read(&["game", "press", "seat"], |review| self.press.check(self.game, self.seats.len(), review));
    }

    fn check_seats(&self, review: &mut Review<'_>) {
        let mut holders: BTreeMap<Seat, usize> = BTreeMap::new();
        for (index, seat) in self.seats.iter().enumerate() {
            let section = format!("seat[{index}]");
            for (key, what) in seat.mistakes() {
                review.wrong(&format!("{section}.{key}"), what);
            }
            if holders.insert(seat.number, index).is_some() {
                review.wrong(&format!("{section}.number"), format!("seat {} is taken twice", seat.number));
            }
            if self.seats[..index].iter().any(|other| other.has_name(&seat.name)) {
                review.wrong(&format!("{section}.name"), format!("two seats are called `{}`", seat.name));
            }
        }
    }

    fn check_joining(&self, review: &mut Review<'_>) {
        if self.seats.is_empty() && self.joining.seats.is_empty() {
            let what = "a campaign needs at least one [[seat]], or `seats = [1, 2]` below [joining] for players who join by email";
            review.wrong("seat", what);
        }
        self.joining.check(&self.seats, self.tournament.is_some(), review);
    }
}
