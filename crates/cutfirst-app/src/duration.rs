//! Times on the command line.

pub(crate) use cutfirst_lab::duration::parse_duration;
