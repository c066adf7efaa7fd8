//! Whether the log goes to systemd's journal, which gives each line its time.

/// Whether standard error is the journal's own stream, as `JOURNAL_STREAM` names it by device and
/// file number. A log that goes elsewhere, such as into a file, needs times of its own.
pub(super) fn reads_standard_error() -> bool {
    std::env::var("JOURNAL_STREAM").is_ok_and(|stream| standard_error().as_deref() == Some(stream.as_str()))
}

#[cfg(target_os = "linux")]
fn standard_error() -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let file = std::fs::metadata("/proc/self/fd/2").ok()?;
    Some(format!("{}:{}", file.dev(), file.ino()))
}

#[cfg(not(target_os = "linux"))]
fn standard_error() -> Option<String> {
    None
}
