//! The OpenAPI description of the JSON calls, made from the calls themselves. It is served at
//! `GET /api/v1/openapi.json`.

use std::{mem, sync::LazyLock};

use axum::{http::header, response::IntoResponse};
use utoipa::openapi::{
    Content, InfoBuilder, OpenApi, Ref, RefOr, ResponseBuilder, SecurityRequirement, ServerBuilder,
    path::{Operation, ParameterBuilder, ParameterIn},
    schema::{AdditionalProperties, ComponentsBuilder, ObjectBuilder, Schema, Type},
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};

use super::api;

/// The name of the token scheme in the description.
const TOKEN: &str = "token";

/// The beginning of all addresses; the description names it once.
const ROOT: &str = "/api/v1";

/// The objects that may have fields which the description does not name.
const OPEN: [&str; 2] = ["GivenBrowser", "Outcome"];

/// The description as JSON text.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| document().to_json().unwrap_or_default());

/// Computes the description, so that no request waits for it.
pub(crate) fn prepare() {
    LazyLock::force(&DOCUMENT);
}

/// Returns this description.
#[utoipa::path(get, path = "/api/v1/openapi.json", responses((status = 200, description = "An OpenAPI document", content_type = "application/json", body = Object)))]
pub(super) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}

/// Returns the description of all calls.
fn document() -> OpenApi {
    let (_, mut document) = api::calls().split_for_parts();
    document.info =
        InfoBuilder::new().title("Undercroft").version(env!("CARGO_PKG_VERSION")).description(Some(ABOUT)).build();
    document.servers = Some(vec![ServerBuilder::new().url(ROOT).build()]);
    let token = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    let components = document.components.take().unwrap_or_else(|| ComponentsBuilder::new().build());
    let mut components = ComponentsBuilder::from(components).security_scheme(TOKEN, token).build();
    // Answers have no other fields.
    let described = components.schemas.iter_mut().filter(|(name, _)| !OPEN.contains(&name.as_str()));
    for (_, schema) in described {
        if let RefOr::T(Schema::Object(object)) = schema
            && !object.properties.is_empty()
        {
            object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
    }
    document.components = Some(components);
    // Reading works without a token; a caller with one is known to others.
    document.security = Some(vec![SecurityRequirement::default(), SecurityRequirement::new(TOKEN, [] as [&str; 0])]);
    let paths = mem::take(&mut document.paths.paths).into_iter();
    let paths = paths.map(|(path, item)| (path.strip_prefix(ROOT).unwrap_or(&path).to_owned(), item));
    document.paths.paths = paths.collect();
    for (path, item) in &mut document.paths.paths {
        let reads = item.get.iter_mut().map(|operation| (operation, false));
        let changes = [&mut item.post, &mut item.put, &mut item.delete, &mut item.patch].into_iter().flatten();
        for (operation, changes) in reads.chain(changes.map(|operation| (operation, true))) {
            name_parameters(operation, path);
            name_failures(operation, path, changes);
        }
    }
    document
}

const ABOUT: &str = "The hall for programs. `POST /guests` gives a token, to be sent as `Authorization: Bearer TOKEN` with every other call. \
     A step is acknowledged when it is durable. Whoever acts names the step that they have seen: if the table has moved on \
     the answer is 409 with the present state, and nothing is done twice.";

/// Adds the path parameters in braces that the call does not describe itself.
fn name_parameters(operation: &mut Operation, path: &str) {
    let parameters = operation.parameters.get_or_insert_default();
    for name in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
        let about = match name {
            "id" if path.starts_with("/tables") => "The table's id",
            "id" if path.starts_with("/groups") => "The group's id",
            "hash" => "The hash of the pack",
            "token" => "The secret of the group's link",
            "id" => "The person's id",
            "game" => "The game's id",
            "number" => "The number of the puzzle, from 1",
            "day" => "The day, as `2026-11-21`",
            "seat" => "The number of the seat, from 0",
            "step" => "The number of the step, from 1",
            "remark" => "The number of the remark, from 1",
            "n" if path.contains("/proposals/") => "The number of the proposal",
            "n" => "The number of the removed person, from 1",
            "person" => "The person's id",
            "table" => "The table's id",
            _ => continue,
        };
        let kind = if matches!(name, "id" | "game" | "day" | "hash" | "person" | "table" | "token") {
            Type::String
        } else {
            Type::Integer
        };
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Path)
            .required(utoipa::openapi::Required::True)
            .description(Some(about))
            .schema(Some(RefOr::T(Schema::Object(ObjectBuilder::new().schema_type(kind).build()))));
        parameters.push(RefOr::T(parameter.build()));
    }
}

/// Adds the errors that any call can have, unless the call describes them itself.
fn name_failures(operation: &mut Operation, path: &str, changes: bool) {
    let about_a_table = path.starts_with("/tables/{id}");
    let named = path.contains('{');
    let mut failures = vec![
        (
            "401",
            "`unauthorized`, `wrong_password`: nobody has this token, the call needs one, or the password is another",
        ),
        ("429", "`too_fast`, `busy`: too much at once; `Retry-After` says in how many seconds to try again"),
        ("500", "`internal`: something went wrong in the hall; what was asked for was not done"),
        ("503", "`closing`: the hall is closing"),
    ];
    if about_a_table {
        failures.push(("404", "`unknown_match`: there is no such table"));
        failures.push(("410", "`table_closed`: operators have closed it, and why"));
    }
    if named {
        failures.push(("404", "`not_found`, `unknown_game`: the address names what is not there"));
    }
    if named || changes {
        failures
            .push(("400", "`bad_json`, `bad_request`: the request cannot be understood, or names what is not there"));
    }
    if changes {
        failures.extend([
            ("403", "`cross_site`, `not_your_seat`, `no_spectators`, `banned`: not the caller's to do"),
            ("409", "`wrong_phase`, `seat_taken`, `not_awaited`, `stale`: not possible as the table stands"),
            ("413", "`too_large`: the body is too large"),
        ]);
    }
    for (status, about) in failures {
        let schema = if status == "409" { "Late" } else { "Failure" };
        let content = Content::new(Some(Ref::from_schema_name(schema)));
        let response = ResponseBuilder::new().description(about).content("application/json", content).build();
        operation.responses.responses.entry(status.to_owned()).or_insert(RefOr::T(response));
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use serde_json::Value;

    use super::*;

    /// Calls whose answers are texts that are not written from a type of `schema` by `Json`.
    const TEXTS: [&str; 6] = ["openapi", "record", "events", "own_matches", "act", "answer"];

    #[test]
    fn each_call_is_described_with_the_type_that_it_returns() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web");
        let files = [&web, &web.join("api")].map(|folder| fs::read_dir(folder).unwrap());
        let files = files.into_iter().flatten().map(|file| file.unwrap().path());
        let sources =
            files.filter(|path| path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("openapi.rs"));
        let mut calls = 0;
        for source in sources.map(|path| fs::read_to_string(path).unwrap()) {
            for call in source.split("#[utoipa::path(").skip(1) {
                let (described, rest) = call
                    .split_once("\n")
                    .filter(|(line, _)| line.ends_with(")]"))
                    .unwrap_or_else(|| call.split_once("\n)]").unwrap());
                let (head, returned) = rest.split_once(" -> ").unwrap();
                let name = head.split("fn ").nth(1).unwrap().split('(').next().unwrap();
                let returned = returned.split(" {").next().unwrap();
                let good =
                    described.split("(status = 20").skip(1).map(|one| one.split_once(')').map_or(one, |(one, _)| one));
                let bodies: Vec<&str> =
                    good.filter_map(|one| Some(one.split_once("body = ")?.1.trim_start_matches("schema::"))).collect();
                calls += 1;
                match returned.split_once('<') {
                    _ if TEXTS.contains(&name) => {}
                    Some(("Answer" | "Json", inner)) => assert!(
                        described.contains("status = 200") && bodies == [inner.trim_end_matches('>')],
                        "{name} {bodies:?} {returned}"
                    ),
                    Some(("Created", inner)) => assert!(
                        described.contains("status = 201")
                            && bodies.iter().all(|body| *body == inner.trim_end_matches('>')),
                        "{name}"
                    ),
                    _ => assert!(bodies.is_empty() && described.contains("status = 204"), "{name}"),
                }
            }
        }
        assert!(calls > 50, "{calls}");
    }

    #[test]
    fn a_call_without_a_description_is_no_call() {
        for source in [include_str!("api.rs"), include_str!("people_api.rs"), include_str!("notice_settings.rs")] {
            let calls = source.split("fn calls()").nth(1).unwrap().split("\n}").next().unwrap();
            assert!(!calls.contains(".route("), "every call is added with `.routes(routes!(…))`");
        }
    }

    #[test]
    fn every_placeholder_of_a_path_is_a_declared_parameter() {
        let document: Value = serde_json::from_str(&DOCUMENT).unwrap();
        for (path, calls) in document["paths"].as_object().unwrap() {
            let named: Vec<&str> = path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
            for (method, call) in calls.as_object().unwrap() {
                let parameters = call["parameters"].as_array().into_iter().flatten();
                let mut declared: Vec<&str> = parameters
                    .filter(|parameter| parameter["in"] == "path")
                    .filter_map(|parameter| parameter["name"].as_str())
                    .collect();
                declared.sort_by_key(|name| named.iter().position(|one| one == name));
                assert_eq!(declared, named, "{method} {path}");
                let known = ["400", "404"].iter().all(|status| call["responses"][*status].is_object());
                assert!(named.is_empty() || known, "{method} {path} says nothing of addresses that lead nowhere");
            }
        }
    }

    #[test]
    fn every_reference_resolves_and_every_call_has_its_name() {
        let document: Value = serde_json::from_str(&DOCUMENT).unwrap();
        let text = document.to_string();
        for reference in text.split(r##""$ref":"#"##).skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(document.pointer(reference).is_some(), "{reference}");
        }
        let paths = document["paths"].as_object().unwrap();
        let calls = paths.values().flat_map(|path| path.as_object().unwrap().values());
        let mut names: Vec<_> = calls.filter_map(|call| call["operationId"].as_str()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert!(names.len() == count && count > 25, "{count} calls: {names:?}");
    }
}
