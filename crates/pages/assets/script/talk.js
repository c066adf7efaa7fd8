// ---- Talk ----------------------------------------------------------------------------------------------------------

let beside = "log"; // what stands beside the table
let talking = false; // whether talk lies over the table
let announced = null; // the last remark that was read out, of which table

const lastRead = () => `talk-${live().dataset.table}`;
/** A moment in the reader's own zone: "14:00", with its date if that is not today's. */
const timeOfDay = moment => {
  const [at, clockTime] = [new Date(moment), { hour: "2-digit", minute: "2-digit" }];
  const today = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(root.lang, today ? clockTime : { ...clockTime, day: "numeric", month: "short" });
};
const talkShown = talk => !document.hidden && talk.getClientRects().length > 0;

let bubbles = []; // the remarks that are shown at the seats of their speakers

/** How long a remark is shown at its speaker's seat: as long as it takes to read, however fast things move. */
const readingTime = text => Math.min(12000, 4000 + 60 * text.length);

/** Shows the last remark of each speaker at their seat. Whoever listens has heard it, and the chat keeps it. */
function hang() {
  const now = performance.now();
  bubbles = bubbles.filter(bubble => bubble.until > now);
  $$(".speech.remark").forEach(element => element.remove());
  for (const { seat, who, text } of bubbles) {
    const place = $(`.seat[data-seat="${seat}"], .lane[data-seat="${seat}"] .lane-head`, live());
    if (!place) continue;
    const bubble = document.createElement("p");
    bubble.className = "speech remark";
    bubble.setAttribute("aria-hidden", "true");
    Object.assign(bubble.dataset, { seat, who });
    bubble.textContent = text;
    place.append(bubble);
  }
}

/** Has a remark shown at its speaker's seat for a while. */
function speak(remark) {
  const [who, text] = [$(".who", remark), $(".words", remark).textContent];
  const { seat } = who.dataset;
  bubbles = [...bubbles.filter(bubble => bubble.seat !== seat), { seat, who: who.textContent, text, until: performance.now() + readingTime(text) }];
  setTimeout(hang, readingTime(text) + 50);
}

/** Reads out what was said since, and marks how much of it has not been seen. What lay open lies open again on a fresh page. */
function converse() {
  const [talk, list] = [$("#talk"), $("#talk .remarks")];
  if (!list) return;
  if (beside === "talk" && $("#beside-talk")) $("#beside-talk").checked = true;
  if (talking && talk.popover && !talk.matches(":popover-open")) talk.showPopover();
  const last = Number(list.dataset.last);
  for (const time of $$("time", list)) time.textContent = timeOfDay(Number(time.dataset.at));
  const remarks = $$("li[data-n]", list).map(remark => [Number(remark.dataset.n), remark]);
  const news = remarks.filter(([, remark]) => !("own" in remark.dataset));
  if (announced?.table === live().dataset.table) {
    const fresh = ([n]) => n > announced.last;
    const said = news.filter(fresh).map(([, remark]) => `${$(".who", remark).textContent} ${$(".words", remark).textContent}`);
    if (said.length) { say(said.join(" "), "#talked"); sound("chat"); }
    remarks.filter(fresh).forEach(([, remark]) => speak(remark));
  } else bubbles = [];
  hang();
  announced = { table: live().dataset.table, last: Math.max(last, announced?.table === live().dataset.table ? announced.last : 0) };
  if (talkShown(talk)) store(lastRead(), last);
  const read = Number(stored(lastRead()) ?? 0);
  const unread = news.filter(([n]) => n > read).length;
  for (const mark of $$(".unread", live())) {
    mark.hidden = !unread;
    mark.innerHTML = unread ? `${unread}<span class="unseen">${t(" new")}</span>` : "";
  }
}

when("change", event => {
  if (!event.target.matches("[name=beside]")) return;
  beside = event.target.value;
  converse();
});
when("toggle", event => {
  if (event.target.id !== "talk") return;
  talking = event.newState === "open";
  converse();
}, true);
when("visibilitychange", () => { if (live()) converse(); });

let saying = false;
/** Sends what is said beside the table: neither moves nor what is being played wait for it. */
when("submit", async event => {
  const { target: form, submitter } = event;
  if (!form.matches("#talk form, #react form") || events?.readyState !== 1) return;
  event.preventDefault();
  event.stopPropagation();
  if (saying) return;
  saying = true;
  const body = new URLSearchParams(new FormData(form, submitter));
  $("#talk .fault")?.remove();
  try {
    const answer = await transport.fetch(addressOf(form, submitter), { method: "POST", body, headers: { "X-Follows": "1", Accept: "text/html" } });
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

