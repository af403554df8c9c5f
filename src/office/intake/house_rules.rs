//! What the house reads differently from a game: its own commands, and what it does not take.

use crate::campaign::layout::CAMPAIGN_FILE;
use crate::campaign::{CampaignId, envelope};
use crate::engine::{Problem, Prospect, Reading, ReadingEntry, Seat};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, NO_ORDERS};
use crate::office::letters::expected::Expected;
use crate::office::letters::takeback_facts::TakebackFacts;
use crate::post::commands::{MailCommand, asks_to_pause, begins_as_reveal, is_question, near_command, read_request};
use crate::post::requests::agrees;
use crate::post::turn_before_orders;

/// How many days a proposed pause has if its proposer names none.
const PAUSE_DAYS: u16 = 3;

/// What the letter about RESIGN says in its subject, and what confirms it.
const CONFIRM_RESIGN: &str = "CONFIRM RESIGN";

impl Intake<'_> {
    /// Reads as commands the lines that are some only by what is known here: those that begin with REVEAL, if the seat has sealed a sheet that orders in
    /// clear would replace, and those that ask the host for what it has.
    pub(super) fn read_by_what_is_known(&mut self) -> Result<(), DeskError> {
        let says_what_counts =
            |command: &MailCommand| matches!(command, MailCommand::Sealed(_) | MailCommand::Withdraw | MailCommand::Reveal(_));
        let is_clear = !self.content.commands().any(says_what_counts);
        let seat = envelope::admit(&self.mail.envelope, &self.campaign.roster()).ok();
        let seat_and_turn = seat.filter(|_| is_clear).zip(self.campaign.open_turn());
        let has_sealed = seat_and_turn.map(|(seat, turn)| self.has_sealed(turn.turn, seat)).transpose()?.unwrap_or_default();
        let content = std::mem::take(&mut self.content).with_commands(|line| match has_sealed && begins_as_reveal(line) {
            true => Some(MailCommand::Reveal(None)),
            false => read_request(line, |name| self.is_here(name)),
        });
        self.content = if self.campaign.alternates() { content } else { content.below_reveal() };
        Ok(())
    }

    /// Whether the seat has sealed a sheet for a turn and not revealed it yet.
    pub(super) fn has_sealed(&self, turn: u32, seat: Seat) -> Result<bool, DeskError> {
        Ok(self.campaign.committed(self.ledger, turn)?.get(&seat).is_some_and(|sealed| sealed.salt.is_none()))
    }

    /// Whether the host has a campaign or tournament of that name, or a game of two to begin.
    fn is_here(&self, name: &str) -> bool {
        let is_offered = self.campaign.host.pairing.as_ref().is_some_and(|pairing| pairing.offer(name).is_some());
        let has_file = |id: CampaignId| self.campaign.host_database.with_file_name(&*id).join(CAMPAIGN_FILE).is_file();
        is_offered || CampaignId::typed(name).is_some_and(has_file)
    }

    /// A reading of the game without what the house does not take.
    pub(super) fn reading_by_house_rules(&self, seat: Seat, mut reading: Reading, is_torn: bool) -> Result<Reading, DeskError> {
        if is_torn {
            reading = self.without_orders(reading)?;
        }
        self.name_near_commands(&mut reading.problems)?;
        self.keep_for_their_turn(&mut reading.problems)?;
        self.name_answers(seat, &mut reading.problems)?;
        reading = self.without_contradiction(seat, reading)?;
        self.without_plans(reading)
    }

    /// NO ORDERS or SEALED beside orders: the orders count, and the line is answered as one that cannot be understood.
    fn without_contradiction(&self, seat: Seat, mut reading: Reading) -> Result<Reading, DeskError> {
        let contradiction = |(line, command): &(u32, MailCommand)| match command {
            MailCommand::NoOrders => Some((*line, NO_ORDERS.trim_end().to_owned(), Expected::NoOrdersAlone)),
            MailCommand::Sealed(digest) if self.campaign.may_seal(seat) => Some((*line, format!("SEALED {digest}"), Expected::SealedAlone)),
            _ => None,
        };
        if reading.entries.is_empty() {
            return Ok(reading);
        }
        for (line, text, expected) in self.content.commands.iter().filter_map(contradiction) {
            let expected = self.campaign.words_for(expected)?;
            reading.problems.push(Problem::of_line(line, text, expected));
        }
        Ok(reading)
    }

    /// Refuses orders that would wait in the book, where moves alternate and nobody may read a player's plans.
    fn without_plans(&self, mut reading: Reading) -> Result<Reading, DeskError> {
        if !self.campaign.takes_no_plans() {
            return Ok(reading);
        }
        let (waiting, taken) = std::mem::take(&mut reading.entries).into_iter().partition(|entry| entry.waits);
        reading.entries = taken;
        let expected = self.campaign.words_for(Expected::NoPlans)?;
        let refused = |ReadingEntry { line, order, .. }: ReadingEntry| Problem::of_line(line, order, expected.clone());
        reading.problems.extend(waiting.into_iter().map(refused));
        Ok(reading)
    }

    /// C1: nobody knows whether a move or the end of the game is meant, and neither can be taken back.
    fn without_orders(&self, mut reading: Reading) -> Result<Reading, DeskError> {
        let expected = self.campaign.words_for(Expected::MoveOrEnd)?;
        let entries = std::mem::take(&mut reading.entries);
        reading.problems.extend(
            entries.into_iter().map(|ReadingEntry { line, order, .. }| Problem {
                found: String::new(),
                ..Problem::of_line(line, order, expected.clone())
            }),
        );
        (reading.forecast, reading.prospect) = (serde_json::Value::Null, Prospect::default());
        reading.plays_at_once = false;
        Ok(reading)
    }

    /// P3.2: names the command that a line without an order may have been meant as. Games do not know these commands.
    pub(in crate::office) fn name_near_commands(&self, problems: &mut [Problem]) -> Result<(), DeskError> {
        let seats = &self.campaign.config.seats;
        // A player who signs as Chuck does not ask for a CHECK.
        let is_name = |text: &str| seats.iter().any(|seat| seat.name.split(' ').any(|name| name.eq_ignore_ascii_case(text)));
        for problem in problems.iter_mut().filter(|problem| problem.nearest.is_empty()) {
            if let Some(command) = near_command(&problem.text).filter(|_| !is_name(&problem.text)) {
                let expected = if is_question(&problem.text) { Expected::NoQuestion } else { Expected::CommandAlone };
                problem.expected = self.campaign.words_for(expected)?;
                problem.nearest = vec![command];
                problem.talk = false;
            }
        }
        Ok(())
    }

    /// Suggests no order of this turn for a line that says `TURN 7: BUILD …`, if that turn is still to come.
    fn keep_for_their_turn(&self, problems: &mut [Problem]) -> Result<(), DeskError> {
        let Some(open) = self.campaign.open_turn().filter(|_| self.campaign.takes_orders_ahead()) else { return Ok(()) };
        for problem in problems.iter_mut().filter(|problem| !problem.nearest.is_empty()) {
            if let Some(turn) = turn_before_orders(&problem.text).filter(|turn| *turn > open.turn) {
                (problem.expected, problem.nearest) = (self.campaign.words_for(Expected::TurnAlone { turn })?, Vec::new());
            }
        }
        Ok(())
    }

    /// Names the line that answers what others have offered, proposed or asked for, if a line agrees in words, and the line that proposes a pause.
    fn name_answers(&self, seat: Seat, problems: &mut [Problem]) -> Result<(), DeskError> {
        let votes = &self.campaign.config.votes;
        for problem in problems.iter_mut().filter(|problem| problem.nearest.is_empty()) {
            let answers = match &problem.text {
                text if agrees(text) => self.answers_awaited(seat)?,
                text if asks_to_pause(text) && votes.allowed(self.campaign.alternates()).contains(&"pause") => {
                    vec![format!("PROPOSE PAUSE {}d", votes.most_days.min(PAUSE_DAYS))]
                }
                _ => Vec::new(),
            };
            if !answers.is_empty() {
                (problem.expected, problem.nearest, problem.talk) = (self.campaign.words_for(Expected::CommandAlone)?, answers, false);
            }
        }
        Ok(())
    }

    /// The lines that would agree to what waits for an answer of the seat.
    fn answers_awaited(&self, seat: Seat) -> Result<Vec<String>, DeskError> {
        let (campaign, ledger) = (&self.campaign, self.ledger);
        let offer = campaign.offer_facts(ledger, seat)?.filter(|offer| !offer.is_own).map(|_| "DRAW YES".to_owned());
        let takeback = campaign.takeback_asked(ledger, seat)?.filter(TakebackFacts::waits_for_reader).map(|_| "TAKEBACK YES".to_owned());
        let proposals = campaign.open_proposals(ledger, Some(seat))?.into_iter();
        let agree = proposals.filter(|proposal| proposal.may_vote && proposal.own_vote != Some(true));
        let agree = agree.map(|proposal| format!("AGREE {}", proposal.number));
        // A reply to the letter that asks whether the player means it.
        let resign = (!campaign.alternates() && self.mail.letter.subject.contains(CONFIRM_RESIGN)).then(|| CONFIRM_RESIGN.to_owned());
        Ok(offer.into_iter().chain(takeback).chain(resign).chain(agree).collect())
    }
}
