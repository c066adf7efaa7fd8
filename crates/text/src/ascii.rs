//! Spelling text in ASCII.

use std::borrow::Cow;

use crate::Language;

/// Returns a text in ASCII: letters with marks are spelled out (`ü` as `ue`), signs get the nearest
/// ASCII one.
///
/// ```
/// assert_eq!(text::in_ascii("Züge für „Größe“ × 2 …"), "Zuege fuer \"Groesse\" x 2 ...");
/// assert_eq!(text::in_ascii("plain"), "plain");
/// ```
pub fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match spelled(letter) {
            Some(ascii) => plain.push_str(ascii),
            None => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// Returns a text for display: in ASCII if the current language is spelled so
/// ([`Language::is_ascii`]), otherwise unchanged.
///
/// ```
/// assert_eq!(text::shown("Züge"), "Züge");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    if Language::spoken().is_ascii() { in_ascii(text) } else { Cow::Borrowed(text) }
}

/// Returns the ASCII spelling of a letter or sign; `None` if it is ASCII already.
pub fn spelled(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\0'..='\x7f' => return None,
        'ä' | 'æ' => "ae",
        'ö' | 'œ' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'Ä' | 'Æ' => "Ae",
        'Ö' | 'Œ' => "Oe",
        'Ü' => "Ue",
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ą' => "a",
        'À' | 'Á' | 'Â' | 'Ã' | 'Å' | 'Ā' | 'Ą' => "A",
        'ç' | 'ć' | 'č' => "c",
        'Ç' | 'Ć' | 'Č' => "C",
        'ð' | 'ď' => "d",
        'Ð' | 'Ď' => "D",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
        'È' | 'É' | 'Ê' | 'Ë' | 'Ē' | 'Ę' | 'Ě' => "E",
        'ğ' => "g",
        'Ğ' => "G",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => "i",
        'Ì' | 'Í' | 'Î' | 'Ï' | 'Ī' | 'İ' => "I",
        'ł' => "l",
        'Ł' => "L",
        'ñ' | 'ń' | 'ň' => "n",
        'Ñ' | 'Ń' | 'Ň' => "N",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ō' | 'ő' => "o",
        'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ø' | 'Ō' | 'Ő' => "O",
        'ř' => "r",
        'Ř' => "R",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'Ś' | 'Š' | 'Ş' | 'Ș' => "S",
        'ť' | 'ț' => "t",
        'Ť' | 'Ț' => "T",
        'þ' => "th",
        'Þ' => "Th",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' => "u",
        'Ù' | 'Ú' | 'Û' | 'Ū' | 'Ů' | 'Ű' => "U",
        'ý' | 'ÿ' => "y",
        'Ý' | 'Ÿ' => "Y",
        'ź' | 'ż' | 'ž' => "z",
        'Ź' | 'Ż' | 'Ž' => "Z",
        '\u{a0}' | '\u{2009}' | '\u{202f}' => " ",
        '\u{ad}' | '\u{200b}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' => "",
        '×' => "x",
        '±' => "+/-",
        '·' | '–' | '—' | '−' | '‑' => "-",
        '…' => "...",
        '’' | '‘' | '‚' | '‹' | '›' => "'",
        '“' | '”' | '„' | '«' | '»' => "\"",
        '→' => "->",
        '←' => "<-",
        '↑' => "^",
        '↓' => "v",
        '•' | '★' | '☆' => "*",
        '♥' | '♡' => "H",
        '♦' | '♢' => "D",
        '♣' | '♧' => "C",
        '♠' | '♤' => "S",
        '≤' => "<=",
        '≥' => ">=",
        '½' => "1/2",
        '¼' => "1/4",
        '¾' => "3/4",
        _ => "?",
    })
}
