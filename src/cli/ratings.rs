//! `ashpost ratings`: rates the players of this host.

use clap::Args;

use super::common::{Common, EXIT_FINE};
use super::output::{counted, print, print_json};
use super::table::table;
use crate::campaign::ratings::{METHOD, Rating, rate};
use crate::games;
use crate::office::{EndedGames, Host, ended_games};

#[derive(Debug, Args)]
pub(super) struct RatingsArgs {
    /// Only games of this kind, such as anaash.
    #[arg(long)]
    game: Option<String>,
}

pub(super) fn run(common: &Common, args: &RatingsArgs) -> anyhow::Result<u8> {
    if let Some(game) = &args.game {
        games::named(game)?;
    }
    let ended = ended_games(&Host::load(&common.campaigns)?, args.game.as_deref())?;
    let ratings = rate(&ended.rated);
    if common.json {
        let json = serde_json::json!({ "method": METHOD, "game": args.game, "games": ended.rated.len(), "void": ended.void, "unrated": ended.unrated, "players": ratings });
        print_json("ashpost-ratings/1", &json)?;
    } else {
        print(&as_text(&ratings, &ended))?;
    }
    Ok(EXIT_FINE)
}

fn as_text(ratings: &[Rating], ended: &EndedGames) -> String {
    let games = ended.rated.len();
    let uncounted = uncounted(ended);
    if games == 0 {
        let counts = if uncounted.is_empty() { "" } else { " that counts" };
        return format!("No game{counts} has finished yet, so nobody is rated.{uncounted}\n");
    }
    let rows = ratings.iter().zip(1..).map(|(row, place)| {
        let numbers = [row.games, row.won, row.drawn, row.lost].map(|number: u32| number.to_string());
        let [games, won, drawn, lost] = numbers;
        [format!("{place}"), row.name.clone(), row.rating.to_string(), row.deviation.to_string(), games, won, drawn, lost]
    });
    let table = table(["", "player", "rating", "deviation", "games", "won", "drawn", "lost"], rows);
    format!("{METHOD}, from {}.{uncounted}\n\n{table}", counted(games, "finished game"))
}

/// A sentence about each kind of finished game that is not rated.
fn uncounted(ended: &EndedGames) -> String {
    let kinds = [(ended.void, "void game"), (ended.unrated, "unrated game")].into_iter().filter(|(games, _)| *games > 0);
    kinds.map(|(games, kind)| format!(" {} {} not count.", counted(games, kind), if games == 1 { "does" } else { "do" })).collect()
}
