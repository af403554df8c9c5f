//! Every name that a template uses is one that its model, or the house, knows.

use std::collections::BTreeSet;

use ashpost::abstract_games::correspondence;
use ashpost::engine::{Seat, Viewer};
use ashpost::games::empire_postal::event::Event;
use ashpost::render::templates::embedded;
use serde_json::Value;

use super::{by_correspondence, empire, example, letters, rules};

/// Fields of letters, of pages of the archive, and of what the office gives to `reading` and `help`.
const OFFICE: &str = "subject_tag address campaign id title game game_title seat number name turn deadline local zone utc days hours minutes verdict \
    sheet digest received_at_local replaced orders_count problems_count doubts_count reading_text trouble received sender subject at \
    status seats sent ready own_sent own_sealed own_ready reveal_until paused_until answers subjects is_there was_seen answers_turn names_turn sent_from_elsewhere sheet_text not_yet players turns path latest map_svg next deadline_local \
    deadline_utc before after report_html reading entries problems doubts forecast line order column text found expected nearest talk entry \
    done asked reason rule instead what period plays_at_once stage day today from until left ended by_moves several limit resigns ends_game \
    why clock_host first_line budget decision decided gm_news closes gm_mail asked code until code_state refused by_shell wants_status wants_help powers missing without_standing said by vacant leaving has_sheet host_key archive side colour proof hash bundle reveal_hours is_awaited own_move unit last at_most count limit preview groups templates template about \
    is_own slips bytes names request full by_mail seats waiting schedule prefers code others place commitment confirmation begins every_days weekdays zone lot drawn has_more private_page new_address state applicant kibibytes known most near delay_turns observed emails holder process since least offers offer again for_place is_for_place role pairing challenges problem doubt rung may_challenge";

/// Fields of the pages of a host and of an archive that models of the others do not have (`src/render/host_page.rs`, `src/render/feeds/`).
const ARCHIVE: &str = "host page own_url author updated sentences headline id entries domain contact waiting running finished ratings fame \
    has_calendar has_feed players_wanted ended_on tournament leaders games_total games_over rating deviation games drawn lost titles to_move web story label film width height attributes \
    inside moves_html game_html full_html story_html turns_html about turns_played has_picture is_over url has_film has_book has_record \
    begun_on leaves diaries pieces own others played due_local opening settings_html first_on first rules contents title_html body_html with_tables bounced tables queued rungs history chapters";

/// Fields of answers about games of two.
const OF_TWO: &str = "has_move arrived_local closed_local loses mover moves refused is_to_player takeback takeback_asked allowed";

/// Fields of reasons and forecasts, which the orders' own tests render.
const ORDERS: &str = "planet ship cargo available resource rounds planets points_spent wars points_available labour_used labour_available \
    stock_used stock_available fuel ore rare fighter_yards_used fighter_yards_available transporter_yards_used \
    transporter_yards_available built loaded product setting relation place goods_used goods_available oil steel high_tech fighters_used \
    fighters_available transporters_used transporters_available fleets movement space fighters transporters laden wish chooses choosers";

/// Facts of explanations and of battles by hand, which `laws::battles_explained` renders.
const EXPLAINED: &str = "explained topic facts topics because words range example forces agrees battle volleys at targets target \
    fire_thousandths ratio_is_highest morale scored change landing strength after_battle thrown revolt damage cause home_defence \
    pdu_destroyed pdu_left stream throws result sides fight rounds_to_nearest transporters_fire choices chosen among conqueror bonus \
    shares battles battles_won landings taken losses is_attacker fought holds_orbit owner attackers defenders arrives";

/// The page for writing orders.
const COMPOSER: &str = "has_composer family told hashes module script style failing trial unfinished fate";

/// What templates pass along to partials, by the name that it has there.
const PASSED: &str = "thing span player world place steps forces whose which shown won holds side hidden taking holding own root \
    rank better plus";

const WORDS: &str = "if unless each with else this as wrap section filled lookup eq ne gt gte lt lte and or not len true false null \
    indent first mark prefix keep narrower head before after root last index l r cut spread rule-line double-line underline upper capital a quoted words order-word one-of dash concat \
    add subtract times divide min thousandths hundredths plural ordinal position planet planet-name power seat-colour of reach nearest none where count having \
    pick front back top sum-of tally field every cells joined weight-mark weight-colour part which word row list force block blocks below picture items line-chart course rank-places planets-at";

pub(super) fn keys(value: &Value, known: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| keys(item, known)),
        Value::Object(fields) => {
            for (name, field) in fields {
                known.insert(name.clone());
                keys(field, known);
            }
        }
        _ => {}
    }
}

/// The names inside `{{…}}`, without strings, comments, names of partials and what `as |name|` calls.
fn names(source: &str) -> BTreeSet<String> {
    let (mut names, mut called) = (BTreeSet::new(), BTreeSet::new());
    let mut rest = source;
    while let Some((_, inside)) = rest.split_once("{{") {
        let end = if inside.starts_with("!--") { "--}}" } else { "}}" };
        let (tag, after) = inside.split_once(end).unwrap_or((inside, ""));
        rest = after;
        if tag.starts_with('!') {
            continue;
        }
        let tag = without_strings(tag);
        let (tag, called_here) = tag.split_once(" as |").unwrap_or((&tag, ""));
        called.extend(called_here.trim_end_matches(['|', '~']).split_whitespace().map(str::to_owned));
        let tag = tag.trim_start_matches('~');
        let words = tag.trim_start_matches('>').split(|c: char| c.is_whitespace() || "()#~{}=".contains(c)).filter(|word| !word.is_empty());
        let parts = words.skip(usize::from(tag.starts_with('>'))).flat_map(|word| word.split(['.', '/', '@']));
        names.extend(parts.filter(|part| !part.is_empty() && part.parse::<i64>().is_err()).map(str::to_owned));
    }
    names.difference(&called).cloned().collect()
}

fn without_strings(tag: &str) -> String {
    let mut bare = String::new();
    let mut quote = None;
    for character in tag.chars() {
        match quote {
            Some(open) if open == character => quote = None,
            Some(_) => {}
            None if matches!(character, '"' | '\'') => quote = Some(character),
            None => bare.push(character),
        }
    }
    bare
}

#[test]
fn names_are_found_wherever_they_stand() {
    let source = "{{!-- no --}}{{#if (eq a.b \"no\")}}{{../c}}{{@root.d}}{{/if}}{{> no/no e=f}}{{#each g as |h|}}{{h.i}}{{~/each}}";
    let found = names(source);
    let expected = ["a", "b", "c", "d", "e", "each", "eq", "f", "g", "i", "if", "root"];
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn no_template_asks_for_a_name_that_nothing_has() {
    let mut known: BTreeSet<String> = [OFFICE, ARCHIVE, OF_TWO, ORDERS, EXPLAINED, COMPOSER, PASSED, WORDS]
        .iter()
        .flat_map(|words| words.split_whitespace())
        .map(str::to_owned)
        .collect();
    known.append(&mut by_correspondence::other_fields());
    let models = [
        example::full(Viewer::Seat(example::ANN)),
        example::full(Viewer::GameMaster),
        example::game_over(),
        by_correspondence::full(Viewer::Seat(Seat(2))),
        by_correspondence::game_over(),
    ];
    keys(&letters::letter_of_two("accepted"), &mut known);
    keys(&letters::letter_of_swiss(false), &mut known);
    for model in models.into_iter().chain(empire::models()) {
        keys(&serde_json::to_value(model).unwrap(), &mut known);
    }
    rules::fields().iter().for_each(|model| keys(model, &mut known));
    known.insert("rules_html".to_owned());
    for (name, source) in embedded() {
        let strange: Vec<String> = names(source).into_iter().filter(|name| !known.contains(name) && !name.starts_with('[')).collect();
        assert!(strange.is_empty(), "{name} uses {strange:?}");
    }
}

#[test]
fn the_example_has_every_kind_of_event_and_templates_name_no_other() {
    let models = [example::full(Viewer::GameMaster), example::game_over(), by_correspondence::full(Viewer::Seat(Seat(2)))];
    let shown: BTreeSet<String> = models.iter().flat_map(|model| model.events.keys().cloned()).collect();
    let of_the_board_game: BTreeSet<String> = empire::models().iter().flat_map(|model| model.events.keys().cloned()).collect();
    // The view of a board game says how it ended.
    for kind in shown.iter().filter(|kind| *kind != "ended") {
        let named = embedded().iter().any(|(_, source)| source.contains(&format!("(of \"{kind}\")")));
        assert!(named, "no template tells of {kind}");
    }
    for (name, source) in embedded() {
        for kind in source.split("(of \"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(kind, _)| kind) {
            assert!(shown.contains(kind) || of_the_board_game.contains(kind), "{name} tells of {kind:?}, which no example has");
        }
    }
    // A new kind of event must be added here, to the example and to a template.
    let _every_kind_is_known = |event: &Event| match event {
        Event::PlayerNamed { .. } | Event::PlanetNamed { .. } | Event::Announcement { .. } | Event::GameLength { .. } => {}
        Event::RelationChanged { .. } | Event::Researched { .. } | Event::SpyReport { .. } | Event::SpyNoticed { .. } => {}
        Event::NeutralsSent { .. } | Event::StorageFull { .. } | Event::Revolt { .. } | Event::RevoltDamage { .. } => {}
        Event::Battle(_) | Event::Fled { .. } | Event::Landing(_) | Event::PlanetTaken { .. } | Event::Unloaded { .. } => {}
        Event::CargoWaits { .. } | Event::PlayerOut { .. } | Event::GameOver { .. } => {}
    };
    let _every_kind_on_boards_is_known = |event: &correspondence::Event| match event {
        correspondence::Event::Moved { .. } | correspondence::Event::Swapped { .. } | correspondence::Event::Note { .. } => {}
        correspondence::Event::PlanDropped { .. } | correspondence::Event::Resigned { .. } => {}
        correspondence::Event::Overstepped { .. } | correspondence::Event::Ended { .. } => {}
    };
    assert_eq!(shown.len(), 20 + 7, "{shown:?}");
}
