//! Files of the server on the disk.

use std::{
    fs::{File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// Returns options that open a file for writing, readable by its owner alone.
pub fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a new file that only the owner of its folder may read.
///
/// # Errors
/// If the file exists, or cannot be created.
pub fn make_private(path: &Path) -> io::Result<File> {
    let file = private().create_new(true).open(path)?;
    give_to_folders_owner(path)?;
    Ok(file)
}

/// Gives a file to the owner of its folder. Only root may do so; for other users it does nothing.
/// Files that root restores are then readable by the user that runs the server.
///
/// # Errors
/// If the system refuses for another reason than that this process is not root.
#[cfg(unix)]
pub fn give_to_folders_owner(path: &Path) -> io::Result<()> {
    let Some(folder) = foreign_owner(path)? else { return Ok(()) };
    match std::os::unix::fs::chown(path, Some(folder.user), Some(folder.group)) {
        Err(why) if why.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

/// Does nothing: on this system files have no owners.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn give_to_folders_owner(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The owner and the group of a folder, as numbers.
#[cfg(unix)]
pub struct Owner {
    /// The user.
    pub user: u32,
    /// The group.
    pub group: u32,
}

/// Returns the owner of a file's folder, if the file belongs to another user.
///
/// # Errors
/// If the file or the folder cannot be inspected.
#[cfg(unix)]
pub fn foreign_owner(path: &Path) -> io::Result<Option<Owner>> {
    use std::os::unix::fs::MetadataExt;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (file, folder) = (std::fs::metadata(path)?, std::fs::metadata(folder)?);
    Ok((file.uid() != folder.uid()).then(|| Owner { user: folder.uid(), group: folder.gid() }))
}

/// Returns the path of a file next to another: the same name with `end` appended.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}
