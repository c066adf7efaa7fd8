//! Containment of panics: a game, a bot or a drawing that panics ends with an error, not with its
//! thread.
//!
//! The caller logs the loss in one line. The usual report of a panic, with a backtrace for each
//! thread, is suppressed.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

/// The message of a contained panic, and the place in the source where it began.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}{}", place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default())]
pub struct Panicked {
    /// The message.
    pub message: String,
    /// File, line and column, if known.
    pub place: Option<String>,
}

thread_local! {
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs a function that may panic. If it does, the state that it works on must not be used again.
///
/// A panic of another thread that `run` starts is not contained; [`contained`] must run in that
/// thread as well.
///
/// ```
/// assert_eq!(kernel::contained(|| 7).unwrap(), 7);
/// assert_eq!(kernel::contained(|| panic!("no dice")).unwrap_err().message, "no dice");
/// ```
///
/// # Errors
/// If it panics.
pub fn contained<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    install_hook();
    let before = CONTAINED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    CONTAINED.set(before);
    result.map_err(|payload| Panicked { message: message(payload.as_ref()), place: PLACE.take() })
}

/// Whether a panic of this thread is contained now, so that no other code has to report it.
pub fn is_contained() -> bool {
    CONTAINED.get()
}

/// Limits the usual report to panics that are not contained.
fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| match is_contained() {
            true => PLACE.set(info.location().map(ToString::to_string)),
            false => usual(info),
        }));
    });
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_has_message_and_place() {
        assert_eq!(contained(|| 1), Ok(1));
        let error = contained(|| panic!("no {}", 7)).unwrap_err();
        assert_eq!(error.message, "no 7");
        assert!(error.place.as_ref().unwrap().contains("containment.rs:"), "{error:?}");
        assert!(error.to_string().starts_with("no 7 ("), "{error}");
    }

    #[test]
    fn outer_containment_lasts_while_inner_ends() {
        let outer = contained(|| {
            assert!(contained(|| panic!("inner")).is_err());
            assert!(is_contained());
            panic!("outer")
        });
        assert_eq!(outer.unwrap_err().message, "outer");
        assert!(!is_contained());
    }
}
