//! Days of the week, as files and schedules name them.

use jiff::civil::Weekday;
use serde::{Deserialize, Serialize};

/// A day of the week, by its first three letters or its full English name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DayOfWeek {
    name: String,
    day: Weekday,
}

const DAYS_OF_WEEK: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

impl DayOfWeek {
    /// The day as jiff has it.
    pub fn weekday(&self) -> Weekday {
        self.day
    }

    /// The same day by its full name in lower case, however the file spells it.
    pub fn in_full(&self) -> DayOfWeek {
        let name = DAYS_OF_WEEK.iter().find(|(_, day)| *day == self.day).map_or(&*self.name, |(name, _)| name);
        DayOfWeek { name: name.to_owned(), day: self.day }
    }
}

impl TryFrom<String> for DayOfWeek {
    type Error = String;

    fn try_from(name: String) -> Result<DayOfWeek, String> {
        let found = DAYS_OF_WEEK.into_iter().find(|(day, _)| name.eq_ignore_ascii_case(day) || name.eq_ignore_ascii_case(&day[..3]));
        let (_, day) = found.ok_or_else(|| format!("`{name}` is not one of mon tue wed thu fri sat sun"))?;
        Ok(DayOfWeek { name, day })
    }
}

impl From<DayOfWeek> for String {
    fn from(day: DayOfWeek) -> String {
        day.name
    }
}
