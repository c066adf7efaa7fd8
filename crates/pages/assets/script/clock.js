// ---- Clocks of those who play -------------------------------------------------------------------------------------

const drawnAt = new WeakMap(); // when each clock showed what the hall drew
let warned = null; // the last warning that was read out, and on which clock

const timeLeft = face => {
  if (!drawnAt.has(face)) drawnAt.set(face, performance.now());
  const passed = face.classList.contains("running") ? performance.now() - drawnAt.get(face) : 0;
  return Math.max(0, Number(face.dataset.left) - passed);
};
const hours = { weekday: "short", hour: "2-digit", minute: "2-digit" };
/** A moment in the reader's own zone: "Tue 14:00", with its date where the day of the week alone would not tell. */
const inWords = moment =>
  new Date(moment).toLocaleString(root.lang, Math.abs(moment - Date.now()) < 6 * 864e5 ? hours : { ...hours, day: "numeric", month: "short" });

/** Writes moments in the reader's own zone, and chooses it where a form asks for one. Where the page tells how long ago one was, the moment itself is its title. */
function showMoments() {
  for (const time of $$("time[datetime]")) {
    const text = inWords(Date.parse(time.dateTime));
    if ("moment" in time.dataset) time.textContent = text;
    else time.title = text;
  }
  for (const zone of $$("[data-zone]")) {
    zone.value = -new Date().getTimezoneOffset();
    delete zone.dataset.zone;
  }
}

/** Lets the clocks run. Whoever listens is told when little of their own time is left, and otherwise not disturbed. */
function tick() {
  for (const face of $$(".clock")) {
    const until = Number(face.dataset.until);
    const seconds = Math.ceil(timeLeft(face) / 1000);
    const text = until ? t("until {moment}", { moment: inWords(until) }) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if ($(".face", face).textContent !== text) $(".face", face).textContent = text;
    face.classList.toggle("low", seconds < 30 && !until);
    const step = [10, 30].find(step => seconds <= step);
    if (!step) warned = "own" in face.dataset ? null : warned;
    else if ("own" in face.dataset && !until && seconds && warned !== step) {
      warned = step;
      say(t("{seconds} seconds left", { seconds }), "#talked");
    }
  }
}
setInterval(() => { if ($(".clock.running")) tick(); }, 500);
