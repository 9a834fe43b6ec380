//! Where there are no process groups, no program is started: it could not be ended for certain.

use std::time::Duration;

use cutfirst::search::Stop;

use super::{Foreign, GuestFault};

pub(super) struct Process;

impl Process {
    pub(super) fn start(_: &Foreign, _: Stop) -> Result<Self, GuestFault> {
        Err(GuestFault::Unfit("other programs can be started on Unix only".to_owned()))
    }

    pub(super) fn say(&self, _: &str) {}

    pub(super) fn wait_for<T>(
        &self,
        patience: Duration,
        _: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, GuestFault> {
        Err(GuestFault::Silent(patience))
    }
}
