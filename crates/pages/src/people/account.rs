//! The account section of the visitor's own page: password, recovery link, devices.

use maud::{Markup, html};
use text::t;

use crate::{
    common::{form, markup},
    data::{Entered, Visitor},
    people::sign_in::new_password,
};

/// An account, as its owner sees it.
#[derive(Clone, Debug)]
pub struct ShownAccount {
    /// Whether it has a password.
    pub has_password: bool,
    /// Whether it has a recovery link.
    pub has_link: bool,
    /// The devices and programs that are signed in.
    pub devices: Vec<ShownDevice>,
}

/// A device or program that is signed in.
#[derive(Clone, Debug)]
pub struct ShownDevice {
    /// The name of the device or program.
    pub name: String,
    /// When it was last used.
    pub when: String,
    /// Whether it is the one that sends this request.
    pub here: bool,
}

/// Returns the section about the visitor's account; for guests, the forms that create one.
pub(crate) fn section(v: &Visitor, account: Option<&ShownAccount>, entered: &Entered) -> Markup {
    html! {
        section.column #account aria-labelledby="account-title" {
            h2 #account-title { (t!("Coming back")) }
            @match account {
                Some(account) => (owned(account, entered)),
                None => (offered(v, entered)),
            }
        }
    }
}

/// Returns the forms that turn a guest into an account.
fn offered(v: &Visitor, entered: &Entered) -> Markup {
    let at = "/me/account";
    let wrong = entered.error(at, "name");
    html! {
        p { (t!("You are a guest: only this browser knows you. With an account your name, your matches and your levels are yours on any device.")) }
        form.settings method="post" action=(at) {
            div.option {
                label for="account-name" { (t!("Account name")) }
                input #account-name name="name" value=(entered.value(at, "name", v.name.unwrap_or_default())) maxlength="40" autocomplete="username" required
                    aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described("account-name", wrong)];
                (form::error("account-name", wrong))
                p.quiet { (t!("Also what others at the table call you. Nobody else can have it then.")) }
            }
            (new_password("account-password", t!("Password"), true, entered.error(at, "password")))
            button.primary { (t!("Make an account")) }
        }
        details.setup {
            summary { (t!("Rather no password?")) }
            form.settings method="post" action="/me/recovery" {
                p { (t!("Make an account with a recovery link alone. Keep the link like a key: whoever has it can sign in as you, once.")) }
                button { (t!("Make a recovery link")) }
            }
        }
        p { (markup!("You have an account? {sign_in}", sign_in = html! { a href="/sign-in" { (t!("Sign in")) } })) }
    }
}

fn owned(account: &ShownAccount, entered: &Entered) -> Markup {
    let wrong = |form: &str| entered.error(form, "present");
    html! {
        p {
            @match (account.has_password, account.has_link) {
                (true, true) => (t!("You can sign in with your name and password, or once with your recovery link.")),
                (true, false) => (t!("You can sign in with your name and password. A recovery link helps when the password is forgotten.")),
                (false, _) => (t!("You can sign in once with your recovery link. With a password you need no link.")),
            }
        }
        details.setup open[entered.is_of("/me/password")] {
            summary { @if account.has_password { (t!("Change the password")) } @else { (t!("Set a password")) } }
            form.settings method="post" action="/me/password" {
                @if account.has_password { (present_password("present-password", wrong("/me/password"))) }
                (new_password("next-password", t!("New password"), true, entered.error("/me/password", "password")))
                p.quiet { (t!("All other devices are signed out.")) }
                button { (t!("Save the password")) }
            }
        }
        details.setup open[entered.is_of("/me/recovery")] {
            summary { @if account.has_link { (t!("Make another recovery link")) } @else { (t!("Make a recovery link")) } }
            form.settings method="post" action="/me/recovery" {
                @if account.has_password { (present_password("link-password", wrong("/me/recovery"))) }
                p.quiet { (t!("It is shown once.")) " " @if account.has_link { (t!("The link you have now leads nowhere then.")) } }
                button { (t!("Make the link")) }
            }
        }
        h3 { (t!("Where you are signed in")) }
        dl.facts {
            @for device in &account.devices {
                div { dt { (device.name) } dd { @if device.here { (t!("This one")) } @else { (t!("Last used {}", device.when)) } } }
            }
        }
        form.inline method="post" action="/me/sign-out" {
            button name="where" value="here" { (t!("Sign out here")) }
            button name="where" value="everywhere" { (t!("Sign out everywhere")) }
        }
        @if !account.has_password && !account.has_link {
            p.quiet { (t!("Without a password or a link you could not come back.")) }
        }
    }
}

/// Returns the form that deletes everything about the visitor.
pub(crate) fn farewell(account: Option<&ShownAccount>, entered: &Entered) -> Markup {
    let at = "/me/delete";
    let unsure = entered.error(at, "sure");
    let has_password = account.is_some_and(|account| account.has_password);
    html! {
        details.setup open[entered.is_of(at)] {
            summary { @if account.is_some() { (t!("Delete the account")) } @else { (t!("Forget me")) } }
            form.settings method="post" action=(at) {
                p { (t!("Your name, levels and settings are permanently deleted. A bot plays on for you in running \
                 matches. Finished matches and their chat stay, without your name.")) }
                @if has_password { (present_password("delete-password", entered.error(at, "present"))) }
                label.choice {
                    input #sure type="checkbox" name="sure" value="yes" required
                        aria-invalid=[unsure.map(|_| "true")] aria-describedby=[form::described("sure", unsure)];
                    span { (t!("I am sure")) }
                }
                (form::error("sure", unsure))
                button { (t!("Delete permanently")) }
            }
        }
    }
}

fn present_password(id: &str, wrong: Option<&str>) -> Markup {
    html! {
        div.option {
            label for=(id) { (t!("Present password")) }
            input id=(id) type="password" name="present" autocomplete="current-password" required
                aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described(id, wrong)];
            (form::error(id, wrong))
        }
    }
}
