//! Every kind of moment in words: for the player whom it concerns, and for the public.

use ashpost::engine::{Moment, Seat, Viewer};
use ashpost::galaxy::story::{Change, Fight, FightResult, Flight, Force, Party, Revolt, Seen, Sighting, TermsMoved};
use ashpost::galaxy::{Distances, Footing, PlanetId, Power, Survey, Surveyor};
use ashpost::games::empire_postal::state::Relation;
use ashpost::render::ReportModel;
use ashpost::render::writing::ReportWriting;

use super::example::{ANN, BOB, EVE};
use super::{assert_fits, empire, example, golden, templates};

const ANNS: Power = Power::Seat(ANN);
const BOBS: Power = Power::Seat(BOB);

fn force(power: Power, fighters: u32, transporters: u32) -> Force {
    Force { power, fighters, transporters, troops: 0 }
}

fn party(force: Force, fighters_lost: u32, transporters_lost: u32) -> Party {
    Party { force, fighters_lost, transporters_lost, troops_lost: 0 }
}

fn fight(planet: u16, owner: Power, attackers: Party, defenders: Party, result: FightResult) -> Fight {
    Fight { planet: PlanetId(planet), owner, attackers: vec![attackers], defenders: vec![defenders], result }
}

/// A turn in which everything happens, as a seat or the public saw it.
fn everything(seat: Option<Seat>, is_out: bool) -> Vec<Moment> {
    let bobs = party(force(BOBS, 12, 5), 2, 5);
    let anns = party(force(ANNS, 6, 3), 4, 1);
    let neutral = party(force(Power::Neutral, 3, 0), 3, 0);
    let (unhurt, transports) = (party(force(ANNS, 6, 3), 0, 0), party(force(ANNS, 0, 3), 0, 0));
    let (bobs_unhurt, weak_bobs) = (party(bobs.force, 0, 0), party(force(BOBS, 1, 2), 0, 0));
    let sighting = |planet, owner, distance, force| Sighting { planet: PlanetId(planet), owner, distance, forces: vec![force] };
    let terms = vec![(BOB, Footing::Enemies), (EVE, Footing::Friends), (Seat(6), Footing::Neutral)];
    let me = seat.map(|seat| Surveyor { seat, is_out, home: None, terms });
    let survey = Survey { turn: 7, me, players: Vec::new(), planets: Vec::new(), distance: &Distances(Vec::new()), outcome: None };
    let seen = Seen {
        survey: &survey,
        battles: vec![
            fight(1, ANNS, bobs, anns, FightResult::AttackersWin),
            fight(2, ANNS, bobs, anns, FightResult::AttackersWin),
            fight(9, BOBS, anns, bobs, FightResult::DefendersWin),
            fight(10, ANNS, bobs, anns, FightResult::DefendersWin),
            fight(18, Power::Neutral, anns, neutral, FightResult::AttackersWin),
            // P5.3: nobody fired.
            Fight { defenders: Vec::new(), ..fight(19, Power::Neutral, unhurt, unhurt, FightResult::NoResistance) },
            fight(20, BOBS, unhurt, weak_bobs, FightResult::NoResistance),
            fight(6, ANNS, bobs_unhurt, transports, FightResult::NoResistance),
            fight(7, Power::Seat(EVE), bobs_unhurt, transports, FightResult::NoResistance),
            // Ann beats the rebels of a planet that she has just lost.
            fight(11, Power::Neutral, anns, neutral, FightResult::AttackersWin),
        ],
        landings: vec![
            fight(1, ANNS, bobs, anns, FightResult::AttackersWin),
            fight(3, BOBS, anns, neutral, FightResult::DefendersWin),
            fight(4, Power::Neutral, anns, neutral, FightResult::AttackersWin),
            fight(10, ANNS, bobs, anns, FightResult::DefendersWin),
        ],
        changes: vec![
            Change { planet: PlanetId(1), from: ANNS, to: BOBS },
            Change { planet: PlanetId(11), from: ANNS, to: Power::Neutral },
            Change { planet: PlanetId(4), from: Power::Neutral, to: ANNS },
            // Ann has won the battle there, and Eve the planet.
            Change { planet: PlanetId(18), from: Power::Neutral, to: Power::Seat(EVE) },
            // These three revolt, and somebody takes them in the same turn.
            Change { planet: PlanetId(21), from: ANNS, to: Power::Neutral },
            Change { planet: PlanetId(21), from: Power::Neutral, to: BOBS },
            Change { planet: PlanetId(22), from: ANNS, to: Power::Neutral },
            Change { planet: PlanetId(22), from: Power::Neutral, to: ANNS },
            Change { planet: PlanetId(23), from: BOBS, to: Power::Neutral },
            Change { planet: PlanetId(23), from: Power::Neutral, to: ANNS },
            // In the board game planets revolt after landings.
            Change { planet: PlanetId(24), from: ANNS, to: BOBS },
            Change { planet: PlanetId(24), from: BOBS, to: Power::Neutral },
            Change { planet: PlanetId(25), from: BOBS, to: ANNS },
            Change { planet: PlanetId(25), from: ANNS, to: Power::Neutral },
        ],
        revolts: [
            (11, ANNS, true),
            (12, ANNS, false),
            (21, ANNS, true),
            (22, ANNS, true),
            (23, BOBS, true),
            (24, BOBS, true),
            (25, ANNS, true),
        ]
        .map(|(planet, owner, fell)| Revolt { planet: PlanetId(planet), owner, fell })
        .to_vec(),
        flights: vec![
            Flight { force: force(ANNS, 2, 0), from: PlanetId(1), to: Some(PlanetId(10)), turn: 9 },
            Flight { force: force(ANNS, 0, 3), from: PlanetId(6), to: Some(PlanetId(10)), turn: 9 },
            Flight { force: force(ANNS, 1, 0), from: PlanetId(9), to: None, turn: 7 },
        ],
        sightings: vec![
            sighting(3, BOBS, 0, force(ANNS, 5, 0)),
            sighting(2, ANNS, 0, force(BOBS, 10, 0)),
            sighting(10, ANNS, 2, force(BOBS, 8, 2)),
            sighting(12, ANNS, 1, force(Power::Seat(Seat(6)), 1, 0)),
            sighting(13, Power::Seat(EVE), 1, force(ANNS, 6, 3)),
        ],
        out: vec![Seat(7)],
        terms: [(BOB, Relation::War, true), (EVE, Relation::Peace, false), (Seat(6), Relation::Neutral, true)]
            .map(|(seat, relation, is_worse)| TermsMoved { seat, relation, is_worse })
            .to_vec(),
    };
    seen.moments(Vec::new(), Vec::new())
}

/// Each moment as the headline and the line that it would be alone.
fn in_words(model: &ReportModel, moments: Vec<Moment>) -> String {
    moments.into_iter().fold(String::new(), |words, moment| {
        let report = ReportModel { moments: vec![moment], ..model.clone() };
        let text = ReportWriting::of(templates(), &report).unwrap().text().unwrap();
        let story = text.split("\n\n").find(|part| part.contains("\n---")).unwrap();
        words + story.trim_start_matches('\n') + "\n\n"
    })
}

#[test]
fn every_moment_has_words() {
    let own = example::full(Viewer::Seat(ANN));
    let mut words = in_words(&own, everything(Some(ANN), false));
    words += &in_words(&own, own.moments.clone());
    words += &in_words(&example::game_over(), example::game_over().moments);
    words += "FOR THE PUBLIC\n==============\n\n";
    let public = ReportModel { viewer: example::full(Viewer::GameMaster).viewer, ..own };
    words += &in_words(&public, everything(None, false));
    words += "THE BOARD GAME\n==============\n\n";
    for model in empire::models() {
        words += &in_words(&model, model.moments.clone());
    }
    golden("moments.txt", &words);
    assert_fits("moments", &words);
}

#[test]
fn players_who_left_in_an_earlier_turn_are_told_what_the_public_is_told() {
    let told = everything(Some(BOB), true);
    let (reminder, rest) = told.split_last().unwrap();
    assert_eq!(rest, everything(None, false));
    assert!(format!("{reminder:?}").contains("you_are_out"), "{reminder:?}");
}

#[test]
fn a_headline_is_told_before_the_tag_and_is_short() {
    let report = example::full(Viewer::Seat(ANN));
    let writing = ReportWriting::of(templates(), &report).unwrap();
    let subject = writing.subject().unwrap();
    assert_eq!(subject, format!("Turn 7: {}", writing.headline()));
    assert!(subject.chars().count() <= 78, "{subject}");
}
