//! Samples of what players are told of a tournament by the Swiss system.

use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::campaign::standings::{GameState, Score};
use crate::campaign::swiss::{Course, SwissRound};
use crate::engine::Seat;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::render::tournament::{ByeFacts, ROUND_WIDTH, SwissFacts, TournamentFacts};

pub(super) fn all(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let letters = [About::Bye(sample.swiss(false)), About::FinalTable(sample.swiss(true))];
    letters.map(|about| SampleLetter::of(sample.letter_of_host(LetterKind::Notice), about)).into()
}

impl Sample<'_> {
    /// A Swiss of three players, with its last round or before its last game is over.
    fn swiss(&self, is_over: bool) -> TournamentFacts {
        let facts = self.desk.campaign.facts();
        let names = [self.name(true), self.name(false), "Greta".to_owned()];
        let players = [Seat(1), Seat(2), Seat(3)];
        let round = |first, second, bye| SwissRound { pairs: vec![[Seat(first), Seat(second)]], bye: Some(Seat(bye)) };
        let rounds = [round(1, 2, 3), round(3, 1, 2)];
        let won = |first, second| GameState::Over { score: Score { first, second }, on_time: false };
        let games = [won(2, 0), if is_over { won(1, 1) } else { GameState::Open }];
        let byes = [(1, &names[2]), (2, &names[1])].map(|(round, name)| ByeFacts { round, name: name.clone() });
        TournamentFacts {
            id: "spring".to_owned(),
            title: facts.title,
            game_title: facts.game_title,
            credit: None,
            games_total: 2,
            games_over: if is_over { 2 } else { 1 },
            is_over,
            swiss: Some(SwissFacts { rounds_total: 2, rounds_drawn: 2, byes: byes.into() }),
            has_void: false,
            has_left: false,
            has_on_time: false,
            fits_text: true,
            cell_width: ROUND_WIDTH,
            tie_break: None,
            standings: Course { players: &players, rounds: &rounds, games: &games }.table(&names),
            games: Vec::new(),
        }
    }
}
