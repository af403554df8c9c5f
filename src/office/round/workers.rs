//! Working on many campaigns at once: each worker holds one at a time.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::office::{RunPart, World};

/// Gives every item to one of at most as many workers as the world allows, first come, first served, and returns when all are done.
/// Each worker makes itself something to work with, which nobody else uses; what the workers end up with is returned. The threads that are
/// left over are shared among the workers: in its own world each may start so many itself.
///
/// Whatever breaks off in an item must be caught in it: a worker that panics takes the run with it.
pub(super) fn share<T: Send, W: Send>(
    items: Vec<T>,
    (part, world): (RunPart, &World<'_>),
    with: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &World<'_>, T) + Sync,
) -> Vec<W> {
    let (all, done) = (items.len(), AtomicUsize::new(0));
    let workers = world.jobs.get().min(all);
    let own_world = World { jobs: NonZeroUsize::new(world.jobs.get() / workers.max(1)).unwrap_or(NonZeroUsize::MIN), ..*world };
    let waiting = Mutex::new(items.into_iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut own = with();
        while let Some(item) = next() {
            work(&mut own, &own_world, item);
            (world.progress)(part, done.fetch_add(1, Ordering::Relaxed) + 1, all);
        }
        own
    };
    // What a run of one worker does is in an order that its log and its tests can rely on.
    if workers < 2 {
        return vec![worker()];
    }
    thread::scope(|scope| {
        let started: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        started.into_iter().filter_map(|worker| worker.join().ok()).collect()
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::engine::Seed;
    use crate::office::Timekeeping;

    #[test]
    fn every_item_is_worked_on_once_and_counted_however_many_workers_there_are() {
        for jobs in [1, 2, 7, 200] {
            let told = Mutex::new(Vec::new());
            let world = World {
                now: DateTime::UNIX_EPOCH,
                timekeeping: Timekeeping::Rehearsal,
                entropy: &|| Ok(Seed([0; 32])),
                environment: &|_| None,
                boundary: &|_| {},
                jobs: NonZeroUsize::new(jobs).unwrap(),
                progress: &|_, done, all| told.lock().unwrap().push((done, all)),
            };
            let mut items = vec![0; 100];
            let work = |own: &mut i32, world: &World<'_>, item: &mut i32| {
                assert_eq!(world.jobs.get(), (jobs / 100).max(1), "of {jobs}");
                *item += 1;
                *own += 1;
            };
            let counts = share(items.iter_mut().collect(), (RunPart::Playing, &world), || 0, work);
            assert!(items.iter().all(|item| *item == 1), "{jobs} workers");
            assert_eq!(counts.iter().sum::<i32>(), 100);
            let mut told = told.into_inner().unwrap();
            told.sort_unstable();
            assert_eq!(told, (1..=100).map(|done| (done, 100)).collect::<Vec<_>>());
        }
    }
}
