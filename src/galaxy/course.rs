//! How the players fared from turn to turn, for charts; made from the history in a view.

use serde_json::{Value, json};

/// One field of each player's records: `[{"seat": 1, "name": "Ann", "turns": [1, 2, 3], "values": [2, 3, null]}]`, a value for each turn. The value is
/// null for a turn in which the player has no record.
pub(super) fn course(field: &str, root: &Value) -> Value {
    let list = |name: &str| root["view"][name].as_array().map(Vec::as_slice).unwrap_or_default();
    let turns: Value = list("history").iter().map(|turn| turn["turn"].clone()).collect();
    let of_player = |player: &Value| {
        let seat = player["seat"].to_string();
        let values: Vec<Value> = list("history").iter().map(|turn| turn["seats"][&seat][field].clone()).collect();
        json!({"seat": player["seat"], "name": player["name"], "turns": turns, "values": values})
    };
    list("players").iter().map(of_player).collect()
}

/// Replaces the values of a course by places in each turn. The smallest value is the best if `smallest`; equals share a place.
pub(super) fn places(course: &Value, smallest: bool) -> Value {
    let lines = course.as_array().map(Vec::as_slice).unwrap_or_default();
    let at = |line: &Value, turn: usize| line["values"][turn].as_i64();
    let place = |value: i64, turn: usize| {
        let is_better = |other: i64| if smallest { other < value } else { other > value };
        lines.iter().filter_map(|line| at(line, turn)).filter(|other| is_better(*other)).count() + 1
    };
    let placed = |line: &Value| {
        let turns = line["values"].as_array().map_or(0, Vec::len);
        let values: Vec<Option<usize>> = (0..turns).map(|turn| Some(place(at(line, turn)?, turn))).collect();
        json!({"seat": line["seat"], "name": line["name"], "turns": line["turns"], "values": values})
    };
    lines.iter().map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_follows_the_history_and_equals_share_a_place() {
        let root = json!({"view": {
            "players": [{"seat": 1, "name": "Ann"}, {"seat": 2, "name": "Bob"}, {"seat": 3, "name": "Cid"}],
            "history": [{"turn": 1, "seats": {"1": {"held": 2}, "2": {"held": 2}, "3": {"held": 1}}}, {"turn": 5, "seats": {"1": {"held": 1}, "2": {"held": 4}}}],
        }});
        let course = course("held", &root);
        let values = |course: &Value| course.as_array().unwrap().iter().map(|line| line["values"].to_string()).collect::<Vec<_>>();
        assert_eq!(values(&course), ["[2,1]", "[2,4]", "[1,null]"]);
        assert_eq!((&course[0]["turns"], &places(&course, true)[2]["turns"]), (&json!([1, 5]), &json!([1, 5])));
        assert_eq!(values(&places(&course, false)), ["[1,2]", "[1,1]", "[3,null]"]);
        assert_eq!(values(&places(&course, true)), ["[2,1]", "[2,2]", "[1,null]"]);
        assert_eq!((super::course("held", &json!({})), places(&Value::Null, true)), (json!([]), json!([])));
    }
}
