//! Writes the cards of `content/*.toml` as the tables of `src/content`.

#[path = "src/content/kinds.rs"]
mod kinds;

fn main() {
    cards::build::write("crimsonbranch", kinds::DECKS);
}
