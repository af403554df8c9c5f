//! Addresses that are in a file only until somebody writes the real ones.

use super::{CampaignConfig, ConfigError, HostConfig};

/// The domains of documentation (RFC 2606), at which nobody reads mail. `.test` and `.localhost` are reserved as well, but for
/// rehearsals with a mail server of one's own, where they work.
const DOCUMENTATION: [&str; 5] = ["example", "invalid", "example.com", "example.net", "example.org"];

/// The domain of an address, if no email can ever be for it.
fn placeholder(address: &str) -> Option<String> {
    let domain = address.rsplit_once('@')?.1.to_lowercase();
    let is_under = |reserved: &&str| domain.strip_suffix(*reserved).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    DOCUMENTATION.iter().any(is_under).then_some(domain)
}

impl HostConfig {
    /// What is wrong with the host's address, and with that of the game master of paired games, if mail leaves the machine.
    pub(super) fn find_placeholders(&self, wrong: &dyn Fn(&str, String) -> ConfigError) -> Vec<ConfigError> {
        let address = self.address.as_str();
        let what = |domain: String| format!("`{address}` is a placeholder: no email ever arrives at {domain}");
        let own = placeholder(address).map(|domain| wrong("address", what(domain)));
        let of_gm = self.pairing.as_ref().and_then(|pairing| {
            let address = pairing.gm.address.as_str();
            let what = |domain: String| format!("`{address}` is a placeholder: nobody reads email at {domain}");
            placeholder(address).map(|domain| wrong("pairing.gm.address", what(domain)))
        });
        own.into_iter().chain(of_gm).collect()
    }
}

impl CampaignConfig {
    /// Whether nobody reads what the game master is sent by mail.
    pub fn has_no_game_master(&self) -> bool {
        placeholder(self.gm.address.as_str()).is_some()
    }

    /// What is wrong with the addresses of game master and players if mail leaves the machine; all seats in one sentence.
    pub(super) fn find_placeholders(&self, wrong: &dyn Fn(&str, String) -> ConfigError) -> Vec<ConfigError> {
        let what = |address: &str, domain: &str| format!("`{address}` is a placeholder: nobody reads email at {domain}");
        let gm = self.gm.address.as_str();
        let of_gm = placeholder(gm).map(|domain| wrong("gm.address", what(gm, &domain)));
        let mut seats = self.seats.iter().enumerate().filter_map(|(index, seat)| Some((index, seat, placeholder(seat.address.as_str())?)));
        let of_seats = seats.next().map(|(index, seat, domain)| {
            let others: Vec<String> = seats.map(|(_, seat, _)| seat.number.to_string()).collect();
            let others = match others.as_slice() {
                [] => String::new(),
                [other] => format!("; so is the address of seat {other}"),
                others => format!("; so are the addresses of seats {}", others.join(", ")),
            };
            wrong(&format!("seat[{index}].address"), what(seat.address.as_str(), &domain) + &others)
        });
        of_gm.into_iter().chain(of_seats).collect()
    }
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
