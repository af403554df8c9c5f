//! An email of a game master: what it asks for is carried out, or gets a code, and the letter that answers it at the configured address.

use chrono::TimeDelta;

use super::deeds::{command_of, power_for};
use super::refused::{Refused, WhyNotDone};
use crate::campaign::Address;
use crate::campaign::budget::{Account, Budget};
use crate::campaign::config::GmPower;
use crate::campaign::envelope::Verdict;
use crate::campaign::one_time_code::OneTimeCode;
use crate::office::World;
use crate::office::answers::asked;
use crate::office::cabinet::errands::{AskedDeed, GmRequest, RequestState};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::allowance::Left;
use crate::office::inbox::gm_mail::{GmCode, GmMail};
use crate::office::inbox::judged::Intake;
use crate::office::letters::about::About;
use crate::office::letters::gm_facts::{CodeState, GmMailFacts, GmRefusal};
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::post::gm_commands::{GmCommand, GmContent};

/// How long a code is valid.
const HOLDS: TimeDelta = TimeDelta::hours(24);

impl Intake<'_> {
    /// Carries out what the code in this email stands for, or sends a code for what the email asks; requests that change nothing are
    /// answered at once. All answers go to the configured address. Returns whether one was written.
    pub(in crate::office) fn serve_game_master(&mut self, mail: &GmMail, world: &World<'_>) -> Result<bool, DeskError> {
        let budget = Budget::GameMaster { address: mail.address.clone() };
        let left = self.left(&budget)?;
        let mut facts = self.gm_facts_of(&mail.address);
        let spends_code = match &mail.code {
            Some(code) => self.answer_code(code, mail, &mut facts, world)?,
            None => false,
        };
        // Strangers must not be able to flood a game master with letters, but each code is used up only once, and never in silence.
        if left == Left::Nothing && !spends_code {
            return Ok(false);
        }
        if mail.code.is_none() {
            self.ask_for_code(mail, &mut facts)?;
        }
        for command in &mail.content.commands {
            match command {
                GmCommand::Status => facts.wants_status = true,
                GmCommand::Help => facts.wants_help = true,
                GmCommand::Unread(line) => facts.unread.push(line.clone()),
                GmCommand::ByShell { line, command } => {
                    let why = format!("ashpost {command} {}", self.campaign.id());
                    facts.by_shell.push(GmRefusal { line: line.clone(), why });
                }
                _ => {}
            }
        }
        if mail.code.is_none() {
            (facts.talk, facts.beyond) = (mail.content.talk.clone(), mail.content.beyond);
        }
        facts.wants_help |= mail.content.commands.is_empty() && mail.code.is_none();
        let end = if left == Left::LastOne { self.last_answer(&budget)? } else { String::new() };
        self.write_to_game_master(&mail.address, facts, budget, &end)
    }

    fn gm_facts_of(&self, address: &Address) -> GmMailFacts {
        GmMailFacts { name: self.name_at(address).to_owned(), powers: self.powers_at(address).to_vec(), ..GmMailFacts::default() }
    }

    /// The name by which letters call the game master with this address.
    fn name_at(&self, address: &Address) -> &str {
        let config = &self.campaign.config;
        config.helper(address).map_or(&config.gm.name, |helper| &helper.name)
    }

    /// What the game master with this address may do: nothing once the file no longer names them.
    fn powers_at(&self, address: &Address) -> &[GmPower] {
        self.campaign.config.powers_of(address).unwrap_or_default()
    }

    /// What is asked for, with a code for what can be done.
    fn ask_for_code(&self, mail: &GmMail, facts: &mut GmMailFacts) -> Result<(), DeskError> {
        let mut deeds = Vec::new();
        for command in &mail.content.commands {
            match command {
                GmCommand::Confirm(_) | GmCommand::Cancel => facts.code_state = Some(CodeState::Unknown),
                _ => {}
            }
            let Some(power) = power_for(command) else { continue };
            let asked = self.allowed_deed(command, power, &mail.address).and_then(|deed| Ok((self.campaign.foreseen(&deed)?, deed)));
            match asked {
                Ok((foreseen, deed)) => {
                    facts.asked.push(foreseen.into());
                    deeds.push(deed);
                }
                Err(refused) => facts.refused.push(self.refusal(command.to_string(), refused)?),
            }
        }
        if facts.asked.is_empty() {
            return Ok(());
        }
        let code = OneTimeCode::of_campaign(&self.campaign.secret, &format!("gm/{}", self.mail.envelope.fingerprint));
        let until = self.now + HOLDS;
        GmRequest::waiting(mail.address.clone(), deeds, until).keep(self.ledger, code.digest(), self.now)?;
        facts.until = Some(self.campaign.deadline_facts(until, None, self.now));
        facts.code = Some(code.to_string());
        Ok(())
    }

    /// Carries out what a code stands for, once, if the email says so. Returns whether the code is used up by this email.
    fn answer_code(&mut self, code: &GmCode, mail: &GmMail, facts: &mut GmMailFacts, world: &World<'_>) -> Result<bool, DeskError> {
        let GmCode::Known(code, request) = code else {
            facts.code_state = Some(CodeState::Unknown);
            return Ok(false);
        };
        facts.code_state = self.why_nothing_is_done(request, &mail.content);
        let state = match (request.state, facts.code_state) {
            (RequestState::Waiting, None) => RequestState::Used,
            (RequestState::Waiting, Some(CodeState::Cancelled)) => RequestState::Cancelled,
            _ => return Ok(false),
        };
        GmRequest { state, ..request.clone() }.keep(self.ledger, *code, self.now)?;
        if state == RequestState::Used {
            for deed in &request.deeds {
                self.carry_out(deed, &request.address, facts, world)?;
            }
        }
        Ok(true)
    }

    /// Why an email with the code of a request carries nothing out; `None` if it confirms what waits.
    fn why_nothing_is_done(&self, request: &GmRequest, content: &GmContent) -> Option<CodeState> {
        let first = content.commands.first();
        let confirms = content.is_silent || !content.begins_with_talk && matches!(first, Some(GmCommand::Confirm(_)));
        match request.state {
            RequestState::Used => Some(CodeState::Used),
            RequestState::Cancelled => Some(CodeState::Cancelled),
            RequestState::Waiting if request.until < self.mail.envelope.received_at => Some(CodeState::Expired),
            RequestState::Waiting if self.campaign.config.powers_of(&request.address).is_none() => Some(CodeState::Void),
            RequestState::Waiting if first == Some(&GmCommand::Cancel) => Some(CodeState::Cancelled),
            RequestState::Waiting if !confirms => Some(CodeState::Unclear),
            RequestState::Waiting => None,
        }
    }

    /// The deed that a command asks for, if the game master with this address may ask for it.
    fn allowed_deed(&self, command: &GmCommand, power: GmPower, address: &Address) -> Result<AskedDeed, Refused> {
        self.require(power, address)?;
        self.campaign.deed_of(self.ledger, command, self.now)
    }

    /// Does one deed for the game master with this address. A deed that is refused is undone alone.
    fn carry_out(&mut self, deed: &AskedDeed, address: &Address, facts: &mut GmMailFacts, world: &World<'_>) -> Result<(), DeskError> {
        let command = command_of(deed, &self.campaign.config.schedule.zone);
        let line = command.to_string();
        // The file may have taken the power away since it was asked for.
        if let Some(power) = power_for(&command)
            && let Err(refused) = self.require(power, address)
        {
            facts.refused.push(self.refusal(line, refused)?);
            return Ok(());
        }
        let ledger = self.ledger;
        // The address tells a helper from the game master: both may have the same name.
        let helper = self.campaign.config.helper(address).map(|helper| helper.name.clone());
        match ledger.apart(|| self.campaign.do_deed(ledger, deed, helper.as_deref(), world)) {
            Ok(done) => facts.done.push(done.into()),
            Err(refused) => {
                if let Refused::Because(_) = refused {
                    self.campaign.reload(ledger)?;
                }
                facts.refused.push(self.refusal(line, refused)?);
            }
        }
        Ok(())
    }

    /// Refuses a game master who lacks a power.
    fn require(&self, power: GmPower, address: &Address) -> Result<(), Refused> {
        let powers = self.powers_at(address);
        if powers.contains(&power) {
            return Ok(());
        }
        let (name, powers) = (self.name_at(address).to_owned(), powers.to_vec());
        Err(self.campaign.not_done(WhyNotDone::Powers { name, powers }).into())
    }

    /// What the letter says of a line that is refused.
    ///
    /// # Errors
    /// When it was not refused: something broke.
    fn refusal(&self, line: String, refused: Refused) -> Result<GmRefusal, DeskError> {
        match refused {
            Refused::Because(why) => Ok(GmRefusal { line, why: self.campaign.words_of(&why)? }),
            Refused::Broken(error) => Err(error),
        }
    }

    fn write_to_game_master(&self, address: &Address, facts: GmMailFacts, budget: Budget, end: &str) -> Result<bool, DeskError> {
        // If the address of the code is no longer a game master's, the email is not answered.
        if self.campaign.config.powers_of(address).is_none() {
            return Ok(false);
        }
        let received = self.mail.facts(self.received_at(None));
        let mut heading = self.campaign.heading(None, Verdict::GameMaster, self.now).on(received);
        if let Some(code) = &facts.code {
            heading.subject_tag = format!("[{} {code}]", self.campaign.id());
        }
        let status = if facts.wants_status { asked::status(self.campaign, self.ledger, None)? } else { None };
        let model = LetterModel::new(heading, About::GmAnswer { gm_mail: facts, status });
        let (subject, text) = letters::render(&self.campaign.templates, &model)?;
        let letter = NewLetter::answer(self.mail.answer_id("answer"), address, (subject, text + end))
            .about(self.campaign.open_turn().map(|turn| turn.turn), None)
            .following(self.mail.letter.message_id.clone())
            .counted_with(Account::Answers(budget));
        letters::queue(self.ledger, &self.campaign.sender(), &letter, self.now)?;
        Ok(true)
    }
}
