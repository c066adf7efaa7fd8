//! Lists the files of the hall without a server, each compressed, if the feature `embed` asks for
//! them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "embed")]
    embed::run();
}

#[cfg(feature = "embed")]
mod embed {
    use std::{
        env, fs,
        hash::{DefaultHasher, Hash, Hasher},
        io::{self, Write},
        path::{Path, PathBuf},
    };

    use flate2::{Compression, write::GzEncoder};

    /// The variable that names another folder than `target/web`.
    const VARIABLE: &str = "UNDERCROFT_WEB";

    pub(super) fn run() {
        println!("cargo::rerun-if-env-changed={VARIABLE}");
        let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web");
        let folder = env::var_os(VARIABLE).map_or_else(usual, PathBuf::from);
        println!("cargo::rerun-if-changed={}", folder.display());
        if !folder.join("index.html").is_file() {
            let folder = folder.display();
            println!(
                "cargo::error=the feature `web` builds in {folder}, which is not there; run first: cargo xtask web"
            );
            return;
        }
        if let Err(error) = list(&folder) {
            println!("cargo::error=the files of the hall without a server cannot be read: {error}");
        }
    }

    /// Writes the list of all files, as Rust.
    fn list(folder: &Path) -> io::Result<()> {
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
        let mut files = Vec::new();
        below(folder, &mut files)?;
        files.sort();
        let mut list = "&[\n".to_owned();
        for (number, file) in files.iter().enumerate() {
            let (content, mut hasher) = (fs::read(file)?, DefaultHasher::new());
            content.hash(&mut hasher);
            let mut writer = GzEncoder::new(Vec::new(), Compression::best());
            writer.write_all(&content)?;
            let packed = out.join(format!("{number}.gz"));
            fs::write(&packed, writer.finish()?)?;
            let parts = file.strip_prefix(folder).unwrap_or(file).components();
            let name: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
            let (name, tag) = (name.join("/"), format!("\"{:016x}\"", hasher.finish()));
            list += &format!("File {{ name: {name:?}, tag: {tag:?}, gzip: include_bytes!({packed:?}) }},\n");
        }
        fs::write(out.join("files.rs"), list + "]\n")
    }

    fn below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { below(&path, files)? } else { files.push(path) }
        }
        Ok(())
    }
}
