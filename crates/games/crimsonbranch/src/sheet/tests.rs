//! The generator against the values and sheets that the rulebook prints.

use super::generator::grow_from;
use super::*;

/// A sheet as the rulebook prints it.
struct Printed {
    name: &'static str,
    class: Class,
    branches: u8,
    /// Draws, and the state of the source after the last one.
    draws: u32,
    state: u32,
    /// `[K]` is a door, `<K>` a dead end with stairs, `o` a pearl, `*` a special symbol; letters
    /// between are types of branches.
    picture: &'static str,
    /// Columns and rows of each path's nodes.
    paths: &'static str,
}

const PRINTED: &[Printed] = &[
    Printed {
        name: "",
        class: Class::Warrior,
        branches: 34,
        draws: 176,
        state: 42512,
        picture: "
      x=0      x=1      x=2      x=3      x=4      x=5
y=0  [A] -v-  H *-s-  A      <A>o-s-  A      [R]
      s       s       v               s       d
y=1   A      <A>      H  -d-  A  -s-  R *-d-  R
      s               s       d       s       d
y=2   A  -s- <A>o    <A>o    <R>o    <A>     <R>
      s
y=3   H  -v- <H>o    <A>o    <D>o-m-  D      <D>
      v               s               m       m
y=4   H       H  -v-  H      <D>o-m-  D *     D
      v       v                       m       m
y=5  [H] -s-  A *-v- <H>     <D> -m-  D  -m- [D]
",
        paths: "path 0: 00 10 20 01 11 21 02 12 22; path 1: 03 13 23 04 14 24 05 15 25; path 2: 30 40 50 31 41 51 32 42 52; path 3: 33 43 53 34 44 54 35 45 55",
    },
    Printed {
        name: "Bo",
        class: Class::Paladin,
        branches: 37,
        draws: 179,
        state: 107575,
        picture: "
      x=0      x=1      x=2      x=3      x=4      x=5
y=0  [D] -m-  D  -v-  H  -v-  H      <R> -d- [R]
      m                       m               d
y=1   D *-m- <D>     <H>o-v-  D  -m-  A  -s-  R *
      m                       s       s       s
y=2   D      <R>o-d-  A  -s-  R  -d-  A      <A>o
      v                       s       m
y=3  <H>o    <A>     <R>o-d-  R  -d-  A  -s-  A
              s                               s
y=4  <A> -s-  H *-s- <A>o    <H>o    <A>o     R
              v               v       s       d
y=5  [H] -v-  H  -v-  H  -v-  H  -d-  A  -s- [A]
",
        paths: "path 0: 00 10 20 30 01 11 21 31 02 03; path 1: 13 04 14 24 34 05 15 25 35; path 2: 40 50 41 51 12 22 32 42 52; path 3: 23 33 43 53 44 54 45 55",
    },
    Printed {
        name: "Conan",
        class: Class::Ranger,
        branches: 35,
        draws: 177,
        state: 228126,
        picture: "
      x=0      x=1      x=2      x=3      x=4      x=5
y=0  [R] -d-  R  -s-  A      <A>o-s-  H *-v- [H]
      d               s               s       v
y=1   R *-d-  R      <A>o     A  -s-  A       H
      s       d               v               v
y=2  <A>      R      <A>o-s-  H      <R>o    <H>
              d               m       d
y=3  <R>o    <R>o    <D>o-m-  R  -d-  D *-m-  R
      d                       v               d
y=4   A *-d- <R>     <A>o-s-  A      <D>      D
      s                       s       m       m
y=5  [A] -s-  A  -s-  A  -s-  A  -m-  D  -m- [D]
",
        paths: "path 0: 00 10 20 01 11 21 02 12 13; path 1: 03 04 14 24 34 05 15 25 35; path 2: 30 40 50 31 41 51 22 32 52; path 3: 42 23 33 43 53 44 54 45 55",
    },
    Printed {
        name: "Kavi",
        class: Class::Wizard,
        branches: 34,
        draws: 180,
        state: 25313,
        picture: "
      x=0      x=1      x=2      x=3      x=4      x=5
y=0  [H] -s- <A>     <D>o    <D> -m-  D  -m- [D]
      v               m                       m
y=1   H  -v-  H *-v-  H      <R>o-d-  D *-m-  D
      s       v                       d       m
y=2  <A>      H  -v- <H>o-d- <A>o    <R>      D
              s               s               m
y=3  <D>     <R>o    <R>o     A  -s-  A      <D>o
      m       d       d               s
y=4   R  -d-  R *     R      <A>o-s-  A *-s-  A
      d       d       d                       s
y=5  [R]      R  -d-  R      <A> -s-  A  -s- [A]
",
        paths: "path 0: 00 10 20 01 11 21 02 12 22; path 1: 03 13 23 04 14 24 05 15 25; path 2: 30 40 50 31 41 51 42 52 53; path 3: 32 33 43 34 44 54 35 45 55",
    },
    Printed {
        name: "zzzzzzzzzzzzzzzz",
        class: Class::Warrior,
        branches: 34,
        draws: 176,
        state: 102915,
        picture: "
      x=0      x=1      x=2      x=3      x=4      x=5
y=0  [A] -d- <R>     <R>o-d-  R *-d-  R  -d- [R]
      s                       s       d       d
y=1   A *-s-  A  -s-  A  -m-  A      <R>      R
      s               s       d               v
y=2   A  -s-  A      <A>o    <R>o    <A>o    <H>
              s                       s
y=3  <H>o    <A>o     H  -v-  H  -d-  D  -m-  A
      v               v       m               s
y=4   H       H  -m-  D      <D>o    <A> -s-  D *
      v       v                               m
y=5  [H] -m-  D      <D>o-m-  D  -m-  D  -m- [D]
",
        paths: "path 0: 00 10 01 11 21 02 12 22 13; path 1: 03 23 33 04 14 24 34 05 15; path 2: 20 30 40 50 31 41 51 32 52; path 3: 42 43 53 44 54 25 35 45 55",
    },
];

fn name(text: &str) -> Name {
    Name::new(text).expect("a name of at most 215 letters")
}

/// The sheet in the signs of the rulebook.
fn picture(sheet: &Sheet) -> String {
    let kind = |node: Node| ["A", "R", "H", "D"][sheet.kind(node) as usize];
    let letter = |from: Node, to: Option<Node>| {
        let stat = to.and_then(|to| Branch::between(from, to)).and_then(|branch| sheet.stat(branch));
        stat.map_or(" ", |stat| ["s", "d", "v", "m"][stat as usize])
    };
    let mut text = String::from("\n      x=0      x=1      x=2      x=3      x=4      x=5\n");
    for y in 0..6 {
        let (mut nodes, mut below) = (format!("y={y}  "), String::from("     "));
        for x in 0..6 {
            let node = Node::at(x, y).expect("a node");
            let (open, close) = match (Nodes::DOORS.contains(node), sheet.stairs().contains(node)) {
                (true, _) => ("[", "]"),
                (false, true) => ("<", ">"),
                (false, false) => (" ", " "),
            };
            let extra = match (sheet.pearls.contains(node), sheet.specials.contains(node)) {
                (true, _) => "o",
                (false, true) => "*",
                (false, false) => " ",
            };
            let right = letter(node, Node::at(x + 1, y));
            let dash = if right == " " { " " } else { "-" };
            nodes += &format!("{open}{}{close}{extra}{dash}{right}{dash} ", kind(node));
            below += &format!(" {}      ", letter(node, Node::at(x, y + 1)));
        }
        text += nodes.trim_end();
        text += "\n";
        if y < 5 {
            text += below.trim_end();
            text += "\n";
        }
    }
    text
}

#[test]
fn the_public_sheets_are_drawn_as_printed() {
    for printed in PRINTED {
        let (sheet, draws, state) = {
            let name = name(printed.name);
            grow_from(name.seed(), name)
        };
        assert_eq!((sheet.class, sheet.branches.len()), (printed.class, printed.branches), "{}", printed.name);
        assert_eq!((draws, state), (printed.draws, printed.state), "{}", printed.name);
        assert_eq!(picture(&sheet), printed.picture, "{}", printed.name);
        let path = |path: u8| {
            let own = Node::all().filter(|node| sheet.paths[node.index()] == path);
            let nodes: Vec<String> = own.map(|node| format!("{}{}", node.x(), node.y())).collect();
            format!("path {path}: {}", nodes.join(" "))
        };
        assert_eq!([0, 1, 2, 3].map(path).join("; "), printed.paths, "{}", printed.name);
    }
}

/// Name, seed, first state of the source, class.
const SEEDS: &[(&str, f64, u32, Class)] = &[
    ("", 0.0, 49_297, Class::Warrior),
    ("m", 13.0, 170_210, Class::Wizard),
    ("xyz", 18_250.0, 197_987, Class::Paladin),
    ("Bo", 392.0, 196_089, Class::Paladin),
    ("Aldo", 266_657.0, 226_374, Class::Paladin),
    ("Kavi", 173_093.0, 122_010, Class::Wizard),
    ("Conan", 6_425_097.0, 72_334, Class::Ranger),
    ("CONAN", 6_425_097.0, 72_334, Class::Ranger),
    ("Con an 7", 6_425_097.0, 72_334, Class::Ranger),
    ("Morwenna", 12_525_672_003.0, 200_080, Class::Paladin),
    ("yyyyyyyyy", 5_429_503_678_975.0, 20_728, Class::Warrior),
    ("Bartholomew", 3_276_829_836_644_132.0, 65_344, Class::Ranger),
    ("Maximilianus", 72_777_352_246_387_296.0, 68_928, Class::Ranger),
    ("Nebuchadnezzar", 44_855_310_079_107_858_432.0, 180_224, Class::Paladin),
    ("Constantinopolis", 32_479_783_465_662_543_822_848.0, 21_504, Class::Warrior),
    ("zzzzzzzzzzzzzzzz", 45_353_092_615_406_035_664_896.0, 23_360, Class::Warrior),
    ("\u{130}zmir", 8_393_225.0, 149_262, Class::Wizard),
    ("\u{d6}d\u{f6}n", 368.0, 206_145, Class::Paladin),
];

#[test]
fn names_give_the_seeds_and_classes_of_the_table() {
    for (text, seed, first, class) in SEEDS {
        assert_eq!(name(text).seed(), *seed, "{text}");
        assert_eq!(((seed * 9301.0 + 49_297.0) % 233_280.0) as u32, *first, "{text}");
        assert_eq!(Sheet::of(name(text)).class, *class, "{text}");
    }
}

#[test]
fn a_kelvin_sign_is_a_k_and_a_combining_accent_stays() {
    assert_eq!(name("\u{212a}avi").seed(), name("kavi").seed());
    assert_eq!(name("e\u{301}").seed(), name("e").seed());
}

#[test]
fn r32_names_of_more_than_215_letters_are_refused() {
    let long = Name::new("z".repeat(215)).expect("215 letters are allowed");
    assert!(long.seed().is_finite());
    assert_eq!(Sheet::of(long).pearls.len(), 8);
    assert_eq!(Name::new("z".repeat(216)), Err(TooLong { letters: 216 }));
    assert!(Name::new("7 ".repeat(300)).is_ok(), "what is dropped is not counted");
}

#[test]
fn the_first_draws_of_conan_are_those_of_the_trace() {
    let states = [
        72_334, 48_311, 92_628, 79_285, 81_002, 187_779, 14_416, 229_793, 42_630, 208_207, 125_324, 220_941, 58_018,
        98_075, 120_072, 127_609, 11_966, 70_503, 47_620, 197_477,
    ];
    let bounds = [4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1, 1, 2, 4, 1, 1];
    let results = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0];
    let mut source = generator::Source { state: name("Conan").seed(), draws: 0 };
    for ((state, n), result) in states.into_iter().zip(bounds).zip(results) {
        assert_eq!((source.draw(n), source.state as u32), (result, state));
    }
}

/// Section "Statistics" of the rulebook's source: over all sheets there are.
#[test]
fn all_sheets_together_have_the_known_statistics() {
    let (mut classes, mut specials, mut branches, mut stairs) = ([0; 4], [0; 5], [0; 42], [0; 20]);
    let mut invincible = 0;
    for seed in 0..233_280 {
        let (sheet, ..) = grow_from(f64::from(seed), name(""));
        classes[sheet.class as usize] += 1;
        specials[usize::from(sheet.specials.len())] += 1;
        branches[usize::from(sheet.branches.len())] += 1;
        stairs[usize::from(sheet.stairs().len())] += 1;
        assert_eq!(sheet.pearls.len(), 8);
        invincible += u32::from(sheet.invincible());
    }
    assert_eq!(classes, [58_320; 4]);
    assert_eq!(specials, [0, 78, 3093, 41_244, 188_865]);
    assert_eq!(branches[34..38], [175_033, 40_670, 13_253, 3436]);
    assert_eq!(branches[38..].iter().sum::<u32>(), 888);
    assert!(stairs[..8].iter().all(|count| *count == 0) && stairs.iter().max() == Some(&stairs[13]), "{stairs:?}");
    assert_eq!(invincible, 1219);
}

#[test]
fn matches_of_one_hero_share_its_sheet_and_others_have_theirs() {
    let [first, again, other, back] = ["Conan", "Conan", "Elsa", "Conan"].map(|of| Sheet::shared(&name(of)));
    assert!(std::sync::Arc::ptr_eq(&first, &again));
    assert_eq!((*first == *back, *other == *first), (true, false));
    assert_eq!((&*other, &*back), (&Sheet::of(name("Elsa")), &Sheet::of(name("Conan"))));
}
