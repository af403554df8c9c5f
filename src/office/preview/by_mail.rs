//! Sample letters to a game master: news, and answers to commands by email.

use super::game::Sample;
use super::sample_letter::SampleLetter;
use crate::campaign::config::GmPower;
use crate::campaign::envelope::Verdict;
use crate::office::letters::about::About;
use crate::office::letters::gm_facts::{CodeState, DeedAsked, DeedDone, GmMailFacts, GmNews, GmNewsFacts, GmRefusal};
use crate::office::letters::kind::LetterKind;
use crate::post::gm_commands::{self, GmCommand};

pub(super) fn all(sample: &Sample<'_>) -> Vec<SampleLetter> {
    let (seat, name) = (sample.other, sample.name(false));
    let eject = DeedAsked::Eject { seat, name: name.clone(), said: Some("Three turns without a word.".to_owned()) };
    let refusal = |line: &str, why: String| GmRefusal { line: line.to_owned(), why };
    let unread = gm_commands::read("EXTEND soon\nPlease run.\n");
    let near = |command| if let GmCommand::Unread(line) = command { Some(line) } else { None };
    let plain = || GmMailFacts { name: sample.gm().name, powers: GmPower::ALL.to_vec(), ..GmMailFacts::default() };
    let asked = GmMailFacts {
        asked: vec![eject.into()],
        code: Some("4F7KQ2XW9ABCDEFG".to_owned()),
        until: Some(sample.deadline(24)),
        unread: unread.commands.into_iter().filter_map(near).collect(),
        talk: unread.talk,
        by_shell: vec![refusal("ROLLBACK", format!("ashpost rollback {}", sample.desk.campaign.id()))],
        ..plain()
    };
    let done = GmMailFacts { done: vec![DeedDone::Eject { seat, name }.into()], wants_status: true, ..plain() };
    let letter = |name: &str, gm_mail: GmMailFacts| {
        SampleLetter::new(name, sample.letter_to_nobody(Verdict::GameMaster), About::GmAnswer { gm_mail, status: None })
    };
    let missing = || vec![sample.name(false)];
    let news = |name: &str, news: GmNews| {
        let about = About::GmNews(GmNewsFacts::new(news, sample.desk.campaign.turns_played()));
        SampleLetter::new(name, sample.letter_to_nobody(LetterKind::Notice), about)
    };
    vec![
        news("gm-news-opened", GmNews::Opened),
        news("gm-news-played", GmNews::Played { headline: Some("Ann leads".to_owned()), missing: missing() }),
        news("gm-news-missing", GmNews::Missing { missing: missing(), closes: Some(sample.deadline(12)) }),
        letter("gm-answer", asked),
        letter("gm-answer-done", done),
        letter("gm-answer-used", GmMailFacts { code_state: Some(CodeState::Used), ..plain() }),
        letter("gm-answer-help", GmMailFacts { wants_help: true, ..plain() }),
    ]
}
