//! The place of the user's own files.

use std::{ffi::OsString, path::PathBuf};

use crate::failure::BadInput;

/// Returns the named folder, or `undercroft` in the place where this system stores a user's data.
///
/// # Errors
/// If none was named and the system has no such place.
pub(crate) fn folder(named: Option<PathBuf>) -> Result<PathBuf, BadInput> {
    named
        .or_else(|| home(|name| std::env::var_os(name)))
        .ok_or_else(|| BadInput("there is no home folder to keep files in; name a folder with --data DIR".into()))
}

/// The folder `undercroft` in the place where this system stores a user's data.
fn home(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        path("APPDATA")
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        path("XDG_DATA_HOME").or_else(|| path("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("undercroft"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn data_is_kept_where_the_system_says() {
        let at = |pairs: &'static [(&str, &str)]| {
            home(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).into()))
        };
        assert_eq!(at(&[("XDG_DATA_HOME", "/data"), ("HOME", "/h")]), Some("/data/undercroft".into()));
        assert_eq!(at(&[("HOME", "/h")]), Some("/h/.local/share/undercroft".into()));
        assert_eq!(at(&[("XDG_DATA_HOME", "not/absolute")]), None);
    }
}
