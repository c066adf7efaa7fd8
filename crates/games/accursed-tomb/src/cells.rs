//! Cells of the field, and sets of them in one word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use serde::{Deserialize, Serialize};
use text::t;

/// Rows, and columns, of the field.
pub const SIDE: u8 = 8;

/// A cell of the field. In JSON it is `[row, column]`, both from 1, row 1 at the top and column 1
/// at the left.
///
/// The order is that of the rulebook: the smaller row first, then the smaller column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "[u8; 2]", try_from = "[u8; 2]")]
pub struct Cell(u8);

/// A row or a column that the field does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffTheField;

impl std::fmt::Display for OffTheField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a cell is [row, column], both from 1 to {SIDE}")
    }
}

impl Cell {
    /// The cell where all explorers start: bottom right (R2).
    pub const START: Cell = Cell(63);

    /// The row, from 1 at the top.
    pub const fn row(self) -> u8 {
        self.0 / SIDE + 1
    }

    /// The column, from 1 at the left.
    pub const fn column(self) -> u8 {
        self.0 % SIDE + 1
    }

    /// Place in an array with one entry a cell.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 & 63) as usize // the mask changes nothing, and spares every bounds check
    }

    #[inline]
    const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

impl TryFrom<[u8; 2]> for Cell {
    type Error = OffTheField;

    fn try_from([row, column]: [u8; 2]) -> Result<Cell, OffTheField> {
        match (1..=SIDE).contains(&row) && (1..=SIDE).contains(&column) {
            true => Ok(Cell((row - 1) * SIDE + column - 1)),
            false => Err(OffTheField),
        }
    }
}

impl From<Cell> for [u8; 2] {
    fn from(cell: Cell) -> [u8; 2] {
        [cell.row(), cell.column()]
    }
}

/// The cell in words: `row 7, column 8`.
impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&t!("row {row}, column {column}", row = self.row(), column = self.column()))
    }
}

text::displayed!(Cell);

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cells(u64);

impl Cells {
    pub(crate) const NONE: Cells = Cells(0);
    pub(crate) const ALL: Cells = Cells(!0);

    const NOT_LEFT: u64 = !0x0101_0101_0101_0101;
    const NOT_RIGHT: u64 = !0x8080_8080_8080_8080;

    #[inline]
    pub(crate) const fn only(cell: Cell) -> Cells {
        Cells(cell.bit())
    }

    #[inline]
    pub(crate) const fn contains(self, cell: Cell) -> bool {
        self.0 & cell.bit() != 0
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cells.
    #[inline]
    pub(crate) const fn size(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(crate) const fn without(self, cell: Cell) -> Cells {
        Cells(self.0 & !cell.bit())
    }

    /// Returns this set if `so`, else the empty set.
    #[inline]
    pub(crate) const fn when(self, so: bool) -> Cells {
        Cells(self.0 & (so as u64).wrapping_neg())
    }

    #[inline]
    pub(crate) const fn meets(self, other: Cells) -> bool {
        self.0 & other.0 != 0
    }

    /// These cells and all that touch them at a side or corner (R4).
    #[inline]
    pub(crate) const fn widened(self) -> Cells {
        let rows = self.0 | (self.0 << 1 & Self::NOT_LEFT) | (self.0 >> 1 & Self::NOT_RIGHT);
        Cells(rows | rows << SIDE | rows >> SIDE)
    }

    /// The neighbours of a cell.
    #[inline]
    pub(crate) fn around(cell: Cell) -> Cells {
        static AROUND: [Cells; 64] = {
            let mut around = [Cells::NONE; 64];
            let mut number = 0;
            while number < 64 {
                let cell = Cell(number);
                around[cell.index()] = Cells::only(cell).widened().without(cell);
                number += 1;
            }
            around
        };
        AROUND[cell.index()]
    }

    /// The smallest cell of the set.
    #[inline]
    pub(crate) fn smallest(self) -> Option<Cell> {
        (!self.is_empty()).then(|| Cell(self.0.trailing_zeros() as u8))
    }
}

impl Cells {
    /// This set of neighbours of `centre`, for looking up.
    ///
    /// Every decision of every match asks for such a set, so it is looked up, not walked through.
    #[inline]
    pub(crate) fn near(self, centre: Cell) -> Near {
        debug_assert!((self & !Cells::around(centre)).is_empty());
        let window = self.0.rotate_right(u32::from(centre.0) + 64 - 9);
        let pattern = window & 0o7 | window >> 5 & 0o70 | window >> 10 & 0o700;
        Near { centre, fan: &FANS[pattern as usize & 511] }
    }
}

/// A set of neighbours of a cell.
#[derive(Clone, Copy)]
pub(crate) struct Near {
    centre: Cell,
    fan: &'static Fan,
}

impl Near {
    /// The number of cells.
    #[inline]
    pub(crate) fn size(self) -> u32 {
        self.fan.size.into()
    }

    /// The cell that has `before` smaller ones in the set; beyond the last it is any cell.
    #[inline]
    pub(crate) fn nth_cell(self, before: u32) -> Cell {
        Cell((self.centre.0 + self.fan.steps[before as usize & 7]) & 63)
    }
}

/// A set of neighbours, as steps from the cell in their middle.
#[derive(Clone, Copy)]
#[repr(align(16))] // so that its place in a table is a shift
struct Fan {
    /// The numbers to add to the number of the middle cell, modulo 64; the first `size` count.
    steps: [u8; 8],
    size: u8,
}

/// The fan of each pattern of nine cells, three bits a row, the smallest cell first. The middle
/// never counts.
static FANS: [Fan; 512] = {
    let mut fans = [Fan { steps: [0; 8], size: 0 }; 512];
    let mut pattern = 0;
    while pattern < fans.len() {
        let fan = &mut fans[pattern];
        let mut place = 0;
        while place < 9 {
            if place != 4 && pattern & 1 << place != 0 {
                fan.steps[fan.size as usize] = (64 - 9 + place / 3 * SIDE + place % 3) % 64;
                fan.size += 1;
            }
            place += 1;
        }
        pattern += 1;
    }
    fans
};

/// Smallest cell first.
impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.smallest()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.size() as usize, Some(self.size() as usize))
    }
}

impl ExactSizeIterator for Cells {}

impl BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells(!self.0)
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Cells {
    #[inline]
    fn bitand_assign(&mut self, other: Cells) {
        self.0 &= other.0;
    }
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.map(<[u8; 2]>::from)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_by_row_and_column_and_nothing_else_is_a_cell() {
        for (index, cell) in Cells::ALL.enumerate() {
            assert_eq!(cell.index(), index);
            let named: [u8; 2] = cell.into();
            assert_eq!(Cell::try_from(named), Ok(cell));
            assert_eq!(serde_json::to_string(&cell).unwrap(), format!("[{},{}]", cell.row(), cell.column()));
        }
        assert_eq!(<[u8; 2]>::from(Cell::START), [8, 8]);
        for wrong in ["[0,1]", "[1,9]", "[1]", "[1,2,3]", "[1.5,1]", "\"8,8\""] {
            assert!(serde_json::from_str::<Cell>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn neighbours_touch_and_do_not_wrap_round() {
        for cell in Cells::ALL {
            let near = Cells::ALL.filter(|other| {
                *other != cell && cell.row().abs_diff(other.row()) <= 1 && cell.column().abs_diff(other.column()) <= 1
            });
            assert!(near.eq(Cells::around(cell)), "{cell}");
            // Every set of neighbours is in this table, as a walk through it would find it.
            for pattern in 0..256u32 {
                let held = Cells::around(cell).enumerate().filter(|(place, _)| pattern & 1 << place != 0);
                let set = held.fold(Cells::NONE, |cells, (_, near)| cells | Cells::only(near));
                let near = set.near(cell);
                assert!(set.eq((0..near.size()).map(|n| near.nth_cell(n))), "{set:?} around {cell}");
            }
        }
    }
}
