//! Tests stylesheets and scripts against the oldest supported browsers (docs/browsers.md).

use crate::asset;

/// The oldest Chromium, Firefox and Safari.
const FLOOR: [f32; 3] = [120.0, 128.0, 17.0];
/// A version that does not exist yet.
const NEVER: f32 = f32::INFINITY;

/// Recent features of stylesheets: the text to look for, and the first Chromium, Firefox and Safari
/// that support it.
const STYLE: &[(&str, [f32; 3])] = &[
    (":has(", [105.0, 121.0, 15.4]),
    (":popover-open", [114.0, 125.0, 17.0]),
    ("color-mix(", [111.0, 113.0, 16.2]),
    ("cqh", [105.0, 110.0, 16.0]),
    ("dvh", [108.0, 101.0, 15.4]),
    ("mask-composite", [120.0, 53.0, 15.4]),
    ("@container", [105.0, 110.0, 16.0]),
    ("light-dark(", [123.0, 120.0, 17.5]),
    ("@starting-style", [117.0, 129.0, 17.5]),
    ("@scope", [118.0, 146.0, 17.4]),
    ("@property", [85.0, 128.0, 16.4]),
    ("@position-try", [125.0, 147.0, 26.0]),
    ("@function", [139.0, NEVER, NEVER]),
    ("anchor(", [125.0, 147.0, 26.0]),
    ("anchor-size(", [125.0, 147.0, 26.0]),
    ("position-anchor", [125.0, 147.0, 26.0]),
    ("position-area", [129.0, 147.0, 26.0]),
    ("transition-behavior", [117.0, 129.0, 17.4]),
    ("interpolate-size", [129.0, NEVER, NEVER]),
    ("calc-size(", [129.0, NEVER, NEVER]),
    ("field-sizing", [123.0, NEVER, 26.2]),
    ("animation-timeline", [115.0, NEVER, 26.0]),
    ("view-timeline", [115.0, NEVER, 26.0]),
    ("contrast-color(", [NEVER, NEVER, 26.0]),
    ("sibling-index(", [138.0, NEVER, 26.2]),
    ("if(", [137.0, NEVER, NEVER]),
    ("round(", [125.0, 118.0, 15.4]),
    ("mod(", [125.0, 118.0, 15.4]),
    ("rem(", [125.0, 118.0, 15.4]),
    ("abs(", [138.0, 118.0, 15.4]),
    ("sign(", [138.0, 118.0, 15.4]),
    ("shape(", [135.0, NEVER, 18.4]),
    ("corner-shape", [139.0, NEVER, NEVER]),
    ("reading-flow", [137.0, NEVER, NEVER]),
    ("text-box", [133.0, NEVER, 18.2]),
    ("text-wrap-style", [130.0, 124.0, 17.5]),
    ("line-clamp", [NEVER, NEVER, NEVER]),
    ("hanging-punctuation", [NEVER, NEVER, 10.0]),
    ("initial-letter", [110.0, NEVER, 9.0]),
    ("masonry", [NEVER, NEVER, NEVER]),
    (":open", [133.0, 136.0, NEVER]),
    (":state(", [125.0, 126.0, 17.4]),
    ("::details-content", [131.0, 143.0, 18.4]),
    ("::picker(", [135.0, NEVER, NEVER]),
    ("::scroll-marker", [135.0, NEVER, NEVER]),
    ("overlay:", [117.0, NEVER, NEVER]),
    ("align-content:", [57.0, 52.0, 9.0]),
    ("zoom:", [1.0, 126.0, 3.1]),
];

/// The same for scripts.
const SCRIPT: &[(&str, [f32; 3])] = &[
    ("showPopover(", [114.0, 125.0, 17.0]),
    ("hidePopover(", [114.0, 125.0, 17.0]),
    ("AbortSignal.timeout(", [103.0, 100.0, 16.0]),
    ("BroadcastChannel", [54.0, 38.0, 15.4]),
    (":has(", [105.0, 121.0, 15.4]),
    ("startViewTransition", [111.0, 144.0, 18.0]),
    ("AbortSignal.any(", [116.0, 124.0, 17.4]),
    ("Promise.withResolvers", [119.0, 121.0, 17.4]),
    ("Promise.try", [128.0, 134.0, 18.2]),
    ("Array.fromAsync", [121.0, 115.0, 16.4]),
    ("Object.groupBy", [117.0, 119.0, 17.4]),
    ("Map.groupBy", [117.0, 119.0, 17.4]),
    (".toSorted(", [110.0, 115.0, 16.0]),
    (".toReversed(", [110.0, 115.0, 16.0]),
    (".isWellFormed(", [111.0, 119.0, 16.4]),
    (".symmetricDifference(", [122.0, 127.0, 17.0]),
    (".isSubsetOf(", [122.0, 127.0, 17.0]),
    (".intersection(", [122.0, 127.0, 17.0]),
    (".checkVisibility(", [105.0, 106.0, 17.4]),
    (".moveBefore(", [133.0, 144.0, NEVER]),
    (".setHTMLUnsafe(", [124.0, 123.0, 17.4]),
    (".requestClose(", [134.0, 139.0, 18.4]),
    ("URL.parse(", [126.0, 126.0, 18.0]),
    ("URL.canParse(", [120.0, 115.0, 17.0]),
    ("Iterator.from", [122.0, 131.0, 18.4]),
    ("Uint8Array.fromBase64", [140.0, 133.0, 18.2]),
    ("Uint8Array.fromHex", [140.0, 133.0, 18.2]),
    (".toHex(", [140.0, 133.0, 18.2]),
    (".toBase64(", [140.0, 133.0, 18.2]),
    ("RegExp.escape", [136.0, 134.0, 18.2]),
    ("Math.sumPrecise", [147.0, 137.0, 26.2]),
    ("Intl.DurationFormat", [129.0, 136.0, 16.4]),
    ("Temporal.", [144.0, 139.0, NEVER]),
    ("CloseWatcher", [126.0, NEVER, NEVER]),
    ("requestIdleCallback", [47.0, 55.0, NEVER]),
    ("scheduler.", [94.0, 142.0, NEVER]),
    ("navigation.", [102.0, 147.0, 26.2]),
    ("EyeDropper", [95.0, NEVER, NEVER]),
    ("cookieStore", [87.0, 140.0, 18.4]),
    ("URLPattern", [95.0, 142.0, 26.0]),
    ("SharedWorker", [4.0, 29.0, 16.0]),
    ("navigator.locks", [69.0, 96.0, 15.4]),
    ("ariaNotify", [NEVER, NEVER, NEVER]),
];

/// Features that may be younger than the floor, because nothing necessary depends on them. Each has
/// the text to look for, and the text of the check that must precede it.
const ASKED_FOR: &[(&str, &str)] = &[("startViewTransition", "if (!document.startViewTransition) return;")];

fn text(name: &str) -> String {
    String::from_utf8(asset(name).unwrap().bytes.into_owned()).unwrap()
}

/// Returns whether a source contains this text, and not as the end of a longer word.
fn uses(source: &str, written: &str) -> bool {
    let begins_word = written.starts_with(|c: char| c.is_alphanumeric());
    let part = |c: char| c.is_alphabetic() || c == '-' || c == '_';
    source.match_indices(written).any(|(at, _)| !begins_word || !source[..at].ends_with(part))
}

/// Returns the features that the source uses although they are younger than the floor.
fn too_young<'a>(source: &str, known: &'a [(&str, [f32; 3])]) -> Vec<&'a str> {
    let young = known.iter().filter(|(_, since)| since.iter().zip(FLOOR).any(|(since, floor)| *since > floor));
    let asked = |written: &str| ASKED_FOR.iter().any(|(young, asks)| *young == written && source.contains(asks));
    young.map(|(written, _)| *written).filter(|written| uses(source, written) && !asked(written)).collect()
}

#[test]
fn pages_need_nothing_above_the_floor_of_browsers() {
    assert_eq!(too_young(&text("style.css"), STYLE), [""; 0], "write a fallback, or do without");
    for script in ["script.js", "service-worker.js"] {
        assert_eq!(
            too_young(&text(script), SCRIPT),
            [""; 0],
            "{script}: ask whether the browser has it, or do without"
        );
    }
    let docs = include_str!("../../../../docs/browsers.md");
    let [chromium, firefox, safari] = FLOOR;
    for stated in
        [format!("| Chromium | {chromium} |"), format!("| Firefox | {firefox} |"), format!("| Safari | {safari} |")]
    {
        assert!(docs.contains(&stated), "docs/browsers.md does not say {stated}");
    }
}

#[test]
fn what_is_above_the_floor_is_found() {
    assert_eq!(too_young(".a{color:light-dark(#000,#fff)}", STYLE), ["light-dark("]);
    assert_eq!(too_young("document.startViewTransition(() => {})", SCRIPT), ["startViewTransition"]);
    assert_eq!(too_young(".a{width:calc-size(auto,size)}.b:not(:has(p)){top:0}", STYLE), ["calc-size("]);
    assert!(uses("x.toHex()", ".toHex(") && !uses("premod(1)", "mod(") && uses("a:mod(1)", "mod("));
}
