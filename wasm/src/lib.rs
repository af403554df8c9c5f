//! The rules of a family of games for a page in a browser: three functions, of which one is asked in JSON and answers in JSON.
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
use engine::{Playing, Seeing};

/// The games whose views can be opened.
static GAMES: &[Seeing] = &[
    #[cfg(feature = "anaash")]
    Seeing::of::<abstract_games::Correspondence<games::anaash::Position>>(),
    #[cfg(feature = "ashes")]
    Seeing::of::<abstract_games::Correspondence<games::ashes::Position>>(),
    #[cfg(feature = "autumn_ash")]
    Seeing::of::<abstract_games::Correspondence<games::autumn_ash::Position>>(),
    #[cfg(feature = "ex_nihilo")]
    Seeing::of::<abstract_games::Correspondence<games::ex_nihilo::Position>>(),
    #[cfg(feature = "empire")]
    Seeing::of::<games::empire_board::Empire>(),
    #[cfg(feature = "empire_postal")]
    Seeing::of::<games::empire_postal::EmpirePostal>(),
];

/// Those that can be played for trial, which takes their states and adjudication along.
static PLAYED: &[Playing] = &[
    #[cfg(feature = "empire")]
    Playing::of::<games::empire_board::Empire>(),
    #[cfg(feature = "empire_postal")]
    Playing::of::<games::empire_postal::EmpirePostal>(),
];

thread_local! {
    static RESPONDER: RefCell<Responder> = RefCell::new(Responder::of(GAMES, PLAYED));
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
