//! How a fight of a turn was computed, told to a seat or to the public from nothing but the report that they were sent.

use serde::Serialize;
use serde_json::{Value, json};

use crate::campaign::CampaignId;
use crate::engine::nearness::nearest;
use crate::engine::{Dice, Explained, Filed, NearPlaces, Seat, Unexplained};
use crate::games::is_unit;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::store::Ledger;

/// Words that may precede a place.
const BEFORE_A_PLACE: [&str; 6] = ["AT", "ON", "OF", "OVER", "FOR", "IN"];

/// What somebody wants to have explained.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ExplainQuestion {
    /// The turn; the last one if absent.
    pub turn: Option<u32>,
    /// Such as `battle`, as it was written.
    pub topic: String,
    /// Number or name.
    pub place: String,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The campaign's id.
    pub campaign: CampaignId,
    /// The turn that it is about: the one asked for, or else the last one played.
    pub turn: u32,
    /// The seat that asks; null for the public.
    pub seat: Option<Seat>,
    /// The topic that was asked for, in lower case, whether there is such a topic or not.
    pub topic: String,
    /// The place as reports name it, or as it was written if there is no such place.
    pub place: String,
    /// What was computed, in the order in which it happened; empty if the reader saw nothing of the kind there.
    pub facts: Vec<Value>,
    /// Why there is no answer; null where there is one.
    pub misread: Option<NoAnswer>,
    /// The answer in words.
    #[serde(skip)]
    pub text: String,
}

/// Why there is no answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoAnswer {
    /// The game explains nothing.
    NothingToExplain,
    UnknownTopic,
    UnknownPlace,
    /// There is no report of that turn.
    NoReport,
    /// The report was written by another version of this program.
    UnreadableReport,
}

impl ExplainQuestion {
    /// Reads `BATTLE 20`, `battle at New Earth, turn 5` and the like.
    pub fn read(words: &str) -> ExplainQuestion {
        let words: Vec<&str> = words.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
        let is_before = |word: &str| BEFORE_A_PLACE.iter().any(|known| word.eq_ignore_ascii_case(known));
        let (words, turn) = match words.as_slice() {
            [before @ .., word, number] if is_unit(word) && number.parse::<u32>().is_ok() => (before, number.parse().ok()),
            all => (all, None),
        };
        let (topic, place) = words.split_first().map_or(("", words), |(topic, place)| (*topic, place));
        let place = match place {
            [before, place @ ..] if is_before(before) => place,
            place => place,
        };
        // `BATTLE 20 IN TURN 5`.
        let place = match place {
            [place @ .., last] if turn.is_some() && is_before(last) => place,
            place => place,
        };
        ExplainQuestion { turn, topic: topic.to_owned(), place: place.join(" ") }
    }
}

impl Keyless {
    /// What a seat, or the public, may know of how something was computed.
    ///
    /// # Errors
    /// When the database does not read, or the program's own template cannot be rendered.
    pub fn explain(&self, ledger: &Ledger<'_>, seat: Option<Seat>, question: &ExplainQuestion) -> Result<Explanation, DeskError> {
        let last = self.turns_played();
        let answer = Explanation {
            campaign: self.id().to_owned(),
            turn: question.turn.unwrap_or(last),
            seat,
            topic: question.topic.to_lowercase(),
            place: question.place.clone(),
            facts: Vec::new(),
            misread: None,
            text: String::new(),
        };
        let Some(explainer) = self.config.game.explainer() else {
            let text = self.templates.text("shared/explain-nothing", &json!({}))?;
            return Ok(Explanation { misread: Some(NoAnswer::NothingToExplain), text, ..answer });
        };
        let topics = explainer.topics();
        if !topics.contains(&answer.topic.as_str()) {
            let near = nearest(&answer.topic, topics.iter().copied());
            let lines = near.iter().map(|topic| line(topic, &answer.place, question.turn, self.config.game.unit())).collect();
            return self.misread(answer, NoAnswer::UnknownTopic, lines, topics);
        }
        let Some(report) = ledger.report(answer.turn, seat)? else {
            let model = json!({ "unit": self.config.game.unit(), "asked": answer.turn, "last": last });
            let text = self.templates.text("shared/no-report", &model)?;
            return Ok(Explanation { misread: Some(NoAnswer::NoReport), text, ..answer });
        };
        // The template of the game may ask for whatever a report says.
        let read = serde_json::from_str::<Value>(&report.json).ok().and_then(|model| Some((FiledReport::in_json(&model).ok()?, model)));
        let Some((filed, mut model)) = read else { return self.misread(answer, NoAnswer::UnreadableReport, Vec::new(), topics) };
        let told = Filed { turn: answer.turn, view: &filed.view, events: &filed.events, dice: filed.seed().map(Dice::new) };
        match explainer.explain(&answer.topic, &answer.place, &told) {
            Err(Unexplained::View(_)) => self.misread(answer, NoAnswer::UnreadableReport, Vec::new(), topics),
            Err(Unexplained::Place(NearPlaces(near))) => {
                let lines = near.iter().map(|place| line(&answer.topic, place, question.turn, self.config.game.unit())).collect();
                self.misread(answer, NoAnswer::UnknownPlace, lines, topics)
            }
            Ok(Explained { place, facts }) => {
                let answer = Explanation { place, facts, ..answer };
                model["explained"] = json!({ "topic": answer.topic, "place": answer.place, "facts": answer.facts });
                let template = if answer.facts.is_empty() { "shared".to_owned() } else { self.config.game.templates().to_owned() };
                let text = self.templates.text(&format!("{template}/explain"), &model)?;
                Ok(Explanation { text, ..answer })
            }
        }
    }

    fn misread(&self, answer: Explanation, because: NoAnswer, nearest: Vec<String>, topics: &[&str]) -> Result<Explanation, DeskError> {
        let model = json!({
            "because": because,
            "turn": answer.turn,
            "topic": answer.topic,
            "place": answer.place,
            "nearest": nearest,
            "topics": topics,
            "unit": self.config.game.unit(),
        });
        let text = self.templates.text(&format!("{}/explain-misread", self.config.game.templates()), &model)?;
        Ok(Explanation { misread: Some(because), text, ..answer })
    }
}

/// A question as a player can send it.
fn line(topic: &str, place: &str, turn: Option<u32>, unit: &str) -> String {
    let turn = turn.map(|turn| format!("{unit} {turn}"));
    let words = ["EXPLAIN", topic, place, turn.as_deref().unwrap_or_default()].into_iter().filter(|word| !word.is_empty());
    words.map(str::to_uppercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_a_topic_a_place_and_perhaps_a_turn() {
        let question = |turn, place: &str| ExplainQuestion { turn, topic: "battle".to_owned(), place: place.to_owned() };
        for (words, expected) in [
            ("battle 20", question(None, "20")),
            ("battle 20 TURN 5", question(Some(5), "20")),
            ("battle at New Earth, in turn 5", question(Some(5), "New Earth")),
            ("battle", question(None, "")),
            ("battle turn 5", question(Some(5), "")),
            ("", ExplainQuestion::default()),
            ("turn 5", ExplainQuestion { turn: Some(5), ..ExplainQuestion::default() }),
        ] {
            assert_eq!(ExplainQuestion::read(words), expected, "{words}");
        }
    }
}
