//! A film of the whole game in one file, which steps from turn to turn by itself and can be passed on: SVG with an animation in its style, without
//! scripts. What stays the same is drawn once; what shows only in some turns is switched on and off.

use std::collections::BTreeMap;
use std::fmt::Write;

use handlebars::html_escape;

use super::album::Album;
use super::frame::Frame;
use super::reel::Spans;
use crate::render::picture::palette::{INK, PAPER};

/// The letters of a line below the picture, and the number of lines.
const LETTERS: usize = 58;
const LINES: usize = 3;

/// A film, with a few lines of text for each turn.
pub(super) struct Film<'a> {
    /// The title of the campaign.
    pub title: &'a str,
    pub album: &'a Album,
}

/// How long turns are shown, in hundredths of a second.
struct Tempo {
    turn: u64,
    last: u64,
    turns: u64,
}

impl Tempo {
    /// Slow enough to read a few lines, yet a long game takes only two or three minutes.
    fn of(turns: u64) -> Tempo {
        let turn = match turns {
            0..=20 => 260,
            21..=60 => 180,
            _ => 120,
        };
        Tempo { turn, last: 2 * turn, turns }
    }

    fn whole(&self) -> u64 {
        self.turn * self.turns + self.last
    }

    /// When a turn begins to show, in percent of the whole film; 100 for the turn after the last.
    fn at(&self, turn: u32) -> String {
        let begin = if u64::from(turn) > self.turns { self.whole() } else { self.turn * u64::from(turn) };
        let percent = format!("{:.2}", begin as f64 * 100.0 / self.whole() as f64);
        percent.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl Film<'_> {
    /// The file; `None` before the first turn, and without pictures. Programs without animation show the last turn.
    pub(super) fn file(&self) -> Option<String> {
        let last = self.album.frames().next_back().map(|frame| frame.turn).filter(|turn| *turn > 0)?;
        if self.album.reel.is_empty() {
            return None;
        }
        let (width, height) = self.album.reel.size();
        let page = BelowPicture::of(width, height);
        let whole = rounded(page.whole());
        let title = html_escape(self.title);
        let mut classes = Classes { tempo: Tempo::of(last.into()), last, known: BTreeMap::new() };
        // A background, so that pictures of different heights leave no gap above the text.
        let mut drawn = format!("<rect width=\"{width}\" height=\"{whole}\" fill=\"{PAPER}\"/>\n");
        for piece in self.album.reel.pieces() {
            classes.wrap(&mut drawn, &piece.shown, |drawn| drawn.push_str(&piece.svg));
        }
        drawn.push_str(&page.title(&title));
        for frame in self.album.frames() {
            classes.wrap(&mut drawn, &Spans::of(frame.turn), |drawn| {
                page.draw_words(drawn, frame);
                page.draw_bar(drawn, f64::from(frame.turn + 1) / f64::from(last + 1));
            });
        }
        Some(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {whole}\" role=\"img\" aria-label=\"{title}\"{}>\n<title>{title}</title>\n\
             <style>{}</style>\n{drawn}</svg>\n",
            self.album.reel.attributes(),
            classes.style()
        ))
    }
}

/// The layout below the picture.
struct BelowPicture {
    width: f64,
    height: f64,
    /// A hundredth of the width.
    unit: f64,
    /// The beginnings of the elements that each turn has: its label, and each line of its story.
    heading: String,
    lines: [String; LINES],
}

impl BelowPicture {
    fn of(width: f64, height: f64) -> BelowPicture {
        let unit = width / 100.0;
        let [x, y, large, small] = [3.0 * unit, height + 4.8 * unit, 3.6 * unit, 2.9 * unit].map(rounded);
        let heading = format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{large}\" font-weight=\"bold\" fill=\"{INK}\">");
        let line = |row: usize| {
            let y = rounded(height + (9.4 + 3.9 * row as f64) * unit);
            format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{small}\" fill=\"{INK}\">")
        };
        BelowPicture { width, height, unit, heading, lines: std::array::from_fn(line) }
    }

    fn whole(&self) -> f64 {
        self.height + 21.0 * self.unit
    }

    fn title(&self, title: &str) -> String {
        let [x, y, size] = [97.0 * self.unit, self.height + 4.6 * self.unit, 2.6 * self.unit].map(rounded);
        format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"end\" fill=\"{INK}\" opacity=\".75\">{title}</text>\n")
    }

    /// A turn's label, and below it as much of its story as fits.
    fn draw_words(&self, drawn: &mut String, frame: &Frame) {
        let mut draw = |begin: &str, text: &str| [begin, &html_escape(text), "</text>"].into_iter().for_each(|part| drawn.push_str(part));
        draw(&self.heading, &frame.label);
        self.lines.iter().zip(told(frame)).for_each(|(begin, text)| draw(begin, &text));
    }

    /// A bar that shows how far the film has come.
    fn draw_bar(&self, drawn: &mut String, share: f64) {
        let [y, width, height] = [self.whole() - 0.8 * self.unit, self.width * share, 0.8 * self.unit].map(rounded);
        // Writing into a string does not fail.
        let _ = write!(drawn, "<rect y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{INK}\" opacity=\".5\"/>");
    }
}

/// The spans in use, each with the class that shows its parts.
struct Classes {
    tempo: Tempo,
    last: u32,
    known: BTreeMap<Spans, usize>,
}

impl Classes {
    fn wrap(&mut self, drawn: &mut String, shown: &Spans, draw: impl FnOnce(&mut String)) {
        let is_always_shown = shown.is_all(self.last);
        if !is_always_shown {
            let next = self.known.len();
            let class = self.known.entry(shown.clone()).or_insert(next);
            let _ = write!(drawn, "<g class=\"k{class}\">");
        }
        draw(drawn);
        drawn.push_str(if is_always_shown { "\n" } else { "</g>\n" });
    }

    fn style(&self) -> String {
        let seconds = self.tempo.whole() as f64 / 100.0;
        let mut style = format!("[class^=k]{{visibility:hidden;animation:{seconds}s step-end infinite}}");
        for (shown, class) in &self.known {
            let rest = if shown.contains(self.last) { ";visibility:visible" } else { "" };
            let mut frames = String::from(if shown.contains(0) { "" } else { "0%{visibility:hidden}" });
            for (first, last) in shown.iter() {
                let _ = write!(frames, "{}%{{visibility:visible}}", self.tempo.at(first));
                if last < self.last {
                    let _ = write!(frames, "{}%{{visibility:hidden}}", self.tempo.at(last + 1));
                }
            }
            let _ = write!(style, ".k{class}{{animation-name:k{class}{rest}}}@keyframes k{class}{{{frames}}}");
        }
        style + "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"
    }
}

/// The sentences of a turn that fit whole, in lines. If not even the first fits, it is cut.
fn told(frame: &Frame) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sentence in &frame.sentences {
        let mut with = lines.clone();
        match with.last_mut() {
            Some(line) if letters(line) + 1 + letters(sentence) <= LETTERS => {
                line.push(' ');
                line.push_str(sentence);
            }
            _ => with.extend(filled(sentence)),
        }
        if with.len() <= LINES {
            lines = with;
            continue;
        }
        if lines.is_empty() {
            lines = with;
            lines.truncate(LINES);
            lines.iter_mut().last().into_iter().for_each(|last| last.push('…'));
        }
        break;
    }
    lines
}

fn filled(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        match lines.last_mut() {
            Some(line) if letters(line) + 1 + letters(word) <= LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Rounds to one decimal.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::render::site::Leaf;

    fn frame(turn: u32, sentences: &[&str]) -> Frame {
        Frame {
            turn,
            id: String::new(),
            at: DateTime::UNIX_EPOCH,
            headline: String::new(),
            sentences: sentences.iter().map(|sentence| (*sentence).to_owned()).collect(),
            label: format!("Turn {turn}"),
            moves_html: String::new(),
        }
    }

    fn film(turns: u32) -> String {
        let mut album = Album::default();
        for turn in 0..=turns {
            let frame = frame(turn, &["Ann < Bob."]);
            album.leaves.push(Leaf { frame, article_html: String::new(), item_html: String::new() });
            album.reel.add(turn, &format!("<svg viewBox=\"0 0 100 80\" class=\"map\"><circle r=\"50\"/><circle r=\"{turn}\"/></svg>"));
        }
        Film { title: "The <Rim>", album: &album }.file().unwrap_or_default()
    }

    #[test]
    fn what_stays_is_drawn_once_and_every_turn_has_its_time() {
        let film = film(3);
        assert_eq!((film.matches("r=\"50\"").count(), film.matches("Ann &lt; Bob.").count()), (1, 4), "{film}");
        assert!(film.contains("viewBox=\"0 0 100 101\" role=\"img\" aria-label=\"The &lt;Rim&gt;\" class=\"map\""), "{film}");
        // Three turns, the last one shown twice as long as the others, so each of the others takes a fifth of the film.
        assert!(film.contains("13s step-end infinite") && film.contains("{0%{visibility:visible}20%{visibility:hidden}}"), "{film}");
        assert!(film.contains("{0%{visibility:hidden}20%{visibility:visible}40%{visibility:hidden}}"), "{film}");
        assert!(film.contains(";visibility:visible}@keyframes k0{0%{visibility:hidden}60%{visibility:visible}}"), "{film}");
        assert!(!film.contains("<script") && film.contains("prefers-reduced-motion"));
        assert_eq!(self::film(0), "", "an opening is no film");
    }

    #[test]
    fn as_many_sentences_are_told_as_fit() {
        let short = "Ann took Rivet (19), which was neutral.";
        let long = "word ".repeat(60);
        assert_eq!(told(&frame(1, &["A b.", "C d."])), ["A b. C d."]);
        assert_eq!(told(&frame(1, &[short, short, short, short])), [short, short, short]);
        assert_eq!(told(&frame(1, &[short, &long])), [short]);
        let cut = told(&frame(1, &[&long]));
        assert!(cut.len() == 3 && cut[2].ends_with('…') && cut.iter().all(|line| letters(line) <= LETTERS + 1), "{cut:?}");
        assert_eq!(told(&frame(1, &[])), Vec::<String>::new());
    }
}
