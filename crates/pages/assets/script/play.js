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
  const [turn, hint, over] = [live()?.hasAttribute("data-turn"), hinted(), $(".outcome, .fanfare", live())];
  if (still()) summary(message);
  if (message.html) put(message.html);
  else if (!patch(message)) return void refresh();
  tell(message);
  if (hinted() && hinted() !== hint) say(hinted());
  announce(turn);
  if (!over) ended();
}

/** Announces that it is the visitor's turn, if it was not before. */
const announce = was => { if (live()?.hasAttribute("data-turn") && !was) { sound("turn"); askWaiting(); } };

const hinted = () => $(".hinting")?.textContent;
const clear = () => { $$(".float").forEach(note => note.remove()); spend(false); };

/** A pressed choice answers at once: it sinks, and the odds beside it, which are no longer true, are gone. */
function spend(on, pressed = null) {
  $(".tray")?.classList.toggle("spent", on);
  $$(".pressed").forEach(one => one.classList.remove("pressed"));
  if (on) pressed?.classList.add("pressed");
}

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

/** Announces a moment as it is played, for whoever listens on the page: its kind, its piece, and how strong it is, from 0 to 1. */
const played = (kind, more = {}) => $("#part-stage")?.dispatchEvent(new CustomEvent("moment", { bubbles: true, detail: { kind, strong: 0, piece: null, ...more } }));

/** How a moment is played, by its kind: alone, or with those of the same kind that follow at once. */
const acts = {
  show: (message, [{ show }]) => appear(message, show),
  draw: (message, some) => { (message.drawn ??= []).push(...some.map(({ draw }) => draw)); },
  roll: (message, [roll]) => unfold(message, roll),
  die: (message, some, next) => fling(message, some, next),
  settle: (message, [moment]) => decide(message, moment),
  change: async (message, some) => {
    // All places are read before anything is written: to read after that would lay out the page again each time.
    some.map(one => [one, risesFrom(one, some)]).forEach(([one, box]) => change(message, one, box));
    await rest(message, some.some(one => one.by < 0) ? 300 : 240);
  },
  fall: (message, [{ fall }]) => topple(message, fall),
  line: (message, [{ line }]) => played("line", { icon: line }),
};

/** What happens in one breath: the dice of a roll, numbers that change by one blow. */
const together = ["die", "change"];

async function perform(message) {
  const moments = message.moments;
  // What the pieces of the page looked like before anything was played on them: the server's drawings refer to that.
  if (moments.some(({ show }) => show)) message.origin = $("#part-stage")?.cloneNode(true);
  await sheets(message);
  for (let at = 0; at < moments.length && current === message;) {
    const kind = Object.keys(moments[at])[0];
    let end = at + 1;
    while (together.includes(kind) && end < moments.length && kind in moments[end]) end += 1;
    await acts[kind]?.(message, moments.slice(at, end), moments.slice(end).find(({ line }) => !line));
    at = end;
  }
  if (current === message) await land(message);
}

/** The new state comes, and the pieces that travel show the way they went. */
async function land(message) {
  // What has come up on the stage already does not travel again.
  const travel = message.moments.flatMap(({ draw, move, gain }) => draw ?? move ?? gain ?? []).filter(id => !message.come?.has(id));
  if (!travel.length) return;
  played("move", { piece: pieceById(travel[0], live()) });
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

// ---- Nobody has to wait

let lastPress = 0;
when("submit", ({ target, submitter }) => {
  if (submitter && live()?.contains(submitter) && (submitter.getAttribute("formmethod") ?? target.method) === "post") spend(true, submitter);
});
/** A press ends what is being played. A choice that still stands is carried out. */
when("click", event => {
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

when("keydown", event => {
  if (!current || event.repeat || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key) || event.target.matches?.("#talk *")) return;
  // Keys that press something come as clicks as well.
  const presses = /^[\dA-Za-z]$/.test(event.key) || (event.key === "Enter" && document.activeElement?.matches("button, a, summary"));
  if (presses) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  finish();
}, true);

