//! Random numbers for the key of a position.

use crate::chess::{Beneath, Color, Square, Unit};

/// A position's key, 128 bits wide.
///
/// Two different positions share a key with probability 2^-128; after 2^40 positions, more than a
/// year of search, the chance that any two ever did is about 2^-49. Tables keep at least 96 of the
/// bits beside those used as index.
pub(super) type Key = u128;

const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

const fn table<const N: usize>(seed: u64) -> [[Key; 64]; N] {
    let mut state = seed;
    let mut table = [[0; 64]; N];
    let mut row = 0;
    while row < N {
        let mut square = 0;
        while square < 64 {
            table[row][square] = (next(&mut state) as Key) << 64 | next(&mut state) as Key;
            square += 1;
        }
        row += 1;
    }
    table
}

static UNITS: [[Key; 64]; Unit::CODES] = table(0x6661_7461_0001);
static BENEATH: [[Key; 64]; Beneath::CODES] = table(0x6661_7461_0002);
static FORMER: [[Key; 64]; 16] = table(0x6661_7461_0003);
static PASSED: [[Key; 64]; 1] = table(0x6661_7461_0004);

/// Black is to move.
pub(super) const BLACK_TO_MOVE: Key = 0x5d1c_93e5_7a04_b86f_21f7_0ac4_996e_d3b5;

/// The unit, with all its marks, stands on the square.
#[inline]
pub(super) fn unit(unit: Unit, square: Square) -> Key {
    UNITS[unit.code()][square.index()]
}

/// The square remembers this captured unit.
#[inline]
pub(super) fn beneath(beneath: Beneath, square: Square) -> Key {
    BENEATH[beneath.code()][square.index()]
}

/// A pawn may be taken en passant on the square.
#[inline]
pub(super) fn passed(square: Square) -> Key {
    PASSED[0][square.index()]
}

/// In the placement that may not be recreated (ko) the square holds this, where it now differs.
#[inline]
pub(super) fn former(unit: Option<Unit>, square: Square) -> Key {
    let code = match unit {
        Some(unit) => unit.kind() as usize + 8 * (unit.color() == Color::Black) as usize,
        None => 0,
    };
    FORMER[code][square.index()]
}
