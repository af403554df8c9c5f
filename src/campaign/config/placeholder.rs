//! Finds addresses that are only placeholders for real ones.

use crate::campaign::Address;

use super::{CampaignConfig, ConfigError, ConfigSource, HostConfig, MailConfig};

/// The domains of documentation (RFC 2606), where nobody reads email. `.test` and `.localhost` are reserved, too, but they work for
/// rehearsals with a private mail server.
const DOCUMENTATION: [&str; 5] = ["example", "invalid", "example.com", "example.net", "example.org"];

/// The domain of an address or server, if it can never be a real one.
fn placeholder(address: &str) -> Option<String> {
    let domain = address.rsplit_once('@').map_or(address, |(_, domain)| domain).to_lowercase();
    let is_under = |reserved: &&str| domain.strip_suffix(*reserved).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    DOCUMENTATION.iter().any(is_under).then_some(domain)
}

impl HostConfig {
    /// Whether nobody can answer the host's emails.
    pub fn has_no_address(&self) -> bool {
        placeholder(self.address.as_str()).is_some()
    }

    /// The placeholders in this file that matter if email leaves the machine: the host's address, its mail server, and the address of the
    /// game master of paired games.
    pub fn placeholders(&self, source: &ConfigSource) -> Vec<ConfigError> {
        let own = named(source, "address", self.address.as_str(), "no email ever arrives");
        let gm = self.pairing.as_ref().and_then(|pairing| named(source, "pairing.gm.address", pairing.gm.address.as_str(), UNREAD));
        own.into_iter().chain(server(source, &self.mail)).chain(gm).collect()
    }

    /// The placeholders that pages on the web show.
    pub fn placeholders_on_the_web(&self, source: &ConfigSource) -> Vec<ConfigError> {
        let contact = self.site.contact.as_ref().and_then(|contact| named(source, "site.contact", contact.as_str(), UNREAD));
        let server = self.site.url.as_deref().and_then(|url| url.split('/').nth(2)?.split(':').next());
        let url = server.and_then(|server| named(source, "site.url", server, "no page stands"));
        contact.into_iter().chain(url).collect()
    }
}

impl CampaignConfig {
    /// Whether nobody reads the game master's email.
    pub fn has_no_game_master(&self) -> bool {
        placeholder(self.gm.address.as_str()).is_some()
    }

    /// The placeholders among the addresses of game masters and players, which matter if email leaves the machine.
    pub fn placeholders(&self) -> Vec<ConfigError> {
        let gm = [("gm.address".to_owned(), &self.gm.address)].into_iter();
        let co_gms = self.co_gms.iter().enumerate().map(|(index, other)| (format!("co_gm[{index}].address"), &other.address));
        let seats = self.seats.iter().enumerate().flat_map(|(index, seat)| {
            let also = seat.also.iter().enumerate().map(move |(at, other)| (format!("seat[{index}].also[{at}]"), other));
            [(format!("seat[{index}].address"), &seat.address)].into_iter().chain(also)
        });
        let all = gm.chain(co_gms).chain(seats);
        let people = all.filter_map(|(key, address)| named(&self.source, &key, address.as_str(), UNREAD));
        people.chain(self.mail.as_ref().and_then(|mail| server(&self.source, mail))).collect()
    }
}

/// Why nobody reads email to an address, if it can never be a real one.
pub fn unread(address: &Address) -> Option<String> {
    placeholder(address.as_str()).map(|domain| format!("`{address}` is a placeholder: {UNREAD} at {domain}"))
}

const UNREAD: &str = "nobody reads email";

/// A mail server that is a placeholder.
fn server(source: &ConfigSource, mail: &MailConfig) -> Option<ConfigError> {
    match mail {
        MailConfig::Smtp { host, .. } => named(source, "mail.host", host, "no mail server is"),
        MailConfig::Sendmail { .. } | MailConfig::File { .. } => None,
    }
}

/// A placeholder, with its line.
fn named(source: &ConfigSource, key: &str, written: &str, why: &str) -> Option<ConfigError> {
    let domain = placeholder(written)?;
    Some(source.mistake(key, format!("`{written}` is a placeholder: {why} at {domain}")))
}

#[cfg(test)]
mod tests {
    use super::placeholder;

    #[test]
    fn the_domains_of_documentation_are_placeholders() {
        for address in ["a@example.org", "a@EXAMPLE.COM", "a@mail.example.net", "a@player.example", "a@example", "a@x.invalid"] {
            assert!(placeholder(address).is_some(), "{address}");
        }
        for address in ["a@counterexample.org", "a@example.de", "a@player.test", "a@localhost", "a@pbem.games"] {
            assert_eq!(placeholder(address), None, "{address}");
        }
    }
}
