//! Finds the heads of journals that reports print: a campaign's history as players' mailboxes keep it.

use super::journal::{Replay, Tip};
use super::{CampaignId, Digest};

/// An entry of a journal, as a report names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The campaign whose journal it is.
    pub campaign: CampaignId,
    /// The number of the entry, and its hash.
    pub tip: Tip,
}

/// Every line `entry 31 of rim-3` with the hash after it, each once, even if a mail program has rewrapped or quoted the lines.
pub fn find_heads(text: &str) -> Vec<Head> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.chars().all(|letter| matches!(letter, '>' | '|'))).collect();
    let mut heads: Vec<Head> = Vec::new();
    for window in words.windows(5) {
        if let ["entry", number, "of", campaign, hash] = window
            && let (Ok(number), Some(campaign), Ok(hash)) = (number.parse(), CampaignId::new(campaign), hash.parse::<Digest>())
        {
            let head = Head { campaign, tip: Tip { number, hash } };
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
    }
    heads
}

/// What is wrong with a head: the journal has another entry there, or ends before it. `None` if it fits, if the journal says that it was lost, or if it
/// belongs to another campaign.
pub fn wrong_head(head: &Head, replay: &Replay) -> Option<&'static str> {
    if head.campaign != replay.campaign {
        return None;
    }
    match replay.checked.get(head.tip.number as usize) {
        Some(checked) if checked.hash == head.tip.hash => None,
        _ if replay.losses().any(|(_, lost)| lost.contains(&head.tip.number)) => None,
        Some(_) => Some("REWRITTEN: a report names another entry there"),
        None => Some("BEYOND THE END: the bundle ends before it; it is older than your messages, or was cut off"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_found_in_a_report_however_it_was_quoted() {
        let hash = "a90c".repeat(16);
        for text in [
            format!("  entry     31 of rim-3\n            {hash}\n"),
            format!("> entry 31 of rim-3\n> {hash}\n> x"),
            format!("entry 31 of rim-3 {hash}"),
        ] {
            let heads = find_heads(&text);
            assert_eq!((heads.len(), &*heads[0].campaign, heads[0].tip.number), (1, "rim-3", 31), "{text}");
        }
        assert!(find_heads(&format!("entry 31 of rim-3 x{hash} entry of")).is_empty());
    }
}
