// ---- While you were away: the steps since the visitor last looked at a table --------------------------------------

const REMEMBERED = 60; // of how many tables the browser knows what was seen
const seenSteps = () => { try { return JSON.parse(stored("seen") ?? "{}"); } catch { return {}; } };
const logged = () => $$(".chapters .happened", live());

/** The table of the page, if the visitor plays there and sees it as it is now. */
function followed() {
  const page = live();
  const mine = page?.dataset.events?.includes("me=") && !("at" in page.dataset);
  return mine && $('[data-part="tray"]', page) ? page.dataset.table : null;
}

/** Shows the steps since the visitor last looked, above what they can do, and remembers that they look now. */
function catchUp(returns) {
  const table = followed();
  if (!table || document.hidden) return;
  const { [table]: then, ...others } = seenSteps();
  if (returns && then !== undefined) showMissed(logged().filter(entry => Number(entry.dataset.step) > then));
  const now = Math.max(then ?? 0, ...logged().map(entry => Number(entry.dataset.step)));
  if (now !== then) store("seen", JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - REMEMBERED), [table, now]])));
}

function showMissed(entries) {
  $(".while-away")?.remove();
  if (!entries.length) return;
  const steps = new Set(entries.map(entry => entry.dataset.step)).size;
  const [note, head, list] = ["details", "summary", "ol"].map(name => document.createElement(name));
  note.className = "while-away";
  head.textContent = steps === 1 ? t("While you were away: 1 step") : t("While you were away: {steps} steps", { steps });
  for (const entry of entries) {
    const told = document.createElement("li");
    told.append(...$$(".told > p", entry).slice(0, 1).flatMap(words => [...words.cloneNode(true).childNodes]));
    list.append(told);
  }
  note.append(head, list);
  $('[data-part="tray"]', live()).before(note);
}

when("submit", event => { if (event.target.closest("#live")) $(".while-away")?.remove(); });
when("visibilitychange", () => { if (!document.hidden) catchUp(true); });
