//! Files of the hall on the disk.

use std::{
    fs::OpenOptions,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use crate::random;

/// How they are written: readable by their owner alone.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The secret of `N` bytes that a file keeps; made if there is none. Otherwise what is wrong, in words.
pub(crate) fn read_or_make_key<const N: usize>(path: &Path) -> Result<[u8; N], String> {
    match std::fs::read(path) {
        Ok(bytes) => bytes.as_slice().try_into().map_err(|_| format!("it has {} bytes, not {N}", bytes.len())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let bytes = random::bytes::<N>();
            let made = private().create_new(true).open(path);
            let written = made.and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()));
            written.map(|()| bytes).map_err(|error| error.to_string())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The file whose name is that of another with this at its end.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}
