//! Arguments: values for the gaps of a text.

use std::{borrow::Cow, fmt, fmt::Write};

use crate::Text;

/// A value that can fill a gap of a text.
pub trait Argument {
    /// Writes the value in the form that the gap asks for, such as `acc` of `{monster:acc}`; empty
    /// for the usual form. A value without forms is the same in each.
    fn write(&self, form: &str, to: &mut String);
}

impl<T: Argument + ?Sized> Argument for &T {
    fn write(&self, form: &str, to: &mut String) {
        T::write(self, form, to);
    }
}

impl Argument for Text {
    fn write(&self, form: &str, to: &mut String) {
        to.push_str(self.form(form));
    }
}

/// Implements the trait for types that are written as they are displayed.
///
/// ```
/// struct Cell(u8);
/// impl std::fmt::Display for Cell {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "A{}", self.0)
///     }
/// }
/// text::displayed!(Cell);
///
/// let to = Cell(3);
/// assert_eq!(text::t!("goes to {to}"), "goes to A3");
/// ```
#[macro_export]
macro_rules! displayed {
    ($($kind:ty),* $(,)?) => {
        $(impl $crate::Argument for $kind {
            fn write(&self, _form: &str, to: &mut String) {
                // Writing to a text cannot fail.
                let _ = ::std::fmt::Write::write_fmt(to, ::std::format_args!("{}", self));
            }
        })*
    };
}

displayed!(u64, u128, usize, i8, i16, i32, i64, isize, f32, f64, char);

/// Fast path for common numbers: written digit by digit, without the general formatting.
macro_rules! digits {
    ($($kind:ty),*) => {
        $(impl Argument for $kind {
            fn write(&self, _form: &str, to: &mut String) {
                push_digits(u32::from(*self), to);
            }
        })*
    };
}

digits!(u8, u16, u32);

fn push_digits(number: u32, to: &mut String) {
    if number > 9 {
        push_digits(number / 10, to);
    }
    to.push(char::from(b'0' + (number % 10) as u8));
}

impl Argument for fmt::Arguments<'_> {
    fn write(&self, _form: &str, to: &mut String) {
        // Writing to a text cannot fail.
        let _ = to.write_fmt(*self);
    }
}

impl Argument for str {
    fn write(&self, _form: &str, to: &mut String) {
        to.push_str(self);
    }
}

impl Argument for String {
    fn write(&self, _form: &str, to: &mut String) {
        to.push_str(self);
    }
}

impl Argument for Box<str> {
    fn write(&self, _form: &str, to: &mut String) {
        to.push_str(self);
    }
}

impl Argument for Cow<'_, str> {
    fn write(&self, _form: &str, to: &mut String) {
        to.push_str(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_are_displayed() {
        for number in [0, 7, 10, 305, 65_536, u32::MAX] {
            let mut text = String::new();
            number.write("", &mut text);
            assert_eq!(text, number.to_string());
        }
    }
}
