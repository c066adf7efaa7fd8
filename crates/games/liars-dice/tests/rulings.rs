//! The worked examples of the rulebook: one for each ruling.

use kernel::Game;
use liars_dice::LiarsDice;
use testkit::example;

/// Each of these is a test, and the name of an example.
macro_rules! examples {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let name = format!("name: {}\n", stringify!($name).replace('_', " "));
            let own = LiarsDice::META.rulebook.split("```").find(|block| block.contains(&name));
            example::check::<LiarsDice>(&format!("```{}```", own.expect("the rulebook has it")));
        })*
    };
}

examples! {
    r1_more_dice_or_a_higher_face
    r2_no_more_dice_than_there_are
    r3_in_any_order_until_one_doubts
    r4_when_all_have_passed_the_next_player_bids
    r5_the_highest_bid_cannot_pass
    r6_a_true_bid_costs_the_doubter_a_die
    r7_who_lost_a_die_begins_while_any_is_left
    r8_the_later_out_the_better
    r9_the_highest_face_is_wild
}
