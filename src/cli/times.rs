//! Times and durations as the game master reads them: short, and in the campaign's time zone.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::local::Zone;
use crate::campaign::schedule::Span;

/// `2 d 4 h`, `4 h 10 min`, `10 min`: the two largest units, rounded down.
pub(super) fn short(span: TimeDelta) -> String {
    let Span { days, hours, minutes } = span.into();
    let two = |(large, unit): (i64, &str), (small, part): (i64, &str)| match small {
        0 => format!("{large} {unit}"),
        small => format!("{large} {unit} {small} {part}"),
    };
    match (days, hours) {
        (0, 0) => format!("{minutes} min"),
        (0, hours) => two((hours, "h"), (minutes, "min")),
        (days, hours) => two((days, "d"), (hours, "h")),
    }
}

/// `Fri 12 Feb 20:00 Berlin`, with the year if it differs from that of `now`.
pub(super) fn local(zone: &Zone, at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    // `Fri 12 Feb 2027 20:00`
    let (text, this) = (zone.text(at), zone.text(now));
    let year = this.split(' ').nth(3).unwrap_or_default();
    let text = text.split(' ').enumerate().filter(|(index, word)| *index != 3 || *word != year).map(|(_, word)| word);
    let place = zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
    format!("{} {place}", text.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_is_told_in_two_units() {
        let spans = [0, 59, 60, 61, 24 * 60, 24 * 60 + 59, 52 * 60 + 7].map(|minutes| short(TimeDelta::minutes(minutes)));
        assert_eq!(spans, ["0 min", "59 min", "1 h", "1 h 1 min", "1 d", "1 d", "2 d 4 h"]);
    }

    #[test]
    fn a_time_has_its_place_and_another_year_its_number() {
        let (zone, now) = (Zone::named("America/Argentina/Buenos_Aires"), "2027-01-02T10:00:00Z".parse().unwrap());
        assert_eq!(local(&zone, "2027-02-12T23:00:00Z".parse().unwrap(), now), "Fri 12 Feb 20:00 Buenos Aires");
        assert_eq!(local(&Zone::utc(), "2028-02-12T20:00:00Z".parse().unwrap(), now), "Sat 12 Feb 2028 20:00 UTC");
    }
}
