//! ABSENT: which days a player means, and whether the player may have them.

use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;

use super::clock::Absence;

/// What a player asks for, as written: `ABSENT FROM 2026-12-20 UNTIL 24 Dec 2026`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AbsenceWish<'a> {
    /// The first day; today if `None`.
    pub from: Option<&'a str>,
    /// The last day; without one the wish is refused.
    pub until: Option<&'a str>,
}

/// Why an absence is not granted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum AbsenceRefusal {
    /// The game is over, or was over when the email arrived.
    Closed,
    /// The game does not wait for players who are away.
    NotHere,
    /// No last day was named.
    NoLastDay,
    /// One of the two days cannot be read as a date, or could mean two dates.
    NoDate {
        /// The text in place of the date.
        text: String,
    },
    /// The first or the last day lies before today.
    Past {
        /// That day, as `2026-12-24`.
        day: String,
        /// The day on which the email was received, in the player's time zone, as `2026-12-24`.
        today: String,
    },
    /// The last day lies before the first.
    Backwards {
        /// The first day, as `2026-12-24`: the one that was named, or today.
        from: String,
        /// The last day, as `2026-12-24`.
        until: String,
    },
    /// The wish needs more days than the player has left.
    TooLong {
        /// How many days of the wish are not granted already.
        asked: i32,
        /// How many days the player may still take; may be 0.
        left: i32,
        /// How many days each player may take in the whole game.
        allowed: u16,
    },
    /// The game master has been asked often enough for today.
    AskedTooOften,
    /// The player has said often enough today that they are away, or back.
    ChangedTooOften {
        /// How many times a player may do so in 24 hours.
        most: usize,
        /// From when on they may again, in their time zone.
        again_local: String,
    },
    /// PRESENT from a player who has no day of absence after today.
    NotAway,
}

/// Grants an absence or says why not. `known` are the seat's absences so far, `today` is its local day.
///
/// # Errors
/// What is wrong with the wish.
pub fn grant(wish: AbsenceWish<'_>, today: Date, known: &[Absence], allowed_days: u16) -> Result<Absence, AbsenceRefusal> {
    let from = wish.from.map_or(Ok(today), read)?;
    let until = read(wish.until.ok_or(AbsenceRefusal::NoLastDay)?)?;
    for day in [from, until] {
        if day < today {
            return Err(AbsenceRefusal::Past { day: day.to_string(), today: today.to_string() });
        }
    }
    if until < from {
        return Err(AbsenceRefusal::Backwards { from: from.to_string(), until: until.to_string() });
    }
    let absence = Absence { from, until };
    let before = days(known);
    let asked = days(&with(known, absence)) - before;
    let left = (i32::from(allowed_days) - before).max(0);
    if asked > left { Err(AbsenceRefusal::TooLong { asked, left, allowed: allowed_days }) } else { Ok(absence) }
}

/// The absences with one more, in order and merged, so that none touches the next.
pub fn with(known: &[Absence], more: Absence) -> Vec<Absence> {
    let mut all: Vec<Absence> = known.iter().copied().chain([more]).collect();
    all.sort_unstable();
    let mut merged: Vec<Absence> = Vec::new();
    for absence in all {
        match merged.last_mut() {
            Some(last) if last.until.checked_add(1.day()).is_ok_and(|next| absence.from <= next) => {
                last.until = last.until.max(absence.until)
            }
            _ => merged.push(absence),
        }
    }
    merged
}

/// The absences up to today, which still does not count.
pub fn ended(known: &[Absence], today: Date) -> Vec<Absence> {
    let begun = known.iter().filter(|absence| absence.from <= today);
    begun.map(|absence| Absence { from: absence.from, until: absence.until.min(today) }).collect()
}

/// PRESENT: the absences of a player who returns today.
///
/// # Errors
/// When none of them lies after today.
pub fn returned(known: &[Absence], today: Date) -> Result<Vec<Absence>, AbsenceRefusal> {
    if known.iter().all(|absence| absence.until <= today) { Err(AbsenceRefusal::NotAway) } else { Ok(ended(known, today)) }
}

/// How many days the absences have; a day in several of them counts once.
pub fn days(absences: &[Absence]) -> i32 {
    let merged = absences.iter().fold(Vec::new(), |merged, absence| with(&merged, *absence));
    merged.iter().map(|absence| absence.from.until(absence.until).map_or(0, |span| span.get_days()) + 1).sum()
}

/// Reads `2026-12-24`, `24.12.2026`, `24 Dec 2026`, `24 December 2026` and `Dec 24 2026`.
fn read(text: &str) -> Result<Date, AbsenceRefusal> {
    let words: Vec<String> = text
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '.' | ',' | '-' | '/'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let date = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [year, month, day] if year.len() == 4 && year.parse::<u16>().is_ok() && !text.contains('/') => date(year, month, day),
        // 3/4/2026 is refused, since it may mean a day in March or in April.
        [day, month, year] if !text.contains('/') => {
            date(year, month, day).or_else(|| date(year, day, month).filter(|_| month_named(day).is_some()))
        }
        _ => None,
    };
    date.ok_or_else(|| AbsenceRefusal::NoDate { text: text.to_owned() })
}

fn date(year: &str, month: &str, day: &str) -> Option<Date> {
    let year = Some(year).filter(|year| year.len() == 4)?.parse().ok()?;
    let month = month_named(month).or_else(|| month.parse().ok())?;
    let day = day.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse().ok()?;
    Date::new(year, month, day).ok()
}

fn month_named(name: &str) -> Option<i8> {
    let months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
    let at = months.iter().position(|month| name.len() >= 3 && month.starts_with(name))?;
    Some(at as i8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn absence(from: &str, until: &str) -> Absence {
        Absence { from: day(from), until: day(until) }
    }

    #[test]
    fn dates_read_as_people_write_them_and_no_other() {
        for text in [
            "2026-12-24",
            "24.12.2026",
            "24. 12. 2026",
            "24 Dec 2026",
            "24 DECEMBER 2026",
            "24. Dec. 2026",
            "Dec 24, 2026",
            "24th Dec 2026",
        ] {
            assert_eq!(read(text), Ok(day("2026-12-24")), "{text}");
        }
        for text in
            ["", "24.12.", "24.12.26", "2026-13-01", "30 Feb 2027", "24/12/2026", "next Friday", "24 D 2026", "9".repeat(99).as_str()]
        {
            assert_eq!(read(text), Err(AbsenceRefusal::NoDate { text: text.to_owned() }));
        }
    }

    #[test]
    fn an_absence_is_granted_for_days_to_come_within_the_allowance() {
        let known = [absence("2026-12-01", "2026-12-05"), absence("2026-12-24", "2026-12-26")];
        let grant = |from, until| grant(AbsenceWish { from, until: Some(until) }, day("2026-12-10"), &known, 12);
        assert_eq!(grant(None, "2026-12-13"), Ok(absence("2026-12-10", "2026-12-13")));
        assert_eq!(grant(Some("2026-12-23"), "2026-12-27"), Ok(absence("2026-12-23", "2026-12-27")), "only two days are new");
        assert_eq!(grant(None, "2026-12-14"), Err(AbsenceRefusal::TooLong { asked: 5, left: 4, allowed: 12 }));
        assert_eq!(
            grant(Some("2026-12-09"), "2026-12-14"),
            Err(AbsenceRefusal::Past { day: "2026-12-09".into(), today: "2026-12-10".into() })
        );
        assert!(matches!(grant(Some("2026-12-20"), "2026-12-14"), Err(AbsenceRefusal::Backwards { .. })));
        assert_eq!(super::grant(AbsenceWish::default(), day("2026-12-10"), &known, 12), Err(AbsenceRefusal::NoLastDay));
    }

    #[test]
    fn present_ends_an_absence_today_and_drops_those_to_come() {
        let known = [absence("2026-12-01", "2026-12-05"), absence("2026-12-09", "2026-12-12"), absence("2026-12-24", "2026-12-26")];
        let left = [absence("2026-12-01", "2026-12-05"), absence("2026-12-09", "2026-12-10")];
        assert_eq!(ended(&known, day("2026-12-10")), left);
        assert_eq!(returned(&known, day("2026-12-10")), Ok(left.to_vec()));
        assert_eq!(returned(&left, day("2026-12-10")), Err(AbsenceRefusal::NotAway));
        assert_eq!(
            with(&known, absence("2026-12-06", "2026-12-08")),
            [absence("2026-12-01", "2026-12-12"), absence("2026-12-24", "2026-12-26")]
        );
        assert_eq!(days(&known), 12);
    }
}
