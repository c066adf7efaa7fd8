//! The caller's own pages with their forms, signing in and out, and other people's profiles.

use ::views::profile::{chosen_card, titles};
use axum::{
    Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use maud::Markup;
use pages::{CardPage, Entered, Notice, OwnPage, ShownAccount, ShownDevice, ShownList, ShownProfile};
use text::{Language, t};

use super::{
    AppState, HandlerResult,
    callers::Caller,
    errors::HttpFault,
    errors::html,
    export,
    fields::{Fields, QueryFields},
    origin::Origin,
};
use crate::{
    fault::{Code, Fault},
    people::{
        self, KnownDevice,
        accounts::{Claimed, SignedIn},
    },
    store::{ListCounts, Person, Session, TableList, Write, now},
    tables::{account_removal, check_id, vacations},
    views::{
        achievements, audience,
        lists::{self, ListPage},
        profile,
    },
};

/// Returns the addresses of the own page and of signing in.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/me", get(me).post(change_me))
        .route("/me/tables", get(own_tables))
        .route("/me/card", get(card_page).post(set_card))
        .route("/me/matches.jsonl", get(export::own_matches))
        .route("/me/settings", get(settings))
        .route("/me/vacation", post(set_vacation))
        .route("/me/account", get(account).post(claim))
        .route("/me/password", post(set_password))
        .route("/me/recovery", post(new_link))
        .route("/me/sign-out", post(sign_out))
        .route("/me/delete", post(delete))
        .route("/sign-in", get(sign_in_page).post(sign_in))
        .route("/sign-in/{secret}", get(recovery_page).post(recover))
        .route("/people/{id}", get(profile))
}

/// Answers with the caller's page about what they play.
async fn me(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    let (mut tables, mut counts, mut shown) = (Vec::new(), ListCounts::default(), ShownProfile::default());
    if let Some(id) = caller.id() {
        tables = lists::first_of(&app.store, id, &TableList::ALL).await?;
        counts = lists::counts(&app.store, id).await?;
        shown = profile::of(&app.store, app.registry.roster(), id).await?.shown(true, now());
    }
    let entries = lists::entries(&app.registry, &app.store, caller.id(), tables).await?;
    let cards = lists::cards(&entries, caller.id());
    let page = OwnPage { known: caller.id().is_some(), profile: &shown, tables: &cards, counts };
    Ok(html(StatusCode::OK, pages::me(&app.visitor(&caller).await?, &page, None)))
}

async fn settings(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    Ok(html(StatusCode::OK, OwnForms::Settings.page(&app, &caller, &Entered::default(), None).await?))
}

async fn account(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    Ok(html(StatusCode::OK, OwnForms::Account.page(&app, &caller, &Entered::default(), None).await?))
}

/// The caller's own pages with forms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OwnForms {
    Settings,
    Account,
}

impl OwnForms {
    const fn path(self) -> &'static str {
        match self {
            OwnForms::Settings => "/me/settings",
            OwnForms::Account => "/me/account",
        }
    }

    /// Returns the page, with what the caller has typed into a refused form.
    async fn page(
        self,
        app: &AppState,
        caller: &Caller,
        entered: &Entered,
        notice: Option<&Notice>,
    ) -> Result<Markup, Fault> {
        let visitor = app.visitor(caller).await?;
        Ok(match self {
            OwnForms::Settings => {
                let hidden = caller.person().is_some_and(|me| me.hidden);
                let vacation = match caller.id() {
                    Some(id) => Some(vacations::state(&app.store, id).await?),
                    None => None,
                };
                pages::own_settings(&visitor, hidden, vacation, entered, notice)
            }
            OwnForms::Account => {
                let account = match caller.id() {
                    Some(id) => shown_account(app, caller, id).await?,
                    None => None,
                };
                pages::own_account(&visitor, account.as_ref(), caller.id().is_some(), entered, notice)
            }
        })
    }

    /// Answers a form that is sent to the address `form`: with a redirect to the page, or with the
    /// page, the values and the error at the field that `wrong` names. Without one the error is
    /// above the forms.
    async fn answer<T>(
        self,
        app: &AppState,
        caller: &Caller,
        (form, fields): (&str, &Fields),
        done: Result<T, Fault>,
        wrong: impl FnOnce(&Fault) -> &'static str,
    ) -> HandlerResult {
        let fault = match done {
            Ok(_) => return Ok(Redirect::to(self.path()).into_response()),
            Err(fault) if !is_about_input(&fault) => return Err(fault.into()),
            Err(fault) => fault,
        };
        let (wrong, notice) = (wrong(&fault), audience::fault_notice(&fault));
        let entered = Entered::new(form, &fields.0, wrong, notice.text.clone());
        let page = self.page(app, caller, &entered, wrong.is_empty().then_some(&notice)).await?;
        Ok((fault.retry_after(), html(fault.status(), page)).into_response())
    }
}

/// Returns the field that is wrong in a form for an account: its name, or its password.
fn of_account(fault: &Fault) -> &'static str {
    if fault.code == Code::NameTaken { "name" } else { "password" }
}

/// Returns the field that is wrong in a form for a password: the present one, or the new one.
fn of_password(fault: &Fault) -> &'static str {
    if fault.code == Code::BadRequest { "password" } else { "present" }
}

/// Answers with a page of a list of the caller's tables: `?list=waiting|under-way|finished&page=N`.
async fn own_tables(State(app): State<AppState>, caller: Caller, query: QueryFields) -> HandlerResult {
    let wanted = wanted_list(&query);
    let (mut headers, mut counts) = (Vec::new(), ListCounts::default());
    if let Some(id) = caller.id() {
        headers = lists::page_of(&app.store, id, wanted).await?;
        counts = lists::counts(&app.store, id).await?;
    }
    let entries = lists::entries(&app.registry, &app.store, caller.id(), headers).await?;
    let cards = lists::cards(&entries, caller.id());
    let shown =
        ShownList { list: wanted.list, page: wanted.page, pages: pages(counts, wanted.list), counts, tables: &cards };
    Ok(html(StatusCode::OK, pages::own_tables(&app.visitor(&caller).await?, &shown)))
}

/// Returns which page of which list is asked for; by default the first page of the matches under
/// way.
pub(super) fn wanted_list(query: &QueryFields) -> ListPage {
    let list = query.get("list").and_then(TableList::named).unwrap_or(TableList::UnderWay);
    ListPage { list, page: query.get("page").and_then(|page| page.parse().ok()).unwrap_or(1).max(1) }
}

/// Returns how many pages a list has.
pub(super) fn pages(counts: ListCounts, list: TableList) -> u32 {
    let count = TableList::ALL.iter().zip(counts).find(|(other, _)| **other == list).map_or(0, |(_, count)| count);
    count.div_ceil(lists::LISTED as u32).max(1)
}

async fn shown_account(app: &AppState, caller: &Caller, id: &str) -> Result<Option<ShownAccount>, Fault> {
    let Some(account) = app.store.account(id).await? else { return Ok(None) };
    let device = |session: Session| {
        let here = caller.session() == Some(session.token);
        ShownDevice { name: people::shown_device(&session.device), when: lists::when(session.used), here }
    };
    let devices = app.store.sessions(id).await?.into_iter().map(device).collect();
    Ok(Some(ShownAccount { has_password: account.password.is_some(), has_link: account.has_link, devices }))
}

async fn card_page(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    let me = caller.known()?;
    let (card, games) = (app.store.card(&me.id).await?, achievements::of(&app.store, &me.id).await?);
    let page = CardPage { card: &card, titles: &titles(&games) };
    Ok(html(StatusCode::OK, pages::own_card(&app.visitor(&caller).await?, &page)))
}

async fn set_card(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let me = caller.known()?;
    let card = chosen_card(&fields, &achievements::of(&app.store, &me.id).await?);
    app.store.write(Write::SetCard { person: me.id.clone(), card }).await?;
    Ok(Redirect::to("/me").into_response())
}

/// Answers with a public profile: without tables that are not open to all.
async fn profile(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> HandlerResult {
    let nobody = || Fault::new(Code::NotFound, t!("there is nobody here"));
    let person = app.store.person(&id).await?.ok_or_else(nobody)?;
    let shown = profile::of(&app.store, app.registry.roster(), &id).await?.shown(false, now());
    Ok(html(StatusCode::OK, pages::profile(&app.visitor(&caller).await?, &person.name, &shown)))
}

async fn change_me(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let name = match fields.get("name").map(people::clean_name).transpose() {
        Ok(name) => name,
        Err(fault) => {
            return OwnForms::Settings.answer(&app, &caller, ("/me", &fields), Err::<(), _>(fault), |_| "name").await;
        }
    };
    let mut person = caller.or_guest(&app.store).await?.clone();
    person.name = name.unwrap_or(person.name);
    if let Some(theme) = fields.get("theme") {
        person.theme = pages::Theme::named(theme).code().into();
    }
    if let Some(speed) = fields.get("speed") {
        person.speed = pages::Speed::named(speed).code().into();
    }
    if let Some(language) = fields.get("language") {
        person.language = translations::named(language).map(Language::tag).unwrap_or_default().into();
    }
    if let Some(bots) = fields.get("bots") {
        person.quiet_bots = bots == "quiet";
    }
    if let Some(presence) = fields.get("presence") {
        person.hidden = presence == "hide";
    }
    let done = app.set_up(person).await;
    OwnForms::Settings.answer(&app, &caller, ("/me", &fields), done, |_| "name").await
}

/// Begins a vacation, or ends it.
async fn set_vacation(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let me = &caller.known()?.id;
    let done = match fields.need("do")? {
        "begin" => match fields.number("days") {
            Ok(days) => vacations::begin(&app.registry, me, days).await,
            Err(fault) => Err(fault),
        },
        "end" => vacations::end(&app.registry, me).await,
        _ => return Err(Fault::bad(t!("a vacation can begin and end")).into()),
    };
    OwnForms::Settings.answer(&app, &caller, ("/me/vacation", &fields), done, |_| "days").await
}

async fn claim(State(app): State<AppState>, caller: Caller, device: KnownDevice, fields: Fields) -> HandlerResult {
    let (name, password) = (fields.need("name")?, fields.need("password")?);
    let form = ("/me/account", &fields);
    let name = match people::clean_name(name) {
        Ok(name) => name,
        Err(fault) => return OwnForms::Account.answer(&app, &caller, form, Err::<(), _>(fault), |_| "name").await,
    };
    let me = caller.or_guest(&app.store).await?;
    let done = app.claim(&caller, me, name, Some(password)).await;
    let done = done.map(|claimed| has_account(&caller, device, claimed));
    OwnForms::Account.answer(&app, &caller, form, done, of_account).await
}

async fn set_password(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let (present, password) = (fields.get("present"), fields.need("password")?);
    let me = caller.known()?;
    let done = app.accounts.set_password(me, present, password, caller.session(), caller.tryer()).await;
    OwnForms::Account.answer(&app, &caller, ("/me/password", &fields), done, of_password).await
}

/// Makes a recovery link and shows it once; turns a guest into an account.
async fn new_link(
    State(app): State<AppState>,
    caller: Caller,
    device: KnownDevice,
    origin: Origin,
    fields: Fields,
) -> HandlerResult {
    let me = caller.or_guest(&app.store).await?;
    let made = match app.store.account(&me.id).await? {
        Some(_) => app.accounts.new_link(me, fields.get("present"), caller.tryer()).await.map(Some),
        None => {
            let claimed = app.claim(&caller, me, me.name.clone(), None).await;
            claimed.map(|claimed| has_account(&caller, device, claimed))
        }
    };
    match made {
        Ok(Some(secret)) => Ok(html(StatusCode::OK, link_page(caller.person(), origin.url.as_deref(), &secret))),
        Ok(None) => Ok(Redirect::to(OwnForms::Account.path()).into_response()),
        Err(fault) => {
            // A guest gives no password: their name is taken.
            let wrong = |fault: &Fault| if fault.code == Code::NameTaken { "" } else { "present" };
            OwnForms::Account.answer(&app, &caller, ("/me/recovery", &fields), Err::<(), _>(fault), wrong).await
        }
    }
}

/// Sets the new session in the browser of a guest who has an account now, and returns the secret of
/// the recovery link.
fn has_account(caller: &Caller, device: KnownDevice, claimed: Claimed) -> Option<String> {
    if let Some(person) = caller.person() {
        caller.remember(device, &person.id);
        if let Some(token) = claimed.token {
            caller.sign_in(person.clone(), token);
        }
    }
    claimed.link
}

fn link_page(person: Option<&Person>, origin: Option<&str>, secret: &str) -> Markup {
    pages::recovery_link(&audience::visitor(person), &format!("{}/sign-in/{secret}", origin.unwrap_or_default()))
}

async fn sign_out(State(app): State<AppState>, caller: Caller, device: KnownDevice, fields: Fields) -> HandlerResult {
    let session = match fields.need("where")? {
        "everywhere" => None,
        "here" => caller.session(),
        _ => return Err(Fault::bad(t!("one signs out here or everywhere")).into()),
    };
    let me = caller.known()?;
    match app.accounts.sign_out(me, session).await {
        Ok(()) => {
            caller.remember(device, &me.id);
            caller.sign_out();
            Ok(Redirect::to("/").into_response())
        }
        Err(fault) => {
            OwnForms::Account.answer(&app, &caller, ("/me/sign-out", &fields), Err::<(), _>(fault), |_| "").await
        }
    }
}

async fn delete(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let form = ("/me/delete", &fields);
    if fields.get("sure") != Some("yes") {
        let unsure = Err::<(), _>(Fault::bad(t!("say that you are sure; nothing has been deleted")));
        return OwnForms::Account.answer(&app, &caller, form, unsure, |_| "sure").await;
    }
    match forget(&app, &caller, fields.get("present")).await {
        Ok(()) => {
            caller.sign_out();
            Ok(Redirect::to("/").into_response())
        }
        Err(fault) => OwnForms::Account.answer(&app, &caller, form, Err::<(), _>(fault), |_| "present").await,
    }
}

/// Deletes the caller: bots play on for them, and their matches are stored without their name.
pub(super) async fn forget(app: &AppState, caller: &Caller, password: Option<&str>) -> Result<(), Fault> {
    let me = caller.known()?;
    app.accounts.may_forget(me, password, caller.tryer()).await?;
    account_removal::give_up_seats(&app.registry, &me.id).await?;
    let name = app.accounts.forget(me).await?;
    account_removal::rename(&app.registry, &me.id, name).await;
    Ok(())
}

/// Answers with the sign-in page; `?to=/tables/ID` leads back to that table afterwards.
async fn sign_in_page(State(app): State<AppState>, caller: Caller, query: QueryFields) -> HandlerResult {
    let guest = is_guest_with_matches(&app, &caller).await?;
    Ok(html(StatusCode::OK, pages::sign_in(&audience::visitor(caller.person()), "", way_back(&query.0), guest, None)))
}

/// Returns the address to which signing in leads, if it began at a table. Other addresses are
/// ignored, because they could lead anywhere.
fn way_back(fields: &Fields) -> Option<&str> {
    let to = fields.get("to")?;
    check_id(to.strip_prefix("/tables/")?).is_ok().then_some(to)
}

/// Returns whether the caller is a guest who would lose matches by signing in.
async fn is_guest_with_matches(app: &AppState, caller: &Caller) -> Result<bool, Fault> {
    match caller.id() {
        Some(id) => Ok(app.store.account(id).await?.is_none() && app.store.sits_anywhere(id).await?),
        None => Ok(false),
    }
}

async fn sign_in(State(app): State<AppState>, caller: Caller, device: KnownDevice, fields: Fields) -> HandlerResult {
    let (name, password) = (fields.need("name")?, fields.need("password")?);
    match app.accounts.sign_in(name, password, &device, caller.address(), caller.device()).await {
        Ok(SignedIn { person, token, .. }) => {
            caller.remember(device, &person.id);
            caller.sign_in(person, token);
            Ok(Redirect::to(way_back(&fields).unwrap_or("/me")).into_response())
        }
        Err(fault) if is_about_input(&fault) => {
            let guest = is_guest_with_matches(&app, &caller).await?;
            let notice = audience::fault_notice(&fault);
            let page =
                pages::sign_in(&audience::visitor(caller.person()), name, way_back(&fields), guest, Some(&notice));
            Ok((fault.retry_after(), html(fault.status(), page)).into_response())
        }
        Err(fault) => Err(fault.into()),
    }
}

async fn recovery_page(State(app): State<AppState>, caller: Caller, Path(secret): Path<String>) -> HandlerResult {
    let account = app.accounts.by_link(&secret).await?;
    let guest = is_guest_with_matches(&app, &caller).await?;
    let page = pages::recover(&audience::visitor(caller.person()), &secret, &account.name, guest, None);
    Ok(html(StatusCode::OK, page))
}

async fn recover(
    State(app): State<AppState>,
    caller: Caller,
    device: KnownDevice,
    Path(secret): Path<String>,
    origin: Origin,
    fields: Fields,
) -> HandlerResult {
    let password = fields.get("password").filter(|password| !password.is_empty());
    match app.accounts.recover(&secret, password, caller.device()).await {
        Ok(SignedIn { person, token, link }) => {
            let page = link_page(Some(&person), origin.url.as_deref(), link.as_deref().unwrap_or_default());
            caller.remember(device, &person.id);
            caller.sign_in(person, token);
            Ok(html(StatusCode::OK, page))
        }
        Err(fault) if fault.code == Code::BadRequest => {
            let account = app.accounts.by_link(&secret).await?;
            let guest = is_guest_with_matches(&app, &caller).await?;
            let notice = audience::fault_notice(&fault);
            let visitor = audience::visitor(caller.person());
            Ok(html(fault.status(), pages::recover(&visitor, &secret, &account.name, guest, Some(&notice))))
        }
        Err(fault) => Err(fault.into()),
    }
}

const fn is_about_input(fault: &Fault) -> bool {
    matches!(
        fault.code,
        Code::BadRequest | Code::NameTaken | Code::WrongPassword | Code::WrongPhase | Code::TooFast | Code::Busy
    )
}
