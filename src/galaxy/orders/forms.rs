//! The forms that lines of a game have, as its grammar declares them, for finding out what a player may have meant.

use super::names::NewNames;
use super::places::{ANY, Counted, Keyword, NewName, Number, Planet, Player, Put, Text, Thing, VerbPlace};
use super::statement::Block;
use super::words::Things;
use super::{Grammar, Names};
use crate::engine::nearness::{Cost, Lines, SLIP};
use crate::galaxy::PlanetId;

/// A line that opens a block: where words have to be left out for it, an order was meant.
const BLOCK: Cost = SLIP;

/// One form of the lines that begin with a verb. A verb may have several; what can only be written in other ways that the reader knows
/// as well needs none, because what is offered is spelled anew.
#[derive(Clone, Copy)]
pub(crate) struct Form<Verb> {
    pub verb: Verb,
    /// What stands behind the verb.
    pub pieces: &'static [Piece],
    /// Whether the sender's home planet is a good example where the planet is missing.
    pub at_home: bool,
}

/// A part of a form.
#[derive(Clone, Copy)]
pub(crate) enum Piece {
    /// A number, or the word for as many as there are, if there is one.
    Count(Option<&'static str>),
    /// How many land: a number, ALL or NONE.
    Landing,
    /// A number within these bounds.
    Number(u32, u32),
    Thing(&'static dyn Things),
    /// `ON`, before a planet.
    On,
    From,
    To,
    /// `ON`, before a player.
    Towards,
    Planet,
    Player,
    /// A player, or NONE.
    PlayerOrNone,
    /// A name to be given.
    Name,
    /// A text to be published.
    Text,
}

impl<Verb> Form<Verb> {
    pub(crate) const fn new(verb: Verb, pieces: &'static [Piece]) -> Form<Verb> {
        Form { verb, pieces, at_home: true }
    }

    /// A form in which nobody would name the home planet.
    pub(crate) const fn abroad(verb: Verb, pieces: &'static [Piece]) -> Form<Verb> {
        Form { verb, pieces, at_home: false }
    }
}

impl Piece {
    fn keyword(self) -> Option<Keyword> {
        let (proposed, known): (_, &[&str]) = match self {
            Piece::On => ("ON", &["ON", "AT"]),
            Piece::From => ("FROM", &["FROM", "ON", "AT"]),
            Piece::To => ("TO", &["TO", "INTO"]),
            Piece::Towards => ("ON", &["ON", "WITH", "AGAINST", "TO", "TOWARDS"]),
            _ => return None,
        };
        Some(Keyword { proposed, known, can_be_told: true })
    }

    /// Whether a planet may be left out behind this keyword, because the block of the line has one.
    fn is_of_block(self) -> bool {
        matches!(self, Piece::On | Piece::From)
    }
}

/// All lines of a grammar that can stand in such a block.
pub(super) fn lines<'g, G: Grammar>(grammar: &'g G, block: Block, new_names: &'g NewNames) -> Lines<'g> {
    let mut lines = Lines::default();
    for form in grammar.forms().iter().filter(|form| grammar.has(form.verb)) {
        let gives_text = form.pieces.iter().any(|piece| matches!(piece, Piece::Name | Piece::Text));
        // A name or text without quotes could be anything, so that its verb must be there.
        for is_quoted in if gives_text { &[true, false][..] } else { &[true] } {
            add_form(&mut lines, grammar, form, block, *is_quoted, new_names);
        }
    }
    let on = lines.place(Keyword { proposed: "ON", known: &["ON"], can_be_told: false });
    let planet = place(&mut lines, Piece::Planet, None, true, grammar.names(), new_names);
    let begin = lines.place(Keyword { proposed: "DO", known: &["DO"], can_be_told: true });
    lines.form(BLOCK, vec![on, planet, begin]);
    if block != Block::None {
        let end = lines.place(Keyword { proposed: "DONE", known: &["DONE"], can_be_told: false });
        lines.form(0, vec![end]);
    }
    lines
}

fn add_form<'g, G: Grammar>(
    lines: &mut Lines<'g>,
    grammar: &'g G,
    form: &Form<G::Verb>,
    block: Block,
    is_quoted: bool,
    new_names: &'g NewNames,
) {
    let names = grammar.names();
    // Where something is counted the rest of a line tells what it is, even if its first word is none of ours.
    let can_be_replaced = form.pieces.iter().any(|piece| matches!(piece, Piece::Count(_) | Piece::Landing));
    let verb = lines.place(VerbPlace::of(&G::VERBS, form.verb, is_quoted, can_be_replaced));
    let home = names.home.filter(|_| form.at_home);
    let mut pieces = vec![verb];
    for (at, piece) in form.pieces.iter().enumerate() {
        let is_home = at.checked_sub(1).is_none_or(|before| form.pieces.get(before).is_some_and(|before| before.is_of_block()));
        pieces.push(place(lines, *piece, home.filter(|_| is_home), is_quoted, names, new_names));
    }
    lines.form(0, pieces.clone());
    let Some(clause) = form.pieces.iter().position(|piece| piece.is_of_block()) else { return };
    // The pieces begin with the verb.
    let removed = pieces.splice(clause + 1..clause + 3, []).count();
    debug_assert_eq!(removed, 2, "a keyword and its planet");
    match (block, home) {
        (Block::Planet(_), _) => lines.form(0, pieces),
        (Block::None, Some(home)) => {
            let keyword = form.pieces[clause].keyword().map_or("ON", |keyword| keyword.proposed);
            let example = lines.place(Put { cost: ANY, spelling: format!("{keyword} {home}") });
            pieces.insert(clause + 1, example);
            lines.form(0, pieces);
        }
        _ => {}
    }
}

fn place<'g>(
    lines: &mut Lines<'g>,
    piece: Piece,
    example: Option<PlanetId>,
    is_quoted: bool,
    names: &'g Names,
    new_names: &'g NewNames,
) -> usize {
    if let Some(keyword) = piece.keyword() {
        return lines.place(keyword);
    }
    match piece {
        Piece::Count(all) => lines.place(Counted { all, none: false }),
        Piece::Landing => lines.place(Counted { all: Some("ALL"), none: true }),
        Piece::Number(least, most) => lines.place(Number { least, most }),
        Piece::Thing(things) => lines.place(Thing(things)),
        Piece::Player => lines.place(Player { names, none: false }),
        Piece::PlayerOrNone => lines.place(Player { names, none: true }),
        Piece::Name => lines.place(NewName { is_quoted }),
        Piece::Text => lines.place(Text { is_quoted }),
        _ => lines.place(Planet { names, new_names, example }),
    }
}
