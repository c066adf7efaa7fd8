//! Tests that text and controls have enough contrast against their background.

use std::collections::HashMap;

use crate::asset;

#[test]
fn text_and_controls_stand_out_in_both_themes() {
    let colours = colours();
    let check = |over: &str, under: &str, least: f64| {
        for (theme, name) in ["light", "dark"].iter().enumerate() {
            let found = contrast(colours[over][theme], colours[under][theme]);
            assert!(found >= least, "{over} on {under}, {name}: {found:.2} of {least}");
        }
    };
    for ground in ["bg", "wall", "stone", "slab"] {
        for text in ["text", "dim", "ember", "brass", "good", "hurt", "cold"] {
            check(text, ground, 4.5);
        }
        check("rim", ground, 3.0);
    }
    check("act-text", "act", 4.5);
    for ink in ["ink", "ink-2"] {
        check(ink, "paper", 4.5);
    }
    for ink in ["chalk", "plate-2"] {
        check(ink, "plate", 4.5);
    }
    for foot in ["f-monster", "f-boss", "f-item", "f-ability", "f-hero", "f-place"] {
        check("act-text", foot, 4.5);
    }
    for seat in ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"] {
        check("act-text", seat, 4.5);
    }
}

/// Returns the colours of the stylesheet: light and dark, by name.
fn colours() -> HashMap<String, [[f64; 3]; 2]> {
    let css = asset("style.css").unwrap().bytes;
    let css = std::str::from_utf8(&css).unwrap();
    let rgb = |hex: &str| {
        let part =
            |at: usize| f64::from(u8::from_str_radix(&hex.trim().trim_start_matches('#')[at..at + 2], 16).unwrap());
        [part(0), part(2), part(4)]
    };
    let mut all = HashMap::new();
    let code: String = css.split("*/").map(|part| part.split_once("/*").map_or(part, |(code, _)| code)).collect();
    for declaration in code.split(['{', ';', '}']) {
        let Some((name, value)) = declaration.trim().strip_prefix("--").and_then(|rest| rest.split_once(':')) else {
            continue;
        };
        if let Some((light, dark)) =
            value.strip_prefix("var(--light,").and_then(|rest| rest.split_once(") var(--dark,"))
        {
            all.insert(name.to_owned(), [rgb(light), rgb(dark.trim_end_matches(')'))]);
        } else if name.strip_prefix('s').is_some_and(|seat| seat.parse::<u8>().is_ok()) {
            all.insert(name.to_owned(), [rgb(value), rgb(value)]);
        }
    }
    all
}

/// Returns the contrast of two colours, as WCAG 2 computes it.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let linear = |part: f64| {
        let part = part / 255.0;
        if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
    };
    let light = |[r, g, b]: [f64; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (a, b) = (light(a) + 0.05, light(b) + 0.05);
    a.max(b) / a.min(b)
}
