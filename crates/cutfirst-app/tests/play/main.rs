//! The terminal program: through pipes, and through a pseudo-terminal as a person would see it.

mod pipes;
mod screen;
