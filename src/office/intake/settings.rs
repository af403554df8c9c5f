//! FORMAT, ZONE, DIAGRAMS, ATTACHMENTS, REMINDERS and DIGEST: what a player's emails are like, changed by the player.

use crate::campaign::config::reminders;
use crate::campaign::local::Zone;
use crate::campaign::roster::SeatKey;
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged};
use crate::office::letters::facts::SettingFacts;
use crate::office::seats::{SeatSettings, ZoneSetting};
use crate::post::commands::{MailCommand, MailSetting};

/// What a player writes instead of a zone, to have that of the schedule.
const ZONE_OF_SCHEDULE: &str = "schedule";

impl Intake<'_> {
    /// Carries out each such command of the email, in its order; returns what became of them. A try changes nothing.
    pub(in crate::office) fn change_settings(&mut self, judged: &Judged) -> Result<Vec<SettingFacts>, DeskError> {
        let Some(seat) = self.acting_seat(judged) else { return Ok(Vec::new()) };
        let mut changed = Vec::new();
        for command in self.content.commands() {
            let MailCommand::Setting { key, value } = command else { continue };
            let Some(holder) = self.campaign.holder(seat).cloned() else { continue };
            let wanted = wanted(*key, value);
            if let Ok(settings) = &wanted {
                self.campaign.keep_settings(self.ledger, &holder, settings)?;
            }
            changed.push(SettingFacts { key: key.key().code(), value: self.setting(seat, key.key()), expected: wanted.err() });
        }
        Ok(changed)
    }

    /// The value that holds for the seat; for a zone its name, whether the player, the game master or the schedule has set it. A time for digests has
    /// its zone with it.
    fn setting(&self, seat: Seat, key: SeatKey) -> String {
        let zone = self.campaign.zone_of(Some(seat));
        match self.campaign.config.seat(seat).filter(|_| key != SeatKey::Zone) {
            Some(player) if key == SeatKey::Digest && player.digest.is_wanted() => format!("{} ({zone})", key.of(player)),
            Some(player) => key.of(player),
            None => zone.to_string(),
        }
    }
}

/// The change that is asked for.
///
/// # Errors
/// What would be understood.
fn wanted(key: MailSetting, value: &str) -> Result<SeatSettings, String> {
    let nothing = SeatSettings::default();
    Ok(match key {
        MailSetting::Format => SeatSettings { format: Some(value.parse()?), ..nothing },
        MailSetting::Diagrams => SeatSettings { diagrams: Some(value.parse()?), ..nothing },
        MailSetting::Attachments => SeatSettings { attachments: Some(value.parse()?), ..nothing },
        MailSetting::Reminders => SeatSettings { reminders: Some(reminders(value)?), ..nothing },
        MailSetting::Digest => SeatSettings { digest: Some(value.parse()?), ..nothing },
        MailSetting::Zone if value.eq_ignore_ascii_case(ZONE_OF_SCHEDULE) => {
            SeatSettings { zone: Some(ZoneSetting::OfSchedule), ..nothing }
        }
        MailSetting::Zone => SeatSettings { zone: Some(ZoneSetting::Own(Zone::try_from(value.to_owned())?)), ..nothing },
    })
}
