//! Who plays whom in a round robin: every pair equally often with each colour, in the order of the Berger tables.

/// The games of a round robin of `players`, who are numbered from 0; each pair plays `each_way` games with either colour. Each entry is the
/// player who begins and the one who answers. Fewer than two players have no games.
pub fn round_robin(players: usize, each_way: u8) -> Vec<(usize, usize)> {
    let once = berger(players);
    let turned = once.iter().map(|(first, second)| (*second, *first));
    let both: Vec<(usize, usize)> = once.iter().copied().chain(turned).collect();
    (0..each_way).flat_map(|_| both.iter().copied()).collect()
}

/// The Berger table: every pair once, round by round, colours in balance.
fn berger(players: usize) -> Vec<(usize, usize)> {
    // With an odd number, one player in each round has a bye: a game against a last player who does not exist.
    let last = players + players % 2;
    let others = last.saturating_sub(1);
    let mut games = Vec::new();
    // Counted from 1 as in the printed tables: this player meets the last one.
    let mut meets_last = 1;
    for round in 0..others {
        let with_last = if round % 2 == 0 { (meets_last, last) } else { (last, meets_last) };
        let around = |steps: usize| (meets_last + steps - 1) % others + 1;
        let pairs = (1..last / 2).map(|steps| (around(steps), around(others - steps)));
        let real = std::iter::once(with_last).chain(pairs).filter(|(one, other)| *one <= players && *other <= players);
        games.extend(real.map(|(first, second)| (first - 1, second - 1)));
        meets_last = (meets_last + last / 2 - 1) % others + 1;
    }
    games
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn four_and_six_players_as_in_the_printed_tables() {
        let printed =
            |players| berger(players).iter().map(|(first, second)| format!("{}-{}", first + 1, second + 1)).collect::<Vec<_>>().join(" ");
        assert_eq!(printed(4), "1-4 2-3 4-3 1-2 2-4 3-1");
        assert_eq!(printed(6), "1-6 2-5 3-4 6-4 5-3 1-2 2-6 3-1 4-5 6-5 1-4 2-3 3-6 4-2 5-1");
        assert_eq!(printed(3), "2-3 1-2 3-1");
    }

    #[test]
    fn every_pair_plays_equally_often_with_each_colour() {
        for players in 0..12 {
            for each_way in 1..3 {
                let mut met: BTreeMap<(usize, usize), u8> = BTreeMap::new();
                round_robin(players, each_way).into_iter().for_each(|pair| *met.entry(pair).or_default() += 1);
                assert_eq!(met.len(), players * players.saturating_sub(1), "{players} players");
                assert!(met.iter().all(|((first, second), games)| first != second && *games == each_way));
            }
        }
    }
}
