//! The forms of a game's lines, as its grammar declares them, for finding out what a player may have meant.

use super::Grammar;
use super::names::NewNames;
use super::places::{ANY, BoundedNumber, HowMany, Keyword, NamedPlayer, NewName, Planet, PublishedText, Put, Thing, VerbPlace};
use super::statement::PlanetBlock;
use super::words::Things;
use crate::engine::nearness::{Cost, Lines, SLIP};
use crate::galaxy::PlanetId;

/// The cost of a line that opens a block; if it also needs words left out, an order is more likely.
const BLOCK: Cost = SLIP;

/// One form of the lines that begin with a verb. A verb may have several. Other ways of writing the same need no form, because suggestions are
/// spelled anew.
#[derive(Clone, Copy)]
pub(crate) struct Form<Verb> {
    pub verb: Verb,
    /// What stands after the verb.
    pub pieces: &'static [FormPiece],
    /// Whether the sender's home planet is a good example if the planet is missing.
    pub at_home: bool,
}

/// A part of a form.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum FormPiece {
    /// A number, or this word for as many as there are.
    Count(Option<&'static str>),
    /// How many land: a number, ALL or NONE.
    Landing,
    /// A number from the first to the second.
    Number(u32, u32),
    Thing(&'static dyn Things),
    /// `ON` and a planet.
    On,
    From,
    To,
    /// `ON` and a player.
    Towards,
    Planet,
    Player,
    /// A player, or NONE.
    PlayerOrNone,
    /// A new name.
    Name,
    /// A text to publish.
    Text,
}

impl<Verb> Form<Verb> {
    pub(crate) const fn new(verb: Verb, pieces: &'static [FormPiece]) -> Form<Verb> {
        Form { verb, pieces, at_home: true }
    }

    /// A form for which the home planet is no good example.
    pub(crate) const fn abroad(verb: Verb, pieces: &'static [FormPiece]) -> Form<Verb> {
        Form { verb, pieces, at_home: false }
    }
}

impl FormPiece {
    fn keyword(self) -> Option<Keyword> {
        let (proposed, known): (_, &[&str]) = match self {
            FormPiece::On => ("ON", &["ON", "AT"]),
            FormPiece::From => ("FROM", &["FROM", "ON", "AT"]),
            FormPiece::To => ("TO", &["TO", "INTO"]),
            FormPiece::Towards => ("ON", &["ON", "WITH", "AGAINST", "TO", "TOWARDS"]),
            _ => return None,
        };
        Some(Keyword { proposed, known, can_be_told: true })
    }

    /// Whether the planet after this keyword may be missing because the line's block has one.
    fn is_of_block(self) -> bool {
        matches!(self, FormPiece::On | FormPiece::From)
    }
}

/// All lines of a grammar that can stand in this kind of block.
pub(super) fn lines<'g, G: Grammar>(grammar: &'g G, block: PlanetBlock, new_names: &'g NewNames) -> Lines<'g> {
    let mut forms = Forms { grammar, block, new_names, lines: Lines::default(), verbs: Vec::new(), pieces: Vec::new() };
    for form in grammar.forms().iter().filter(|form| grammar.has(form.verb)) {
        let gives_text = form.pieces.iter().any(|piece| matches!(piece, FormPiece::Name | FormPiece::Text));
        // A name or text without quotes could be anything, so its verb must be there.
        for is_quoted in if gives_text { &[true, false][..] } else { &[true] } {
            forms.add(form, *is_quoted);
        }
    }
    forms.add_block();
    forms.lines
}

/// The forms as they are put together. What several of them have is one place, so that what fits there is looked up once.
struct Forms<'g, G: Grammar> {
    grammar: &'g G,
    block: PlanetBlock,
    new_names: &'g NewNames,
    lines: Lines<'g>,
    verbs: Vec<(WantedVerb<G::Verb>, usize)>,
    pieces: Vec<(WantedPiece, usize)>,
}

/// What the place of a verb depends on: the verb, whether it may be missing, and whether it may be replaced.
type WantedVerb<Verb> = (Verb, bool, bool);

/// What the place of a piece depends on: the piece, the example for a planet, and whether a text is quoted there.
type WantedPiece = (FormPiece, Option<PlanetId>, bool);

impl<G: Grammar> Forms<'_, G> {
    fn add(&mut self, form: &Form<G::Verb>, is_quoted: bool) {
        // Where something is counted, the rest of a line shows the verb, even if another word stands in its place.
        let can_be_replaced = form.pieces.iter().any(|piece| matches!(piece, FormPiece::Count(_) | FormPiece::Landing));
        let home = self.grammar.names().home.filter(|_| form.at_home);
        let mut places = vec![self.verb(form.verb, is_quoted, can_be_replaced)];
        for (at, piece) in form.pieces.iter().enumerate() {
            let is_home = at.checked_sub(1).is_none_or(|before| form.pieces.get(before).is_some_and(|before| before.is_of_block()));
            places.push(self.piece(*piece, home.filter(|_| is_home), is_quoted));
        }
        self.lines.form(0, places.clone());
        let Some(clause) = form.pieces.iter().position(|piece| piece.is_of_block()) else { return };
        // The verb is the first place.
        let removed = places.splice(clause + 1..clause + 3, []).count();
        debug_assert_eq!(removed, 2, "a keyword and its planet");
        match (self.block, home) {
            (PlanetBlock::Planet(_), _) => self.lines.form(0, places),
            (PlanetBlock::None, Some(home)) => {
                let keyword = form.pieces[clause].keyword().map_or("ON", |keyword| keyword.proposed);
                let example = self.lines.place(Put { cost: ANY, spelling: format!("{keyword} {home}") });
                places.insert(clause + 1, example);
                self.lines.form(0, places);
            }
            _ => {}
        }
    }

    /// The lines that open and end a block.
    fn add_block(&mut self) {
        let on = self.lines.place(Keyword { proposed: "ON", known: &["ON"], can_be_told: false });
        let planet = self.piece(FormPiece::Planet, None, true);
        let begin = self.lines.place(Keyword { proposed: "DO", known: &["DO"], can_be_told: true });
        self.lines.form(BLOCK, vec![on, planet, begin]);
        if self.block != PlanetBlock::None {
            let end = self.lines.place(Keyword { proposed: "DONE", known: &["DONE"], can_be_told: false });
            self.lines.form(0, vec![end]);
        }
    }

    fn verb(&mut self, verb: G::Verb, can_be_told: bool, can_be_replaced: bool) -> usize {
        let wanted = (verb, can_be_told, can_be_replaced);
        place_of(&mut self.verbs, wanted, || self.lines.place(VerbPlace::of(&G::VERBS, verb, can_be_told, can_be_replaced)))
    }

    fn piece(&mut self, piece: FormPiece, example: Option<PlanetId>, is_quoted: bool) -> usize {
        let (names, new_names, lines) = (self.grammar.names(), self.new_names, &mut self.lines);
        let make = || match piece {
            FormPiece::Count(all) => lines.place(HowMany { all, none: false }),
            FormPiece::Landing => lines.place(HowMany { all: Some("ALL"), none: true }),
            FormPiece::Number(least, most) => lines.place(BoundedNumber { least, most }),
            FormPiece::Thing(things) => lines.place(Thing::of(things)),
            FormPiece::Player => lines.place(NamedPlayer { names, none: false }),
            FormPiece::PlayerOrNone => lines.place(NamedPlayer { names, none: true }),
            FormPiece::Name => lines.place(NewName { is_quoted }),
            FormPiece::Text => lines.place(PublishedText { is_quoted }),
            _ => match piece.keyword() {
                Some(keyword) => lines.place(keyword),
                None => lines.place(Planet { names, new_names, example }),
            },
        };
        place_of(&mut self.pieces, (piece, example, is_quoted), make)
    }
}

/// The place that is for this, made if there is none yet.
fn place_of<K: PartialEq>(known: &mut Vec<(K, usize)>, wanted: K, make: impl FnOnce() -> usize) -> usize {
    if let Some((_, place)) = known.iter().find(|(known, _)| *known == wanted) {
        return *place;
    }
    let place = make();
    known.push((wanted, place));
    place
}
