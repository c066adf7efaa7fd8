// ---- Following a table -------------------------------------------------------------------------------------------
// A stream takes one of the six connections that a browser opens to a server over HTTP/1.1. So only the pages of this
// browser that were used last have one: each page that is used says so to the others, and a page after which LINES others
// were used hangs up. Without a stream a page asks for the version now and then, and its visitor still counts as there.

const LINES = 3;
const SILENCE = 40000; // the hall sends something every 15 seconds: after so long without a word the stream is dead
const OPENING = 10000; // a stream that is not open by then waits on a line that is dead
const ASKS = { seen: 5000, hidden: 20000 }; // how often a page without a stream asks for the version
const newName = () => Math.random().toString(36).slice(2);
let pageName = newName();

let events = null; // the stream
let arrived = ""; // the version that the stream has brought the page to
let heard = 0; // when it last brought anything
let looked = -Infinity; // when the version was last asked for
let leased = null; // the table whose hall counts this page as open though it has no stream
let used = !document.hidden; // whether anybody has looked at this page yet
const others = new Set(); // the pages of this browser that were used since this one was

const channel = (() => { try { return new BroadcastChannel("undercroft"); } catch { return null; } })();
channel?.addEventListener("message", ({ data }) => {
  others.add(data);
  if (events && !mayListen()) { hangUp(); look(); }
});
const mayListen = () => used && others.size < LINES;

/** Somebody uses this page: of all pages of this browser it keeps its stream longest. */
function use() {
  const first = !used;
  used = true;
  if (!live()?.dataset.events || !first && !others.size) return;
  others.clear();
  channel?.postMessage(pageName);
  listen();
}

function hangUp() {
  events?.close();
  events = null;
}

function listen() {
  const url = live()?.dataset.events;
  if (events && events.address === url) return;
  hangUp();
  if (!url || !transport.reachable) return;
  if (!mayListen()) return void (leased !== url && look());
  arrived = live().dataset.version;
  heard = performance.now();
  events = transport.follow(`${url}${url.includes("?") ? "&" : "?"}version=${encodeURIComponent(arrived)}&page=${pageName}&build=${root.dataset.build}`);
  events.address = url;
  leased = null;
  events.onopen = () => { heard = performance.now(); offline(false); };
  events.onerror = () => {
    offline(true);
    if (events?.readyState !== 2) return;
    // The hall refuses: its answer to another question says why.
    events = null;
    look();
    setTimeout(listen, 3000);
  };
  const on = (kind, act) => events.addEventListener(kind, event => { heard = performance.now(); act(event); });
  const news = act => event => {
    const message = messageOf(event.data);
    arrived = message.version;
    act(message);
    awaited.forEach(check => check(arrived));
  };
  const shown = news(message => { $("#fault")?.remove(); receive(message); });
  on("step", shown);
  on("whole", shown);
  on("version", news(({ version }) => { if (!current && live()) live().dataset.version = version; }));
  on("alive", () => { try { sessionStorage.removeItem("left"); } catch { /* it was never stored */ } });
  on("build", event => rebuilt(JSON.parse(event.data)));
  on("gone", () => leave("gone"));
  on("signed-out", signedOut);
}

/** Opens a dead stream again. What waits on the same line for an answer is given up. */
function revive() {
  offline(true);
  finish();
  hangUp();
  requests.abort();
  requests = new AbortController();
  listen();
}

/** Asks for the table's version, and fetches what is new if no stream brings it. */
async function look() {
  const url = live()?.dataset.events;
  if (!url || !transport.reachable) return;
  looked = performance.now();
  const [path, query = ""] = url.split("?");
  const asks = new URLSearchParams(query);
  if (!events) { asks.set("page", pageName); leased = url; }
  const given = AbortSignal.timeout(10000);
  const answer = await transport.fetch(`${path.replace(/events$/, "version")}?${asks}`, { signal: given }).catch(() => null);
  if (live()?.dataset.events !== url) return;
  if (!answer) return void (events ? revive() : offline(true));
  if (answer.status === 401) return signedOut();
  if ([403, 404, 410].includes(answer.status)) return leave(answer.status);
  if (!answer.ok) return;
  const { version } = await answer.json();
  if (events) return void arrival(version);
  offline(false);
  if (!newer(version, live().dataset.version)) return;
  const was = live().hasAttribute("data-turn");
  await refresh();
  announce(was);
}

setInterval(() => {
  if (!live()?.dataset.events) return;
  const now = performance.now();
  if (events && now - heard > (events.readyState === 1 ? SILENCE : OPENING)) revive();
  if (!events && now - looked >= (document.hidden ? ASKS.hidden : ASKS.seen)) look();
}, 2500);

/** Follows the table no more, and loads the page again to see why; only once, for what it shows then is what there is. */
function leave(why) {
  hangUp();
  delete live()?.dataset.events;
  const reason = `${transport.here().pathname} ${why}`;
  try {
    if (sessionStorage.getItem("left") === reason) return void offline(true);
    sessionStorage.setItem("left", reason);
  } catch { /* without it the page is loaded again all the same */ }
  location.reload();
}

/** The browser is signed out: the page says so, and how to go on. */
function signedOut() {
  hangUp();
  delete live()?.dataset.events;
  const note = $("#signed-out");
  $("a", note).search = `?to=${encodeURIComponent(transport.here().pathname)}`;
  note.hidden = false;
}

when("visibilitychange", () => {
  if (document.hidden) return;
  use();
  if (performance.now() - looked > 1000) look();
});
addEventListener("online", look);
addEventListener("focus", use);
when("pointerdown", use, true);

// A browser may keep a page that was left, to come back to it. Meanwhile it follows nothing, so that others see who is away.
addEventListener("pagehide", () => {
  hangUp();
  if (leased) navigator.sendBeacon(`${leased.split("?")[0].replace(/events$/, "left")}?page=${pageName}`);
  leased = null;
  pageName = newName(); // the hall hears no more of the old one: a question on its way may arrive after this report
});
addEventListener("pageshow", event => { if (event.persisted) { use(); listen(); } });
