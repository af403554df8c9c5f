//! What the archive tells of one turn, in words that are made once and kept: the sentences of the story so far, of feeds and of films.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, SubsecRound, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parts::StoryTurn;
use crate::engine::{Moment, Viewer, Witnessed};
use crate::render::report::{CampaignFacts, ReportViewer, events_seen, viewer_of};
use crate::render::{Model, TemplateError, Templates};

/// A turn as the public heard of it, for the templates that tell of it.
#[derive(Debug, Clone)]
pub struct TurnNews {
    campaign: CampaignFacts,
    /// 0 for the opening.
    turn: u32,
    /// [`NewsFacts`], and the game's view after the turn.
    model: Model,
}

/// What templates are given of a turn beside the view, which is large and not copied.
#[derive(Serialize)]
struct NewsFacts<'a> {
    campaign: &'a CampaignFacts,
    turn: u32,
    viewer: ReportViewer,
    /// What the viewer saw happen, by kind.
    events: BTreeMap<String, Vec<Value>>,
    /// The most urgent first.
    moments: Vec<Moment>,
    /// The page of the turn, beside the page that tells of it.
    page: String,
}

/// What the front page is given of a turn.
#[derive(Serialize)]
struct ToldFacts<'a> {
    campaign: &'a CampaignFacts,
    #[serde(flatten)]
    told: StoryTurn<'a>,
}

/// A turn in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// 0 for the opening.
    pub turn: u32,
    /// The name of the turn's entry in feeds.
    pub id: String,
    /// When it was played, in whole seconds.
    pub at: DateTime<Utc>,
    /// In a few words; may be empty.
    pub headline: String,
    /// What happened, each on one line; may be empty.
    pub sentences: Vec<String>,
    /// What the turn is called; empty in rows of the host's page from before it was kept, which does not show it.
    #[serde(default)]
    pub label: String,
    /// The moves as items of a list, each a link to the page of the turn; empty where the game has no score.
    pub moves_html: String,
}

impl TurnNews {
    /// What a viewer may tell of a turn; `events` may hold what others saw alone, which is left out.
    pub fn of(
        campaign: CampaignFacts,
        turn: u32,
        viewer: Viewer,
        view: Value,
        events: &[Witnessed<Value>],
        moments: Vec<Moment>,
    ) -> TurnNews {
        let (viewer, events) = (viewer_of(viewer, String::new()), events_seen(events, viewer));
        let page = super::page_of_turn(turn);
        let mut model = Model::of(&NewsFacts { campaign: &campaign, turn, viewer, events, moments, page });
        model.set("view", view);
        TurnNews { campaign, turn, model }
    }

    /// 0 for the opening.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// A part of a page that a game may have a template for; empty if it has none.
    ///
    /// # Errors
    /// When a template of the campaign's own asks for something that is not there.
    pub fn html(&self, part: &str, templates: &Templates) -> Result<String, TemplateError> {
        Ok(templates.html_if_any(&format!("{}/{part}", self.campaign.templates), &self.model)?.unwrap_or_default())
    }

    /// Puts the turn into words; `at` is when it was played.
    ///
    /// # Errors
    /// When a template of the campaign's own asks for something that is not there.
    pub(super) fn frame(&self, templates: &Templates, id: String, at: DateTime<Utc>) -> Result<Frame, TemplateError> {
        let text = |part: &str| {
            let name = format!("{}/{part}", self.campaign.templates);
            if templates.has_text(&name) { templates.text_of(&name, &self.model) } else { Ok(String::new()) }
        };
        let headline = in_one_line(&text("headline")?);
        let told = text("chronicle")?;
        let sentences: Vec<String> = told.split("\n\n").map(in_one_line).filter(|sentence| !sentence.is_empty()).collect();
        let moves_html = self.html("site-moves", templates)?.trim().to_owned();
        let label = templates.text_of("shared/site-label", &self.model)?.trim().to_owned();
        Ok(Frame { turn: self.turn, id, at: at.trunc_subsecs(0), headline, sentences, label, moves_html })
    }

    /// What the front page is given of the turn.
    pub(super) fn told(&self, frame: &Frame) -> Model {
        Model::of(&ToldFacts { campaign: &self.campaign, told: frame.told() })
    }
}

impl Frame {
    /// The page of the turn, in the folder of the archive.
    pub fn page(&self) -> String {
        super::page_of_turn(self.turn)
    }

    /// The day on which the turn was played, such as `2027-03-05`.
    pub(super) fn day(&self) -> NaiveDate {
        self.at.date_naive()
    }

    pub(super) fn told(&self) -> StoryTurn<'_> {
        StoryTurn { turn: self.turn, path: self.page(), label: &self.label, sentences: &self.sentences }
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
