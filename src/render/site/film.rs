//! A film in one file, of the turns of the front page or of all turns of a game that is over. It steps from turn to turn by itself and can be passed
//! on: SVG with an animation in its style, without scripts. What stays the same is drawn once; what shows only in some turns is switched on and off.

use std::collections::BTreeMap;
use std::fmt::Write;

use handlebars::html_escape;

use super::album::Album;
use super::reel::Spans;
use crate::render::picture::palette::{INK, PAPER};

/// A film of an album, with a few lines of text for each turn.
pub(super) struct Film<'a> {
    /// The title of the campaign.
    pub title: &'a str,
    pub album: &'a Album,
}

/// The times of a film, in steps of one turn: the last turn shows for two of them.
struct Tempo {
    /// A step in seconds.
    step: f64,
    first: u32,
    last: u32,
}

impl Tempo {
    /// Slow enough to read a few lines, yet a long game takes only a few minutes.
    fn of((first, last): (u32, u32)) -> Tempo {
        let step = match last - first {
            0..=20 => 2.6,
            21..=60 => 1.8,
            _ => 1.2,
        };
        Tempo { step, first, last }
    }

    fn steps(&self) -> u32 {
        self.last - self.first + 2
    }

    fn whole(&self) -> f64 {
        rounded(self.step * f64::from(self.steps()))
    }

    /// The part of the film that so many steps take, in percent.
    fn percent(&self, steps: u32) -> String {
        let percent = format!("{:.2}", f64::from(steps) * 100.0 / f64::from(self.steps()));
        percent.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl Film<'_> {
    /// The file; `None` if there is one turn alone, and without pictures. Programs without animation show the last turn.
    pub(super) fn file(&self) -> Option<String> {
        let ends = self.album.ends().filter(|(first, last)| first < last)?;
        if self.album.reel.is_empty() {
            return None;
        }
        let (width, height) = self.album.reel.size();
        let unit = width / 100.0;
        let (whole, unit) = (rounded(height + 21.0 * unit), (unit * 1000.0).round() / 1000.0);
        let title = html_escape(self.title);
        let mut shapes = Shapes { tempo: Tempo::of(ends), known: BTreeMap::new() };
        // A background, so that pictures of different heights leave no gap above the text.
        let mut drawn = format!("<rect width=\"{width}\" height=\"{whole}\" fill=\"{PAPER}\"/>\n");
        for piece in self.album.reel.pieces() {
            shapes.wrap(&mut drawn, &piece.shown, &piece.svg);
        }
        // Writing into a string does not fail.
        let _ = writeln!(
            drawn,
            "<g transform=\"translate(0 {height}) scale({unit})\" fill=\"{INK}\" font-size=\"2.9\">\n\
             <text x=\"97\" y=\"4.6\" font-size=\"2.6\" text-anchor=\"end\" opacity=\".75\">{title}</text>"
        );
        for leaf in &self.album.leaves {
            shapes.wrap(&mut drawn, &Spans::of(leaf.frame.turn), &leaf.film_svg);
        }
        drawn.push_str("<rect class=\"bar\" y=\"20.2\" width=\"100\" height=\".8\" opacity=\".5\"/>\n</g>\n");
        Some(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {whole}\" role=\"img\" aria-label=\"{title}\"{}>\n<title>{title}</title>\n\
             <style>{}</style>\n{drawn}</svg>\n",
            self.album.reel.attributes(),
            shapes.style()
        ))
    }
}

/// In what rhythms something shows and hides, from the turn in which it first shows: the same for each turn's words, and for much of the pictures. A
/// rhythm is the number of steps that it shows, hides, shows again, and so on.
struct Shapes {
    tempo: Tempo,
    /// Each with its class.
    known: BTreeMap<Vec<u32>, String>,
}

impl Shapes {
    fn wrap(&mut self, drawn: &mut String, shown: &Spans, svg: &str) {
        let Tempo { first, last, .. } = self.tempo;
        if shown.is_all((first, last)) {
            return drawn.extend([svg, "\n"]);
        }
        let steps_before = shown.iter().next().map_or(0, |(begins, _)| begins - first);
        let class = self.class(shown);
        let at_the_end = if shown.contains(last) { " z" } else { "" };
        let _ = writeln!(drawn, "<g class=\"{class}{at_the_end}\" style=\"--t:{steps_before}\">{svg}</g>");
    }

    fn class(&mut self, shown: &Spans) -> &str {
        let mut rhythm = Vec::new();
        let mut hidden_from = None;
        for (first, last) in shown.iter() {
            rhythm.extend(hidden_from.map(|from| first - from));
            hidden_from = Some(last + 1);
            rhythm.push(last + 1 - first + u32::from(last == self.tempo.last));
        }
        let named = |rhythm: &Vec<u32>| format!("k{}", rhythm.iter().map(u32::to_string).collect::<Vec<_>>().join("-"));
        self.known.entry(rhythm).or_insert_with_key(named)
    }

    /// Everything has been running since before the film began, so that a round is like every other: what first shows five steps after the
    /// beginning is five steps into the next round.
    fn style(&self) -> String {
        let (step, whole) = (self.tempo.step, self.tempo.whole());
        let mut style = format!(
            "[class^=k]{{visibility:hidden;animation:{whole}s step-end infinite;animation-delay:calc(var(--t)*{step}s - {whole}s)}}\
             .z{{visibility:visible}}.bar{{animation:bar {whole}s steps({},start) infinite}}@keyframes bar{{from{{transform:scaleX(0)}}}}",
            self.tempo.steps()
        );
        for (rhythm, class) in &self.known {
            let _ = write!(style, ".{class}{{animation-name:{class}}}@keyframes {class}{{0%{{visibility:visible}}");
            let mut steps = 0;
            for (index, length) in rhythm.iter().enumerate() {
                steps += length;
                let next = if index % 2 == 0 { "hidden" } else { "visible" };
                let _ = write!(style, "{}%{{visibility:{next}}}", self.tempo.percent(steps));
            }
            style.push('}');
        }
        style + "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"
    }
}

/// Rounds to one decimal.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::Leaf;
    use crate::render::site::captions::caption;
    use crate::render::site::captions::tests::frame;

    fn film(turns: u32) -> String {
        let mut album = Album::default();
        for turn in 0..=turns {
            let frame = frame(turn, &["Ann < Bob."]);
            let film_svg = caption(&frame);
            album.leaves.push(Leaf { frame, article_html: String::new(), item_html: String::new(), film_svg });
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
        assert!(film.contains("13s step-end infinite;animation-delay:calc(var(--t)*2.6s - 13s)"), "{film}");
        assert!(film.contains("@keyframes k1{0%{visibility:visible}20%{visibility:hidden}}"), "{film}");
        assert!(film.contains("@keyframes k2{0%{visibility:visible}40%{visibility:hidden}}"), "{film}");
        assert!(
            film.contains("<g class=\"k1\" style=\"--t:1\"><text") && film.contains("<g class=\"k2 z\" style=\"--t:3\"><text"),
            "{film}"
        );
        assert!(!film.contains("<script") && film.contains("prefers-reduced-motion"));
        assert_eq!(self::film(0), "", "an opening is no film");
    }

    #[test]
    fn what_comes_back_shows_again_in_its_rhythm() {
        let mut shapes = Shapes { tempo: Tempo::of((0, 8)), known: BTreeMap::new() };
        let mut drawn = String::new();
        let spans: Spans = serde_json::from_str("[[2,3],[6,6],[8,8]]").unwrap();
        shapes.wrap(&mut drawn, &spans, "x");
        assert_eq!(drawn, "<g class=\"k2-2-1-1-2 z\" style=\"--t:2\">x</g>\n");
        let frames = "0%{visibility:visible}20%{visibility:hidden}40%{visibility:visible}50%{visibility:hidden}60%{visibility:visible}80%{visibility:hidden}";
        assert!(shapes.style().contains(&format!("@keyframes k2-2-1-1-2{{{frames}}}")), "{}", shapes.style());
    }
}
