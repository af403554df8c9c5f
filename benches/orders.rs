//! How long reading and checking a player's sheet takes.

#[path = "../tests/orders/postal/position.rs"]
mod position;

use ashpost::games::empire_postal::forecast::forecast;
use ashpost::games::empire_postal::parse::parse;
use divan::{Bencher, black_box};
use position::Position;

fn main() {
    divan::main();
}

/// A long sheet as players send them: blocks, names, comments, and one mistake in ten lines.
fn sixty_lines() -> String {
    let block = "ON Earth DO   # the capital\n  BUILD 3 FI\n  BUILD MAX PDU\n  SEND 2 FI TO Barnard's Arrow\nDONE\n\
                 SEND 1 workforce FROM 1 TO 9\nRESEARCH 2 PR ON Earth\nDECLARE PEACE ON Annabel Lee\nBULD 3 FI ON Erath\nSPY ON Crab\n";
    block.repeat(6)
}

#[divan::bench]
fn read_a_sheet_of_sixty_lines(bencher: Bencher) {
    let (text, view) = (sixty_lines(), Position::read("").view());
    bencher.bench(|| parse(black_box(&text), black_box(&view)));
}

#[divan::bench]
fn read_and_check_a_sheet_of_sixty_lines(bencher: Bencher) {
    let (text, view) = (sixty_lines(), Position::read("").view());
    bencher.bench(|| {
        let sheet = parse(black_box(&text), black_box(&view));
        forecast(&sheet, &view)
    });
}

/// The worst that a mail within the limits can bring: every line a mistake.
#[divan::bench]
fn read_two_thousand_lines_of_nonsense(bencher: Bencher) {
    let (text, view) = ("BULD three FIGHTRS ON Evergren pleese TO Erath\n".repeat(2_000), Position::read("").view());
    bencher.bench(|| parse(black_box(&text), black_box(&view)));
}
