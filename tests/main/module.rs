//! The modules that the composer's page carries answer, byte for byte, what the program answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;

use ashpost::composer::Responder;
use ashpost::engine::Viewer;
use ashpost::games::{GAMES, SEEN};
use serde_json::{Value, json};
use wasmi::{Engine, Instance, Linker, Memory, Module, Store, TypedFunc};

use crate::common::cases;
use crate::responder::{opening, questions, sheets};
use crate::tidy::root;
use crate::trial::{self, beginning, playing, telling, tried};

/// Only one sheet out of this many is tried, because the interpreter is slow.
fn one_in() -> u32 {
    cases("MODULE_ONE_IN", 30)
}

/// A module as a page opens it.
struct Page {
    store: Store<()>,
    memory: Memory,
    room: TypedFunc<u32, u32>,
    ask: TypedFunc<u32, u32>,
    answered: TypedFunc<(), u32>,
}

impl Page {
    fn open(game: &str) -> Page {
        let packed = fs::read(root().join(format!("templates/composer/{game}.wasm.lzma"))).unwrap();
        let mut module = Vec::new();
        lzma_rs::lzma_decompress(&mut Cursor::new(packed), &mut module).unwrap();
        let engine = Engine::default();
        let mut store = Store::new(&engine, ());
        let module = Module::new(&engine, &module).unwrap();
        assert_eq!(module.imports().count(), 0, "the module asks nothing of the page");
        let instance: Instance = Linker::new(&engine).instantiate_and_start(&mut store, &module).unwrap();
        Page {
            memory: instance.get_memory(&store, "memory").unwrap(),
            room: instance.get_typed_func(&store, "room").unwrap(),
            ask: instance.get_typed_func(&store, "ask").unwrap(),
            answered: instance.get_typed_func(&store, "answered").unwrap(),
            store,
        }
    }

    fn ask(&mut self, question: &[u8]) -> Vec<u8> {
        let length = question.len() as u32;
        let room = self.room.call(&mut self.store, length).unwrap();
        self.memory.write(&mut self.store, room as usize, question).unwrap();
        let length = self.ask.call(&mut self.store, length).unwrap();
        let begin = self.answered.call(&mut self.store, ()).unwrap() as usize;
        self.memory.data(&self.store)[begin..][..length as usize].to_vec()
    }
}

/// A module and the program, asked the same questions.
struct Both {
    page: Page,
    responder: Responder,
}

impl Both {
    fn of(game: &str) -> Both {
        Both { page: Page::open(game), responder: Responder::of(SEEN) }
    }

    fn ask(&mut self, question: &[u8]) -> Value {
        let [page, responder] = [self.page.ask(question), self.responder.ask(question)].map(|answer| String::from_utf8(answer).unwrap());
        let shown: String = String::from_utf8_lossy(question).chars().take(2_000).collect();
        let forgotten = "the module answers otherwise than the program: was it forgotten? wasm/build makes it anew";
        assert!(page == responder, "{forgotten}\nasked: {shown}\nmodule: {page}\nprogram: {responder}");
        serde_json::from_str(&page).unwrap()
    }
}

#[test]
fn the_modules_answer_as_the_program_does() {
    let mut both: BTreeMap<&str, Both> = GAMES.iter().map(|game| (game.id(), Both::of(game.id()))).collect();
    let mut games = BTreeSet::new();
    let asked = sheets(one_in() as usize, |table, seat, sheet| {
        let game = table.game();
        games.insert(game.id());
        let both = both.get_mut(game.id()).unwrap();
        assert_eq!(both.ask(opening(table, Viewer::Seat(seat)).to_string().as_bytes()), json!({}), "{}", game.id());
        for question in questions(game, sheet) {
            let answer = both.ask(question.to_string().as_bytes());
            assert!(answer["error"].is_null() && answer["failures"].as_array().is_none_or(Vec::is_empty), "{answer}");
        }
    });
    assert!(asked * one_in() as usize >= 400 && games.len() == GAMES.len(), "{asked} sheets of {games:?}");
}

#[test]
fn the_modules_play_games_that_nobody_plays_as_the_program_does() {
    for golden in tried() {
        let mut both = Both::of(golden.game.id());
        let mut ask = |question: &Value| {
            let answer = both.ask(question.to_string().as_bytes());
            assert!(answer["error"].is_null(), "{answer}");
            answer
        };
        ask(&beginning(&*golden.opening()));
        for (turn, sheets) in trial::sheets(&golden, 3).iter().enumerate() {
            ask(&playing(turn, sheets));
            for seat in golden.seats().into_iter().take(2) {
                let seen = ask(&json!({ "do": "sit", "turn": turn + 1, "seat": seat }));
                ask(&json!({ "do": "picture" }));
                assert!(!ask(&telling(golden.game, seat, &seen))["text"].as_str().unwrap().trim().is_empty());
            }
        }
    }
}

#[test]
fn the_modules_refuse_what_the_program_refuses() {
    for game in GAMES {
        let mut both = Both::of(game.id());
        let questions: [&[u8]; 6] = [
            b"",
            b"\xff\xfe",
            b"{\"do\":\"dance\"}",
            b"{\"do\":\"read\",\"text\":\"SEND\"}",
            b"{\"do\":\"open\",\"game\":\"chess\",\"rules\":1,\"view\":{},\"sources\":{}}",
            b"{\"do\":\"write\",\"orders\":[null]}",
        ];
        for question in questions {
            assert!(both.ask(question)["error"]["kind"].is_string(), "{}: {question:?}", game.id());
        }
    }
}
