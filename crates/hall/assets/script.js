// Undercroft: what the platform offers on top of pages that work without it. Knows pieces, moves and forms; no game.
"use strict";

const root = document.documentElement;
root.classList.add("scripted");

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const live = () => $("#live");
const stored = key => { try { return localStorage.getItem(key); } catch { return null; } };
const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private window */ } };
const still = () => root.dataset.speed === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const pace = () => (root.dataset.speed === "fast" ? 0.5 : 1);

// ---- Swapping the table ------------------------------------------------------------------------------------------

/** What is on the table, to tell afterwards what has changed. */
function snapshot() {
  const numbers = new Map($$("[data-key][data-num]").map(e => [e.dataset.key, Number(e.dataset.num)]));
  const bars = new Map($$("[data-bar]").map(e => [e.dataset.bar, e.getAttribute("width")]));
  const pieces = new Set($$("[data-piece]").map(e => e.dataset.piece));
  return { numbers, bars, pieces, hint: hinted(), step: Number(live()?.dataset.step ?? 0), turn: live()?.hasAttribute("data-turn") };
}

const hinted = () => $(".hinting")?.textContent;

/** Names for pieces that travel, so that the browser shows the way they went. */
function christen(on) {
  for (const piece of $$("[data-moves]")) {
    const name = "p-" + piece.dataset.piece.replace(/[^\w-]/g, c => "_" + c.codePointAt(0).toString(16));
    piece.style.viewTransitionName = on ? name : "";
  }
}

/** How to find an element again after the swap: null for one outside, "" for one that cannot be found again. */
function mark(element) {
  if (!element || !live()?.contains(element)) return null;
  if (element.id === "prompt") return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const piece = element.closest("[data-piece]");
  if (piece) return `[data-piece="${CSS.escape(piece.dataset.piece)}"] .face`;
  // A card may do the same as a button of the tray: the button is found in the tray.
  if (element.value) return `${element.closest(".tray") ? ".tray " : ""}button[value="${CSS.escape(element.value)}"]`;
  return "";
}

/** Where the focus goes after a step: where it was if that can still be pressed, else to the first choice of what is to be decided. */
function refocus(again) {
  const usable = element => element && !element.disabled && element.offsetParent;
  const choices = [".tray [data-main]", ".tray .choices button", ".tray button.move", ".can > button.face", "[data-main]"];
  const first = choices.flatMap(selector => $$(selector, live())).find(usable);
  const prompt = $("#prompt", live());
  // While there is nothing to decide the prompt has the focus, so that the keyboard does not start again from the top.
  if (prompt) prompt.tabIndex = -1;
  (usable(again) && again.matches("button, a, input, [tabindex]") ? again : first ?? prompt)?.focus({ preventScroll: true });
}

async function swap(html, animate = true) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  const old = live();
  if (!fresh || !old) return location.reload();
  const before = snapshot();
  const focus = mark(document.activeElement);
  const open = $(".log details")?.open;
  const change = () => {
    old.replaceWith(document.adoptNode(fresh));
    dress();
    if (open !== undefined && $(".log details")) $(".log details").open = open;
    if (focus !== null) refocus(focus && $(focus, live()));
  };
  if (animate && !still() && document.startViewTransition) {
    christen(true);
    const transition = document.startViewTransition(() => { change(); christen(true); });
    transition.ready.catch(() => {}); // skipped, because the next one came
    transition.finished.finally(() => christen(false)).catch(() => {});
    await transition.updateCallbackDone.catch(() => {});
  } else {
    change();
  }
  happened(before);
}

/** Shows and says what the swap has changed. */
function happened(before) {
  const step = Number(live().dataset.step);
  for (const element of $$("[data-key][data-num]")) {
    const [now, was] = [Number(element.dataset.num), before.numbers.get(element.dataset.key)];
    if (was !== undefined && now !== was) float(element, now - was);
  }
  for (const bar of $$("[data-bar]")) {
    const was = before.bars.get(bar.dataset.bar);
    const now = bar.getAttribute("width");
    if (was === undefined || was === now || still()) continue;
    bar.style.width = `${was}px`;
    requestAnimationFrame(() => requestAnimationFrame(() => { bar.style.width = `${now}px`; }));
  }
  const dice = $$(".dice[data-piece]").filter(die => !before.pieces.has(die.dataset.piece));
  dice.forEach(tumble);
  if (dice.length) sound("dice");
  if (step > before.step) {
    const lines = $$(".chapters > li").filter(entry => Number(entry.dataset.step) > before.step);
    $("#said").textContent = lines.map(entry => entry.innerText.trim()).join(" ");
    if (!dice.length) sound("card");
  }
  if (hinted() && hinted() !== before.hint) $("#said").textContent = hinted();
  if (live().hasAttribute("data-turn") && !before.turn) sound("turn");
}

function float(element, by) {
  if (still()) return;
  const box = element.getBoundingClientRect();
  if (!box.width) return;
  const note = document.createElement("span");
  note.className = `float ${by > 0 ? "up" : "down"}`;
  note.textContent = by > 0 ? `+${by}` : `−${-by}`;
  note.style.left = `${box.left + box.width / 2}px`;
  note.style.top = `${box.top - 12}px`;
  document.body.append(note);
  setTimeout(() => note.remove(), 1000 * pace());
}

/** A die shows other numbers for a moment. Any key or press ends it, for nothing waits for it. */
function tumble(piece) {
  if (still()) return;
  const text = $("text", piece);
  const value = text.textContent;
  const sides = Math.max(Number(value), Number(piece.dataset.sides) || 6);
  piece.classList.add("tumble");
  const timer = setInterval(() => { text.textContent = 1 + Math.floor(Math.random() * sides); }, 60);
  setTimeout(() => { clearInterval(timer); text.textContent = value; piece.classList.remove("tumble"); }, 380 * pace());
}

// ---- Talking to the hall -----------------------------------------------------------------------------------------

let busy = 0;
let posting = 0;
let asked = 0;
let heard = null; // what the hall has told meanwhile: a step, or -1 for anything else

/** Fetches a page or posts a form, and puts the answer on the table, unless something newer was asked meanwhile. */
async function ask(url, options = {}, animate = true) {
  const turn = ++asked;
  const post = options.method ? 1 : 0;
  busy += 1;
  posting += post;
  root.classList.add("busy");
  try {
    const answer = await fetch(url, { ...options, headers: { "X-Fragment": "1", Accept: "text/html" } });
    const there = new URL(answer.url);
    if (answer.redirected && there.pathname !== location.pathname) return void location.assign(answer.url);
    const html = await answer.text();
    if (turn !== asked) return;
    if (!html.includes('id="live"')) return void location.assign(options.method ? location.href : url);
    $("#offline").hidden = true;
    await swap(html, animate);
  } catch {
    $("#offline").hidden = false;
  } finally {
    busy -= 1;
    posting -= post;
    root.classList.toggle("busy", busy > 0);
    if (!busy) catchUp();
  }
}

const refresh = () => ask(location.href);

/** Looks again if the hall has told of something that is not on the page. */
function catchUp() {
  const step = heard;
  heard = null;
  if (step !== null && step !== Number(live()?.dataset.step)) refresh();
}
function hear(step) {
  heard = step;
  if (!busy) catchUp();
}

document.addEventListener("submit", event => {
  const { target: form, submitter } = event;
  if (!live()?.dataset.table || !(live().contains(form) || (submitter && live().contains(submitter)))) return;
  event.preventDefault();
  if (posting && form.method === "post") return;
  const data = new URLSearchParams(new FormData(form, submitter));
  const url = new URL(form.getAttribute("action"), location.href); // form.action would be the button of that name
  if (form.method === "post") return void ask(url.href, { method: "POST", body: data });
  url.search = [...data].some(([, value]) => value !== "") ? data : "";
  if (form.classList.contains("slider")) history.replaceState(null, "", url);
  ask(url);
});

document.addEventListener("click", event => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !live()?.dataset.table) return;
  const url = new URL(link.href);
  const here = url.origin === location.origin && url.pathname === location.pathname;
  if (!here || !live().contains(link) || link.hasAttribute("download")) return;
  event.preventDefault();
  history.replaceState(null, "", url);
  ask(url);
});

let events = null;
function listen() {
  const url = live()?.dataset.events;
  if (events?.url.endsWith(url ?? "\n")) return;
  events?.close();
  events = null;
  if (!url || !location.protocol.startsWith("http")) return;
  events = new EventSource(url);
  events.onopen = () => { $("#offline").hidden = true; };
  events.onerror = () => { $("#offline").hidden = false; if (events?.readyState === 2) setTimeout(() => { events = null; listen(); }, 3000); };
  events.addEventListener("step", event => hear(Number(event.data)));
  events.addEventListener("seats", () => hear(-1));
}

// ---- Reading a piece: rest on it, hold it, or come to it by key --------------------------------------------------

let dragged = null;
let reading = null;
let pressed = false; // a long press has opened it, and lifting the finger is no click
let soon = 0;
function hush() {
  clearTimeout(soon);
  if (reading?.matches(":popover-open")) reading.hidePopover();
  reading?.classList.remove("near");
  reading = null;
}
function read(piece, wait, press = false) {
  const details = piece && $(":scope > .details", piece);
  if (details === reading) return;
  hush();
  if (!details) return;
  soon = setTimeout(() => {
    if (!details.isConnected || details.matches(":popover-open")) return;
    reading = details;
    pressed = press;
    details.classList.add("near");
    details.showPopover();
    const [box, own] = [piece.getBoundingClientRect(), details.getBoundingClientRect()];
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const above = box.top - own.height - 8;
    details.style.left = `${left}px`;
    details.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8)}px`;
  }, wait);
}
document.addEventListener("pointerover", event => { if (event.pointerType === "mouse" && !dragged?.moving) read(pieceOf(event.target), 350); });
document.addEventListener("pointerdown", event => { if (event.pointerType !== "mouse") read(pieceOf(event.target), 450, true); });
document.addEventListener("pointerup", event => { if (event.pointerType !== "mouse") clearTimeout(soon); });
document.addEventListener("contextmenu", event => { if (reading && pieceOf(event.target)) event.preventDefault(); });
document.addEventListener("focusin", event => { if (event.target.matches?.(":focus-visible") && !event.target.closest(".details")) read(pieceOf(event.target), 500); });
document.addEventListener("click", event => {
  const face = event.target.closest("button.face");
  if (face && reading && (pressed || face.matches("[popovertarget]"))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (pressed) return void (pressed = false);
  }
  hush();
}, true);

const ids = element => JSON.parse(element?.dataset.pieces ?? "[]");

/** Resting on a choice lights up the pieces that it joins. */
function light(event) {
  const joined = ids(event.target.closest?.(".move"));
  for (const piece of $$("[data-piece]")) piece.classList.toggle("lit", joined.includes(piece.dataset.piece));
}
document.addEventListener("pointerover", light);
document.addEventListener("focusin", light);

// ---- Picking, step by step ---------------------------------------------------------------------------------------

// What has been picked is a stem, as the hall spells it. What can follow is on the page already, in the group of the stem:
// a button for each step, which makes a move or picks on.
const pieceOf = element => element?.closest?.("[data-piece]");
const groupOf = stem => $$(".group").find(group => group.dataset.stem === stem);
const faceOf = piece => $(":scope > button.face[form]", piece);
let held = "";

/** The button of the step to `piece` after `stem`, if it can follow. */
const following = (stem, piece) => {
  const group = piece && stem && groupOf(stem);
  return group ? $$("button[data-next]", group).find(button => button.dataset.next === piece.dataset.piece) : null;
};

/** Picks up to `stem`: what can follow glows, and its choices stand in the tray. An empty stem puts everything back. */
function hold(stem, show = true) {
  if (!stem && new URL(location.href).searchParams.has("pick")) {
    history.replaceState(null, "", location.pathname); // the page came with something picked
    return void refresh();
  }
  const [was, inside] = [held, document.activeElement?.closest(".choices, .group")];
  const group = stem && groupOf(stem);
  held = group ? stem : "";
  const picked = group ? ids(group) : [];
  for (const piece of $$("[data-piece]")) {
    piece.classList.remove("over");
    piece.classList.toggle("picked", picked.includes(piece.dataset.piece));
    piece.classList.toggle("target", Boolean(held && following(held, piece)));
  }
  const shown = show ? held : "";
  $$(".group").forEach(other => { other.hidden = other.dataset.stem !== shown; });
  if ($(".choices")) $(".choices").hidden = shown !== "";
  if (!inside) return;
  const back = $$(".choices button, .group:not([hidden]) button").find(button => button.name === "pick" && button.value === was && seen(button));
  (back ?? $$(".group:not([hidden]) button, .choices button").find(seen))?.focus({ preventScroll: true });
}

/** The stem as it was before `piece` was picked. */
function without(stem, piece) {
  while (stem && ids(groupOf(stem)).includes(piece.dataset.piece)) stem = groupOf(stem).dataset.back;
  return stem;
}

document.addEventListener("click", event => {
  if (!live()) return;
  const piece = pieceOf(event.target);
  const own = piece && !event.target.closest(".details");
  const next = own && following(held, piece);
  if (next) { event.preventDefault(); event.stopPropagation(); return void next.click(); }
  if (own && held && without(held, piece) !== held) {
    event.preventDefault();
    event.stopPropagation();
    return void hold(without(held, piece));
  }
  const press = event.target.closest("button[form='ask'][name='pick']");
  if (!press) return;
  event.preventDefault();
  if (press.closest(".confirm")) return void refresh();
  hold(press.value);
}, true);

document.addEventListener("pointerdown", event => {
  const piece = pieceOf(event.target);
  const face = piece && faceOf(piece);
  if (!face || event.button) return;
  const press = following(held, piece) || face;
  const stem = press.name === "pick" && groupOf(press.value) ? press.value : "";
  if (stem || face.dataset.to) dragged = { piece, face, stem, before: held, x: event.clientX, y: event.clientY, moving: false };
});

/** The button that the dragged piece presses when it is dropped on `piece`. */
const landing = (drag, piece) => (drag.stem ? following(drag.stem, piece) : piece?.dataset.piece === drag.face.dataset.to && drag.face);

document.addEventListener("pointermove", event => {
  if (!dragged) return;
  const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
  if (!dragged.moving && Math.hypot(x, y) < 9) return;
  if (!dragged.moving) {
    dragged.moving = true;
    hold(dragged.stem, false);
    dragged.piece.classList.add("picked");
    $$("[data-piece]").filter(piece => landing(dragged, piece)).forEach(piece => piece.classList.add("target"));
    hush();
  }
  dragged.piece.style.cssText += `;translate:${x}px ${y}px;z-index:9;pointer-events:none`;
  const over = pieceOf(document.elementFromPoint(event.clientX, event.clientY));
  $$(".over").forEach(piece => piece.classList.remove("over"));
  if (over?.classList.contains("target")) over.classList.add("over");
});
function drop(event) {
  const drag = dragged;
  dragged = null;
  if (!drag?.moving) return;
  const button = landing(drag, pieceOf(document.elementFromPoint(event.clientX, event.clientY)));
  for (const key of ["translate", "zIndex", "pointerEvents"]) drag.piece.style[key] = "";
  hold(drag.before);
  const late = click => { click.preventDefault(); click.stopPropagation(); };
  addEventListener("click", late, { capture: true, once: true });
  setTimeout(() => {
    removeEventListener("click", late, { capture: true });
    if (event.type === "pointerup" && button) button.click();
  }, 0);
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

// ---- Keys --------------------------------------------------------------------------------------------------------

const seen = element => element.offsetParent !== null;
const faces = list => $$(".face", list).filter(face => seen(face) && (face.tabIndex >= 0 || list.matches(".cells")));

function arrow(key) {
  const here = document.activeElement;
  const cells = here?.closest(".cells");
  if (cells) {
    const columns = Number(cells.dataset.columns);
    const all = $$(".cell", cells);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
    let at = all.indexOf(here.closest(".cell"));
    const row = Math.floor(at / columns);
    do { at += by; } while (all[at] && !$(".face", all[at]));
    if (!all[at] || (Math.abs(by) === 1 && Math.floor(at / columns) !== row)) return true;
    $(".face", all[at]).focus();
    return true;
  }
  const list = here?.closest(".pieces, .others, .choices");
  if (!list || !here.matches("button, a")) return false;
  const all = $$("button, a.button", list).filter(seen);
  const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  all[(all.indexOf(here) + by + all.length) % all.length]?.focus();
  return true;
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !live()) return;
  const target = document.activeElement ?? document.body;
  if (target.matches("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")) return;
  const key = event.key;
  const click = element => { if (element && seen(element)) { event.preventDefault(); element.click(); } };
  const way = $(`a[data-key="${key}"]`);
  if (key === "Escape") {
    hush();
    if (held) hold(groupOf(held).dataset.back); else if ($(".confirm")) refresh();
  } else if (key === " " && !target.matches("button, a, summary, input")) {
    click($("[data-play]:not([hidden])") ?? $("[data-main]"));
  } else if (/^[1-9]$/.test(key)) {
    const verbs = $$(".verb.move, .tray .others .move").filter(seen);
    const verb = verbs[Number(key) - 1];
    click(verb?.closest("button"));
  } else if (key === "u" || key === "U") {
    click($("[data-undo]"));
  } else if (key === "h" || key === "H") {
    click($("#hint"));
  } else if (key === "?") {
    $("#keys")?.togglePopover();
  } else if (way && !target.matches("input")) {
    click(way);
  } else if (key.startsWith("Arrow") && !target.matches("input")) {
    if (arrow(key)) event.preventDefault();
  }
});

// ---- Sounds: made here, short, off until asked for ---------------------------------------------------------------

let audio = null;
function tone(at, pitch, length, volume, type = "triangle") {
  const [note, gain] = [audio.createOscillator(), audio.createGain()];
  note.type = type;
  note.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, audio.currentTime + at);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + length);
  note.connect(gain).connect(audio.destination);
  note.start(audio.currentTime + at);
  note.stop(audio.currentTime + at + length);
}
function sound(kind) {
  if (stored("sound") !== "on") return;
  audio ??= new AudioContext();
  if (kind === "dice") [0, 0.07, 0.13, 0.21].forEach(at => tone(at, 180 + Math.random() * 160, 0.05, 0.12, "square"));
  if (kind === "card") tone(0, 320, 0.07, 0.06);
  if (kind === "turn") { tone(0.25, 523, 0.3, 0.08); tone(0.4, 784, 0.4, 0.07); }
}

// ---- The page around ---------------------------------------------------------------------------------------------

async function copy(text, button) {
  try { await navigator.clipboard.writeText(text); } catch { prompt("Copy this:", text); return; }
  const was = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = was; }, 1500);
}

document.addEventListener("click", async event => {
  const button = event.target.closest("button[type=button]");
  if (!button) return;
  if (button.dataset.copy) copy(document.getElementById(button.dataset.copy).value, button);
  if (button.dataset.copyHref) copy(new URL(button.dataset.copyHref, location.href).href, button);
  if ("play" in button.dataset) play(button.getAttribute("aria-pressed") !== "true");
  if ("verify" in button.dataset) {
    const seed = Uint8Array.from($("#seed").textContent.trim().match(/../g), pair => parseInt(pair, 16));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", seed));
    const seal = [...hash].map(byte => byte.toString(16).padStart(2, "0")).join("");
    $("#verified").textContent = seal === $("#seal").textContent.trim() ? "It fits: SHA-256 of the seed is the seal." : `It does not fit. SHA-256 of the seed is ${seal}.`;
  }
});

let playing = 0;
function play(on) {
  clearTimeout(playing);
  playing = 0;
  const button = $("[data-play]");
  button?.setAttribute("aria-pressed", on);
  if (button) button.lastChild.textContent = on ? "Stop" : "Play";
  if (!on) return;
  const next = $('a[data-key="ArrowRight"]');
  if (!next) return play(false);
  playing = setTimeout(async () => {
    history.replaceState(null, "", next.href);
    await ask(next.href);
    if (playing) play(true);
  }, 1400 * pace());
}

document.addEventListener("input", event => {
  if (!event.target.matches(".slider input")) return;
  $("output", event.target.form).textContent = event.target.value;
});
document.addEventListener("change", event => {
  if (event.target.matches(".slider input")) event.target.form.requestSubmit();
  if (event.target.matches("#sound")) { store("sound", event.target.checked ? "on" : "off"); sound("turn"); }
});

/** What a fresh page or table needs. */
function dress() {
  held = $(".group:not([hidden])")?.dataset.stem ?? "";
  reading = null;
  $$("[data-copy], [data-copy-href], [data-play], .sound").forEach(element => { element.hidden = false; });
  if (crypto.subtle) $$("[data-verify]").forEach(element => { element.hidden = false; });
  $$(".face[title], .stat[title], .reading[title]").forEach(element => element.removeAttribute("title"));
  if ($("#sound")) $("#sound").checked = stored("sound") === "on";
  const log = $(".log details");
  if (log && matchMedia("(min-width: 1000px)").matches) {
    log.open = true;
    $(".then[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
  for (const cells of $$(".cells")) {
    const all = faces(cells);
    all.forEach(face => { face.tabIndex = -1; });
    const first = all.find(face => face.matches("button[form]")) ?? all[0];
    if (first) first.tabIndex = 0;
  }
  const page = live();
  if (!page) return;
  if (page.dataset.title) document.title = page.dataset.title;
  if (page.dataset.body) document.body.className = page.dataset.body;
  const icon = $("link[rel=icon]");
  icon.dataset.calm ??= icon.href;
  icon.href = page.hasAttribute("data-turn") ? icon.dataset.turn : icon.dataset.calm;
  listen();
}

dress();
