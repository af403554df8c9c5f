//! Seats by lot: applicants get the seats that they prefer, and where two want the same one, committed dice decide.
//!
//! `sha256sum` and `openssl` are enough to check everything (docs/dice.md).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fair::committed;
use crate::campaign::{CampaignId, Digest};
use crate::engine::{Dice, Seat, Seed};

/// A lot as the journal keeps it. Every reader can draw it again. It has names, but no addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    /// The SHA-256 of the secret's 64 hexadecimal digits, which every applicant was told when they confirmed.
    pub commitment: Digest,
    /// The secret from which, with their confirmations, the order of the applicants follows.
    pub secret: Seed,
    /// The seats that were drawn for.
    pub seats: Vec<Seat>,
    /// The applicants, sorted by their confirmations.
    pub applicants: Vec<LotEntrant>,
    /// Who got which seat.
    pub drawn: BTreeMap<Seat, String>,
}

/// Somebody who takes part in a lot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LotEntrant {
    /// The player's name in the game, which is unique.
    pub name: String,
    /// The seats that they prefer, the first choice first.
    pub prefers: Vec<Seat>,
    /// The SHA-256 of the Message-ID of the confirming email, which the applicant's mail program chose and not the host.
    pub confirmation: Digest,
}

impl Lot {
    /// Draws the seats. If there are more applicants than seats, the last get none; callers leave them out.
    pub fn draw(campaign: &CampaignId, secret: Seed, seats: &[Seat], mut applicants: Vec<LotEntrant>) -> Lot {
        applicants.sort_by(|one, other| (one.confirmation, &one.name).cmp(&(other.confirmation, &other.name)));
        let mut lot = Lot { commitment: committed(secret), secret, seats: seats.to_vec(), applicants, drawn: BTreeMap::new() };
        lot.seats.sort();
        lot.drawn = lot.result(campaign);
        lot
    }

    /// Whether the secret is the committed one, and the seats follow from it.
    pub fn is_true(&self, campaign: &CampaignId) -> bool {
        committed(self.secret) == self.commitment && self.result(campaign) == self.drawn
    }

    /// The seed: the SHA-256 of a line that names the campaign, a line with the secret, and a line for each confirmation, sorted.
    fn seed(&self, campaign: &CampaignId) -> Seed {
        let mut lines: Vec<String> = self.applicants.iter().map(|applicant| format!("{}\n", applicant.confirmation)).collect();
        lines.sort();
        Seed(*Digest::of(format!("{campaign} lot\n{}\n{}", self.secret, lines.concat()).as_bytes()).as_bytes())
    }

    /// First choices count before second ones. If several want a seat, the drawn order decides; those who got none of their choices
    /// get the remaining seats in that order.
    fn result(&self, campaign: &CampaignId) -> BTreeMap<Seat, String> {
        let mut stream = Dice::new(self.seed(campaign)).stream("lot/seats");
        let mut undrawn: Vec<&LotEntrant> = self.applicants.iter().collect();
        let mut order = Vec::new();
        while !undrawn.is_empty() {
            order.push(undrawn.remove(stream.below(undrawn.len() as u32) as usize));
        }
        let mut free = self.seats.clone();
        let mut drawn = BTreeMap::new();
        let choices = order.iter().map(|applicant| applicant.prefers.len()).max().unwrap_or_default();
        for choice in 0..choices {
            order.retain(|applicant| {
                let wanted = applicant.prefers.get(choice).and_then(|wanted| free.iter().position(|seat| seat == wanted));
                wanted.map(|at| drawn.insert(free.remove(at), applicant.name.clone())).is_none()
            });
        }
        drawn.extend(free.into_iter().zip(order.into_iter().map(|applicant| applicant.name.clone())));
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> CampaignId {
        CampaignId::new(name).unwrap()
    }

    fn applicant(name: &str, prefers: &[u8]) -> LotEntrant {
        LotEntrant {
            name: name.to_owned(),
            prefers: prefers.iter().copied().map(Seat).collect(),
            confirmation: Digest::of(name.as_bytes()),
        }
    }

    fn draw(secret: u8, applicants: Vec<LotEntrant>) -> Lot {
        Lot::draw(&id("rim-4"), Seed([secret; 32]), &[Seat(2), Seat(3), Seat(5)], applicants)
    }

    #[test]
    fn a_seat_that_one_alone_prefers_is_theirs_whatever_the_dice_say() {
        for secret in 0..20 {
            let lot = draw(secret, vec![applicant("Ann", &[]), applicant("Bob", &[3]), applicant("Cy", &[5, 3])]);
            assert_eq!(lot.drawn.values().map(String::as_str).collect::<Vec<_>>(), ["Ann", "Bob", "Cy"]);
            assert!(lot.is_true(&id("rim-4")));
        }
    }

    #[test]
    fn dice_decide_between_two_who_want_the_same_and_the_order_of_asking_does_not() {
        let three = || vec![applicant("Ann", &[3]), applicant("Bob", &[3, 5]), applicant("Cy", &[])];
        let holders: std::collections::BTreeSet<String> = (0..20).map(|secret| draw(secret, three()).drawn[&Seat(3)].clone()).collect();
        assert_eq!(holders.into_iter().collect::<Vec<_>>(), ["Ann", "Bob"]);
        let mut turned = three();
        turned.reverse();
        assert_eq!(draw(7, three()), draw(7, turned));
    }

    #[test]
    fn another_secret_or_another_result_is_noticed() {
        let lot = draw(1, vec![applicant("Ann", &[]), applicant("Bob", &[])]);
        assert!(!Lot { secret: Seed([2; 32]), ..lot.clone() }.is_true(&id("rim-4")));
        assert!(!Lot { drawn: [(Seat(2), "Cy".to_owned())].into(), ..lot.clone() }.is_true(&id("rim-4")));
        assert!(lot.is_true(&id("rim-4")) && !lot.is_true(&id("rim-5")));
    }
}
