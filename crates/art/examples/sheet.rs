//! Writes a page with every picture and every icon, for review: `cargo xtask art --sheet FILE`.
//!
//! The page has each picture as the image file of either theme, and small and inline in the inks of
//! the page's theme.

use std::{env, fs, process::ExitCode};

use art::{Group, Picture, Theme, css, icons, pictures, shared_svg, symbols};

const STYLE: &str = "
:root{color-scheme:light dark;background:light-dark(#f2e8d5,#14110f);color:light-dark(#14110f,#e9e2d3);font:14px Georgia,serif}
body{margin:16px}h2{margin:24px 0 8px}
.sheet{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0;width:min-content}
.row{display:flex;align-items:end;gap:4px}img,.art{border-radius:6px}.row>.art{width:64px;height:64px}
.wide>.art{width:256px}.i{width:24px;height:24px;fill:currentColor}
.icons figure{width:88px;text-align:center}.icons .i{width:36px;height:36px}code{font-size:16px}
";

fn main() -> ExitCode {
    let Some(file) = env::args().nth(1) else {
        eprintln!("sheet: name the file to write");
        return ExitCode::from(2);
    };
    match fs::write(&file, page()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sheet: cannot write {file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn page() -> String {
    let names = icons().map(art::IconArt::name);
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Pictures and icons</title>\
         <style>{}{STYLE}</style>{}{}",
        css(),
        shared_svg(),
        symbols(names)
    );
    let mut folder = "";
    for picture in pictures() {
        let (own, _) = picture.name().split_once('/').unwrap_or(("", ""));
        if own != folder {
            page.push_str(if folder.is_empty() { "" } else { "</div>" });
            page.push_str(&format!("<h2>{own}</h2><div class=\"sheet\">"));
            folder = own;
        }
        page.push_str(&figure(picture));
    }
    page.push_str("</div>");
    for group in [Group::Board, Group::Suit, Group::Control] {
        page.push_str(&format!("<h2>{group:?}</h2><div class=\"sheet icons\">"));
        for icon in icons().filter(|icon| icon.group() == group) {
            page.push_str(&format!(
                "<figure>{}<br><code>{} {}</code><figcaption>{}: {}</figcaption></figure>",
                icon.reference(),
                icon.sign(),
                escaped(&icon.letter().to_string()),
                icon.name(),
                icon.words()
            ));
        }
        page.push_str("</div>");
    }
    page
}

fn figure(picture: &Picture) -> String {
    let (width, height) = picture.size();
    let (wide, width, height) = if width > height { ("wide", width / 2, height / 2) } else { ("", 160, 160) };
    let [vault, parchment] = Theme::ALL.map(|theme| {
        let file = picture.file_name(theme);
        let text = encoded(&picture.svg(theme));
        format!(
            "<img src=\"data:image/svg+xml,{text}\" title=\"{file}\" alt=\"\" width=\"{width}\" height=\"{height}\">"
        )
    });
    format!(
        "<figure><div class=\"row {wide}\">{vault}{parchment}{}{}</div><figcaption>{}: {}</figcaption></figure>",
        picture.inline(),
        picture.icon().reference(),
        picture.name(),
        escaped(picture.words())
    )
}

/// Encodes a text for the address of an image.
fn encoded(text: &str) -> String {
    text.replace('%', "%25").replace('#', "%23").replace('"', "%22").replace('<', "%3C").replace('>', "%3E")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
