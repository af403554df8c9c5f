//! Whole numbers, and the words that go with them.

use serde_json::Value;

use crate::engine::Helper;

pub(super) const HELPERS: &[Helper] = &[
    Helper::new("add", 2, |given, _| Helper::number(given[0]).saturating_add(Helper::number(given[1])).into()),
    Helper::new("subtract", 2, |given, _| Helper::number(given[0]).saturating_sub(Helper::number(given[1])).into()),
    Helper::new("times", 2, |given, _| Helper::number(given[0]).saturating_mul(Helper::number(given[1])).into()),
    Helper::new("divide", 2, |given, _| Helper::number(given[0]).checked_div(Helper::number(given[1])).unwrap_or_default().into()),
    Helper::variadic("min", |given, _| given.iter().map(|value| Helper::number(value)).min().unwrap_or_default().into()),
    Helper::new("thousandths", 1, |given, _| fraction(Helper::number(given[0]), 3).into()),
    Helper::new("hundredths", 1, |given, _| fraction(Helper::number(given[0]), 2).into()),
    Helper::new("plural", 3, |given, _| plural(given).into()),
    Helper::new("ordinal", 1, |given, _| ordinal(Helper::number(given[0])).into()),
];

fn fraction(value: i64, digits: u32) -> String {
    let unit = 10_u64.pow(digits);
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    format!("{sign}{}.{:0digits$}", size / unit, size % unit, digits = digits as usize)
}

/// A number with its word: `1 ship`, `2 ships`.
fn plural(given: &[&Value]) -> String {
    let word = if Helper::number(given[0]) == 1 { given[1] } else { given[2] };
    format!("{} {}", Helper::shown(given[0]), Helper::shown(word))
}

/// An ordinal: `1st`, `2nd`, `11th`.
fn ordinal(number: i64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn an_ordinal_ends_as_it_is_spoken() {
        let numbers = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113];
        let spoken = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th", "113th"];
        assert_eq!(numbers.map(ordinal), spoken);
    }
}
