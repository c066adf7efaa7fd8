// The hall in this browser: puts a worker in the place of a server, for the page and for its script.
"use strict";

(() => {
  const base = new URL(".", location.href).pathname;
  const address = (path, from) => new URL(path, from);
  /** The address of the page in the hall: `?at=` has it, and any folder serves it. */
  const here = () => Object.assign(address(new URLSearchParams(location.search).get("at") ?? "/", location.origin), { hash: location.hash });
  const place = url => `${base}?at=${encodeURIComponent(url.pathname + url.search)}${url.hash}`;
  const isOurs = url => url.origin === location.origin && !url.pathname.startsWith(`${base}assets/`);

  const stored = key => { try { return localStorage.getItem(key); } catch { return null; } };
  const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private window */ } };
  /*@SHARES@*/

  /** What is remembered from one page of this tab to the next, once. */
  const taken = key => { const text = sessionStorage.getItem(key); sessionStorage.removeItem(key); return text; };
  /** A referee that has failed is begun again, from what is stored; one that fails at once is not. */
  function broke(why) {
    const now = Date.now();
    if (now - Number(taken("undercroft broke")) < 10000) return void document.body.append(`Undercroft: ${why}`);
    sessionStorage.setItem("undercroft broke", now);
    location.reload();
  }

  const asked = new Map();
  let number = 0;
  let stream = null;
  let worker = null;
  function begin() {
    worker = new Worker(`${base}worker.js`);
    worker.addEventListener("message", ({ data }) => {
      if (data.reload) return location.reload();
      if (data.broken) return broke(data.broken);
      if (data.event) return void stream?.take(data.event);
      if (data.come) return void comes(data.come);
      asked.get(data.number)?.(data.answer);
      asked.delete(data.number);
    });
    worker.addEventListener("error", event => broke(event.message));
  }
  const call = async message => {
    await shown;
    if (!worker) begin();
    return new Promise(done => {
      asked.set(++number, done);
      worker.postMessage({ ...message, number, base });
    });
  };

  const fieldsOf = body => (body instanceof URLSearchParams ? [...body] : body ? [["", body]] : []);

  /** As `fetch`, of an address of the hall. */
  async function ask(path, { method = "GET", body, headers = {} } = {}) {
    const url = address(path, here());
    const request = {
      method, path: url.pathname, query: [...url.searchParams], fields: fieldsOf(body),
      fragment: headers["X-Fragment"] === "1", follows: headers["X-Follows"] === "1",
    };
    const answer = await call({ request });
    if (answer.location) {
      const there = address(answer.location, location.origin);
      const next = there.pathname === here().pathname ? await ask(there.href, { headers }) : new Response(null, { status: 204 });
      return Object.defineProperties(next, { redirected: { value: true }, url: { value: there.href } });
    }
    const given = { "Content-Type": answer.kind || "text/plain", ...(answer.version && { "X-Version": answer.version }), ...(answer.file && { "X-File": answer.file }) };
    const response = new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: given });
    return Object.defineProperty(response, "url", { value: url.href });
  }

  /** As an `EventSource` of a table. */
  class Stream {
    constructor(path) {
      const url = address(path, here());
      this.acts = {};
      this.readyState = 0;
      this.alive = setInterval(() => this.take({ kind: "alive", data: "{}" }), 15000);
      stream = this;
      call({ follow: url.pathname.split("/")[2], query: [...url.searchParams] }).then(() => {
        if (this.readyState === 2) return;
        this.readyState = 1;
        this.onopen?.();
      });
    }
    addEventListener(kind, act) { this.acts[kind] = act; }
    take({ kind, data }) { if (this.readyState !== 2) this.acts[kind]?.({ data }); }
    close() {
      this.readyState = 2;
      clearInterval(this.alive);
      if (stream === this) stream = null;
    }
  }

  /** Bytes through a stream that makes them smaller, or as they were again. */
  const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  async function packed(text) {
    const bytes = await through(text, new CompressionStream("deflate-raw"));
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
  async function unpacked(text) {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(letters, letter => letter.charCodeAt()), new DecompressionStream("deflate-raw"));
    return new TextDecoder().decode(bytes);
  }

  /** A link for others. One to a finished match has the match in it, for everybody's copy of the site. */
  async function link(path) {
    const url = address(path, here());
    const [, table] = url.pathname.match(/^\/replays\/(\w+)$/) ?? [];
    if (!table) return new URL(place(url), location.origin).href;
    const text = await (await ask(`/tables/${table}/moment`)).text();
    return `${location.origin}${base}#match=${url.searchParams.get("at") ?? ""}.${await packed(text)}`;
  }

  /** Sends a match to the server of this folder, and goes there. */
  async function bring(button) {
    const record = await (await ask(button.dataset.record)).text();
    const made = await fetch("/api/v1/me/matches", { method: "POST", body: record }).then(answer => answer.json()).catch(() => null);
    if (made?.tables) return location.assign(`/tables/${made.tables[0]}`);
    button.nextElementSibling.textContent = made?.error?.message ?? button.dataset.failed;
  }

  /** The page of a match that came with the address: as a text in the fragment, or as a record of the server of this folder. */
  async function opened([, what, at, seat = "", text, record]) {
    if (record) localStorage.setItem("undercroft server", "1");
    const match = record ? await (await fetch(record)).text() : await unpacked(text).catch(() => "");
    const answer = await ask("/moments", { method: "POST", body: new URLSearchParams({ do: what, at, seat, match }) });
    if (answer.redirected) return location.replace(place(address(answer.url, here())));
    show(await answer.text());
  }
  /** What a fragment brings: a step, the seat of its person if they played, and a text of a length that a link can have, or the address of a record. */
  const given = () => location.hash.match(/^#(match|play)=(\d*)(?:-(\d+))?\.(?:([\w-]{1,60000})|(\/tables\/\w+\/record))$/);

  const go = path => {
    const url = address(path, here());
    location.assign(isOurs(url) ? place(url) : url);
  };

  globalThis.undercroft = {
    worker: `${base}worker.js`, fetch: ask, follow: path => new Stream(path), here, link, go, packed, unpacked, reachable: true,
    replace: path => history.replaceState(null, "", place(address(path, here()))),
  };

  /** Saves a content as a file. */
  async function save(path) {
    const answer = await ask(path);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = answer.headers.get("x-file") ?? "undercroft.jsonl";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  /**
   * Links and forms that the page's own script leaves to the browser go to the hall in this browser. Listeners of the window
   * begin with the page: opening the document has ended those from before.
   */
  function listen() {
    addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
    // What is kept for later comes after what the page, and the table that is opened from it, need now.
    const keep = () => navigator.serviceWorker?.register(`${base}service-worker.js`).catch(() => { /* without it the hall needs the network to open */ });
    addEventListener("load", () => setTimeout(keep, 3000));
    addEventListener("hashchange", () => given() && location.reload());
    document.addEventListener("click", event => {
      const brings = event.target.closest?.("[data-record]");
      if (brings) return void bring(brings);
      const link = event.target.closest?.("a[href]");
      if (!link || event.defaultPrevented || link.getAttribute("href").startsWith("#")) return;
      const url = address(link.getAttribute("href"), here());
      if (!isOurs(url) || link.href.startsWith("blob:")) return;
      event.preventDefault();
      if (link.hasAttribute("download") || url.pathname.endsWith("/record")) return void save(url.href);
      if (event.ctrlKey || event.metaKey || event.shiftKey) return void open(place(url));
      go(url.href);
    });
    document.addEventListener("submit", async event => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const { target: form, submitter } = event;
      const url = address(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", here());
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form, submitter)) body.append(name, typeof value === "string" ? value : await value.text());
      if ((submitter?.getAttribute("formmethod") ?? form.method) !== "post") {
        url.search = body;
        return go(url.href);
      }
      const answer = await ask(url.href, { method: "POST", body });
      if (answer.redirected) return go(answer.url);
      // A page is written once: its script is begun with it.
      sessionStorage.setItem("undercroft page", await answer.text());
      location.reload();
    });
  }

  function show(html) {
    const top = scrollY;
    document.open();
    // A press that comes before the page's script waits for it.
    let isReady = false;
    for (const kind of ["click", "submit"]) document.addEventListener(kind, event => {
      const pressed = event.target.closest?.(kind === "click" ? "a[href], button" : "form");
      if (isReady || !pressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      document.addEventListener("DOMContentLoaded", () => (kind === "click" ? pressed.click() : pressed.requestSubmit(event.submitter)));
    }, true);
    document.addEventListener("DOMContentLoaded", () => {
      isReady = true;
      document.documentElement.classList.toggle("of-server", Boolean(stored("undercroft server")));
      store("undercroft visited", "1");
      listen();
      const form = document.getElementById("lab");
      const isBench = form?.classList.contains("bench");
      if (isBench) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${base}bench.css` }));
      for (const name of [form && "lab.js", isBench && "bench.js"]) if (name) document.body.append(Object.assign(document.createElement("script"), { src: base + name, async: false }));
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
      if (top) scrollTo(0, top);
      if (pressed) document.querySelector(pressed.replaceAll("/tables/first", here().pathname))?.click();
    });
    document.write(html);
    document.close();
  }

  // ---- Until the hall is there -------------------------------------------------------------------------------------
  // A newcomer sees pages that were drawn when the site was built. A press there waits for the hall, but for one that opens a
  // match of which the first table is among them: it is shown at once, and its first move waits.

  const language = navigator.languages.map(tag => tag.slice(0, 2)).find(tag => tag === "de" || tag === "en") ?? "en";
  const coming = document.getElementById("coming");
  for (const text of coming.querySelectorAll("[lang]")) if (text.lang !== language) text.remove();
  const page = taken("undercroft page");
  const table = JSON.parse(taken("undercroft table"));
  const isNew = !page && !table && !location.hash && !stored("undercroft visited") && here().pathname === "/";
  /** The control of the page to come that was pressed on this one, and whether a match is being opened. */
  let pressed = table?.pressed;
  let isOpening = false;

  const comes = part => { coming.hidden = false; coming.querySelector("progress").value = part; };

  /** The pages, as templates by their ids. */
  const pages = new Map();
  const add = place => { for (const template of place.querySelectorAll("template")) pages.set(template.id, template); };
  let brought = null;
  async function bring() {
    const text = await fetch(`${base}prerendered/${language}.html`).then(answer => (answer.ok ? answer.text() : "")).catch(() => "");
    add(new DOMParser().parseFromString(text, "text/html"));
  }

  function draw(title, className, content) {
    Object.assign(document, { title });
    document.documentElement.lang = language;
    document.body.className = className;
    document.body.replaceChildren(content, coming);
    scrollTo(0, 0);
    for (const kind of ["click", "submit"]) document.addEventListener(kind, hold, true);
  }
  /** Shows one of the pages; false if it is not among them. */
  function preview(name) {
    const template = pages.get(`page-${name}`);
    if (template) draw(template.dataset.title, template.dataset.class, document.importNode(template.content, true));
    return Boolean(template);
  }

  /** A press on such a page: the control is pressed again on the page to come. */
  function hold(event) {
    const control = event.type === "click" ? event.target.closest?.("a[href]") : event.submitter;
    if (!control || control.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const one of document.querySelectorAll(".pressed")) one.classList.remove("pressed");
    control.classList.add("pressed");
    coming.hidden = false;
    const named = name => (control.hasAttribute(name) ? `[${name}=${JSON.stringify(control.getAttribute(name))}]` : "");
    pressed = control.localName + ["href", "form", "name", "value", "formaction"].map(named).join("");
    if (control.form?.getAttribute("action") === "/play" && control.name === "game" && !isOpening) openMatch(control.value);
  }

  /** Opens a match, and shows its first table meanwhile. */
  async function openMatch(game) {
    isOpening = true;
    pressed = null;
    const isShown = preview(game) || (await brought, preview(game));
    const { seal } = await (await ask("/api/v1/seals", { method: "POST" })).json();
    const answer = await ask("/play", { method: "POST", body: new URLSearchParams({ game, seal, share: drawShare(seal) }) });
    if (!answer.redirected) return show(await answer.text());
    const { title, body: { className, innerHTML } } = document;
    if (isShown) sessionStorage.setItem("undercroft table", JSON.stringify({ title, className, html: innerHTML, pressed }));
    store("undercroft visited", "1");
    go(answer.url);
  }

  async function showFront() {
    if (language === "en") add(document);
    else await bring();
    preview("front");
    const style = document.querySelector("link[rel=stylesheet]");
    if (!style.sheet) await new Promise(done => { style.onload = style.onerror = done; });
    if (language === "en") brought = bring();
  }
  /** When the hall may come: what is shown meanwhile comes first. */
  const shown = isNew ? showFront() : null;

  if (table) {
    const content = document.createRange().createContextualFragment(table.html);
    content.querySelector("#coming")?.remove();
    draw(table.title, table.className, content);
  }
  if (page) show(page);
  else if (given()) opened(given());
  else ask(here().href).then(async answer => {
    if (isOpening) return;
    if (answer.redirected) location.replace(place(address(answer.url, here())));
    else show(await answer.text());
  });
})();
