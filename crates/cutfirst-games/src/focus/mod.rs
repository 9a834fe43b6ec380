//! focus
