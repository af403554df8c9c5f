//! The name of a campaign. It is part of folders, subjects and addresses, so it is short and plain.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::path::Path;

/// 1 to 31 of `a-z`, `0-9` and `-`, with a letter or digit at both ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct CampaignId(String);

impl CampaignId {
    /// What a name may be, for those who have written another one.
    pub const ADVICE: &str = "use 1 to 31 of a-z, 0-9 and -, with a letter or digit at both ends";

    /// The name; `None` if the text cannot be one.
    pub fn new(text: &str) -> Option<CampaignId> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_id = (1..=31).contains(&text.len()) && text.bytes().all(is_plain) && !text.starts_with('-') && !text.ends_with('-');
        is_id.then(|| CampaignId(text.to_owned()))
    }

    /// The name of a game of this tournament. The caller has checked that the name leaves room for the number.
    pub(super) fn numbered(&self, number: u32) -> CampaignId {
        CampaignId(format!("{self}-{number}"))
    }

    /// The name as a player types it, in upper or lower case.
    pub fn typed(text: &str) -> Option<CampaignId> {
        CampaignId::new(&text.to_ascii_lowercase())
    }
}

impl TryFrom<String> for CampaignId {
    type Error = String;

    fn try_from(text: String) -> Result<CampaignId, String> {
        CampaignId::new(&text).ok_or_else(|| format!("`{text}` cannot name a campaign: {}", CampaignId::ADVICE))
    }
}

/// A campaign's folder has the campaign's name.
impl AsRef<Path> for CampaignId {
    fn as_ref(&self) -> &Path {
        Path::new(&self.0)
    }
}

impl Deref for CampaignId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Lets a map of campaigns be searched by what somebody has typed.
impl Borrow<str> for CampaignId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CampaignId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tag_can_name_is_what_a_folder_can_be_called() {
        for id in ["a", "rim-3", "3", "a-b--c", "abcdefghijklmnopqrstuvwxyz01234"] {
            assert!(CampaignId::new(id).is_some(), "{id}");
        }
        for wrong in ["", "-a", "a-", "-", "rim_3", "Rim-3", "a.b", "ä", "abcdefghijklmnopqrstuvwxyz012345"] {
            assert!(CampaignId::new(wrong).is_none(), "{wrong}");
        }
        assert_eq!(CampaignId::typed("RIM-3"), CampaignId::new("rim-3"));
        assert_eq!(CampaignId::typed("RIM-3-"), None);
    }
}
