//! Metrics of the server, in the text format that Prometheus reads. They are served at a separate
//! address, because only operators may see them.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};

use crate::{
    fault::Code,
    store::{Store, TableStatus},
    tables::TableRegistry,
};

/// The content type of the text.
const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Label = [(&'static str, &'static str); 1];

/// All metrics of a server.
#[derive(Clone)]
pub(crate) struct Metrics {
    /// The number of open connections.
    pub(crate) connections: Gauge,
    /// The number of pages and programs that listen to a table.
    pub(super) streams: Gauge,
    refusals: Family<Label, Counter>,
    /// The number of tables in memory by phase, counted at each request for the metrics.
    tables: Family<Label, Gauge>,
    /// The number of bots' decisions that wait for a core, counted at each request for the metrics.
    waiting: Family<Label, Gauge>,
    registry: Arc<Registry>,
}

impl Metrics {
    pub(super) fn new(tables: &TableRegistry, store: &Store) -> Metrics {
        let mut all = Registry::with_prefix("undercroft");
        let mut metrics = Metrics {
            connections: Gauge::default(),
            streams: Gauge::default(),
            refusals: Family::default(),
            tables: Family::default(),
            waiting: Family::default(),
            registry: Arc::default(),
        };
        let figures = tables.figures();
        all.register("connections", "Connections that are open", metrics.connections.clone());
        all.register("streams", "Pages and programs that listen to a table", metrics.streams.clone());
        all.register("refusals", "Requests that were refused, by code", metrics.refusals.clone());
        all.register("tables", "Tables in memory, by phase", metrics.tables.clone());
        all.register("moves", "Steps taken, of people and bots", figures.moves.clone());
        all.register("bots_waiting", "Decisions of bots that wait for a core", metrics.waiting.clone());
        all.register("bots_waited_seconds", "How long a bot has waited for a core", figures.waited.clone());
        all.register("bots_thought_seconds", "How long a bot has thought", figures.thought.clone());
        all.register("store_write_seconds", "How long a change took to be durable", store.latency().clone());
        metrics.registry = Arc::new(all);
        metrics
    }

    /// Counts a request that was refused.
    pub(super) fn refused(&self, code: Code) {
        self.refusals.get_or_create(&[("code", code.name())]).inc();
    }
}

/// Returns the service of `GET /metrics`.
pub(super) fn router(metrics: &Metrics, tables: &Arc<TableRegistry>) -> Router {
    Router::new().route("/metrics", get(figures)).with_state((metrics.clone(), tables.clone()))
}

async fn figures(State((metrics, tables)): State<(Metrics, Arc<TableRegistry>)>) -> Response {
    for status in [TableStatus::Open, TableStatus::Playing, TableStatus::Over] {
        let count = tables.in_memory_of(status);
        metrics.tables.get_or_create(&[("phase", status.name())]).set(count as i64);
    }
    for (kind, count) in tables.bots_waiting() {
        metrics.waiting.get_or_create(&[("kind", kind)]).set(count as i64);
    }
    let mut text = String::new();
    match encode(&mut text, &metrics.registry) {
        Ok(()) => ([(header::CONTENT_TYPE, FORMAT)], text).into_response(),
        Err(error) => {
            (StatusCode::INTERNAL_SERVER_ERROR, format!("the figures cannot be written: {error}\n")).into_response()
        }
    }
}
