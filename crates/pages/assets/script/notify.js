// ---- Your turn: how many matches wait, wherever one is in the hall -----------------------------------------------

// Every 20 seconds, and at once when somebody comes back to the page. A stream for each page would cost the hall a line.
const WAITING_EVERY = 20000;
let waited = null; // the turns that were known when last asked

async function askWaiting() {
  const link = $("#waiting");
  if (!link) return;
  const answer = await transport.fetch("/api/v1/waiting").catch(() => null);
  if (answer?.status === 401) return signedOut(); // the page was drawn for somebody
  if (!answer?.ok) return;
  const { waiting, invitations } = await answer.json();
  const hosts = showInvited(invitations);
  const name = turn => `${turn.table} ${turn.since}`;
  const fresh = waited ? waiting.filter(turn => !waited.has(name(turn))) : [];
  const same = waited && !fresh.length && waited.size === waiting.length;
  waited = new Set(waiting.map(name));
  const here = live()?.dataset.table;
  const elsewhere = waiting.filter(turn => turn.table !== here);
  link.hidden = !elsewhere.length;
  root.toggleAttribute("data-waits", elsewhere.length > 0);
  $("b", link).textContent = elsewhere.length;
  $(".unseen", link).textContent = elsewhere.length === 1 ? t(" match waits for you") : t(" matches wait for you");
  if (!live()) signal(elsewhere.length > 0);
  const news = fresh.filter(turn => turn.table !== here);
  if (news.length && !document.hidden) {
    say(t("It is your turn in {games}.", { games: [...new Set(news.map(turn => turn.title))].join(t(" and ")) }));
    sound("turn");
  }
  if (document.hidden) fresh.forEach(raise);
  if (!same || hosts) relist();
}

let invitedTo = null; // the invitations that were known when last asked

/** Counts the invitations in the head, and tells of those that are new. Returns whether they are others than before. */
function showInvited(invitations) {
  const link = $("#invited");
  const fresh = invitedTo ? invitations.filter(one => !invitedTo.includes(one.table) && !one.begun) : [];
  const names = invitations.map(one => one.table);
  const others = invitedTo !== null && names.join() !== invitedTo.join();
  invitedTo = names;
  link.hidden = !names.length;
  $("b", link).textContent = names.length;
  $(".unseen", link).textContent = names.length === 1 ? t(" invitation") : t(" invitations");
  for (const { from, title, table } of fresh) {
    const said = t("{name} invites you to {game}.", { name: from.name, game: title });
    if (!document.hidden) { say(said); sound("turn"); }
    else notifySystem(said, t("There is a seat for you."), `invitation-${table}`, `/tables/${table}`);
  }
  return others;
}

/** The sign of the window says whether something waits. */
function signal(turn) {
  const icon = $("link[rel=icon]");
  icon.dataset.calm ??= icon.href;
  icon.href = turn ? icon.dataset.turn : icon.dataset.calm;
}

/** Brings the lists of the front page up to date, and the invitations there. */
async function relist() {
  if (transport.here().pathname !== "/") return;
  const answer = await transport.fetch("/").catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const where of [".lists", "#invitations"]) {
    const [lists, now] = [$(where), page && $(where, page)];
    if (!lists || !now || now.innerHTML === lists.innerHTML) continue;
    const focus = lists.contains(document.activeElement) && document.activeElement.getAttribute("href");
    lists.innerHTML = now.innerHTML;
    showMoments();
    if (focus) $(`a[href="${CSS.escape(focus)}"]`, lists)?.focus({ preventScroll: true });
  }
}

/** Has the system tell of a turn. One that is told again takes the place of what it said before. */
const raise = turn =>
  notifySystem(t("Your turn: {game}", { game: turn.title }), t("The match waits for you."), `turn-${turn.table}`, `/tables/${turn.table}`);

/** Has the system tell of something, if the visitor wants that. */
async function notifySystem(title, body, tag, url) {
  if (stored("notify") !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  const options = { body, tag, icon: $("link[rel=apple-touch-icon]")?.href, data: { url } };
  if (worker) return void worker.showNotification(title, options);
  new Notification(title, options).onclick = () => { focus(); transport.go(url); };
}

function keepWaiting() {
  if (!$("#waiting")) return;
  askWaiting();
  setInterval(askWaiting, WAITING_EVERY);
  when("visibilitychange", () => { if (!document.hidden) askWaiting(); });
  dressNotices();
}

// ---- Being told on this device: asked for only when somebody presses -----------------------------------------------

const bytesOf = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
const canPush = () => "serviceWorker" in navigator && "PushManager" in window;

async function subscription() {
  const worker = canPush() && await navigator.serviceWorker.getRegistration();
  return worker && worker.pushManager.getSubscription();
}

/** Shows what this device can do, and what it does. */
async function dressNotices() {
  const box = $("#notify");
  if (!box || !("Notification" in window)) return;
  $(".on-device").hidden = false;
  box.checked = stored("notify") === "on" && Notification.permission === "granted";
  const push = $("#push");
  push.closest("label").hidden = !canPush();
  push.checked = !!await subscription();
}

const sayNotice = text => say(text, "#notify-said");

async function mayNotify() {
  if (Notification.permission === "granted" || await Notification.requestPermission() === "granted") return true;
  sayNotice(t("The browser blocks notices from the hall. Its settings for this site can allow them."));
  return false;
}

async function setPush(on) {
  const old = await subscription();
  const send = (method, body) => transport.fetch("/api/v1/notices/push", { method, body: JSON.stringify(body) });
  if (!on) {
    if (old) { await send("DELETE", { endpoint: old.endpoint }); await old.unsubscribe(); }
    return true;
  }
  const { key } = await (await transport.fetch("/api/v1/notices")).json();
  await navigator.serviceWorker.register("/service-worker.js");
  const worker = await navigator.serviceWorker.ready;
  const fresh = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = fresh.toJSON();
  return (await send("PUT", { endpoint, keys })).ok;
}

when("change", async ({ target }) => {
  if (!target.matches("#notify, #push")) return;
  const on = target.checked;
  sayNotice("");
  if (on && !await mayNotify()) return void (target.checked = false);
  if (target.id === "notify") {
    store("notify", on ? "on" : "off");
    return void sayNotice(on ? t("You get notices while a page of the hall is open.") : t("You get no more notices while a page is open."));
  }
  const done = await setPush(on).catch(() => false);
  if (!done) { target.checked = !on; return void sayNotice(t("That did not work: the browser's maker could not be reached, or does not take part.")); }
  sayNotice(on ? t("You get notices on this device, even while the hall is closed.") : t("You get no more notices while the hall is closed."));
});
