//! A mailbox: whom a mail is from or to.

use std::fmt;

use super::header;

/// A mailbox that mail can be sent to, with the name that goes with it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Address {
    /// What people see; may be empty. One line, no control characters.
    pub name: String,
    /// `local@domain`, the domain in lower case; no blanks, brackets or control characters.
    pub email: String,
}

impl Address {
    /// `None` if `email` is not an address that mail can be sent to.
    pub fn new(name: Option<&str>, email: &str) -> Option<Address> {
        let (local, domain) = email.trim().rsplit_once('@')?;
        let is_plain =
            |text: &str| !text.is_empty() && text.chars().all(|letter| is_address_letter(letter) && !header::is_invisible(letter));
        let fits = local.len() <= 64 && domain.len() <= 253;
        if !fits || !is_plain(local) || !is_plain(domain) || local.starts_with('-') || domain.contains("..") || local.contains('@') {
            return None;
        }
        let name = name.map(|name| header::clean(name, true)).unwrap_or_default();
        Some(Address { name, email: format!("{local}@{}", domain.to_lowercase()) })
    }

    /// Whether both are the same mailbox: letter case does not count, names do not count.
    pub fn is_same_mailbox(&self, other: &Address) -> bool {
        self.email.to_lowercase() == other.email.to_lowercase()
    }

    /// What stands between `+` and `@`: `rim-3.4F7K` in `games+rim-3.4F7K@host`.
    pub fn detail(&self) -> Option<&str> {
        let (local, _) = self.email.rsplit_once('@')?;
        local.split_once('+').map(|(_, detail)| detail)
    }

    pub fn domain(&self) -> &str {
        self.email.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() { self.email.fmt(out) } else { write!(out, "{} <{}>", self.name, self.email) }
    }
}

/// Quoted local parts are left out on purpose: nobody plays from one, and much breaks on them.
fn is_address_letter(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !matches!(letter, '<' | '>' | '(' | ')' | '[' | ']' | ',' | ';' | ':' | '"' | '\\')
}
