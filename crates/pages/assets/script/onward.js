// ---- On to the next table -------------------------------------------------------------------------------------------
// Whoever has a seat at the table to which the others have gone on is taken there, unless they say that they stay.

const ONWARD = 5; // seconds
let onward = null; // where the page goes by itself, and when
let settled = null; // the table that it does not go to: the visitor stays, or came back on purpose

/** Begins to count when the page has learned of the next table. One that stood there when it was loaded is no news. */
function headOnward(loaded) {
  const to = $("[data-onward]", live() ?? document)?.dataset.onward;
  if (!to) return;
  if (loaded) settled = to;
  if (to === settled) return;
  if (onward?.to !== to) {
    clearInterval(onward?.timer);
    onward = { to, left: ONWARD, timer: setInterval(() => { onward.left -= 1; if (onward.left > 0) countdown(); else arriveAt(to); }, 1000) };
  }
  countdown();
}

function countdown() {
  const [note, stay] = [$("[data-countdown]", live()), $("[data-stay]", live())];
  if (note) note.textContent = onward.left === 1 ? t("You go there in 1 second.") : t("You go there in {left} seconds.", { left: onward.left });
  if (stay) stay.hidden = false;
}

function arriveAt(to) {
  clearInterval(onward.timer);
  try { sessionStorage.setItem("arrives", to); } catch { /* the focus stays where the browser puts it */ }
  transport.go(to);
}

/** After a move to another table the focus is on what is to be decided there, or else on the page. */
function arrive() {
  let to = null;
  try { to = sessionStorage.getItem("arrives"); sessionStorage.removeItem("arrives"); } catch { return; }
  if (to !== transport.here().pathname) return;
  refocus(null);
  if (document.activeElement !== document.body) return;
  $("#main").tabIndex = -1;
  $("#main").focus({ preventScroll: true });
}

when("click", event => {
  if (!onward || !event.target.closest("[data-stay]")) return;
  clearInterval(onward.timer);
  [settled, onward] = [onward.to, null];
  event.target.hidden = true;
  $("[data-countdown]", live()).textContent = t("You stay here.");
  refocus(null);
});
