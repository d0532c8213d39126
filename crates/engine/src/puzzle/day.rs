//! Dates, for puzzles of the day.

use std::fmt;
use std::str::FromStr;

/// A date, as in `2026-11-16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Day(u32);

/// A text that is no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no date from 1970 to 9999: write it as in 2026-11-16", .0.escape_debug())]
pub struct DayError(String);

/// Days in a cycle of the calendar, 400 years.
const CYCLE: u32 = 146_097;

impl Day {
    /// The date in Greenwich so many seconds after the beginning of 1970.
    ///
    /// ```
    /// use dropline_engine::puzzle::Day;
    /// assert_eq!(Day::of_unix_time(951_782_400).to_string(), "2000-02-29");
    /// ```
    #[must_use]
    pub fn of_unix_time(seconds: u64) -> Day {
        let last = Day::of_date(9999, 12, 31).0;
        Day(u32::try_from(seconds / 86_400).map_or(last, |days| days.min(last)))
    }

    /// The day before; the first has none.
    #[must_use]
    pub const fn before(self) -> Option<Day> {
        match self.0.checked_sub(1) {
            Some(day) => Some(Day(day)),
            None => None,
        }
    }

    /// Days since the beginning of 1970.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    const fn of_date(year: u32, month: u32, day: u32) -> Day {
        // Years are counted from March, so that the day that is sometimes missing is the last one.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
        Day(days - 719_468)
    }

    const fn date(self) -> (u32, u32, u32) {
        let days = self.0 + 719_468;
        let (cycle, day) = (days / CYCLE, days % CYCLE);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let year = 400 * cycle + year;
        if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Day, DayError> {
        let numbers: Vec<u32> = text.split('-').filter_map(|number| number.parse().ok()).collect();
        let day = match numbers.as_slice() {
            &[year @ 1970..=9999, month @ 1..=12, day @ 1..=31] => Some(Day::of_date(year, month, day)),
            _ => None,
        };
        // Whatever the calendar does not have comes back as another date.
        day.filter(|day| day.to_string() == text).ok_or_else(|| DayError(text.to_owned()))
    }
}

dropline_core::text_conversions!(Day);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_back_and_others_are_refused() {
        let last: Day = "9999-12-31".parse().unwrap();
        for number in (0..=last.number()).step_by(7).chain([0, last.number()]) {
            assert_eq!(Day(number).to_string().parse(), Ok(Day(number)));
        }
        assert_eq!(Day(0).to_string(), "1970-01-01");
        assert_eq!("2000-03-01".parse::<Day>().unwrap().before().unwrap().to_string(), "2000-02-29");
        assert_eq!("2100-03-01".parse::<Day>().unwrap().before().unwrap().to_string(), "2100-02-28");
        for wrong in [
            "",
            "2026",
            "2026-02-30",
            "2026-13-01",
            "1969-12-31",
            "2026-1-1",
            "26-01-01",
            "10000-01-01",
            "a-b-c",
            "2026-11-16-",
        ] {
            assert!(wrong.parse::<Day>().is_err(), "{wrong}");
        }
        assert_eq!(Day::of_unix_time(u64::MAX), last);
        assert!(Day(0).before().is_none());
    }
}
