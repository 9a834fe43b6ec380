//! How two samples belong together.

/// How the values of control and treatment were measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Design {
    /// Unrelated trials: the samples may differ in length, and each varies on its own.
    Independent,
    /// The same trials under both conditions: value i belongs to value i.
    Paired,
}
