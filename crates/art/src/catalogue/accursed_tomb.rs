//! The Accursed Tomb.

super::folder! { "accursed-tomb":
    "armor" ARMOR "a steel breastplate with short sleeves and a belt";
    "blessing" BLESSING "two hands laid together before a halo";
    "demon" DEMON "a demon's head in profile, red, with curled ram's horns, before flames";
    "fountain" FOUNTAIN "a stone fountain with four arcs of water";
    "hallway" HALLWAY "a torchlit hallway that leads to a small bright arch";
    "joker-trap" TRAP "a grinning jester in cap and bells behind the blade of a scythe";
    "merchant" MERCHANT "a hooded merchant behind a counter with a candle and a skull";
    "wall" WALL "an archway blocked by fallen stones";
    "weapon" SWORD "a fist that holds up a sword";
}
