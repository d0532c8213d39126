//! Games at the table.
