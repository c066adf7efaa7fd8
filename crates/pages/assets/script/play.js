// ---- Playing what happened ---------------------------------------------------------------------------------------

// Messages are played one after the other on the page as it is: dice fall, blows land, numbers change. The new state waits
// at the end of each. A click or a key ends it all: everything is as it is then, at once.
const queue = [];
let current = null;

/** What comes of a message for whoever only listens: after its dice lie. */
function tell(message) {
  const said = (message.moments ?? []).filter(moment => moment.say).map(moment => moment.say);
  if (said.length) say(said.join(" "));
}

/** The end of a message: the page is as the hall says. */
function settle(message) {
  if (message.settled) return;
  message.settled = true;
  clear();
  // What was played on is as it was: the new state is told as what differs from that.
  message.undo?.forEach(undo => undo());
  const [turn, hint] = [live()?.hasAttribute("data-turn"), hinted()];
  if (message.html) put(message.html);
  else if (!patch(message)) return void refresh();
  tell(message);
  if (hinted() && hinted() !== hint) say(hinted());
  announce(turn);
}

/** Announces that it is the visitor's turn, if it was not before. */
const announce = was => { if (live()?.hasAttribute("data-turn") && !was) { sound("turn"); askWaiting(); } };

const hinted = () => $(".hinting")?.textContent;
const clear = () => $$(".float").forEach(note => note.remove());

function receive(message) {
  // A page that was fetched meanwhile shows it already.
  if (live() && !newer(message.version, live().dataset.version)) message.moments = [];
  queue.push(message);
  if (!current) next();
}

function next() {
  const message = queue.shift();
  if (!message) return void (current = null);
  if (still() || document.hidden || !message.moments?.length) {
    settle(message);
    return next();
  }
  current = message;
  perform(message).catch(() => {}).finally(() => {
    if (current !== message) return;
    settle(message);
    next();
  });
}

/** Ends what is being played. */
function finish() {
  if (!current) return false;
  const all = [current, ...queue.splice(0)];
  current = null;
  all[0].stop?.();
  all.forEach(settle);
  return true;
}

/** How long this much of a normal step takes now: what is done by order, and what others wait behind, is told faster. */
const time = (message, ms) => (ms * pace()) / (message.ordered ? 3 : 1) / (1 + queue.length);

/** Waits, and gives up when the message has been ended. */
function rest(message, ms) {
  if (current !== message) throw new Error("ended");
  return new Promise((done, ended) => {
    const timer = setTimeout(done, time(message, ms));
    message.stop = () => { clearTimeout(timer); ended(new Error("ended")); };
  });
}

async function perform(message) {
  const moments = message.moments;
  await sheets(message);
  let thrown = 0;
  for (let at = 0; at < moments.length;) {
    const [moment, kind] = [moments[at], Object.keys(moments[at])[0]];
    // What happens in one breath: dice of one hand, numbers that change by one blow.
    let end = at + 1;
    const together = other => Object.keys(other)[0] === kind && (kind !== "die" || (other.seat === moment.seat && other.purpose === moment.purpose));
    while ((kind === "die" || kind === "change") && end < moments.length && together(moments[end])) end += 1;
    const some = moments.slice(at, end);
    at = end;
    if (kind === "roll") unfold(message, moment);
    if (kind === "die") {
      const length = thrown++ ? 500 : 700;
      some.forEach(one => tumble(message, one, length));
      sound("dice");
      await rest(message, length);
      await rest(message, 150);
    }
    if (kind === "settle") {
      const box = boxes(message)[moment.settle];
      if (box) $$(".result", box).forEach(result => { result.style.visibility = ""; });
      await rest(message, 120);
      if (moment.harm && moment.by && moment.on) {
        lean(message, pieceById(moment.by), pieceById(moment.on));
        await rest(message, 120);
      }
    }
    if (kind === "change") {
      some.forEach(one => change(message, one, some));
      await rest(message, some.some(one => one.by < 0) ? 420 : 240);
    }
    if (kind === "fall") {
      const piece = pieceById(moment.fall);
      if (piece && !piece.matches(".dead")) {
        piece.classList.add("dead");
        (message.undo ??= []).push(() => piece.classList.remove("dead"));
      }
      if (piece) await rest(message, 240);
    }
  }
  if (current === message) await land(message);
}

/** The new state comes, and the pieces that travel show the way they went. */
async function land(message) {
  const travel = message.moments.flatMap(({ draw, move, gain }) => draw ?? move ?? gain ?? []);
  if (!travel.length) return;
  sound("card");
  if (!document.startViewTransition) return;
  christen(travel, true);
  const transition = document.startViewTransition(() => { settle(message); christen(travel, true); });
  message.stop = () => transition.skipTransition();
  transition.ready.catch(() => {}); // skipped, because the next one came
  transition.finished.catch(() => {}).finally(() => christen(travel, false));
  await transition.updateCallbackDone;
}

/** Names for pieces that travel, so that the browser shows the way they went. */
function christen(ids, on) {
  for (const id of new Set(ids)) {
    const piece = pieceById(id, live());
    if (piece) piece.style.viewTransitionName = on ? "p-" + id.replace(/[^\w-]/g, c => "_" + c.codePointAt(0).toString(16)) : "";
  }
}

// ---- Dice

const drawings = new Map();
/** The drawings of a tumble, by the address of their file. */
function sheet(url) {
  if (!drawings.has(url)) drawings.set(url, fetch(url).then(file => file.json()).then(sheet => { drawings.set(url, sheet); return sheet; }).catch(() => drawings.delete(url)));
  return drawings.get(url);
}

/** Fetches what the dice of a message tumble by; after a moment they fall without. */
function sheets(message) {
  const urls = message.moments.flatMap(({ html }) => [...(html ?? "").matchAll(/data-tumble="([^"]+)"/g)].map(([, url]) => url));
  const missing = [...new Set(urls)].map(sheet).filter(sheet => sheet instanceof Promise);
  return missing.length ? Promise.race([Promise.all(missing), new Promise(done => setTimeout(done, 200))]) : null;
}

/** The boxes that a message has opened, by number of their roll in the step. */
const boxes = message => (message.boxes ??= []);

/** Opens a box: its dice have not fallen, and what comes of them is not known. */
function unfold(message, { roll, html }) {
  const rolls = $("[data-part=stage] .rolls");
  if (!rolls) return;
  if (!message.cleared) {
    message.cleared = true;
    const before = [...rolls.children];
    (message.undo ??= []).push(() => rolls.replaceChildren(...before));
    // What still lies there after the step stays.
    const after = message.bits?.stage?.rolls ?? message.parts?.stage ?? "";
    const stays = box => $$("[data-piece]", box).some(die => after.includes(`"${die.dataset.piece}"`));
    [...rolls.children].filter(box => !stays(box)).forEach(box => box.remove());
  }
  if (roll === 0 && boxes(message).length) message.boxes = [];
  const lain = new Set($$("[data-piece]", rolls).map(die => die.dataset.piece));
  const box = document.createElement("template");
  box.innerHTML = html;
  const added = box.content.firstElementChild;
  if (!added) return;
  boxes(message)[roll] = added;
  for (const die of $$("[data-piece]", added)) {
    if (lain.has(die.dataset.piece)) pieceById(die.dataset.piece, rolls)?.closest("[data-roll]")?.remove();
    else die.style.visibility = "hidden";
  }
  $$(".result", added).forEach(result => { result.style.visibility = "hidden"; });
  rolls.append(added);
}

/** A die falls: fourteen drawings, of which the last is the die as the hall drew it. */
function tumble(message, { die, value }, length) {
  const piece = boxes(message).map(box => pieceById(die, box)).find(Boolean);
  if (!piece) return;
  piece.style.visibility = "";
  const svg = $("svg[data-tumble]", piece);
  const sheet = svg && drawings.get(svg.dataset.tumble);
  if (!sheet?.frames) return;
  const lies = svg.innerHTML;
  const numbers = sheet.numbers[value - 1] ?? [];
  const [start, whole] = [performance.now(), time(message, length)];
  let shown = -1;
  const draw = now => {
    const frame = Math.floor(((now - start) / whole) * sheet.frames.length);
    if (frame >= sheet.frames.length - 1 || message.settled) return void (svg.innerHTML = lies);
    if (frame !== shown && frame >= 0) svg.innerHTML = sheet.frames[frame].replace(/#(\d+)/g, (_, slot) => numbers[slot]);
    shown = frame;
    requestAnimationFrame(draw);
  };
  draw(start);
}

// ---- Blows

/** Who strikes leans towards whom they strike, and back. */
function lean(message, from, to) {
  if (!from || !to) return;
  const [a, b] = [from, to].map(piece => piece.getBoundingClientRect());
  const [x, y] = [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 2 - a.top - a.height / 2];
  const far = Math.hypot(x, y) || 1;
  from.animate({ translate: ["0 0", `${(12 * x) / far}px ${(12 * y) / far}px`, "0 0"] }, { duration: time(message, 240), easing: "ease-out" });
}

/** A number changes: its bar moves, and what it changed by rises from the piece. `all` changes in the same moment. */
function change(message, { change: id, by, to }, all) {
  const piece = pieceById(id, live());
  if (!piece) return;
  const gauge = $(`[data-gauge="${CSS.escape(id)}"]`, piece);
  for (const number of $$(`[data-key="${CSS.escape(id)}"][data-num]`, piece)) {
    number.dataset.num = to;
    number.textContent = to;
  }
  if (gauge) bar(gauge, by, to);
  // A number that stands on a card and on a meter changes on both, and rises from the card.
  const card = ({ change }) => pieceById(change, live())?.matches(".card");
  if (!by || (!piece.matches(".card") && all.some(other => other.by === by && card(other)))) return;
  float(message, piece, by);
  if (by < 0) piece.animate({ translate: ["0 0", "-4px 0", "4px 0", "-3px 0", "2px 0", "0 0"] }, { duration: time(message, 300) });
}

/** The bar of a gauge falls, and leaves hatched what is lost. */
function bar(gauge, by, to) {
  gauge.dataset.value = to;
  const [fill, max] = [$("[data-bar]", gauge), Number(gauge.dataset.max)];
  if (!fill || !max) return;
  const share = value => `${Math.min(Math.max((100 * value) / max, 0), 100)}%`;
  let ghost = $("[data-ghost]", gauge);
  if (by < 0 && !ghost) {
    ghost = fill.cloneNode();
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("fill", "url(#hatch)");
    ghost.setAttribute("width", share(to - by));
    fill.before(ghost);
  }
  fill.setAttribute("width", share(to));
}

function float(message, piece, by) {
  const box = ($(".face", piece) ?? piece).getBoundingClientRect();
  if (!box.width) return;
  const note = document.createElement("span");
  note.className = `float ${by > 0 ? "up" : "down"}`;
  note.setAttribute("aria-hidden", "true");
  note.textContent = by > 0 ? `+${by}` : `−${-by}`;
  note.style.left = `${box.left + box.width * 0.66}px`;
  note.style.top = `${box.top + box.height * 0.35}px`;
  document.body.append(note);
  sound(by < 0 ? "blow" : "card");
  setTimeout(() => note.remove(), Math.max(time(message, 900), 300));
}

// ---- Nobody has to wait

let lastPress = 0;
/** A press ends what is being played. A choice that still stands is carried out. */
document.addEventListener("click", event => {
  if (!current) return;
  const control = event.target.closest?.("button, a, summary, label, input");
  const again = mark(control);
  finish();
  if (!control || control.isConnected) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const same = again && $(again, live());
  // The second click of a double click only ends it.
  if (usable(same) && performance.now() - lastPress > 350) same.click();
}, true);

document.addEventListener("keydown", event => {
  if (!current || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key) || event.target.matches?.("#talk *")) return;
  // Keys that press something come as clicks as well.
  const presses = /^[\dA-Za-z]$/.test(event.key) || (event.key === "Enter" && document.activeElement?.matches("button, a, summary"));
  if (presses) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  finish();
}, true);

