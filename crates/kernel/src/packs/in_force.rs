//! The cards in force in a thread, for games whose kinds of cards are fixed.

/// Declares the tables of a game's cards, and how packs change them: the tables of the base game
/// with the functions that make those of a pack (both by the build script), what follows from a
/// table (`also`), a check of all together, which notes what is
/// wrong, and the keys that players care for, with their names.
#[macro_export]
macro_rules! house_cards {
    (
        $game:ident { $($field:ident: $card:ident = $table:ident, $make:ident;)+ }
        also { $($other:ident: $type:ty = $of:ident($from:ident, $base:ident);)* }
        check $check:expr;
        keys [$($key:literal: $name:expr),* $(,)?]
    ) => {
        /// The cards of a match, by table.
        pub(crate) struct CardSet {
            $(pub(crate) $field: [$card; $table.len()],)+
            $(pub(crate) $other: $type,)*
        }

        /// Those of the base game.
        static BASE: CardSet = CardSet { $($field: $table,)+ $($other: $of(&$base),)* };

        std::thread_local! {
            static IN_FORCE: std::cell::Cell<&'static CardSet> = const { std::cell::Cell::new(&BASE) };
        }

        impl CardSet {
            /// Those that options name.
            #[allow(dead_code, reason = "not every game asks")]
            pub(crate) fn of(cards: Option<&'static $crate::HouseCards>) -> &'static CardSet {
                cards.and_then($crate::HouseCards::cards).unwrap_or(&BASE)
            }

            /// The cards in force in this thread.
            #[inline]
            pub(crate) fn in_force() -> &'static CardSet {
                IN_FORCE.get()
            }
        }

        /// How the game takes packs.
        pub(crate) static PACKS: $crate::Packs = $crate::Packs {
            meta: <$game as $crate::Game>::META,
            content: &CONTENT,
            make: |cards, faults| {
                $(let $field = $make(cards).try_into().unwrap_or($table);)+
                $(let $other = $of(&$from);)*
                let set = CardSet { $($field,)+ $($other,)* };
                let check: fn(&CardSet, &mut $crate::packs::Faults) = $check;
                check(&set, faults);
                std::boxed::Box::new(set)
            },
            keys: &[$(($key, $name)),*],
            put_in_force: |cards| {
                IN_FORCE.set(CardSet::of(cards));
            },
        };
    };
}
