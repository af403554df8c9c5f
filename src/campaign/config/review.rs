//! Checks a configuration file as a whole, and collects all mistakes.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use super::error::{ConfigError, ConfigErrors};
use super::source::ConfigSource;
use crate::engine::document::read;

/// An example of every key without a default, in all files; for a list, of what each of its entries needs.
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

/// The mistakes found in a file so far.
pub(super) struct Review<'a> {
    source: &'a ConfigSource,
    mistakes: Vec<ConfigError>,
    /// The sections that could not be read as a whole, so that their values are not those in the file.
    misread: BTreeSet<String>,
}

impl<'a> Review<'a> {
    /// The settings that can be read, and the mistakes in the others; `None` if nothing can be read.
    pub(super) fn begin<T: DeserializeOwned>(source: &'a ConfigSource) -> (Option<T>, Review<'a>) {
        let (said, misread) = read(&source.text, EXAMPLES, &[]);
        let mistakes: Vec<ConfigError> = misread.into_iter().map(|one| source.misread(one)).collect();
        let section = |mistake: &ConfigError| mistake.key.split(['.', '[']).next().unwrap_or_default().to_owned();
        let misread = mistakes.iter().map(section).collect();
        (said, Review { source, mistakes, misread })
    }

    /// Notes a mistake in a key that can be read; one mistake for each key is enough.
    pub(super) fn wrong(&mut self, key: &str, what: impl Into<String>) {
        if self.mistakes.iter().all(|known| known.key != key) {
            self.mistakes.push(self.source.mistake(key, what));
        }
    }

    /// Checks sections, unless one of them cannot be read: then nothing can be said about how they fit.
    pub(super) fn where_read(&mut self, sections: &[&str], look: impl FnOnce(&mut Review<'a>)) {
        if sections.iter().all(|section| !self.misread.contains(*section)) {
            look(self);
        }
    }

    /// All mistakes, in the order of the lines; those without a line come last.
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
