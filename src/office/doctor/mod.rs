//! The health of a host: what works, what does not, and what to do about it. Nothing is changed, and no email is sent.

mod campaigns;
mod finding;
mod machine;
mod mail;
mod outbox_seen;
mod pages;

pub use finding::{Finding, Health, Part};

use crate::office::{Host, World};

/// What to say and to do if the disk has too little room to play on; `None` if there is enough, or nobody can tell.
pub fn lacks_room(host: &Host) -> Option<Finding> {
    machine::disk(host).into_iter().find(|finding| finding.health == Health::Broken)
}

/// Looks at every part of a host, in the order of [`Part`]. What cannot be looked at is a finding, too.
pub fn examine_host(host: &Host, world: &World<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(campaigns::configuration(host));
    findings.extend(mail::ways_in(host, world));
    let ways_out = mail::ways_out(host, world);
    let is_way_open = ways_out.iter().all(|way| way.health != Health::Broken);
    findings.extend(ways_out);
    let campaigns = campaigns::look_at_each(host);
    findings.extend(pages::pages(host, &campaigns));
    findings.extend(mail::outbox(host, &campaigns, is_way_open, world.now));
    findings.extend(machine::runs(host, world));
    findings.extend(machine::disk(host));
    findings.extend(machine::permissions(host));
    findings.extend(campaigns::databases(&campaigns));
    findings.extend(campaigns::keys(host, &campaigns));
    findings
}
