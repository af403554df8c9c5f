//! Steps as text, no more than a player can take in.

use std::fmt::Display;

/// How many legal steps are listed to a player whose step is not legal.
const MOST_LISTED: usize = 60;

/// The steps as text, sorted.
pub fn written<S: Display>(steps: &[S]) -> Vec<String> {
    let mut texts: Vec<String> = steps.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

/// Texts as a list for a player, cut after this many.
pub fn listing(texts: &[String]) -> String {
    let shown = texts.iter().take(MOST_LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match texts.len().saturating_sub(MOST_LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
