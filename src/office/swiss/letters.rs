//! What a Swiss tells its players besides the letters of their games.

use crate::campaign::config::CampaignConfig;
use crate::campaign::{Address, digest};
use crate::office::World;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::tournament::Tournament;
use crate::office::front::{Front, Letterbox};
use crate::office::letters::about::About;
use crate::office::letters::model::{Heading, LetterModel};
use crate::render::tournament::TournamentFacts;
use crate::store::Ledger;

/// Facts of the host's database: a digest of the final table that everybody has been told.
const TOLD: &str = "final table/";

impl Letterbox {
    /// Tells the player who has no game in the round that was drawn last.
    pub(super) fn tell_of_bye(&self, ledger: &Ledger<'_>, tournament: &Tournament, world: &World<'_>) -> Result<(), DeskError> {
        let rounds = &tournament.config.rounds;
        let Some(player) = rounds.last().and_then(|round| round.bye).and_then(|number| tournament.player_now(number)) else {
            return Ok(());
        };
        let id = format!("bye.{}.{}", tournament.config.id, rounds.len());
        self.write_of_swiss(ledger, tournament, (id, About::Bye), &player.address, world)
    }

    fn write_of_swiss(
        &self,
        ledger: &Ledger<'_>,
        tournament: &Tournament,
        (id, about): (String, fn(TournamentFacts) -> About),
        recipient: &Address,
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let heading = Heading::of_host_about(&self.host.config, &tournament.config.id);
        self.send_notice(ledger, (id, recipient), &LetterModel::new(heading, about(tournament.facts(None))), world.now)?;
        Ok(())
    }
}

impl Front {
    /// Tells all players and the game master how a Swiss has ended. They are told again only if its table has changed: a game may go back.
    pub(super) fn tell_the_final_table(&mut self, tournament: &Tournament, world: &World<'_>) -> Result<(), DeskError> {
        let config = &tournament.config;
        let table = tournament.facts(None).standings;
        let told: Vec<_> = table.iter().map(|row| (row.number, row.place, &row.points)).collect();
        let digest = digest(&serde_json::json!(told).to_string());
        let fact = format!("{TOLD}{}", config.id);
        let ledger = self.store.begin()?;
        if ledger.fact(&fact)?.as_ref() == Some(&digest) {
            return Ok(());
        }
        for (reader, address) in readers(config, tournament) {
            let id = format!("final.{}.{}.{reader}", config.id, &digest[..16]);
            self.letterbox.write_of_swiss(&ledger, tournament, (id, About::FinalTable), address, world)?;
        }
        ledger.set_fact(&fact, &digest)?;
        (world.boundary)("before a final table commits");
        ledger.commit()?;
        (world.boundary)("after a final table commits");
        Ok(())
    }
}

/// All players, and the game master unless they play, each with what tells their letters apart.
fn readers<'a>(config: &'a CampaignConfig, tournament: &'a Tournament) -> Vec<(String, &'a Address)> {
    let players = tournament.numbers().into_iter().filter_map(|number| Some((number.to_string(), &tournament.player_now(number)?.address)));
    let players: Vec<(String, &Address)> = players.collect();
    let game_master = Some(("gm".to_owned(), &config.gm.address)).filter(|(_, gm)| players.iter().all(|(_, address)| address != gm));
    players.into_iter().chain(game_master).collect()
}
