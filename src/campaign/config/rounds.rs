//! `rounds.toml` beside the file of a Swiss: the rounds drawn so far. Only the host writes it, one round at a time.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ConfigErrors;
use super::review::Review;
use super::{CampaignConfig, ConfigSource};
use crate::campaign::swiss::SwissRound;
use crate::engine::Seat;

/// The head of the file, for people who open it.
const HEADING: &str =
    "# Who plays whom in each round, by the numbers of [[seat]]; the first of two begins. Written by ashpost: do not edit.\n\n";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundsFile {
    #[serde(rename = "round", default)]
    rounds: Vec<SwissRound>,
}

/// The text of the file.
///
/// # Errors
/// When it cannot be written as TOML.
pub fn rounds_text(rounds: &[SwissRound]) -> Result<String, toml::ser::Error> {
    Ok(HEADING.to_owned() + &toml::to_string(&RoundsFile { rounds: rounds.to_vec() })?)
}

impl CampaignConfig {
    /// Reads the rounds drawn so far.
    ///
    /// # Errors
    /// When the text cannot be read, names a player whom the campaign's file no longer has, or has more rounds than that file allows.
    pub fn take_up_rounds(&mut self, file: &Path, text: &str) -> Result<(), ConfigErrors> {
        let source = ConfigSource::new(file, text);
        let (said, mut review) = Review::begin::<RoundsFile>(&source);
        let rounds = said.map(|said| said.rounds).unwrap_or_default();
        let named = rounds.iter().flat_map(|round| round.pairs.iter().flatten().chain(&round.bye));
        if let Some(gone) = named.copied().find(|number: &Seat| self.seat(*number).is_none()) {
            let what = format!(
                "player {gone} has been paired, and campaign.toml has no such [[seat]] any more: put it back, with withdrawn = true if the player \
                 is to be paired no more"
            );
            review.wrong("", what);
        }
        if let Some(wanted) = self.swiss_rounds().filter(|wanted| *wanted < rounds.len()) {
            let drawn = rounds.len();
            let what = format!(
                "{drawn} rounds have been drawn, and the campaign's file has `rounds = {wanted}`: it cannot have fewer than {drawn}"
            );
            review.wrong("", what);
        }
        let mistakes = review.end();
        if mistakes.0.is_empty() {
            self.rounds = rounds;
            return Ok(());
        }
        Err(mistakes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const FILE: &str = r#"
        title = "The cup"
        game = "anaash"
        scenario = "6"
        gm = { name = "Ida", address = "ida@example.org" }
        schedule = { every_days = 3, at = "20:00", zone = "UTC" }
        tournament = { rounds = 2 }
        seat = [
            { number = 1, name = "Ann", address = "ann@player.example" },
            { number = 2, name = "Bob", address = "bob@player.example" },
            { number = 4, name = "Cid", address = "cid@player.example" },
        ]
    "#;

    fn cup() -> CampaignConfig {
        CampaignConfig::from_toml(&PathBuf::from("cup/campaign.toml"), FILE).unwrap()
    }

    #[test]
    fn what_is_written_is_read_again_and_makes_games() {
        let rounds = vec![
            SwissRound { pairs: vec![[Seat(2), Seat(1)]], bye: Some(Seat(4)) },
            SwissRound { pairs: vec![[Seat(1), Seat(4)]], bye: Some(Seat(2)) },
        ];
        let text = rounds_text(&rounds).unwrap();
        assert!(text.contains("[[round]]\npairs = [[2, 1]]\nbye = 4\n"), "{text}");
        let mut cup = cup();
        assert_eq!(cup.any_game().unwrap().title, "The cup, round 1: Ann - Bob");
        assert!(cup.pairings().is_empty());
        cup.take_up_rounds(&PathBuf::from("cup/rounds.toml"), &text).unwrap();
        assert_eq!(cup.rounds, rounds);
        let titles: Vec<String> =
            (1..).map_while(|number| cup.paired_game(number)).map(|game| format!("{}: {}", &*game.id, game.title)).collect();
        assert_eq!(titles, ["cup-1: The cup, round 1: Bob - Ann", "cup-2: The cup, round 2: Ann - Cid"]);
    }

    #[test]
    fn a_player_who_was_paired_must_stay_in_the_file() {
        let text = "[[round]]\npairs = [[2, 3]]\n";
        let error = cup().take_up_rounds(&PathBuf::from("cup/rounds.toml"), text).unwrap_err().to_string();
        assert!(error.contains("cup/rounds.toml: player 3 has been paired"), "{error}");
    }
}
