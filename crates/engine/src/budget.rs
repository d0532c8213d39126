//! When thinking has to stop: at its limits, at the stop flag, or when another thread has the answer.
//!
//! Every search counts its positions here. A position costs an addition and a comparison; the clock and the stop flag are looked at only
//! every so many positions, as each search finds right. The limit of positions is kept to exactly.

use crate::{Clock, Limits, Progress, Score, SystemClock, Think};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// What thinking may use and what it has used.
#[derive(Clone)]
pub(crate) struct Budget<'a> {
    think: Think<'a>,
    clock: Timer<'a>,
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

/// Where the time is read.
#[derive(Clone, Copy)]
enum Timer<'a> {
    Given(&'a dyn Clock),
    Own(SystemClock),
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
        let clock = think.clock.map_or_else(|| Timer::Own(SystemClock::start()), Timer::Given);
        let start = clock.now();
        let most_nodes = think.limits.nodes.unwrap_or(u64::MAX);
        Budget {
            think: *think,
            clock,
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
        let now = self.clock.now();
        let deadline = self.deadline.map(|deadline| now + deadline.saturating_sub(now).mul_f64(share));
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
            time: self.deadline.map(|deadline| deadline.saturating_sub(self.clock.now())),
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

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
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

    /// Whether it is time to answer.
    pub(crate) fn is_spent(&self) -> bool {
        self.all_nodes() >= self.most_nodes
            || self.think.stopped()
            || matches!(self.role, Role::First(helpers) if helpers.over.load(Relaxed))
            || self.deadline.is_some_and(|deadline| self.clock.now() >= deadline)
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
        let all_nodes = self.all_nodes();
        let Some(news) = &mut self.news else { return };
        let now = self.clock.now();
        if now.saturating_sub(self.last_told) >= BETWEEN_REPORTS {
            self.last_told = now;
            news.nodes = all_nodes;
            (self.think.progress)(news);
        }
    }
}

impl Timer<'_> {
    fn now(&self) -> Duration {
        match self {
            Timer::Given(clock) => clock.now(),
            Timer::Own(clock) => clock.now(),
        }
    }
}
