//! PRESS in an email: each message is sent or refused, and its writer is told which.

use crate::campaign::press::{self, Granted, Press, PressRefusal, PressWish};
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged};
use crate::office::letters::press::PressNames;
use crate::office::letters::sent_press::SentPress;
use crate::post::commands::MailCommand;
use crate::post::press::PressBlock;

impl Intake<'_> {
    /// Carries out PRESS; what became of each message, in their order. Messages beyond a player's limit for a day are told of together. A try sends
    /// nothing.
    pub(in crate::office) fn send_press(&self, judged: &Judged) -> Result<Vec<SentPress>, DeskError> {
        let Some(seat) = judged.seat else { return Ok(Vec::new()) };
        let blocks: Vec<&PressBlock> = self.content.commands().filter_map(block_of).collect();
        if blocks.is_empty() {
            return Ok(Vec::new());
        }
        let most = self.campaign.config.press.messages_a_day;
        let sent = self.ledger.press_of_a_day(self.now)?.iter().filter(|press| press.from == seat).count();
        let left = usize::from(most).saturating_sub(sent);
        let mut told = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            // A refused message counts too, so that one email cannot cause a flood of refusals.
            if index >= left {
                let more = blocks.len() - index - 1;
                told.push(SentPress { more, ..refused(block, PressRefusal::TooMany { most }) });
                break;
            }
            told.push(self.send(seat, block, index)?);
        }
        Ok(told)
    }

    fn send(&self, from: Seat, block: &PressBlock, index: usize) -> Result<SentPress, DeskError> {
        let (campaign, ledger) = (&*self.campaign, self.ledger);
        let is_over = campaign.is_over();
        let tokens = campaign.tokens();
        let wish =
            PressWish { from, to: &block.to, is_anonymous: block.is_anonymous, words: block.words.as_deref(), tokens: &tokens, is_over };
        let Granted { to, is_anonymous, text, waits } = match press::grant(&wish, &campaign.config) {
            Ok(granted) => granted,
            Err(problem) => return Ok(refused(block, problem)),
        };
        let is_try = self.is_try();
        let press = Press {
            from,
            holders: campaign.press_holders(ledger, from, &to)?,
            is_anonymous,
            text,
            at: self.mail.envelope.received_at,
            code: campaign.secret.press_code(&campaign.config.id, &self.mail.envelope.fingerprint, index),
            to,
        };
        if !is_try {
            let turn = campaign.open_turn().map_or_else(|| campaign.turns_played() + 1, |turn| turn.turn);
            ledger.keep_press(turn, &press, waits)?;
            if !waits {
                campaign.mail_press(ledger, &press, self.now)?;
            }
            if campaign.gm_reads_press() {
                campaign.copy_press_to_gm(ledger, &press, self.now)?;
            }
        }
        Ok(SentPress {
            heading: block.heading.clone(),
            problem: None,
            more: 0,
            is_public: press.is_public(),
            to: PressNames::of(campaign, ledger)?.readers(&press, None),
            is_anonymous,
            waits,
            is_try,
            gm_reads: campaign.gm_reads_press(),
        })
    }
}

fn refused(block: &PressBlock, problem: PressRefusal) -> SentPress {
    SentPress {
        heading: block.heading.clone(),
        problem: Some(problem),
        more: 0,
        is_public: false,
        to: None,
        is_anonymous: false,
        waits: false,
        is_try: false,
        gm_reads: false,
    }
}

fn block_of(command: &MailCommand) -> Option<&PressBlock> {
    match command {
        MailCommand::Press(block) => Some(block),
        _ => None,
    }
}
