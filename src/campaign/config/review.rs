//! What a file says is looked over as a whole, and all that is wrong with it is noted.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use super::error::{ConfigError, ConfigErrors};
use super::source::ConfigSource;
use crate::engine::document::read;

/// Every key without a default, in all files; of a list, what each of its entries needs.
const EXAMPLES: &str = r#"
address = "games@your.domain"
title = "The Rim"
game = "empire_postal"
scenario = "first-steps"
gm = { name = "Ida", address = "ida@your.domain" }
co_gm = { name = "Ole", address = "ole@your.domain" }
schedule = { every_days = 7, at = "20:00", zone = "Europe/Berlin" }
seat = { number = 1, name = "Ann", address = "ann@their.domain" }
mail = { transport = "sendmail" }
round = { pairs = [] }

[pairing]
games = ["anaash/8"]
gm = { name = "Ida", address = "ida@your.domain" }
schedule = { every_days = 3, at = "20:00", zone = "Europe/Berlin" }
ladder = { game = "anaash/8" }
"#;

/// The mistakes of a file, as far as it has been looked over.
pub(super) struct Review<'a> {
    source: &'a ConfigSource,
    mistakes: Vec<ConfigError>,
    /// The sections that say something else than what was read of them.
    misread: BTreeSet<String>,
}

impl<'a> Review<'a> {
    /// What a file says as far as it reads, and what does not; `None` if nothing could be made of it.
    pub(super) fn begin<T: DeserializeOwned>(source: &'a ConfigSource) -> (Option<T>, Review<'a>) {
        let (said, misread) = read(&source.text, EXAMPLES, &[]);
        let mistakes: Vec<ConfigError> = misread.into_iter().map(|one| source.misread(one)).collect();
        let section = |mistake: &ConfigError| mistake.key.split(['.', '[']).next().unwrap_or_default().to_owned();
        let misread = mistakes.iter().map(section).collect();
        (said, Review { source, mistakes, misread })
    }

    /// Notes what is wrong with a key that reads well by itself; one mistake of each is enough.
    pub(super) fn wrong(&mut self, key: &str, what: impl Into<String>) {
        if self.mistakes.iter().all(|known| known.key != key) {
            self.mistakes.push(self.source.mistake(key, what));
        }
    }

    /// Looks at what these sections say, unless one of them does not read: then nothing can be said of how they fit.
    pub(super) fn where_read(&mut self, sections: &[&str], look: impl FnOnce(&mut Review<'a>)) {
        if sections.iter().all(|section| !self.misread.contains(*section)) {
            look(self);
        }
    }

    /// All mistakes, in the order of the lines; what stands nowhere comes last.
    pub(super) fn end(mut self) -> ConfigErrors {
        self.mistakes.sort_by_key(|mistake| (mistake.place.is_none(), mistake.place));
        ConfigErrors(self.mistakes)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::campaign::config::{CampaignFile, HostConfig};

    /// Without an example, one missing key would hide all others.
    #[test]
    fn every_key_that_a_file_needs_has_an_example() {
        let source = ConfigSource::new(Path::new("rim-3/campaign.toml"), "[pairing]\nladder = 1\n[[co_gm]]\n[[seat]]\n");
        let keys = |review: Review<'_>| review.mistakes.into_iter().map(|mistake| mistake.key).collect::<Vec<_>>().join(" ");
        let ((campaign, of_campaign), (host, of_host)) = (Review::begin::<CampaignFile>(&source), Review::begin::<HostConfig>(&source));
        assert!(campaign.is_some() && host.is_some());
        let needed = "co_gm[0].name co_gm[0].address pairing seat[0].number seat[0].name seat[0].address title game scenario gm schedule";
        assert_eq!(keys(of_campaign), needed);
        assert_eq!(keys(of_host), "co_gm pairing.ladder pairing.games pairing.gm pairing.schedule seat address");
    }
}
