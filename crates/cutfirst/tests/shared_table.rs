//! Many threads, a handful of entries: whatever is found was once stored for that very key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use cutfirst::random::Random;
use cutfirst::table::{Bound, Entry, MOST_SLOTS, Table};

/// Keys are spread over all bits, as those of positions are.
fn key(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The entry of a key with one of many depths: all else follows from key and depth.
fn entry(key: u64, depth: u8) -> Entry {
    let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(depth);
    Entry {
        value: mixed as i32,
        bound: [Bound::Exact, Bound::Lower, Bound::Upper][(mixed >> 32) as usize % 3],
        depth,
        slot: (!mixed.is_multiple_of(5)).then_some((mixed >> 40) as usize % MOST_SLOTS),
    }
}

#[test]
fn entries_of_several_threads_are_never_mixed() {
    let table = Table::with_entries(4).unwrap();
    let found = AtomicU64::new(0);
    thread::scope(|scope| {
        for seed in 0..4 {
            let (table, found) = (&table, &found);
            scope.spawn(move || {
                let mut random = Random::new(seed);
                for step in 0..200_000_u32 {
                    let key = key(random.below(32) as u64);
                    if step.is_multiple_of(50_000) {
                        table.age();
                    }
                    if random.below(2) == 0 {
                        table.store(key, entry(key, random.below(8) as u8));
                    } else if let Some(there) = table.probe(key) {
                        assert_eq!(there, entry(key, there.depth), "key {key:x}");
                        found.fetch_add(1, Relaxed);
                    }
                }
            });
        }
    });
    assert!(found.into_inner() > 1000, "hardly anything was found");
}
