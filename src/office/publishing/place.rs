//! Where the archive of a campaign is: on this machine, on the web, and as the pages of the host lead to it and back.

use std::path::PathBuf;

use crate::campaign::config::HostConfig;
use crate::office::Host;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::host::site_folder;
use crate::render::composer;
use crate::render::site::HostLink;

impl Keyless {
    /// Where the archive of this campaign is written: a game of a tournament below the tournament's page.
    pub fn site_folder(&self) -> PathBuf {
        site_folder(&self.home, &self.config)
    }

    /// Where that is on the web, with a slash at the end; `None` if the host does not say, or if nothing leads there.
    pub fn site_url(&self) -> Option<String> {
        self.host.site.url_for(self.config.unlisted).map(|url| url.to_owned() + &self.site_path())
    }

    /// Where a turn's page of the archive can be read; `None` if the host does not say.
    pub fn page_of_turn(&self, turn: u32) -> Option<String> {
        self.site_url().map(|url| format!("{url}turn-{turn}.html"))
    }

    /// The address of the page for writing orders on the web; `None` if the host publishes none.
    pub fn composer_page(&self) -> Option<String> {
        let is_there = self.host.site.composer && composer::is_there_for(self.config.game);
        self.site_url().filter(|_| is_there).map(|url| url + composer::PAGE)
    }

    /// The page of the host, as the archive leads back to it; `None` if there is none, or if it does not lead here.
    pub fn host_link(&self) -> Option<HostLink> {
        let site = &self.host.site;
        let path = if self.config.paired.is_some() { "../../index.html" } else { "../index.html" };
        (site.host_page && !self.config.unlisted).then(|| link_to(&self.host, path))
    }

    /// The archive as it is reached from the host's page, with a slash at the end.
    pub fn site_path(&self) -> String {
        match &self.config.paired {
            Some(game) => format!("{}/game-{}/", game.tournament, game.number),
            None => format!("{}/", self.id()),
        }
    }

    /// The page at which a reader on this machine enters the archive: below the host's page, where the way back leads to it, or in the
    /// campaign's own folder where no host's page leads here.
    pub fn front_page(&self, host: &Host) -> PathBuf {
        let below = host.page_folder().map(|folder| folder.join(self.site_path()).join("index.html"));
        below.filter(|page| page.is_file()).unwrap_or_else(|| self.site_folder().join("index.html"))
    }
}

/// The page of a host, as it is reached by this path.
pub(super) fn link_to(host: &HostConfig, path: &str) -> HostLink {
    HostLink { title: host.site.title.clone(), domain: host.address.domain().to_owned(), path: path.to_owned() }
}
