//! The rules of one game for a page in a browser: three functions, of which one takes a question and gives an answer, both in JSON.
//!
//! The page makes room for a question, writes it there, asks, and reads the answer: see [`composer`] for what can be asked, and
//! `docs/decisions/0033-module.md` for why it is built so. The layers lie where the program has them; nothing here is a copy.

#![allow(dead_code, unused_imports, unreachable_pub, reason = "of the layers a page needs a part")]

#[path = "../../src/abstract_games/mod.rs"]
mod abstract_games;
#[path = "../../src/composer/mod.rs"]
mod composer;
#[path = "../../src/engine/mod.rs"]
mod engine;
#[path = "../../src/galaxy/mod.rs"]
mod galaxy;
#[path = "../../src/games/mod.rs"]
mod games;
mod render;

use std::cell::RefCell;

use composer::Responder;
use engine::Seeing;

/// The game whose views can be opened. It is a copy, so that nothing of the others is named and comes along.
static GAMES: [Seeing; 1] = [named(games::SEEN, env!("ASHPOST_GAME", "wasm/build says which game the module is for"))];

/// A game that is not there is an error of the compiler.
const fn named(games: &[Seeing], id: &str) -> Seeing {
    let mut at = 0;
    while !are_same(games[at].id.as_bytes(), id.as_bytes()) {
        at += 1;
    }
    games[at]
}

const fn are_same(these: &[u8], those: &[u8]) -> bool {
    let mut at = 0;
    while at < these.len() && at < those.len() && these[at] == those[at] {
        at += 1;
    }
    at == these.len() && at == those.len()
}

thread_local! {
    static RESPONDER: RefCell<Responder> = RefCell::new(Responder::of(&GAMES));
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes and says where.
#[allow(unsafe_code, reason = "the name is the contract with the page, and no other function has it")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        *room = vec![0; length];
        room.as_mut_ptr()
    })
}

/// Answers the question that stands in the room; returns the length of the answer.
#[allow(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
pub extern "C" fn ask(length: usize) -> usize {
    let question = ROOM.take();
    let answer = RESPONDER.with_borrow_mut(|responder| responder.ask(question.get(..length).unwrap_or_default()));
    ANSWER.replace(answer);
    ANSWER.with_borrow(Vec::len)
}

/// Where the last answer begins; it stays there until the next question.
#[allow(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
