//! What the archive tells about one turn, in words made once and kept: for the story so far, feeds and films.

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
    /// The turn; 0 for the opening.
    turn: u32,
    /// [`NewsFacts`], and the game's view after the turn.
    model: Model,
}

/// What templates get about a turn, besides the view, which is large and not copied.
#[derive(Serialize)]
struct NewsFacts<'a> {
    campaign: &'a CampaignFacts,
    turn: u32,
    viewer: ReportViewer,
    /// What the viewer saw happen, by kind.
    events: BTreeMap<String, Vec<Value>>,
    /// What the viewer would tell first, the most urgent first.
    moments: Vec<Moment>,
    /// The page of the turn, from the page that tells of it.
    page: String,
}

/// What the front page gets about a turn.
#[derive(Serialize)]
struct ToldFacts<'a> {
    campaign: &'a CampaignFacts,
    #[serde(flatten)]
    told: StoryTurn<'a>,
}

/// A turn in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The turn; 0 for the opening.
    pub turn: u32,
    /// The id of the turn's entry in feeds.
    pub id: String,
    /// When it was played, in whole seconds.
    pub at: DateTime<Utc>,
    /// What happened, in a few words; may be empty.
    pub headline: String,
    /// What happened, each sentence on one line; may be empty.
    pub sentences: Vec<String>,
    /// What the turn is called. Empty in older rows of the host's page, which does not show it.
    #[serde(default)]
    pub label: String,
    /// The moves as items of a list, each with a link to the page of the turn; empty if the game has no score.
    pub moves_html: String,
}

impl TurnNews {
    /// What a viewer may tell about a turn. `events` may include those that only others saw, which are left out.
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

    /// The turn; 0 for the opening.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// A part of a page; empty if the game has no template for it.
    ///
    /// # Errors
    /// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
    pub fn html(&self, part: &str, templates: &Templates) -> Result<String, TemplateError> {
        Ok(templates.html_if_any(&format!("{}/{part}", self.campaign.templates), &self.model)?.unwrap_or_default())
    }

    /// Puts the turn into words; `at` is when it was played.
    ///
    /// # Errors
    /// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
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

    /// What the front page gets about the turn.
    pub(super) fn told(&self, frame: &Frame) -> Model {
        Model::of(&ToldFacts { campaign: &self.campaign, told: frame.told() })
    }
}

impl Frame {
    /// The file name of the turn's page.
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
