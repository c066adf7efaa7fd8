// ---- Talk ----------------------------------------------------------------------------------------------------------

let beside = "log"; // what stands beside the table
let talking = false; // whether talk lies over the table
let announced = null; // the last remark that was read out, of which table

const lastRead = () => `talk-${live().dataset.table}`;
const talkShown = talk => !document.hidden && talk.getClientRects().length > 0;

/** Reads out what was said since, and marks how much of it has not been seen. What lay open lies open again on a fresh page. */
function converse() {
  const [talk, list] = [$("#talk"), $("#talk .remarks")];
  if (!list) return;
  if (beside === "talk" && $("#beside-talk")) $("#beside-talk").checked = true;
  if (talking && talk.popover && !talk.matches(":popover-open")) talk.showPopover();
  const last = Number(list.dataset.last);
  const news = $$("li[data-n]:not([data-own])", list).map(remark => [Number(remark.dataset.n), remark.textContent]);
  if (announced?.table === live().dataset.table) {
    const said = news.filter(([n]) => n > announced.last).map(([, text]) => text);
    if (said.length) { say(said.join(" "), "#talked"); sound("chat"); }
  }
  announced = { table: live().dataset.table, last: Math.max(last, announced?.table === live().dataset.table ? announced.last : 0) };
  if (talkShown(talk)) store(lastRead(), last);
  const read = Number(stored(lastRead()) ?? 0);
  const unread = news.filter(([n]) => n > read).length;
  for (const mark of $$(".unread", live())) {
    mark.hidden = !unread;
    mark.innerHTML = unread ? `${unread}<span class="unseen">${t(" new")}</span>` : "";
  }
}

document.addEventListener("change", event => {
  if (!event.target.matches("[name=beside]")) return;
  beside = event.target.value;
  converse();
});
document.addEventListener("toggle", event => {
  if (event.target.id !== "talk") return;
  talking = event.newState === "open";
  converse();
}, true);
document.addEventListener("visibilitychange", () => { if (live()) converse(); });

// Talk does not lie over the menu that opened it.
document.addEventListener("click", event => {
  const button = event.target.closest("#menu [popovertarget=talk]");
  if (!button) return;
  event.preventDefault();
  $("#menu").hidePopover();
  $("#talk").showPopover();
});

let saying = false;
/** Sends what is said beside the table: neither moves nor what is being played wait for it. */
document.addEventListener("submit", async event => {
  const { target: form, submitter } = event;
  if (!form.matches("#talk form, #react form") || events?.readyState !== 1) return;
  event.preventDefault();
  event.stopPropagation();
  if (saying) return;
  saying = true;
  const body = new URLSearchParams(new FormData(form, submitter));
  $("#talk .fault")?.remove();
  try {
    const answer = await transport.fetch(form.getAttribute("action"), { method: "POST", body, headers: { "X-Follows": "1", Accept: "text/html" } });
    if (answer.status === 204) {
      if (form.matches(".say")) form.reset();
      if (form.closest("#react")) $("#react").hidePopover();
    } else {
      const note = document.createElement("div");
      note.className = "fault";
      note.innerHTML = await answer.text();
      if ($(".notice", note)) ($("#react:popover-open form") ?? $("#talk")).append(note); else location.reload();
    }
  } catch {
    offline(true);
  } finally {
    saying = false;
  }
}, true);

