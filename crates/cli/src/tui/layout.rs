//! Where things are on the game screen: a function of the size of the terminal, used to draw and to find what the mouse points at.

use dropline_core::{Cell, Column, Variant};
use ratatui::layout::Rect;

/// The smallest terminal that works.
pub(crate) const SMALLEST: (u16, u16) = (40, 16);

/// Whether an area is too small to draw anything on; then keys and the mouse mean nothing either.
pub(crate) const fn is_too_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

/// The narrowest and widest panel beside the board.
const PANEL: (u16, u16) = (16, 46);

/// What a panel should have for its words, if the checkers are still round then.
const COMFORTABLE_PANEL: u16 = 24;

/// The largest cell, in lines.
const TALLEST_CELL: u16 = 5;

/// How large cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellSize {
    /// Characters from one column to the next.
    pub(crate) pitch: u16,
    /// Characters of a checker.
    pub(crate) width: u16,
    /// Lines.
    pub(crate) height: u16,
}

impl CellSize {
    /// Characters between two checkers.
    const fn gap(self) -> u16 {
        self.pitch - self.width
    }
}

/// Sizes from the largest.
fn sizes() -> impl Iterator<Item = CellSize> {
    let round = (2..=TALLEST_CELL).rev().map(|height| CellSize { pitch: 2 * height + 1, width: 2 * height, height });
    let flat = [(3, 3), (2, 1)].map(|(pitch, width)| CellSize { pitch, width, height: 1 });
    round.chain(flat)
}

/// What part of the board is drawn where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    /// The cells, without the walls.
    pub(crate) cells: Rect,
    pub(crate) size: CellSize,
    pub(crate) first_column: usize,
    pub(crate) columns: usize,
    /// The lowest level shown.
    pub(crate) first_level: usize,
    pub(crate) levels: usize,
    /// The line of the pointer above the board.
    pub(crate) pointer: u16,
    /// The line of column numbers.
    pub(crate) numbers: u16,
    /// The line of column values.
    pub(crate) labels: Option<u16>,
}

/// What should be in view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Focus {
    pub(crate) column: usize,
    /// The level where a checker would land.
    pub(crate) level: usize,
    /// Levels the view was moved up by hand.
    pub(crate) scroll: usize,
}

impl BoardLayout {
    /// The largest board that fits; if none does, the part around the focus.
    pub(crate) fn new(area: Rect, variant: Variant, labels: bool, focus: Focus) -> BoardLayout {
        let (columns, levels) = (variant.columns(), variant.levels());
        // Besides the cells: walls at the sides, the pointer above, numbers and perhaps labels below.
        let (room_x, room_y) = (area.width.saturating_sub(2), area.height.saturating_sub(2 + u16::from(labels)));
        let across = |size: CellSize| usize::from((room_x + size.gap()) / size.pitch);
        let up = |size: CellSize| usize::from(room_y / size.height);
        let whole = sizes().find(|&size| across(size) >= columns && up(size) >= levels);
        let flat = || sizes().filter(|size| size.height == 1).find(|&size| across(size) >= columns);
        let smallest = CellSize { pitch: 2, width: 1, height: 1 };
        let size = whole.or_else(flat).unwrap_or(smallest);

        let shown_columns = across(size).clamp(1, columns);
        let shown_levels = up(size).clamp(1, levels);
        let first_column = focus.column.saturating_sub(shown_columns / 2).min(columns - shown_columns);
        let lowest = (focus.level + 2).saturating_sub(shown_levels) + focus.scroll;
        let first_level = lowest.min(levels - shown_levels);

        let (width, height) = (shown_columns as u16 * size.pitch - size.gap(), shown_levels as u16 * size.height);
        let spare_x = area.width.saturating_sub(width + 2);
        let spare_y = area.height.saturating_sub(height + 2 + u16::from(labels));
        let cells = Rect { x: area.x + 1 + spare_x / 2, y: area.y + 1 + spare_y / 2, width, height };
        let numbers = cells.y + height;
        BoardLayout {
            cells,
            size,
            first_column,
            columns: shown_columns,
            first_level,
            levels: shown_levels,
            pointer: cells.y - 1,
            numbers,
            labels: labels.then_some(numbers + 1),
        }
    }

    /// The width a board takes with its walls.
    fn width(&self) -> u16 {
        self.cells.width + 2
    }

    pub(crate) fn shows_all(&self, variant: Variant) -> bool {
        self.columns == variant.columns() && self.levels == variant.levels()
    }

    /// Where a column starts on the screen; nothing outside the view.
    pub(crate) fn column_x(&self, column: usize) -> Option<u16> {
        let shown = column.checked_sub(self.first_column).filter(|&shown| shown < self.columns)?;
        Some(self.cells.x + shown as u16 * self.size.pitch)
    }

    /// The place of a cell; nothing outside the view.
    pub(crate) fn cell(&self, cell: Cell) -> Option<Rect> {
        let x = self.column_x(cell.column.index())?;
        let above = cell.level.index().checked_sub(self.first_level).filter(|&above| above < self.levels)?;
        let y = self.cells.bottom() - (above as u16 + 1) * self.size.height;
        Some(Rect { x, y, width: self.size.width, height: self.size.height })
    }

    /// The column under a place on the screen: over the board, its pointer line or its numbers.
    pub(crate) fn column_at(&self, x: u16, y: u16) -> Option<Column> {
        let lowest = self.labels.unwrap_or(self.numbers);
        if y < self.pointer || y > lowest || x < self.cells.x || x >= self.cells.right() {
            return None;
        }
        Some(Column::from_index(self.first_column + usize::from((x - self.cells.x) / self.size.pitch)))
    }
}

/// The parts of the game screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameLayout {
    pub(crate) header: Rect,
    pub(crate) board: BoardLayout,
    pub(crate) panel: Rect,
    pub(crate) footer: Rect,
}

impl GameLayout {
    pub(crate) fn new(area: Rect, variant: Variant, labels: bool, focus: Focus) -> GameLayout {
        let line = |y: u16| Rect { x: area.x, y, width: area.width, height: 1.min(area.height) };
        let header = line(area.y);
        let footer = line(area.bottom().saturating_sub(1));
        let middle = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        let beside = |panel: u16| {
            let room = Rect { width: middle.width.saturating_sub(panel), ..middle };
            BoardLayout::new(room, variant, labels, focus)
        };
        let comfortable = beside(COMFORTABLE_PANEL);
        let round = comfortable.size.height > 1 && comfortable.shows_all(variant);
        let narrow = if round { comfortable } else { beside(PANEL.0) };
        let panel_width = middle.width.saturating_sub(narrow.width()).clamp(PANEL.0, PANEL.1);
        let board_area = Rect { width: middle.width.saturating_sub(panel_width), ..middle };
        let board = BoardLayout::new(board_area, variant, labels, focus);
        let panel = Rect { x: board_area.right(), width: panel_width, ..middle };
        GameLayout { header, board, panel, footer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOCUS: Focus = Focus { column: 0, level: 0, scroll: 0 };

    fn screen(width: u16, height: u16) -> Rect {
        Rect { x: 0, y: 0, width, height }
    }

    fn board(width: u16, height: u16, variant: &str, focus: Focus) -> BoardLayout {
        GameLayout::new(screen(width, height), variant.parse().unwrap(), false, focus).board
    }

    #[test]
    fn cells_grow_with_the_terminal() {
        let height = |width, height| board(width, height, "7x6c4", FOCUS).size.height;
        assert_eq!([height(40, 16), height(80, 24), height(120, 40)], [1, 3, 5]);
        assert!(board(80, 24, "20x20c4", FOCUS).shows_all("20x20c4".parse().unwrap()));
    }

    #[test]
    fn words_have_room_where_that_costs_little() {
        let panel = |width, height, variant: &str| {
            GameLayout::new(screen(width, height), variant.parse().unwrap(), false, FOCUS).panel.width
        };
        assert!(panel(120, 40, "9x7c4") >= COMFORTABLE_PANEL && panel(80, 24, "6x5c4") >= COMFORTABLE_PANEL);
        assert_eq!(panel(40, 16, "7x6c4"), 17, "small terminals need the room for the board");
    }

    #[test]
    fn boards_that_do_not_fit_follow_the_focus() {
        for (variant, column, level) in
            [("64x64c4", 0, 0), ("64x64c4", 63, 63), ("64x64c4", 31, 40), ("4096x1c4", 4000, 0), ("1x4096c4", 0, 4095)]
        {
            for (width, height) in [(40, 16), (80, 24), (200, 60)] {
                let layout = board(width, height, variant, Focus { column, level, scroll: 0 });
                assert!(layout.cell(Cell::at(column, level)).is_some(), "{variant} {width}x{height}: {layout:?}");
            }
        }
    }

    #[test]
    fn everything_stays_on_the_screen() {
        for variant in ["1x1c1", "7x6c4", "20x20m4", "64x64c4", "4096x1c4", "1x4096c4"] {
            for (width, height) in [(40, 16), (41, 17), (80, 24), (120, 40), (250, 80)] {
                for labels in [false, true] {
                    let area = screen(width, height);
                    let layout = GameLayout::new(area, variant.parse().unwrap(), labels, FOCUS);
                    let board = layout.board;
                    assert!(board.pointer > layout.header.y);
                    assert!(board.labels.unwrap_or(board.numbers) < layout.footer.y, "{variant} {width}x{height}");
                    assert!(board.cells.right() < layout.panel.x, "{variant} {width}x{height}");
                    assert!(layout.panel.right() <= area.right() && layout.panel.width >= PANEL.0);
                }
            }
        }
    }

    #[test]
    fn the_mouse_finds_columns() {
        let layout = board(80, 24, "7x6c4", FOCUS);
        for column in 0..7 {
            let x = layout.column_x(column).unwrap();
            assert_eq!(layout.column_at(x, layout.cells.y), Some(Column::from_index(column)));
            assert_eq!(layout.column_at(x + layout.size.width - 1, layout.pointer), Some(Column::from_index(column)));
        }
        assert_eq!(layout.column_at(layout.cells.right(), layout.cells.y), None);
        assert_eq!(layout.column_at(layout.cells.x, 0), None);
    }
}
