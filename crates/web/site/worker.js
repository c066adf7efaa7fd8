// The referee of a page, or with the name "thinker" a place where bots think. Keeps every match in IndexedDB.
"use strict";

/** When the module is stored: the next page begins with it then. */
let storing = null;

/** The module. It is unpacked once. */
async function module() {
  const cache = await caches.open(BUILD).catch(() => null); // some browsers have none in a private window
  const kept = await cache?.match(MODULE);
  if (kept) return kept;
  const whole = await unpacked(come => self.name !== "thinker" && postMessage({ come }));
  // Without room the next page unpacks it again.
  storing = cache?.put(MODULE, whole.clone()).catch(() => {});
  return whole;
}
const ready = wasm_bindgen({ module_or_path: module() });
const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
const moment = () => JSON.stringify({
  now: Date.now(),
  luck: hex(crypto.getRandomValues(new Uint8Array(32))),
  languages: navigator.languages.join(","),
});
const pause = time => new Promise(done => setTimeout(done, time));

// ---- The database --------------------------------------------------------------------------------------------------

/** Each store, and where its values have their key. */
const KEYS = { tables: "id", steps: null, settings: null, answers: ["game", "number", "day"], results: null };
const STORES = Object.keys(KEYS);
const database = self.name === "thinker" ? null : new Promise((done, fail) => {
  const request = indexedDB.open("undercroft", 2);
  // A database of an earlier build has some of them.
  request.onupgradeneeded = () => {
    const db = request.result;
    for (const name of STORES) if (!db.objectStoreNames.contains(name)) db.createObjectStore(name, { keyPath: KEYS[name] });
  };
  request.onsuccess = () => {
    // A tab with a later build waits for this one.
    request.result.onversionchange = () => { request.result.close(); postMessage({ reload: true }); };
    done(request.result);
  };
  request.onerror = () => fail(request.error);
});

const read = async ask => {
  const db = await database;
  return new Promise((done, fail) => {
    const request = ask(name => db.transaction(name).objectStore(name));
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
};
const all = async name => JSON.stringify(await read(store => store(name).getAll()));
const stepsOf = table => read(store => store("steps").getAll(IDBKeyRange.bound([table, 0], [table, Infinity])));

/** Makes changes, all or none. They are on the disk when this is done. */
async function keep(saves) {
  if (!saves.length) return;
  const db = await database;
  await new Promise((done, fail) => {
    const change = db.transaction(STORES, "readwrite", { durability: "strict" });
    const [tables, steps, settings, answers, results] = STORES.map(name => change.objectStore(name));
    change.oncomplete = done;
    change.onerror = change.onabort = () => fail(change.error);
    for (const save of saves) {
      if (save.table) tables.put(save.table);
      if (save.step) steps.put(save.step.row, [save.step.table, save.step.n]);
      if (save.remove) steps.delete([save.remove.table, save.remove.n]);
      if (save.settings) settings.put(save.settings, "me");
      if (save.answer) answers.put(save.answer);
      if (save.results) results.put(save.results.results, save.results.table);
    }
  });
  if (saves.some(save => save.step)) navigator.storage?.persist?.();
}

// ---- The hall ------------------------------------------------------------------------------------------------------

let hall = null;
let held = null; // the table that this page plays: no other tab does
let turn = Promise.resolve();
/** Does one thing after the other. */
const inTurn = work => (turn = turn.then(work, work));

/** Brings texts that the module has not in itself. Without a network and a cache, pages do without them. */
async function bring(name) {
  const answer = await fetch(`texts/${name}.json`).catch(() => null);
  if (answer?.ok) for (const [file, text] of Object.entries(await answer.json())) wasm_bindgen.bring(file, text);
}

async function open(base) {
  await ready;
  if (hall) return;
  const settings = await read(store => store("settings").get("me"));
  if ([settings?.language || navigator.languages].flat().some(language => language.startsWith("de"))) await bring("de");
  hall = new wasm_bindgen.LocalHall(base, JSON.stringify(settings ?? {}));
}

/** Makes this page the one that plays a table; false if another tab is. It takes over when that one is closed. */
function hold(table) {
  if (held === table) return true;
  const name = `undercroft ${table}`;
  return new Promise(done => {
    const own = () => { held = table; done(true); return new Promise(() => {}); };
    // The page that was left a moment ago may still have it.
    navigator.locks.request(name, { signal: AbortSignal.timeout(1500) }, own).catch(() => {
      done(false);
      navigator.locks.request(name, () => { postMessage({ reload: true }); return new Promise(() => {}); });
    });
  });
}

/** Tells the hall what is stored, but for journals. */
const know = async () => hall.know(await all("tables"), await all("answers"), await all("results"));

async function load(table) {
  const [header, steps] = [await read(store => store("tables").get(table)), await stepsOf(table)];
  if (header) hall.load(JSON.stringify(header), JSON.stringify(steps), moment());
}

/** Stores what has changed; if that fails the table is read again, as it was. */
async function stored(saves) {
  try {
    await keep(saves);
    return true;
  } catch {
    const tables = new Set(saves.flatMap(save => save.table?.id ?? save.step?.table ?? save.remove?.table ?? []));
    for (const table of tables) { hall.forget(table); await load(table); }
    return false;
  }
}

async function answer(request) {
  const [, place, table, rest] = request.path.split("/");
  const isTable = (place === "tables" || place === "replays") && table;
  if (isTable) {
    if (!(await hold(table))) return JSON.parse(hall.held_elsewhere(moment()));
    if (!hall.has(table)) {
      await know();
      await load(table);
    }
  } else {
    if (place === "games" && table) await bring(`rules/${table}`);
    if (place === "puzzles" && table) await bring(`puzzles/${table}`);
    await know();
    const latest = request.path === "/" && hall.latest();
    if (latest) await load(latest);
  }
  if (request.path === "/me/matches.jsonl") return matches();
  const { answer: given, saves } = JSON.parse(hall.answer(JSON.stringify(request), moment()));
  if (!(await stored(saves))) return JSON.parse(hall.not_stored(moment()));
  if (given.kind === "image/svg+xml") given.body = await whole(given.body);
  if (isTable && !rest) setTimeout(stir);
  if (given.location) await storing;
  return given;
}

/** A drawing with those in it to which it refers, so that it is whole as a file. */
async function whole(drawing) {
  for (const [quoted, address] of drawing.matchAll(/"([^"]*assets\/art\/[^"]+)"/g)) {
    const other = await (await fetch(address)).text();
    drawing = drawing.replaceAll(quoted, `"data:image/svg+xml,${encodeURIComponent(other)}"`);
  }
  return drawing;
}

/** All matches as a file. */
async function matches() {
  let body = "";
  for (const header of await read(store => store("tables").getAll())) body += hall.record(JSON.stringify(header), JSON.stringify(await stepsOf(header.id)));
  return { status: 200, kind: "application/jsonl", file: "undercroft-matches.jsonl", body };
}

/** Sends the page what has changed, and lets the table go on by itself. */
function tell() {
  const news = hall.news(moment());
  if (news) postMessage({ event: JSON.parse(news) });
  setTimeout(stir);
}

// ---- What a table does by itself -----------------------------------------------------------------------------------

const thinkers = [];
let [thinking, carrying, analysing] = [false, false, false];

function stir() {
  if (!held || !hall.has(held)) return;
  const todo = JSON.parse(hall.todo(held, moment()));
  if (todo.think.length && !thinking) think(held, todo);
  if (todo.auto_action && !carrying) carryOut(held, ...todo.auto_action);
  if (todo.analyse && !analysing) {
    analysing = true;
    setTimeout(() => inTurn(() => { hall.analyse(held, moment()); tell(); }), 500);
  }
}

/** A worker that thinks about nothing now. There are as many as there are cores beside the one of the referee. */
function thinker() {
  const free = thinkers.find(one => !one.busy);
  if (free || thinkers.length >= Math.max(1, navigator.hardwareConcurrency - 1)) return free ?? thinkers[0];
  const one = { worker: new Worker("worker.js", { name: "thinker" }), has: "", steps: 0, busy: false, turn: Promise.resolve() };
  thinkers.push(one);
  return one;
}

/** What a bot decides. A thinker that knows the match is sent only its new steps. */
function decided(table, { seat, branch, step }) {
  const one = thinker();
  one.busy = true;
  const life = `${table} ${branch}`;
  const ask = from => new Promise((done, fail) => {
    const question = hall.question(table, seat, from, moment());
    one.worker.onmessage = ({ data }) => done(data);
    one.worker.onerror = fail;
    one.worker.postMessage({ table, question });
  });
  const work = async () => {
    const action = (await ask(one.has === life && step >= one.steps ? one.steps : 0)) ?? (await ask(0));
    [one.has, one.steps, one.busy] = [life, step, false];
    return JSON.parse(action);
  };
  one.turn = one.turn.then(work, work);
  return one.turn;
}

/** Bots that are asked together think together, and none acts before all have thought. */
async function think(table, { think: bots, pause: time }) {
  thinking = true;
  const began = Date.now();
  try {
    const actions = await Promise.all(bots.map(bot => decided(table, bot)));
    await pause(time && time - (Date.now() - began) % time);
    for (const [n, { step, ...bot }] of bots.entries()) {
      if (n) await pause(time / 5);
      await inTurn(async () => {
        await stored(JSON.parse(hall.acted(table, JSON.stringify({ ...bot, action: actions[n] }), moment())));
      });
      const news = hall.news(moment());
      if (news) postMessage({ event: JSON.parse(news) });
    }
  } catch {
    // A bot that has failed thinks again, in a worker of its own.
    for (const one of thinkers.splice(0)) one.worker.terminate();
    await pause(3000);
  } finally {
    thinking = false;
  }
  stir();
}

async function carryOut(table, seat, time) {
  carrying = true;
  await pause(time);
  try {
    await inTurn(async () => { await stored(JSON.parse(hall.carry_out(table, seat, moment()))); });
    tell();
  } finally {
    carrying = false;
  }
  setTimeout(stir);
}

// ---- Messages ------------------------------------------------------------------------------------------------------

let own = null;
self.onmessage = self.name === "thinker" ? async ({ data: { table, question, lab } }) => {
  await ready;
  own ??= new wasm_bindgen.LocalThinker();
  if (!lab) return postMessage(own.think(table, question) ?? null);
  try { postMessage(own.play(JSON.stringify(lab.fields), lab.point, lab.from, lab.to)); } catch (error) { postMessage({ broken: String(error) }); }
} : ({ data }) => void inTurn(async () => {
  try {
    await open(data.base);
    if (data.follow) hall.follow(data.follow, JSON.stringify(data.query), moment());
    postMessage({ number: data.number, answer: data.follow ? {} : await answer(data.request) });
    tell();
  } catch (error) {
    postMessage({ broken: String(error) });
  }
});
