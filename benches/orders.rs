//! How long reading and checking a player's sheet takes.

#[path = "../tests/common/played.rs"]
#[allow(dead_code, reason = "one position of each game is enough here")]
mod played;

use ashpost::abstract_games::Correspondence;
use ashpost::engine::{Game, Seat, Viewer};
use ashpost::games::empire_board::Empire;
use ashpost::games::empire_postal::EmpirePostal;
use ashpost::games::{autumn_ash, ex_nihilo};
use divan::{Bencher, black_box};

const TURN: usize = 6;

fn main() {
    divan::main();
}

/// A game whose players write long sheets.
trait Wordy: Game {
    /// Ten lines as players send them: blocks, names, comments, and one mistake.
    const TEN_LINES: &str;
    const NONSENSE: &str;
}

impl Wordy for EmpirePostal {
    const TEN_LINES: &str = "ON Earth DO   # the capital\n  BUILD 3 FI\n  BUILD MAX PDU\n  SEND 2 FI TO Barnard's Arrow\nDONE\n\
                             SEND 1 workforce FROM 1 TO 9\nRESEARCH 2 PR ON Earth\nDECLARE PEACE ON Player 3\nBULD 3 FI ON Erath\nSPY ON Crab\n";
    const NONSENSE: &str = "BULD three FIGHTRS ON Evergren pleese TO Erath\n";
}

impl Wordy for Empire {
    const TEN_LINES: &str = "ON Earth DO   # the capital\n  BUILD 3 FI\n  PRODUCE MAX TROOPS\n  SEND 2 FI TO Barnard's Arrow\nDONE\n\
                             SHIP 1 population FROM 1 TO 9\nCONVERT oil TO steel ON Earth\nDECLARE ALLIED ON Player 3\nBULD 3 FI ON Erath\n\
                             LAND 2 ON Crab\n";
    const NONSENSE: &str = "PRODUSE three FIGHTRS ON Evergren pleese TO Erath\n";
}

/// What seat 1 sees before turn 6 of the played-through game.
fn view<G: Game>() -> G::View {
    let (state, _, _) = played::as_played::<G>(G::ID).swap_remove(TURN - 1);
    G::view(&state, Viewer::Seat(Seat(1)))
}

#[divan::bench(types = [EmpirePostal, Empire])]
fn read_a_sheet_of_sixty_lines<G: Wordy>(bencher: Bencher) {
    let (text, view) = (G::TEN_LINES.repeat(6), view::<G>());
    bencher.bench_local(|| G::parse(black_box(&text), black_box(&view)));
}

#[divan::bench(types = [EmpirePostal, Empire])]
fn read_and_check_a_sheet_of_sixty_lines<G: Wordy>(bencher: Bencher) {
    let (text, view) = (G::TEN_LINES.repeat(6), view::<G>());
    bencher.bench_local(|| {
        let sheet = G::parse(black_box(&text), black_box(&view));
        G::forecast(&sheet, &view)
    });
}

/// The worst that a mail within the limits can bring: every line a mistake.
#[divan::bench(types = [EmpirePostal, Empire])]
fn read_two_thousand_lines_of_nonsense<G: Wordy>(bencher: Bencher) {
    let (text, view) = (G::NONSENSE.repeat(2_000), view::<G>());
    bencher.bench_local(|| G::parse(black_box(&text), black_box(&view)));
}

/// The same of moves, no two lines alike, because what was looked up once is not looked up again.
#[divan::bench(types = [Correspondence<autumn_ash::Position>, Correspondence<ex_nihilo::Position>])]
fn read_two_thousand_moves_of_nonsense<G: Game>(bencher: Bencher) {
    let line = |number: usize| format!("IFF Q@A{number} C{number}-N4=P THNE D{number}-D{number}=Q\n0:x{number}-yy2\n");
    let (text, view) = ((0..1_000).map(line).collect::<String>(), view::<G>());
    bencher.bench_local(|| G::parse(black_box(&text), black_box(&view)));
}
