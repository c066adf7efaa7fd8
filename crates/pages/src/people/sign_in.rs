//! Signing in: by name and password, and by a recovery link.

use maud::{Markup, html};
use model::PASSWORD_LENGTHS;
use text::t;

use crate::{
    common::{form, markup, shell},
    data::{Notice, Visitor},
};

/// Returns the page for signing in. `name` is the name entered before; `to` is the page to open
/// afterwards, if it is not the usual one; `guest` says that the visitor has matches as a guest,
/// which stay behind.
pub fn sign_in(v: &Visitor, name: &str, to: Option<&str>, guest: bool, notice: Option<&Notice>) -> Markup {
    let main = html! {
        div.column {
            h1 { (t!("Sign in")) }
            (shell::notice(notice))
            form.settings method="post" action="/sign-in" {
                @if let Some(to) = to { input type="hidden" name="to" value=(to); }
                div.option {
                    label for="name" { (t!("Name")) }
                    input #name name="name" value=(name) maxlength="40" autocomplete="username" required;
                }
                div.option {
                    label for="password" { (t!("Password")) }
                    input #password type="password" name="password" autocomplete="current-password" required;
                }
                @if guest { (stays_behind(v)) }
                button.primary { (t!("Sign in")) }
            }
            p.quiet { (markup!("Forgotten? Open your recovery link instead. No account yet? {make}.", make = html! { a href="/me/account" { (t!("Make one on your page")) } })) }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Sign in"), &main)
}

/// Returns the page of a recovery link, which signs in `name` when its button is pressed.
pub fn recover(v: &Visitor, secret: &str, name: &str, guest: bool, notice: Option<&Notice>) -> Markup {
    let main = html! {
        div.column {
            h1 { (t!("Sign in as {name}")) }
            (shell::notice(notice))
            form.settings method="post" action={ "/sign-in/" (secret) } {
                p { (t!("This recovery link works once. You get another one in its place.")) }
                (new_password("password", t!("New password"), false, None))
                p.quiet { (t!("Leave it empty to keep things as they are. With a new password all other devices are signed out.")) }
                @if guest { (stays_behind(v)) }
                button.primary { (t!("Sign in")) }
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Sign in"), &main)
}

/// Returns the page that shows a recovery link, once.
pub fn recovery_link(v: &Visitor, link: &str) -> Markup {
    let main = html! {
        div.column {
            h1 { (t!("Your recovery link")) }
            p { (t!("Store it as safely as a key. It is shown only now, and anybody who has it can sign in as you, \
             once.")) }
            div.copy {
                input type="text" readonly value=(link) aria-label=(t!("Recovery link"));
                button type="button" data-copy=(link) hidden { (t!("Copy")) }
            }
            p { a.button.primary href="/me" { (t!("I have saved it")) } }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Your recovery link"), &main)
}

/// Returns the field for a new password.
pub(crate) fn new_password(id: &str, label: &str, required: bool, wrong: Option<&str>) -> Markup {
    let (least, most) = (PASSWORD_LENGTHS.start(), PASSWORD_LENGTHS.end());
    html! {
        div.option {
            label for=(id) { (label) }
            input id=(id) type="password" name="password" minlength=(least) maxlength=(most) autocomplete="new-password" required[required]
                aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described(id, wrong)];
            (form::error(id, wrong))
            p.quiet { (t!("At least {least} characters. A few words you remember are better than one with signs.")) }
        }
    }
}

fn stays_behind(v: &Visitor) -> Markup {
    let name = v.name.unwrap_or(t!("a guest"));
    html! {
        p.quiet { (t!("You are {name} now, a guest with matches of their own. They stay with that guest, and this browser forgets them.")) }
    }
}
