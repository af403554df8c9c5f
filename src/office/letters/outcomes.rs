//! The outcomes of commands that may occur several times in one email.

use super::absence_facts::AbsenceFacts;
use super::consent_facts::ConsentFacts;
use super::facts::{DiaryFacts, SettingFacts};
use super::sent_press::SentPress;
use super::takeback_facts::TakebackFacts;
use super::vote_facts::VoteFacts;

/// What has become of each, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outcomes {
    pub absences: Vec<AbsenceFacts>,
    pub settings: Vec<SettingFacts>,
    pub press: Vec<SentPress>,
    pub consents: Vec<ConsentFacts>,
    pub takebacks: Vec<TakebackFacts>,
    pub diary: Vec<DiaryFacts>,
    pub votes: Vec<VoteFacts>,
}
