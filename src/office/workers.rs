//! Work that several threads share.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use crate::office::{RunPart, World};

/// How much of its time work waits for the disk. Others can work meanwhile, but each worker holds a campaign, so there are no more than are of use
/// (docs/decisions/0015).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// Hardly: a worker for each job.
    Hardly,
    /// A third of its time: three workers for two jobs.
    Third,
    /// More than half of its time: three workers for each job.
    Mostly,
}

impl Waits {
    /// A job that is alone has one worker, so that everything happens in order.
    fn workers(self, jobs: usize) -> usize {
        match self {
            _ if jobs == 1 => 1,
            Waits::Hardly => jobs,
            Waits::Third => jobs.saturating_add(jobs / 2),
            Waits::Mostly => jobs.saturating_mul(3),
        }
    }
}

/// Hands each item to the next free worker, first come, first served, and returns when all items are done. There are as many
/// workers as such work makes use of. Each worker gets something of its own to work with, which no other worker uses; these are returned
/// at the end. Threads that are left over are shared out: the world that a worker gets says how many it may start itself.
pub(super) fn share<T: Send, W: Send>(
    items: Vec<T>,
    waits: Waits,
    (part, world): (RunPart, &World<'_>),
    with: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &World<'_>, T) + Sync,
) -> Vec<W> {
    let (all, done) = (items.len(), AtomicUsize::new(0));
    let workers = waits.workers(world.jobs.get()).min(all);
    let own_world = World { jobs: NonZeroUsize::new(world.jobs.get() / workers.max(1)).unwrap_or(NonZeroUsize::MIN), ..*world };
    deal(items, workers, with, |own, item| {
        work(own, &own_world, item);
        (world.progress)(part, done.fetch_add(1, Ordering::Relaxed) + 1, all);
    })
}

/// What a thread returns; its panic is raised again here.
fn joined<W>(thread: ScopedJoinHandle<'_, W>) -> W {
    thread.join().unwrap_or_else(|broken| resume_unwind(broken))
}

/// What `make` returns for each item, in the order of the items. At most `jobs` threads work at once.
pub(super) fn each<T: Send, R: Send>(items: impl IntoIterator<Item = T>, jobs: NonZeroUsize, make: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items: Vec<(usize, T)> = items.into_iter().enumerate().collect();
    let workers = jobs.get().min(items.len());
    let made = deal(items, workers, Vec::new, |made, (number, item)| made.push((number, make(item))));
    let mut made: Vec<(usize, R)> = made.into_iter().flatten().collect();
    made.sort_unstable_by_key(|(number, _)| *number);
    made.into_iter().map(|(_, made)| made).collect()
}

/// Lets workers take items until none are left. The thread that deals is one of them: another thread would cost memory, which it gets from the system
/// in small pieces. A panic in one worker is raised again here, once the others are done.
fn deal<T: Send, W: Send>(items: Vec<T>, workers: usize, with: impl Fn() -> W + Sync, work: impl Fn(&mut W, T) + Sync) -> Vec<W> {
    let waiting = Mutex::new(items.into_iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut own = with();
        while let Some(item) = next() {
            work(&mut own, item);
        }
        own
    };
    // A worker that is alone takes the items in their order, on which logs and tests rely.
    thread::scope(|scope| {
        let started: Vec<_> = (1..workers).map(|_| scope.spawn(worker)).collect();
        let own = worker();
        [own].into_iter().chain(started.into_iter().map(joined)).collect()
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::engine::Seed;
    use crate::office::Timekeeping;

    fn world(jobs: usize) -> World<'static> {
        World {
            now: DateTime::UNIX_EPOCH,
            timekeeping: Timekeeping::Rehearsal,
            entropy: &|| Ok(Seed([0; 32])),
            environment: &|_| None,
            boundary: &|_| {},
            jobs: NonZeroUsize::new(jobs).unwrap(),
            progress: &|_, _, _| {},
        }
    }

    #[test]
    fn every_item_is_worked_on_once_and_counted_however_many_workers_there_are() {
        for jobs in [1, 2, 7, 200] {
            let told = Mutex::new(Vec::new());
            let world = World { progress: &|_, done, all| told.lock().unwrap().push((done, all)), ..world(jobs) };
            let mut items = vec![0; 100];
            let work = |own: &mut i32, world: &World<'_>, item: &mut i32| {
                assert_eq!(world.jobs.get(), (jobs / 100).max(1), "of {jobs}");
                *item += 1;
                *own += 1;
            };
            let counts = share(items.iter_mut().collect(), Waits::Hardly, (RunPart::Playing, &world), || 0, work);
            assert!(items.iter().all(|item| *item == 1), "{jobs} workers");
            assert_eq!(counts.iter().sum::<i32>(), 100);
            let mut told = told.into_inner().unwrap();
            told.sort_unstable();
            assert_eq!(told, (1..=100).map(|done| (done, 100)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn work_that_waits_has_more_workers_unless_one_job_is_asked_for() {
        for (jobs, third, mostly) in [(1, 1, 1), (2, 3, 6), (4, 6, 12)] {
            for (waits, workers) in [(Waits::Hardly, jobs), (Waits::Third, third), (Waits::Mostly, mostly)] {
                let counts = share((0..100).collect(), waits, (RunPart::Playing, &world(jobs)), || 0, |own, _, _: i32| *own += 1);
                assert_eq!((counts.len(), counts.iter().sum::<i32>()), (workers, 100), "{jobs} jobs, {waits:?}");
            }
        }
    }

    #[test]
    fn what_breaks_off_in_a_worker_is_not_lost() {
        for jobs in [1, 2, 7, 200] {
            let work = |_: &mut (), _: &World<'_>, item: i32| assert!(item != 50, "the one that breaks off");
            let broken =
                std::panic::catch_unwind(|| share((0..100).collect(), Waits::Mostly, (RunPart::Playing, &world(jobs)), || (), work));
            assert!(broken.is_err(), "{jobs} jobs");
        }
    }

    #[test]
    fn what_is_made_comes_in_the_order_of_the_items_and_what_breaks_off_is_not_lost() {
        for jobs in [1, 3, 200].map(|jobs| NonZeroUsize::new(jobs).unwrap()) {
            assert_eq!(each(0..100, jobs, |item| item * 2), (0..100).map(|item| item * 2).collect::<Vec<_>>());
            let broken = std::panic::catch_unwind(|| each(0..100, jobs, |item| assert!(item != 50, "the fiftieth")));
            assert!(broken.is_err(), "{jobs} jobs");
        }
        assert!(each([0; 0], NonZeroUsize::MIN, |item| item).is_empty());
    }
}
