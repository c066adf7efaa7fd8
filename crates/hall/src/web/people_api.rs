//! Calls for people, as JSON below `/api/v1`: guests, accounts, sessions.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use model::Shown;
use serde::Deserialize;
use text::{Language, t};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, accounts, api::Body, callers::Caller, errors::FaultAnswer, limits::Quota, schema::*};
use crate::{
    fault::{Code, Fault},
    people::{self, KnownDevice, accounts::SignedIn},
    store::{Award, Companion, NewSession, Person, Session},
    views::{
        achievements::{self, GameAchievements, OneAchievement},
        profile::{self, GameTally, Profile, shown_table},
    },
};

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(guest))
        .routes(routes!(me, change, forget))
        .routes(routes!(claim))
        .routes(routes!(set_password))
        .routes(routes!(new_link))
        .routes(routes!(sign_in, sign_out_everywhere))
        .routes(routes!(sign_out))
        .routes(routes!(profile))
        .routes(routes!(achievements))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Guest {
    name: Option<String>,
}

/// Makes the caller a guest; a guest without a name gets one.
#[utoipa::path(post, path = "/api/v1/guests", request_body = Guest, responses((status = 201, description = "Who the caller is now", body = GuestAnswer)))]
async fn guest(State(app): State<AppState>, caller: Caller, Body(guest): Body<Guest>) -> Created<GuestAnswer> {
    let name = guest.name.as_deref().map(people::clean_name).transpose()?;
    caller.share().spend_by_address(Quota::Guests)?;
    caller.share().spend_in(&app.store, Quota::Guests, None).await?;
    let (token, hash) = people::new_token();
    let session = NewSession { token: hash, device: caller.device() };
    let Person { id, name, .. } = people::add_guest(&app.store, name, Some(session)).await?;
    created(GuestAnswer { id, name, token })
}

/// Returns the caller as they see themselves.
#[utoipa::path(get, path = "/api/v1/me", responses((status = 200, description = "The caller", body = MeAnswer)))]
async fn me(State(app): State<AppState>, caller: Caller) -> Answer<MeAnswer> {
    let me = caller.known()?;
    // The name may have just been changed.
    let me = app.store.person(&me.id).await?.unwrap_or_else(|| me.clone());
    let account = app.store.account(&me.id).await?;
    let session = |session: Session| SessionAnswer {
        device: session.device,
        made: session.made,
        used: session.used,
        here: caller.session() == Some(session.token),
    };
    let companion = |Companion { person: id, name, matches, won, .. }| CompanionAnswer { id, name, matches, won };
    let sessions = app.store.sessions(&me.id).await?;
    let profile = profile::of(&app.store, app.registry.roster(), &me.id).await?;
    Ok(Json(MeAnswer {
        theme: pages::Theme::named(&me.theme).code(),
        speed: pages::Speed::named(&me.speed).code(),
        id: me.id,
        name: me.name,
        language: Some(me.language).filter(|tag| !tag.is_empty()),
        quiet_bots: me.quiet_bots,
        hidden: me.hidden,
        account: account
            .map(|account| AccountAnswer { password: account.password.is_some(), recovery: account.has_link }),
        sessions: sessions.into_iter().map(session).collect(),
        results: results(&profile),
        companions: profile.companions.into_iter().map(companion).collect(),
    }))
}

fn results(profile: &Profile) -> Vec<ResultAnswer> {
    let result = |tally: &GameTally| ResultAnswer {
        game: tally.game,
        finished: tally.finished as u32,
        won: tally.won as u32,
        left: tally.left,
        level: tally.level,
    };
    profile.games.iter().map(result).collect()
}

/// Returns a person's public profile.
#[utoipa::path(get, path = "/api/v1/people/{id}", responses((status = 404, description = "`not_found`: there is nobody of this id", body = Failure), (status = 200, description = "The person", body = ProfileAnswer)))]
async fn profile(State(app): State<AppState>, Path(id): Path<String>) -> Answer<ProfileAnswer> {
    let nobody = || Fault::new(Code::NotFound, t!("there is no person with this id"));
    let person = app.store.person(&id).await?.ok_or_else(nobody)?;
    let profile = profile::of(&app.store, app.registry.roster(), &id).await?.for_others();
    Ok(Json(ProfileAnswer { id, name: person.name, results: results(&profile) }))
}

/// Returns a person's achievements, among all that each game offers.
#[utoipa::path(get, path = "/api/v1/people/{id}/achievements", responses((status = 404, description = "`not_found`: there is nobody of this id", body = Failure), (status = 200, description = "The achievements of all games", body = AchievementsAnswer)))]
async fn achievements(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<AchievementsAnswer> {
    let nobody = || Fault::new(Code::NotFound, t!("there is no person with this id"));
    let person = app.store.person(&id).await?.ok_or_else(nobody)?;
    let own = caller.id() == Some(&id);
    let earned = |award: Award| AwardAnswer { at: award.ended, table: shown_table(award.table, award.watchable, own) };
    let one = |one: OneAchievement| AchievementAnswer {
        id: one.achievement.id,
        title: one.achievement.title.as_str(),
        task: one.achievement.task.as_str(),
        picture: one.achievement.picture.0,
        percent: one.percent,
        earned: one.award.map(earned),
    };
    let game = |GameAchievements { game, all, .. }| {
        let achievements = all.into_iter().map(one).collect();
        GameAchievementsAnswer { game, achievements }
    };
    let private = !own && app.store.card(&id).await?.shown == Shown::Card;
    let games = achievements::of(&app.store, &id).await?.into_iter().filter(|_| !private).map(game).collect();
    Ok(Json(AchievementsAnswer { id, name: person.name, games }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Settings {
    name: Option<String>,
    theme: Option<String>,
    speed: Option<String>,
    language: Option<String>,
    quiet_bots: Option<bool>,
    hidden: Option<bool>,
}

/// Changes the caller's name or the settings of their pages.
#[utoipa::path(put, path = "/api/v1/me", request_body = Settings, responses((status = 200, description = "The caller", body = MeAnswer), (status = 409, description = "`name_taken`", body = Late)))]
async fn change(State(app): State<AppState>, caller: Caller, Body(wanted): Body<Settings>) -> Answer<MeAnswer> {
    let mut person = caller.known()?.clone();
    if let Some(name) = wanted.name {
        person.name = people::clean_name(&name)?;
    }
    if let Some(theme) = wanted.theme {
        person.theme = known("theme", &theme, &pages::Theme::ALL.map(pages::Theme::code))?;
    }
    if let Some(speed) = wanted.speed {
        person.speed = known("speed", &speed, &pages::Speed::ALL.map(pages::Speed::code))?;
    }
    if let Some(language) = wanted.language {
        let mut tags = vec![""];
        tags.extend(translations::all().map(Language::tag));
        person.language = known("language", &language, &tags)?;
    }
    person.hidden = wanted.hidden.unwrap_or(person.hidden);
    person.quiet_bots = wanted.quiet_bots.unwrap_or(person.quiet_bots);
    app.set_up(person).await?;
    me(State(app), caller).await
}

fn known(what: &str, given: &str, all: &[&str]) -> Result<String, Fault> {
    match all.contains(&given) {
        true => Ok(given.to_owned()),
        false => Err(Fault::bad(t!("{what} is one of {}", all.join(", ")))),
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    name: Option<String>,
    password: Option<String>,
}

/// Turns a guest into an account: with a password, or with a recovery link alone.
#[utoipa::path(post, path = "/api/v1/me/account", request_body = Claim, responses((status = 201, description = "The account", body = AccountMade), (status = 409, description = "`name_taken`", body = Late)))]
async fn claim(State(app): State<AppState>, caller: Caller, Body(wanted): Body<Claim>) -> Created<AccountMade> {
    let person = caller.known()?;
    let name = people::clean_name(wanted.name.as_deref().unwrap_or(&person.name))?;
    let claimed = app.claim(&caller, person, name.clone(), wanted.password.as_deref()).await?;
    if let Some(token) = claimed.token {
        caller.sign_in(person.clone(), token);
    }
    created(AccountMade { id: person.id.clone(), name, recovery: claimed.link })
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetPassword {
    present: Option<String>,
    password: String,
}

/// Sets a password, and ends all other sessions.
#[utoipa::path(put, path = "/api/v1/me/password", request_body = SetPassword, responses((status = 200, description = "The caller", body = MeAnswer)))]
async fn set_password(
    State(app): State<AppState>,
    caller: Caller,
    Body(wanted): Body<SetPassword>,
) -> Answer<MeAnswer> {
    let (present, password) = (wanted.present.as_deref(), wanted.password.as_str());
    app.accounts.set_password(caller.known()?, present, password, caller.session(), caller.tryer()).await?;
    me(State(app), caller).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Present {
    present: Option<String>,
}

/// Makes a new recovery link; the previous one becomes invalid.
#[utoipa::path(post, path = "/api/v1/me/recovery", request_body = Present, responses((status = 201, description = "The new secret", body = LinkAnswer)))]
async fn new_link(State(app): State<AppState>, caller: Caller, Body(given): Body<Present>) -> Created<LinkAnswer> {
    let recovery = app.accounts.new_link(caller.known()?, given.present.as_deref(), caller.tryer()).await?;
    created(LinkAnswer { recovery })
}

/// Deletes the caller: their name is deleted, and all their sessions end.
#[utoipa::path(delete, path = "/api/v1/me", request_body = Present, responses((status = 204, description = "Done")))]
async fn forget(
    State(app): State<AppState>,
    caller: Caller,
    Body(given): Body<Present>,
) -> Result<StatusCode, FaultAnswer> {
    accounts::forget(&app, &caller, given.present.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignIn {
    name: Option<String>,
    password: Option<String>,
    recovery: Option<String>,
}

/// Signs in by name and password, or by the secret of a recovery link.
///
/// With the secret, the caller can set a new password.
#[utoipa::path(post, path = "/api/v1/sessions", request_body = SignIn, responses((status = 201, description = "Who the caller is now", body = SignedInAnswer), (status = 404, description = "`not_found`: the recovery link leads nowhere", body = Failure)))]
async fn sign_in(
    State(app): State<AppState>,
    caller: Caller,
    device: KnownDevice,
    Body(given): Body<SignIn>,
) -> Created<SignedInAnswer> {
    let password = given.password.as_deref();
    let signed_in = match (given.recovery, given.name, password) {
        (Some(secret), None, password) => app.accounts.recover(&secret, password, caller.device()).await?,
        (None, Some(name), Some(password)) => {
            app.accounts.sign_in(&name, password, &device, caller.address(), caller.device()).await?
        }
        _ => return Err(Fault::bad(t!("sign in with name and password, or with recovery")).into()),
    };
    let SignedIn { person: Person { id, name, .. }, token, link } = signed_in;
    created(SignedInAnswer { id, name, token, recovery: link })
}

/// Ends this session.
#[utoipa::path(delete, path = "/api/v1/sessions/current", responses((status = 204, description = "Done")))]
async fn sign_out(State(app): State<AppState>, caller: Caller) -> Result<StatusCode, FaultAnswer> {
    app.accounts.sign_out(caller.known()?, caller.session()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all sessions of the caller.
#[utoipa::path(delete, path = "/api/v1/sessions", responses((status = 204, description = "Done")))]
async fn sign_out_everywhere(State(app): State<AppState>, caller: Caller) -> Result<StatusCode, FaultAnswer> {
    app.accounts.sign_out(caller.known()?, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
