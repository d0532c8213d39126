//! When thinking has to stop: at its limits, at the stop flag, or when another thread has the answer.
//!
//! Every search counts its positions here. A position costs an addition and a comparison; the clock and the stop flag are looked at only
//! every so many positions, as each search finds right. The limit of positions is kept to exactly.

use crate::{Limits, Progress, Score, SystemClock, Think};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// What thinking may use and what it has used.
#[derive(Clone)]
pub(crate) struct Budget<'a> {
    think: Think<'a>,
    /// Where the time is read if no clock was passed in.
    own_clock: SystemClock,
    start: Duration,
    deadline: Option<Duration>,
    /// `u64::MAX` is no limit.
    most_nodes: u64,
    nodes: u64,
    next_look: u64,
    /// Positions between two looks at the clock and the stop flag.
    interval: u64,
    stopped: bool,
    /// While set, nothing stops the search: there is no answer yet.
    unbounded: bool,
    /// What an exact solver knows so far; it tells now and then.
    news: Option<Progress>,
    last_told: Duration,
    role: Role<'a>,
}

/// Who a thread is among those that search together.
#[derive(Clone, Copy)]
enum Role<'a> {
    Alone,
    /// Keeps the limits for all.
    First(&'a Helpers),
    /// Has told of so many positions.
    Helper(&'a Helpers, u64),
}

/// What threads that search together share.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    /// Set when one of them has the answer, or the first has to stop.
    pub(crate) over: AtomicBool,
    /// Positions visited by all but the first.
    pub(crate) nodes: AtomicU64,
}

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Time between two reports of an exact solver.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// Positions between two looks for a search whose positions cost time in proportion to the columns: about a tenth of a millisecond.
pub(crate) fn interval(columns: usize) -> u64 {
    (8192 / columns as u64).max(1)
}

impl<'a> Budget<'a> {
    /// A budget for thinking that starts now, with so many positions between two looks at the clock.
    pub(crate) fn new(think: &Think<'a>, interval: u64) -> Budget<'a> {
        let own_clock = SystemClock::start();
        let start = think.clock.unwrap_or(&own_clock).now();
        let most_nodes = think.limits.nodes.unwrap_or(u64::MAX);
        Budget {
            think: *think,
            own_clock,
            start,
            deadline: think.limits.time.map(|time| start.saturating_add(time)),
            most_nodes,
            nodes: 0,
            next_look: interval.min(most_nodes),
            interval,
            stopped: false,
            unbounded: false,
            news: None,
            last_told: start,
            role: Role::Alone,
        }
    }

    /// A budget of a thread that helps until the search is over.
    pub(crate) fn of_helper(helpers: &'a Helpers, interval: u64) -> Budget<'a> {
        let think = Think { stop: &helpers.over, ..Think::default() };
        Budget { role: Role::Helper(helpers, 0), ..Budget::new(&think, interval) }
    }

    /// The same budget for the first of several threads: it counts the positions of its helpers too, and ends when one has the answer.
    pub(crate) fn with_helpers<'b>(&self, helpers: &'b Helpers) -> Budget<'b>
    where
        'a: 'b,
    {
        Budget { role: Role::First(helpers), ..self.clone() }
    }

    /// A budget that goes on from here with a share of what is left. Its use is taken over by [`Budget::resume`].
    pub(crate) fn share(&self, share: f64) -> Budget<'a> {
        let now = self.now();
        let deadline = self.deadline.map(|deadline| {
            let seconds = deadline.saturating_sub(now).as_secs_f64() * share;
            now.saturating_add(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)).min(deadline)
        });
        let most_nodes = match self.most_nodes {
            u64::MAX => u64::MAX,
            most => self.nodes + (most.saturating_sub(self.nodes) as f64 * share) as u64,
        };
        let mut part = Budget { deadline, most_nodes, ..self.clone() };
        part.look();
        part
    }

    /// Takes over what a part of this budget, or this budget with helpers, has used.
    pub(crate) fn resume(&mut self, part: &Budget<'_>) {
        self.nodes = part.all_nodes();
        self.look();
    }

    /// What is left, for another search.
    pub(crate) fn left(&self) -> Think<'a> {
        let limits = Limits {
            time: self.deadline.map(|deadline| deadline.saturating_sub(self.now())),
            nodes: (self.most_nodes < u64::MAX).then(|| self.most_nodes.saturating_sub(self.nodes)),
            depth: self.think.limits.depth,
        };
        Think { limits, ..self.think }
    }

    /// How many positions the limits leave room for, at this speed.
    pub(crate) fn nodes_left(&self, a_second: u64) -> u64 {
        let Limits { time, nodes, .. } = self.left().limits;
        let in_time = time.map(|time| (time.as_secs_f64() * a_second as f64) as u64);
        in_time.into_iter().chain(nodes).min().unwrap_or(u64::MAX)
    }

    /// How many plies to look ahead: at least one, at most to the end of the game.
    pub(crate) fn depth(&self, vacant: usize) -> u32 {
        self.think.limits.depth.map_or(vacant as u32, |depth| depth.min(vacant as u32)).max(1)
    }

    fn now(&self) -> Duration {
        self.think.clock.unwrap_or(&self.own_clock).now()
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.now().saturating_sub(self.start)
    }

    /// Positions visited so far.
    #[inline(always)]
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The same with those of helpers.
    fn all_nodes(&self) -> u64 {
        match self.role {
            Role::First(helpers) => self.nodes + helpers.nodes.load(Relaxed),
            _ => self.nodes,
        }
    }

    /// Counts positions that need no look.
    #[inline(always)]
    pub(crate) const fn count(&mut self, positions: u64) {
        self.nodes += positions;
    }

    /// Whether it is time to [look](Budget::look).
    #[inline(always)]
    pub(crate) const fn is_due(&self) -> bool {
        self.nodes >= self.next_look
    }

    /// Counts a position, unless the search has to stop.
    #[inline(always)]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        if self.is_due() && self.look() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Looks at the clock and the stop flag; whether the search has to stop.
    #[cold]
    #[inline(never)]
    pub(crate) fn look(&mut self) -> bool {
        if let Role::Helper(helpers, told) = &mut self.role {
            helpers.nodes.fetch_add(self.nodes - *told, Relaxed);
            *told = self.nodes;
        }
        self.stopped = self.is_spent() && !self.unbounded;
        self.next_look = if self.stopped { 0 } else { (self.nodes + self.interval).min(self.most_nodes) };
        self.tell_now_and_then();
        self.stopped
    }

    /// Looks again after so many positions at the latest.
    pub(crate) fn look_by(&mut self, nodes: u64) {
        self.next_look = self.next_look.min(nodes);
    }

    /// Whether something that takes so long, and cannot be stopped, would be over in time.
    pub(crate) fn has_time_for(&self, time: Duration) -> bool {
        self.deadline.is_none_or(|deadline| self.now().saturating_add(time) <= deadline)
    }

    /// Whether it is time to answer.
    pub(crate) fn is_spent(&self) -> bool {
        self.all_nodes() >= self.most_nodes
            || self.think.stopped()
            || matches!(self.role, Role::First(helpers) if helpers.over.load(Relaxed))
            || self.deadline.is_some_and(|deadline| self.now() >= deadline)
    }

    /// Whether the last look said to stop.
    #[inline(always)]
    pub(crate) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Lets a search that must not fail run to its end.
    pub(crate) const fn unbounded(&mut self, unbounded: bool) {
        self.unbounded = unbounded;
    }

    /// Tells whoever listens.
    pub(crate) fn tell(&self, progress: &Progress) {
        (self.think.progress)(progress);
    }

    /// Notes what an exact solver has proven; from then on it is told now and then.
    pub(crate) fn note_bounds(&mut self, bounds: Option<(Score, Score)>) {
        self.news.get_or_insert_default().bounds = bounds;
    }

    /// Notes how full the table of an exact solver is.
    pub(crate) fn note_table(&mut self, permille: u32) {
        self.news.get_or_insert_default().table_permille = Some(permille);
    }

    fn tell_now_and_then(&mut self) {
        if self.news.is_none() {
            return;
        }
        let (now, all_nodes) = (self.now(), self.all_nodes());
        if let Some(news) = &mut self.news
            && now.saturating_sub(self.last_told) >= BETWEEN_REPORTS
        {
            self.last_told = now;
            news.nodes = all_nodes;
            (self.think.progress)(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    fn nodes_at_most(nodes: u64) -> Think<'static> {
        Think { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Think::default() }
    }

    /// A clock that somebody sets.
    struct Hand(AtomicU64);

    impl Clock for Hand {
        fn now(&self) -> Duration {
            Duration::from_secs(self.0.load(Relaxed))
        }
    }

    #[test]
    fn positions_are_counted_to_the_limit_exactly() {
        for (limit, interval) in [(0, 1), (1, 100), (100, 7), (100, 100), (100, 1000)] {
            let mut budget = Budget::new(&nodes_at_most(limit), interval);
            while budget.visit().is_ok() {}
            assert_eq!(budget.nodes(), limit);
            assert!(budget.stopped() && budget.is_spent() && budget.visit().is_err());
        }
    }

    #[test]
    fn a_part_has_its_share_and_the_whole_goes_on_after_it() {
        let mut whole = Budget::new(&nodes_at_most(1000), 10);
        whole.count(200);
        let mut part = whole.share(0.5);
        while part.visit().is_ok() {}
        assert_eq!(part.nodes(), 600);
        whole.resume(&part);
        assert_eq!((whole.nodes(), whole.stopped(), whole.left().limits.nodes), (600, false, Some(400)));
    }

    #[test]
    fn time_runs_by_the_clock_passed_in_and_what_is_left_is_told() {
        let clock = Hand(AtomicU64::new(50));
        let limits = Limits { time: Some(Duration::from_secs(10)), depth: Some(3), ..Limits::default() };
        let mut budget = Budget::new(&Think { limits, clock: Some(&clock), ..Think::default() }, 1);
        clock.0.store(54, Relaxed);
        assert_eq!(budget.left().limits, Limits { time: Some(Duration::from_secs(6)), depth: Some(3), nodes: None });
        assert_eq!(budget.nodes_left(1000), 6000);
        assert!(budget.has_time_for(Duration::from_secs(6)) && !budget.has_time_for(Duration::from_secs(7)));
        assert!(!budget.look());
        clock.0.store(60, Relaxed);
        assert!(budget.look());
        assert_eq!(budget.elapsed(), Duration::from_secs(10));
    }

    #[test]
    fn no_time_is_too_long() {
        let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
        let whole = Budget::new(&Think { limits, ..Think::default() }, 1);
        assert!(!whole.share(0.5).look() && !whole.share(1.0).look());
    }

    #[test]
    fn the_first_of_several_threads_counts_for_all_and_ends_with_the_answer() {
        let helpers = Helpers::default();
        let mut whole = Budget::new(&nodes_at_most(100), 1);
        let mut first = whole.with_helpers(&helpers);
        let mut helper = Budget::of_helper(&helpers, 1);
        helper.count(60);
        assert!(!helper.look());
        first.count(39);
        assert!(!first.look());
        first.count(1);
        assert!(first.look());
        whole.resume(&first);
        assert_eq!(whole.nodes(), 100);
        helpers.over.store(true, Relaxed);
        assert!(helper.look() && Budget::new(&Think::default(), 1).with_helpers(&helpers).look());
    }

    #[test]
    fn an_exact_solver_is_heard_now_and_then() {
        let clock = Hand(AtomicU64::new(0));
        let heard = std::cell::RefCell::new(Vec::new());
        let progress = |news: &Progress| heard.borrow_mut().push((news.nodes, news.bounds));
        let mut budget = Budget::new(&Think { clock: Some(&clock), progress: &progress, ..Think::default() }, 1);
        budget.look();
        budget.note_bounds(Some((-1, 1)));
        budget.count(5);
        budget.look();
        clock.0.store(1, Relaxed);
        budget.look();
        budget.look();
        assert_eq!(*heard.borrow(), [(5, Some((-1, 1)))]);
    }
}
