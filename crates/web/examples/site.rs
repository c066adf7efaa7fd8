//! Writes the files of the static site, except the module: `site FOLDER`.

use std::{collections::BTreeMap, error::Error, fs, path::Path};

use serde_json::json;
use web::prerender::{self, Prerendered};

/// The scripts of the site and a stylesheet, by name.
const SITE: [(&str, &str); 6] = [
    ("lab.js", include_str!("../site/lab.js")),
    ("bench.js", include_str!("../site/bench.js")),
    ("bench.css", include_str!("../site/bench.css")),
    ("module.js", include_str!("../site/module.js")),
    ("worker.js", include_str!("../site/worker.js")),
    ("service-worker.js", include_str!("../site/service-worker.js")),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name the folder")?;
    let folder = Path::new(&folder);
    let write = |name: &str, content: &[u8]| -> Result<(), Box<dyn Error>> {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().ok_or("a file is in a folder")?)?;
        Ok(fs::write(file, content)?)
    };
    for (name, text) in SITE {
        write(name, text.as_bytes())?;
    }
    let shares = include_str!("../../pages/assets/script/shares.js");
    write("local.js", include_str!("../site/local.js").replace("/*@SHARES@*/", shares).as_bytes())?;
    // The first answer of the site has what most newcomers see first; other pages follow it.
    let [english, german] = ["en", "de"].map(prerender::pages);
    let templates = |pages: &[Prerendered]| pages.iter().map(|page| page.template().0).collect::<String>();
    let (first, others) = english.split_at(english.len().min(2));
    let index = include_str!("../site/index.html").replace("<!--@HEAD@-->", &prerender::head());
    let coming: String = ["en", "de"].map(|language| prerender::coming(language).0).concat();
    let index = index.replace("<!--@COMING@-->", &coming).replace("<!--@PAGES@-->", &templates(first));
    write("index.html", index.as_bytes())?;
    write("prerendered/en.html", templates(others).as_bytes())?;
    write("prerendered/de.html", templates(&german).as_bytes())?;
    let manifest =
        pages::manifest().replace("\"/assets/", "\"assets/").replace("\"start_url\":\"/\"", "\"start_url\":\".\"");
    write("manifest.webmanifest", manifest.as_bytes())?;
    // Hundreds of drawings: a page fetches those that it shows, and the service worker all at once.
    let mut drawings = BTreeMap::new();
    for name in pages::asset_names() {
        let asset = pages::asset(&name).ok_or("an asset has a name and no content")?;
        write(&format!("assets/{name}"), &asset.bytes)?;
        if name.starts_with("art/") {
            drawings.insert(format!("assets/{name}"), String::from_utf8(asset.bytes.into_owned())?);
        }
    }
    write("drawings.json", json!(drawings).to_string().as_bytes())?;
    // The texts that the module has not in itself: a worker brings them.
    let german: BTreeMap<_, _> = translations::german_files().collect();
    write("texts/de.json", json!(german).to_string().as_bytes())?;
    for title in roster::GAMES {
        let name = format!("texts/rules/{}.json", title.meta().id);
        write(&name, json!(pages::rules_files(title.meta())).to_string().as_bytes())?;
    }
    for (title, puzzles) in roster::GAMES.iter().filter_map(|title| Some((title, title.puzzles()?))) {
        let (file, text) = puzzles.file();
        write(&format!("texts/puzzles/{}.json", title.meta().id), json!({ file: text }).to_string().as_bytes())?;
    }
    Ok(())
}
