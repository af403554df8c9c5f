//! Flight tracks: the spaces on the way to a planet, the orbit first.

/// Everything on a track comes one space nearer; what stands in orbit stays, and what arrives joins it.
pub(crate) fn move_nearer<Space: Default>(track: &mut [Space], join: impl Fn(Space, &mut Space)) {
    if let [orbit, next, ..] = track {
        join(std::mem::take(next), orbit);
        if let Some(way) = track.get_mut(1..) {
            way.rotate_left(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_come_nearer_and_join_those_in_orbit() {
        let mut track = [vec!['a'], vec!['b'], vec![], vec!['d']];
        move_nearer(&mut track, |arriving, orbit| orbit.extend(arriving));
        assert_eq!(track, [vec!['a', 'b'], vec![], vec!['d'], vec![]]);
        for _ in 0..3 {
            move_nearer(&mut track, |arriving, orbit| orbit.extend(arriving));
        }
        assert_eq!(track, [vec!['a', 'b', 'd'], vec![], vec![], vec![]]);
    }

    #[test]
    fn a_track_without_a_way_stays_as_it_is() {
        let mut orbit = [7];
        move_nearer(&mut orbit, |arriving, orbit| *orbit += arriving);
        move_nearer::<u8>(&mut [], |_, _| {});
        assert_eq!(orbit, [7]);
    }
}
