//! Tests of the pictures that other sites and devices show for the hall.

use crate::{PackChoice, Visitor, asset, common::preview::SIZE, game, is_slow, manifest};

/// Returns width and height from the header of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert!(png.starts_with(b"\x89PNG"));
    (number(16), number(20))
}

#[test]
fn a_link_to_a_game_shows_its_cover() {
    let meta = roster::GAMES[0].meta();
    let v = Visitor::default().at(Some("https://hall.example"));
    let page = game(&v, meta, 0, None, None, &PackChoice::default()).into_string();
    let start = "<meta property=\"og:image\" content=\"https://hall.example/assets/";
    let name = page.split(start).nth(1).and_then(|rest| rest.split('"').next()).expect("an address");
    let png = asset(name).expect("a file");
    assert!(png.for_good && png.kind == "image/png" && is_slow(name));
    assert_eq!(size(&png.bytes), SIZE);
    assert!(png.bytes.len() < 400_000, "{} bytes", png.bytes.len());
    assert!(!game(&Visitor::default(), meta, 0, None, None, &PackChoice::default()).into_string().contains("og:image"));
    assert!(asset("preview/hall-0000000000000000.png").is_none());
}

#[test]
fn the_manifest_names_icons_that_are_there() {
    let manifest: serde_json::Value = serde_json::from_str(&manifest()).unwrap();
    for icon in manifest["icons"].as_array().unwrap() {
        let name = icon["src"].as_str().unwrap().strip_prefix("/assets/").unwrap();
        let file = asset(name.split('?').next().unwrap()).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(icon["type"], file.kind);
        if file.kind == "image/png" {
            let (width, height) = size(&file.bytes);
            assert_eq!(icon["sizes"], format!("{width}x{height}"));
        }
    }
}
