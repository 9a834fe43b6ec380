//! Kinds that have one name each, in plans, on the command line and in results.

macro_rules! named {
    ($type:ident: $($variant:ident = $name:literal),+) => {
        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in plans, tables and results.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::words::ParseWordError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let names: Vec<_> = Self::ALL.iter().map(|item| item.name()).collect();
                let known = Self::ALL.iter().copied().find(|item| item.name() == text);
                known.ok_or_else(|| {
                    let shown = cutfirst::notation::excerpt(text);
                    format!("unknown '{}'; choose {}", shown.escape_debug(), $crate::named::one_of(&names)).into()
                })
            }
        }
    };
}

pub(crate) use named;

/// `a, b or c`.
pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}
