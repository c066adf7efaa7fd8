// ---- Talking to the hall -----------------------------------------------------------------------------------------

let busy = 0;
let posting = 0;
let asked = 0;
let requests = new AbortController(); // ends what waits for an answer on a line that is dead
const offline = is => { $("#offline").hidden = !is; };

async function occupied(work) {
  busy += 1;
  root.classList.add("busy");
  try {
    await work();
  } catch {
    offline(true);
  } finally {
    busy -= 1;
    root.classList.toggle("busy", busy > 0);
  }
}

/** Fetches a page, or posts a form, and puts the answer on the table, unless something newer was asked meanwhile. */
const ask = (url, options = {}) => occupied(async () => {
  const turn = ++asked;
  const answer = await transport.fetch(url, { ...options, signal: requests.signal, headers: { "X-Fragment": "1", Accept: "text/html" } });
  const there = new URL(answer.url);
  if (answer.redirected && there.pathname !== transport.here().pathname) return void transport.go(answer.url);
  const html = await answer.text();
  if (turn !== asked) return;
  if (!html.includes('id="live"')) return void transport.go(options.method ? transport.here().href : url);
  offline(false);
  finish();
  put(html);
});

const refresh = () => ask(transport.here().href);

/** Posts a form. The stream brings what comes of it; without one the answer does. */
async function post(url, body) {
  if (posting) return;
  posting += 1;
  lastPress = performance.now();
  $("#fault")?.remove();
  if (events?.readyState !== 1) await ask(url, { method: "POST", body });
  else await occupied(async () => {
    const answer = await transport.fetch(url, { method: "POST", body, signal: requests.signal, headers: { "X-Follows": "1", Accept: "text/html" } });
    if (answer.redirected) return void transport.go(answer.url);
    offline(false);
    if (answer.status === 204) return void await arrival(answer.headers.get("x-version"));
    const html = await answer.text();
    if (!html.includes('id="live"')) return void complain(html);
    hangUp(); // the stream knows the visitor by another name, or not at all
    finish();
    put(html);
  });
  posting -= 1;
  if (!current) spend(false);
}

/** Says what was wrong with a request, above the table. */
function complain(html) {
  const note = document.createElement("div");
  note.id = "fault";
  note.innerHTML = html;
  const [place] = [$("#part-notice") ?? live()];
  if ($(".notice", note)) place.prepend(note); else location.reload();
}

const awaited = new Set(); // those who wait for a version
/** Waits until the stream has brought a version. A stream that does not is dead: then the page is fetched. */
const arrival = version => new Promise(done => {
  if (!version || !newer(version, arrived)) return void done();
  const end = () => { clearTimeout(timer); awaited.delete(check); done(); };
  const timer = setTimeout(() => { hangUp(); refresh(); end(); }, 3000);
  const check = now => { if (!newer(version, now)) end(); };
  awaited.add(check);
});

when("submit", event => {
  const { target: form, submitter } = event;
  if (!live()?.dataset.table || !(live().contains(form) || (submitter && live().contains(submitter)))) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, submitter));
  const url = new URL(addressOf(form, submitter), transport.here().href);
  const method = submitter?.getAttribute("formmethod") ?? form.method;
  if (method === "post") return void post(url.href, data);
  url.search = [...data].some(([, value]) => value !== "") ? data : "";
  if (form.classList.contains("slider")) transport.replace(url);
  ask(url);
});

when("click", event => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !live()?.dataset.table) return;
  const url = new URL(link.href);
  const here = url.origin === transport.here().origin && url.pathname === transport.here().pathname;
  if (!here || (url.hash && url.search === transport.here().search) || !live().contains(link) || link.hasAttribute("download")) return;
  event.preventDefault();
  transport.replace(url);
  ask(url);
});

/** Reads what the stream brings: a line of JSON, and a line for each drawing, which the JSON names by its number. */
function messageOf(data) {
  const [json, ...lines] = data.split("\n");
  const { drawings = {}, ...message } = JSON.parse(json);
  const named = numbers => Object.fromEntries(Object.entries(numbers).map(([name, one]) => [name, typeof one === "number" ? lines[one] : named(one)]));
  return { ...message, ...named(drawings) };
}
