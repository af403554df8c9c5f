//! Reads the file of a campaign, and checks that what it says fits together.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::{about, read};
use super::{CampaignConfig, ConfigError};
use crate::campaign::CampaignId;
use crate::engine::Seat;

impl CampaignConfig {
    /// Reads and checks the file's text; `file` is named in errors, its folder names the campaign.
    ///
    /// # Errors
    /// With the place, the key and the nearest legal one.
    pub fn from_toml(file: &Path, text: &str) -> Result<CampaignConfig, ConfigError> {
        let mut config: CampaignConfig = read(file, text)?;
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        config.id = CampaignId::new(&name).ok_or_else(|| {
            let what = format!("the folder `{name}` cannot name a campaign: use 1 to 31 of a-z, 0-9 and -");
            about(file, text, "title", what)
        })?;
        config.intake.check(&|what| about(file, text, "intake.received_by", what))?;
        config.intake.start_at(&folder);
        if let Some(mail) = &mut config.mail {
            mail.start_at(&folder);
        }
        let wrong = |key: &str, what: String| about(file, text, key, what);
        config.check(&wrong)?;
        config.placeholders = config.find_placeholders(&wrong);
        text.clone_into(&mut config.text);
        Ok(config)
    }

    /// What is wrong with a key, of the kind that shows only where it is used.
    pub fn mistake(&self, file: &Path, key: &str, what: impl Into<String>) -> ConfigError {
        about(file, &self.text, key, what)
    }

    fn check(&self, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        let game = self.game;
        self.check_seats(wrong)?;
        self.check_tournament(game, wrong)?;
        self.schedule.check_bank(wrong)?;
        self.schedule.check(wrong)?;
        self.schedule.check_pace(game, wrong)?;
        self.policy.check_patience(game, wrong)?;
        self.votes.check().map_err(|(key, what)| wrong(&format!("votes.{key}"), what))?;
        self.policy.check_takeback(game, wrong)?;
        self.press.check(game, self.seats.len(), wrong)?;
        self.check_seal(game, wrong)
    }

    fn check_seats(&self, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        let mut holders: BTreeMap<Seat, usize> = BTreeMap::new();
        for (index, seat) in self.seats.iter().enumerate() {
            let key = |name: &str| format!("seat[{index}].{name}");
            seat.check().map_err(|(name, what)| wrong(&key(name), what))?;
            if holders.insert(seat.number, index).is_some() {
                return Err(wrong(&key("number"), format!("seat {} is taken twice", seat.number)));
            }
            if self.seats[..index].iter().any(|other| other.has_name(&seat.name)) {
                return Err(wrong(&key("name"), format!("two seats are called `{}`", seat.name)));
            }
        }
        if self.seats.is_empty() && self.joining.seats.is_empty() {
            return Err(wrong("seat", "a campaign needs at least one [[seat]]".to_owned()));
        }
        self.joining.check(&self.seats, self.tournament.is_some()).map_err(|(key, what)| wrong(&format!("joining.{key}"), what))
    }
}
