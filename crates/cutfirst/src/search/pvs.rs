//! Principal variation search: once a node has a best move, the others are first asked only whether
//! they are better, with a null window; those that are get searched again (Marsland & Campbell
//! 1982). The value is the same as alpha-beta's.

/// The value of a later child from its parent's view. `look` searches it with a window.
#[inline]
pub(crate) fn scout(alpha: i32, beta: i32, look: &mut impl FnMut(i32, i32) -> i32) -> i32 {
    if alpha == super::task::LOWEST || beta - 1 <= alpha {
        return look(alpha, beta);
    }
    let value = look(alpha, alpha + 1);
    if value > alpha && value < beta { look(alpha, beta) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fail-soft search of a position worth `value`.
    fn position(value: i32) -> impl FnMut(i32, i32) -> i32 {
        move |_, _| value
    }

    #[test]
    fn only_better_moves_are_searched_again() {
        let mut windows = Vec::new();
        let mut look = |low, high| {
            windows.push((low, high));
            5
        };
        assert_eq!(scout(3, 10, &mut look), 5);
        assert_eq!(scout(7, 10, &mut look), 5);
        assert_eq!(windows, [(3, 4), (3, 10), (7, 8)]);
        assert_eq!(scout(3, 4, &mut position(9)), 9);
    }
}
