//! Lines over turns as a drawing for a page, whose style gives the colours; attributes give the most needed ones where there is no style. Each line has
//! its own pattern and its name at its end, so that lines can be told apart in grey, by the colour-blind, and on light and dark backgrounds.

use std::fmt::Write;

use handlebars::html_escape;

use super::{layout, picture::palette};

/// The most turns that charts and their figures show of a longer game: more would be closer together than a line is wide.
const MOST_TURNS: usize = 60;

/// A round number: so that a chart has not much more than [`MOST_TURNS`] turns, it shows every so-many-th of the `turns` of a game.
pub(crate) fn step(turns: usize) -> usize {
    round_numbers().find(|step| turns / step <= MOST_TURNS).unwrap_or(turns)
}

/// One line: turns, in ascending order from turn 1 on, with their values; `None` for a turn without one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ChartLine {
    /// The number in its mark, which also determines colour and pattern.
    pub number: u64,
    pub name: String,
    pub values: Vec<(u64, Option<i64>)>,
}

impl ChartLine {
    /// The turns that have a value.
    fn points(&self) -> impl DoubleEndedIterator<Item = (u64, i64)> {
        self.values.iter().filter_map(|(turn, value)| Some((*turn, (*value)?)))
    }
}

/// Which end of the scale is on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Best {
    /// High values are on top, and the scale begins with 0.
    High,
    /// Low values are on top, as for places.
    Low,
}

const WIDTH: f64 = 360.0;
const LEFT: f64 = 26.0;
/// The right edge of the lines; names are to the right of it.
const RIGHT: f64 = 262.0;
const TOP: f64 = 14.0;
/// The least distance between two places, or between two names.
const ROW: f64 = 16.0;
const LEAST_HEIGHT: f64 = 160.0;
/// The distance between lines that have equal values.
const APART: f64 = 1.8;
/// The most columns of a name; longer ones are cut.
const COLUMNS: usize = 11;

/// A chart, with `title` for readers who cannot see it; empty if no line has two values. The same lines always give the same text.
pub(super) fn lines(title: &str, lines: &[ChartLine], best: Best) -> String {
    let last = lines.iter().filter_map(|line| Some(line.values.last()?.0)).max().unwrap_or(0);
    let drawn: Vec<&ChartLine> = lines.iter().filter(|line| line.points().next().is_some()).collect();
    if last < 2 || drawn.is_empty() {
        return String::new();
    }
    let chart = LineChart::of(&drawn, last, best);
    let title = html_escape(title);
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>\n",
        rounded(chart.bottom + 22.0)
    );
    chart.draw_scales(&mut svg);
    drawn.iter().enumerate().for_each(|(index, line)| chart.draw_line(&mut svg, index, line));
    chart.draw_names(&mut svg, &drawn);
    svg + "</svg>\n"
}

struct LineChart {
    last: u64,
    lines: usize,
    low: i64,
    high: i64,
    bottom: f64,
    best: Best,
}

impl LineChart {
    fn of(lines: &[&ChartLine], last: u64, best: Best) -> LineChart {
        let values = || lines.iter().flat_map(|line| line.points().map(|(_, value)| value));
        let high = values().max().unwrap_or(1).max(1);
        let low = if best == Best::Low { 1 } else { values().min().unwrap_or(0).min(0) };
        let plot = (ROW * lines.len() as f64).max(LEAST_HEIGHT);
        LineChart { last, lines: lines.len(), low, high: high.max(low + 1), bottom: TOP + plot, best }
    }

    fn x(&self, turn: u64) -> f64 {
        LEFT + (RIGHT - LEFT) * (turn as f64 - 1.0) / (self.last - 1) as f64
    }

    fn y(&self, value: i64) -> f64 {
        let share = (value - self.low) as f64 / (self.high - self.low) as f64;
        let share = if self.best == Best::High { 1.0 - share } else { share };
        TOP + 4.0 + (self.bottom - TOP - 8.0) * share
    }

    /// The offset of a line, so that lines with equal values lie side by side in order.
    fn apart(&self, index: usize) -> f64 {
        (index as f64 - (self.lines - 1) as f64 / 2.0) * APART
    }

    fn draw_scales(&self, svg: &mut String) {
        for value in ticks(self.low, self.high, 8) {
            let y = rounded(self.y(value));
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {y}H{RIGHT}\"/><text x=\"{}\" y=\"{y}\" class=\"value\">{value}</text>",
                LEFT - 6.0
            );
        }
        for turn in ticks(1, self.last as i64, 10) {
            let (x, y) = (rounded(self.x(turn as u64)), rounded(self.bottom + 15.0));
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" class=\"turn\">{turn}</text>");
        }
    }

    /// A coloured line on a wider one in ink, which shows where the colour is too close to the background. Only the ends of a level stretch are named.
    fn draw_line(&self, svg: &mut String, index: usize, line: &ChartLine) {
        let mut path = String::new();
        let mut is_open = false;
        let at = |place: usize| line.values.get(place).and_then(|(_, value)| *value);
        for (place, (turn, value)) in line.values.iter().enumerate() {
            let Some(value) = value else {
                is_open = false;
                continue;
            };
            if is_open && at(place - 1) == Some(*value) && at(place + 1) == Some(*value) {
                continue;
            }
            let command = if is_open { 'L' } else { 'M' };
            let _ = write!(path, "{command}{} {}", rounded(self.x(*turn)), rounded(self.y(*value) + self.apart(index)));
            is_open = true;
        }
        let (seat, colour) = (seat_class(line.number), seat_colour(line.number));
        let _ = writeln!(
            svg,
            "<path class=\"case\" fill=\"none\" d=\"{path}\"/><path class=\"line {seat}\" fill=\"none\" stroke=\"{colour}\" d=\"{path}\"/>"
        );
    }

    /// Names are in the order of the ends of their lines, far enough apart to be read, each with a thin line to it.
    fn draw_names(&self, svg: &mut String, lines: &[&ChartLine]) {
        let end = |(index, line): (usize, &&ChartLine)| {
            let (turn, value) = line.points().next_back()?;
            Some((self.y(value) + self.apart(index), self.x(turn), index))
        };
        let mut ends: Vec<(f64, f64, usize)> = lines.iter().enumerate().filter_map(end).collect();
        ends.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.2.cmp(&other.2)));
        let wished: Vec<f64> = ends.iter().map(|(y, ..)| *y).collect();
        for ((y, x, index), at) in ends.into_iter().zip(spread(&wished, self.bottom)) {
            let Some(line) = lines.get(index) else { continue };
            let (x, y, at) = (rounded(x), rounded(y), rounded(at));
            let (name, seat) = (html_escape(&layout::cut(&line.name, COLUMNS)), seat_class(line.number));
            let colour = seat_colour(line.number);
            let _ = writeln!(
                svg,
                "<path class=\"lead\" d=\"M{x} {y}L{} {at}\"/><circle class=\"mark {seat}\" fill=\"{colour}\" cx=\"{}\" cy=\"{at}\" r=\"7\"/>\
                 <text class=\"number {seat}\" x=\"{}\" y=\"{at}\">{}</text><text class=\"name\" x=\"{}\" y=\"{at}\">{name}</text>",
                RIGHT + 12.0,
                RIGHT + 19.0,
                RIGHT + 19.0,
                line.number,
                RIGHT + 30.0,
            );
        }
    }
}

/// The positions of names that should be at `wished`, in ascending order: at least a row apart, and none below the bottom.
fn spread(wished: &[f64], bottom: f64) -> Vec<f64> {
    let mut places: Vec<f64> = Vec::with_capacity(wished.len());
    for wish in wished {
        places.push(places.last().map_or(*wish, |above| wish.max(above + ROW)));
    }
    let mut below = bottom + ROW - 4.0;
    for place in places.iter_mut().rev() {
        *place = place.min(below - ROW);
        below = *place;
    }
    places
}

/// The lowest number of a scale, and at most `most` round numbers after it.
fn ticks(low: i64, high: i64, most: i64) -> Vec<i64> {
    let step = round_numbers().map(|step| step as i64).find(|step| (high - low) / step < most).unwrap_or(i64::MAX);
    (low..=high).filter(|value| *value == low || value % step == 0).collect()
}

/// 1, 2, 5, 10, 20 and so on, as far as there are numbers.
fn round_numbers() -> impl Iterator<Item = usize> {
    (0..).map_while(|power| 10_usize.checked_pow(power)).flat_map(|ten| [1, 2, 5].map(|digit| ten.saturating_mul(digit)))
}

/// The class with the colour and pattern of a number.
fn seat_class(number: u64) -> String {
    format!("s{}", (number.max(1) - 1) % 8 + 1)
}

/// The colour of a number on a page without style.
fn seat_colour(number: u64) -> &'static str {
    palette::SEATS.get((number.max(1) - 1) as usize % palette::SEATS.len()).copied().unwrap_or(palette::INK)
}

/// Rounds to one decimal.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u64, name: &str, values: &[i64]) -> ChartLine {
        ChartLine {
            number,
            name: name.into(),
            values: (1..).zip(values.iter().map(|value| Some(*value).filter(|value| *value >= 0))).collect(),
        }
    }

    #[test]
    fn lines_stay_lines_where_a_page_has_no_style() {
        let svg = lines("Planets", &[line(1, "Ann", &[1, 2]), line(9, "Ida", &[2, 1])], Best::High);
        let is_line = |part: &&str| part.starts_with("case") || part.starts_with("line");
        let drawn: Vec<&str> = svg.split("<path class=\"").filter(is_line).collect();
        assert!(drawn.len() == 4 && drawn.iter().all(|path| path.contains("fill=\"none\"")), "{svg}");
        assert_eq!(svg.matches("stroke=\"#e69f00\"").count(), 2, "{svg}");
    }

    #[test]
    fn every_line_has_its_name_at_its_end_and_names_do_not_touch() {
        let all: Vec<ChartLine> = (1..=8).map(|number| line(number, &format!("Player {number}"), &[2, 2, 2])).collect();
        let svg = lines("A < B", &all, Best::High);
        assert!(svg.contains("aria-label=\"A &lt; B\"") && (1..=8).all(|number| svg.contains(&format!(">Player {number}<"))), "{svg}");
        let places: Vec<f64> = svg
            .split("class=\"name\"")
            .skip(1)
            .map(|part| part.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
            .collect();
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= ROW - 0.1), "{places:?}");
        assert!(places.iter().all(|place| *place > 0.0 && *place < 190.0), "{places:?}");
    }

    #[test]
    fn a_line_ends_where_its_values_do_and_one_value_is_no_line() {
        let svg = lines("x", &[line(1, "Ann", &[3, 4, 5]), line(2, "Bob", &[3, 1, -1])], Best::High);
        assert_eq!(svg.matches("class=\"line s2\"").count(), 1);
        assert!(svg.contains("M26 ") && svg.contains("L144 ") && svg.contains("L262 "), "{svg}");
        let level = lines("x", &[line(1, "Ann", &[3, 3, 3, 3, 4, -1, 3, 3, 3])], Best::High);
        let path = level.split("class=\"line s1\"").nth(1).unwrap().split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
        let columns: Vec<&str> = path.split(['M', 'L']).skip(1).map(|point| point.split(' ').next().unwrap()).collect();
        assert_eq!(columns, ["26", "114.5", "144", "203", "262"], "{path}");
        assert_eq!(
            lines("x", &[line(1, "Ann", &[3])], Best::High)
                + &lines("x", &[], Best::Low)
                + &lines("x", &[line(1, "A", &[-1, -1])], Best::Low),
            ""
        );
    }

    #[test]
    fn a_long_game_shows_some_of_its_turns_each_in_its_place() {
        assert_eq!([0, 1, 60, 61, 121, 122, 300, 306, 3000].map(step), [1, 1, 1, 2, 2, 5, 5, 10, 50]);
        let values = vec![(1, Some(3)), (5, Some(4)), (9, None), (10, Some(5)), (11, Some(3))];
        let svg = lines("x", &[ChartLine { number: 1, name: "Ann".into(), values }], Best::High);
        assert!(svg.contains("d=\"M26 ") && svg.contains("L120.4 ") && svg.contains("M238.4 ") && svg.contains("L262 "), "{svg}");
    }

    #[test]
    fn the_first_place_is_on_top() {
        let chart = |best| LineChart::of(&[&line(1, "Ann", &[1, 2]), &line(2, "Bob", &[2, 1])], 2, best);
        assert!(chart(Best::Low).y(1) < chart(Best::Low).y(2) && chart(Best::High).y(1) > chart(Best::High).y(2));
        assert_eq!(
            (ticks(0, 13, 8), ticks(1, 4, 8), ticks(1, 100, 10)),
            (vec![0, 2, 4, 6, 8, 10, 12], vec![1, 2, 3, 4], vec![1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
        );
    }
}
