//! Ranks with ties, for the rank tests.

/// The ranks of `values`, from 1; equal values share the mean of their ranks. Beside them the sum of
/// t³ − t over all groups of t equal values, by which ties shrink the variance of a rank sum.
pub(super) fn ranks(values: &[f64]) -> (Vec<f64>, f64) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut ties = 0.0;
    let mut start = 0;
    // `==` and not `total_cmp`, so that 0 and -0 tie; they are neighbours in either order.
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let size = group.len() as f64;
        for &index in group {
            ranks[index] = start as f64 + (size + 1.0) / 2.0;
        }
        ties += size.powi(3) - size;
        start += group.len();
    }
    (ranks, ties)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[30.0, 10.0, 20.0, 20.0, 20.0]), (vec![5.0, 1.0, 3.0, 3.0, 3.0], 24.0));
        assert_eq!(ranks(&[0.0, -0.0]), (vec![1.5, 1.5], 6.0));
        assert_eq!(ranks(&[]), (vec![], 0.0));
    }
}
