//! What players read about their orders: every reason has its words, receipts and help fit the page.

use ashpost::engine::Seat;
use ashpost::galaxy::PlanetId;
use ashpost::games::empire::event::Reason;
use ashpost::games::empire::order::{Cargo, Product, Ship};
use ashpost::games::empire::state::Relation;
use serde_json::json;

use super::position::Position;
use crate::wording::{golden, templates};

#[test]
fn every_reason_has_its_words() {
    let planet = PlanetId(19);
    let not_here = |setting: &str| Reason::NotInTheseRules { setting: setting.to_owned() };
    let reasons = [
        Reason::NotYourPlanet { planet },
        Reason::YourOwnPlanet { planet },
        Reason::SamePlanet { planet },
        Reason::TooFewShips { ship: Ship::Fighter, planet, available: 3 },
        Reason::TooFewShips { ship: Ship::Transporter, planet, available: 0 },
        Reason::TooLittleFreight { cargo: Cargo::Population, planet, available: 1 },
        Reason::TooLittleFreight { cargo: Cargo::Factory(Product::Oil), planet, available: 0 },
        Reason::ShortOf { product: Product::HighTech, available: 5 },
        Reason::ShortOf { product: Product::Oil, available: 0 },
        Reason::NoHangar { ship: Ship::Fighter, planet },
        Reason::NoPlace { planet, available: 1 },
        Reason::NoPlace { planet, available: 0 },
        Reason::BoxIsEmpty { available: 7 },
        Reason::BoxIsEmpty { available: 0 },
        Reason::NoSuchFactory { product: Product::Steel, planet },
        not_here("freight"),
        not_here("builds_works"),
        not_here("politics"),
        Reason::OpeningOver,
        Reason::NoOpeningHangar { planet },
        Reason::NoFreeForces { planet },
        Reason::NoFactoryToCome { planet },
        Reason::NotHostile { planet, relation: Relation::Neutral },
        Reason::NotHostile { planet, relation: Relation::Allied },
        Reason::OrbitHeld { planet },
        Reason::PlaceTaken { place: 3 },
        Reason::Yourself,
        Reason::PlayerOut { seat: Seat(2) },
        Reason::Overruled,
        Reason::Nothing,
        Reason::GameOver,
    ];
    let (templates, view) = (templates(), json!(Position::default().view()));
    let words = |reason: &Reason| {
        let mut model = json!(reason);
        model["view"] = view.clone();
        templates.text("empire/reason", &model).unwrap()
    };
    golden("empire/reasons.txt", &reasons.iter().map(words).collect::<String>());
}
