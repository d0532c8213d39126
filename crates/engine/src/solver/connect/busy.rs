//! Which positions the threads are in right now.
//!
//! Threads that share a table mostly help each other by being elsewhere. A thread that is about to search a child
//! another thread is already in puts it off to the end, when its bounds are likely in the table. Where several threads are in
//! one position, the first to have its answer tells the others, who leave whatever they are searching below. A
//! lost or wrong mark costs time, never a score, so plain relaxed stores do.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// Set in a mark when a second thread has entered the position.
const JOINED: u64 = 1 << 62;

/// The bits of a note that hold the number of checkers.
const PLAYED: u64 = 0xFF;

/// Nodes by which threads in step may be apart.
const STEP: u64 = 256;

/// So many children are tried together where one of them is expected to decide. When the first has failed, a later one decides half of these positions,
/// a third when the second has failed too, an eighth after three; where all are expected to fail, one in twenty after the first.
const TOGETHER: usize = 3;

/// Where the threads are.
pub(crate) struct Busy {
    /// Digests of the positions being searched.
    slots: Box<[AtomicU64]>,
    ways: Box<[Way]>,
    /// Positions with fewer checkers are announced.
    pub(crate) below: i32,
    /// In positions with fewer checkers nothing is put off: threads stay together, for who goes elsewhere so early often does so in
    /// vain, and for long.
    apart_from: i32,
    in_step: bool,
}

/// How far up a thread goes back, once it has heard that another one has answered a position on its way. It does not ask again before it is there: a note
/// that came meanwhile from further down would make it take what it left for an answer.
#[derive(Debug, Default)]
pub(crate) struct Leaving(Option<i32>);

impl Leaving {
    /// The checkers of the answered position to go back to, seen from the one with so many checkers on the same way.
    pub(crate) fn to(&mut self, busy: &Busy, thread: usize, played: i32) -> Option<i32> {
        let told = self.0.take().or_else(|| busy.answered(thread, played));
        self.0 = told.filter(|&told| told < played);
        told
    }
}

/// Where one thread is, and what it has been told.
#[repr(align(64))]
struct Way {
    /// A position on the way that another thread has answered: most bits of its digest, and its checkers; or zero.
    note: AtomicU64,
    /// The digest of the position it is in, by checkers.
    positions: Box<[AtomicU64]>,
    nodes: AtomicU64,
}

impl Busy {
    /// For so many threads on a board of so many cells, which wait for each other if `in_step`.
    pub(crate) fn new(threads: usize, cells: i32, in_step: bool) -> Self {
        let below = cells * 5 / 12;
        let zeros = |count| (0..count).map(|_| AtomicU64::new(0)).collect();
        let way = |_| Way { note: AtomicU64::new(0), positions: zeros(below as usize + 1), nodes: AtomicU64::new(0) };
        let ways = (0..threads).map(way).collect();
        Self { slots: zeros(SLOTS), ways, below, apart_from: cells / 5, in_step }
    }

    fn slot(&self, digest: u64) -> &AtomicU64 {
        &self.slots[(digest.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % SLOTS]
    }

    /// Whether a thread has entered the position and not left it.
    pub(crate) fn is_searched(&self, digest: u64) -> bool {
        self.slot(digest).load(Relaxed) | JOINED == digest | JOINED
    }

    /// Whether threads go apart before this child of a position with so many checkers; never before the first one.
    pub(crate) fn goes_apart(&self, played: i32, child: usize, needs_all: bool) -> bool {
        played >= self.apart_from && child >= if needs_all { 1 } else { TOGETHER }
    }

    /// A thread enters a position with so many checkers.
    pub(crate) fn enter(&self, thread: usize, played: i32, digest: u64) {
        self.ways[thread].positions[played as usize].store(digest, Relaxed);
        let mark = if self.is_searched(digest) { digest | JOINED } else { digest & !JOINED };
        self.slot(digest).store(mark, Relaxed);
    }

    /// A thread leaves a position, and if it has the answer tells the others that are in it.
    pub(crate) fn leave(&self, thread: usize, played: i32, digest: u64, answered: bool) {
        self.ways[thread].positions[played as usize].store(0, Relaxed);
        let mark = self.slot(digest).load(Relaxed);
        if mark | JOINED != digest | JOINED {
            return;
        }
        self.slot(digest).store(0, Relaxed);
        if answered && mark & JOINED != 0 {
            for way in &self.ways {
                let earlier = way.note.load(Relaxed);
                let news = earlier == 0 || earlier & PLAYED > played as u64;
                if news && way.positions[played as usize].load(Relaxed) == digest {
                    way.note.store(digest & !PLAYED | played as u64, Relaxed);
                }
            }
        }
    }

    /// The checkers of the first position on a thread's way, down to the one with so many checkers, that another thread has answered. Told once.
    fn answered(&self, thread: usize, played: i32) -> Option<i32> {
        let way = &self.ways[thread];
        if way.note.load(Relaxed) == 0 {
            return None;
        }
        let note = way.note.swap(0, Relaxed);
        let (told, digest) = ((note & PLAYED) as i32, note & !PLAYED);
        let on_the_way = told <= played && way.positions[told as usize].load(Relaxed) & !PLAYED == digest;
        on_the_way.then_some(told)
    }

    /// Waits, in step, until no other thread is far behind; tells at how many nodes to wait again.
    pub(crate) fn keep_step(&self, thread: usize, nodes: u64) -> u64 {
        if !self.in_step {
            return u64::MAX;
        }
        self.ways[thread].nodes.store(nodes, Relaxed);
        while self.ways.iter().any(|way| way.nodes.load(Relaxed).saturating_add(STEP) < nodes) {
            std::thread::yield_now();
        }
        nodes + STEP
    }

    /// Nobody waits for a thread any more.
    pub(crate) fn end(&self, thread: usize) {
        self.ways[thread].nodes.store(u64::MAX, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_in_the_same_position_is_told_its_answer() {
        let busy = Busy::new(3, 42, false);
        let (above, here) = (0x1_2300 | 1 << 63, 0x4_5600 | 1 << 63);
        for thread in [0, 1] {
            busy.enter(thread, 3, above);
            busy.enter(thread, 5, here);
        }
        assert!(busy.is_searched(here));
        busy.leave(0, 5, here, true);
        assert!(!busy.is_searched(here));
        assert_eq!([busy.answered(0, 7), busy.answered(2, 7)], [None, None]);
        // what is answered further up counts more
        busy.leave(0, 3, above, true);
        let mut leaving = Leaving::default();
        assert_eq!([7, 5, 3].map(|played| leaving.to(&busy, 1, played)), [Some(3); 3]);
        assert_eq!(leaving.to(&busy, 1, 3), None, "heard where it was meant for");
    }

    #[test]
    fn a_note_from_further_down_does_not_stop_who_is_on_the_way_back() {
        let busy = Busy::new(2, 42, false);
        let (above, here) = (0x1_2300 | 1 << 63, 0x4_5600 | 1 << 63);
        busy.enter(1, 3, above);
        busy.enter(1, 9, here);
        let note = |digest: u64, played| busy.ways[1].note.store(digest & !PLAYED | played, Relaxed);
        note(above, 3);
        let mut leaving = Leaving::default();
        assert_eq!(leaving.to(&busy, 1, 12), Some(3));
        // written by a thread that had looked for an earlier note before there was one
        note(here, 9);
        busy.leave(1, 9, here, false);
        assert_eq!([leaving.to(&busy, 1, 7), leaving.to(&busy, 1, 3)], [Some(3); 2]);
        assert_eq!(leaving.to(&busy, 1, 5), None, "what it was about has been left");
    }

    #[test]
    fn threads_go_apart_where_all_children_are_likely_needed() {
        let busy = Busy::new(2, 42, false);
        let first_apart = |played, needs_all| (0..7).find(|&child| busy.goes_apart(played, child, needs_all));
        assert_eq!([first_apart(12, true), first_apart(12, false)], [Some(1), Some(TOGETHER)]);
        assert_eq!(first_apart(2, true), None, "too early");
    }

    #[test]
    fn nobody_is_told_of_what_was_left_alone_or_without_an_answer() {
        let busy = Busy::new(2, 42, false);
        let digest = 0x4_5600 | 1 << 63;
        busy.enter(0, 5, digest);
        busy.leave(0, 5, digest, true);
        busy.enter(1, 5, digest);
        assert_eq!(busy.answered(1, 7), None, "it came later");
        busy.enter(0, 5, digest);
        busy.leave(0, 5, digest, false);
        assert_eq!(busy.answered(1, 7), None, "no answer");
    }

    #[test]
    fn a_note_about_a_position_left_meanwhile_is_forgotten() {
        let busy = Busy::new(2, 42, false);
        let digest = 0x4_5600 | 1 << 63;
        busy.enter(0, 5, digest);
        busy.enter(1, 5, digest);
        busy.leave(0, 5, digest, true);
        busy.leave(1, 5, digest, true);
        busy.enter(1, 5, digest ^ 0xF000);
        assert_eq!(busy.answered(1, 7), None);
    }
}
