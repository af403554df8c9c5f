//! Whole numbers, and words that go with them.

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
];

fn fraction(value: i64, digits: u32) -> String {
    let unit = 10_u64.pow(digits);
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    format!("{sign}{}.{:0digits$}", size / unit, size % unit, digits = digits as usize)
}

/// `1 ship`, `2 ships`.
fn plural(given: &[&Value]) -> String {
    let word = if Helper::number(given[0]) == 1 { given[1] } else { given[2] };
    format!("{} {}", Helper::shown(given[0]), Helper::shown(word))
}
