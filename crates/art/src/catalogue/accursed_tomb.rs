//! The Accursed Tomb.

use text::text;

super::folder! { "accursed-tomb":
    "armor" ARMOR text!("a steel breastplate with short sleeves and a belt");
    "blessing" BLESSING text!("two hands laid together before a halo");
    "demon" DEMON text!("a demon's head in profile, red, with curled ram's horns, before flames");
    "fountain" FOUNTAIN text!("a stone fountain with four arcs of water");
    "hallway" HALLWAY text!("a torchlit hallway that leads to a small bright arch");
    "joker-trap" TRAP text!("a grinning jester in cap and bells behind the blade of a scythe");
    "merchant" MERCHANT text!("a hooded merchant behind a counter with a candle and a skull");
    "wall" WALL text!("an archway blocked by fallen stones");
    "weapon" SWORD text!("a fist that holds up a sword");
}
