//! Writes the files of the static site, except the module: `site FOLDER`.

use std::{error::Error, fs, path::Path};

/// The pages and scripts of the site, by name.
const SITE: [(&str, &str); 4] = [
    ("index.html", include_str!("../site/index.html")),
    ("local.js", include_str!("../site/local.js")),
    ("worker.js", include_str!("../site/worker.js")),
    ("service-worker.js", include_str!("../site/service-worker.js")),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name the folder")?;
    let folder = Path::new(&folder);
    for (name, text) in SITE {
        fs::write(folder.join(name), text)?;
    }
    let manifest =
        pages::manifest().replace("\"/assets/", "\"assets/").replace("\"start_url\":\"/\"", "\"start_url\":\".\"");
    fs::write(folder.join("manifest.webmanifest"), manifest)?;
    for name in pages::asset_names() {
        let asset = pages::asset(&name).ok_or("an asset has a name and no content")?;
        let file = folder.join("assets").join(&name);
        fs::create_dir_all(file.parent().ok_or("a file is in a folder")?)?;
        fs::write(file, &asset.bytes)?;
    }
    Ok(())
}
