// ---- Putting a new state on the table ----------------------------------------------------------------------------

/** How to find an element again after a patch: null for one outside, "" for one that cannot be found again. */
function mark(element) {
  if (!element || !live()?.contains(element)) return null;
  if (element.id === "prompt") return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const piece = element.closest("[data-piece]");
  if (piece) return `[data-piece="${CSS.escape(piece.dataset.piece)}"] .face`;
  // A card may do the same as a button of the tray: the button is found in the tray.
  const tray = element.closest(".tray") ? ".tray " : "";
  if (element.value && element.name) return `${tray}button[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  return "";
}

const usable = element => element && !element.disabled && element.offsetParent;

/** Where the focus goes after a step: where it was if that can still be pressed, else to the first choice of what is to be decided. */
function refocus(again) {
  const choices = [".tray [data-main]", ".tray .choices button", ".tray button.move", ".can > button.face", "[data-main]"];
  const first = choices.flatMap(selector => $$(selector, live())).find(usable);
  const prompt = $("#prompt", live());
  // While there is nothing to decide the prompt has the focus, so that the keyboard does not start again from the top.
  if (prompt) prompt.tabIndex = -1;
  (usable(again) && again.matches("button, a, input, [tabindex]") ? again : first ?? prompt)?.focus({ preventScroll: true });
}

/** Makes a change of the page, and keeps what the visitor has there: the focus, what is unfolded, what they have written. */
function keeping(change) {
  const here = document.activeElement;
  const focus = mark(here);
  const open = new Map($$("details[id]", live()).map(e => [e.id, e.open]));
  const written = $$("input[name]", live()).filter(e => !/radio|checkbox|hidden/.test(e.type) && e.value !== e.defaultValue);
  const values = written.map(e => [e.name, e.type, e.value]);
  const lane = $$("input.opener", live()).find(e => e.checked && !e.defaultChecked)?.id;
  change();
  const opener = lane && document.getElementById(lane);
  if (opener) opener.checked = true;
  for (const e of $$("details[id]", live())) if (open.has(e.id)) e.open = open.get(e.id);
  for (const [name, type, value] of values) {
    const field = $$(`input[type="${type}"][name="${CSS.escape(name)}"]`, live())[0];
    if (field?.matches("#remark, [data-draft]")) field.value = value;
    else if (field && Number(value) >= Number(field.min || -Infinity) && Number(value) <= Number(field.max || Infinity)) field.value = value;
  }
  dress();
  // While there was nothing to decide the prompt had the focus: now it may be a choice's. What was moved has lost it.
  if (focus !== null && (document.activeElement !== here || here.id === "prompt")) refocus(focus && $(focus, live()));
}

let trays = []; // what lay where in the tray before each change of the last moments, and when it changed
const buttonIn = button => [button.formAction, button.form?.dataset.proposal, button.name, button.value || button.textContent].join();
const lately = tray => performance.now() - tray.at < 300;
/** Notes what lies where in the tray, which is about to change. */
function noteTray() {
  const buttons = touched ? $$(".tray button", live()) : [];
  trays = [...trays.filter(lately), { at: performance.now(), lay: buttons.map(button => [buttonIn(button), button.getBoundingClientRect()]) }];
}
/** Whether a button of the tray has just come up at this point. */
const cameUp = (button, [x, y]) => trays.some(tray => lately(tray) && !tray.lay.some(([what, box]) =>
  what === buttonIn(button) && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom));

/** Puts the parts that have changed in place of the old ones. `false` if the page has no such part. */
function patch(message) {
  const partOf = name => document.getElementById(`part-${name}`);
  const parts = Object.entries(message.parts).map(([name, html]) => [partOf(name), html]);
  const bits = Object.entries(message.bits).flatMap(([name, some]) => Object.entries(some).map(([id, html]) => [bitOf(partOf(name), id), html]));
  const page = live();
  if (!page || [...parts, ...bits].some(([element]) => !element)) return false;
  keeping(() => {
    const was = held;
    if (was && message.parts.tray) hold("");
    if (message.parts.tray) noteTray();
    for (const [part, html] of parts) part.replaceChildren(filled(part, html));
    for (const [bit, html] of bits) bit.outerHTML = html;
    chronicle(message.keep, message.chronicle);
    for (const [step, html] of Object.entries(message.reactions)) taken(step, html);
    Object.assign(page.dataset, { version: message.version, step: message.step, title: message.title });
    page.toggleAttribute("data-turn", message.turn);
    if (message.over) delete page.dataset.events;
    if (was && !message.parts.tray && groupOf(was)) hold(was);
    else if (parts.length) foresee(); // what a move would do stands no more on pieces that stay
  });
  return true;
}

/** A new drawing of a part. What the page has of it as it is stands in it as a place alone: the old is put there. */
function filled(part, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  if (part.contains(reading)) hush();
  for (const place of $$("[data-kept]", fresh.content)) place.replaceWith(bitOf(part, place.dataset.piece) ?? "");
  return fresh.content;
}

const bitOf = (part, id) => part && $(`[data-piece="${CSS.escape(id)}"], [data-bit="${CSS.escape(id)}"]`, part);

/** Shows at its entry in the chronicle how a step was taken. */
function taken(step, html) {
  const entry = $(`.happened[data-step="${step}"] .told`, live());
  if (!entry) return;
  $(".reactions", entry)?.remove();
  entry.insertAdjacentHTML("beforeend", html);
}

/** Takes out of the chronicle what was taken back, and adds what happened. */
function chronicle(keep, html) {
  const list = $(".chapters", live());
  if (!list) return;
  for (const entry of $$("[data-step]", list)) if (Number(entry.dataset.step) > keep) entry.remove();
  if (html) for (const entry of $$(".fresh", list)) entry.classList.remove("fresh");
  list.insertAdjacentHTML("beforeend", html);
  // The chip says whether it follows. To ask or to move the list now would lay out the page once more.
  const scroll = list.closest(".scroll");
  if ($(".newest", scroll.parentElement)?.hidden) requestAnimationFrame(() => { scroll.scrollTop = 0; });
}

/** Whether the chronicle shows its end. Its list is a `column-reverse`: there it is scrolled by nothing, further up by less. */
const atLatest = scroll => scroll.scrollTop > -80;
const offerLatest = scroll => { const chip = $(".newest", scroll.parentElement); if (chip) chip.hidden = atLatest(scroll); };
when("scroll", event => { if (event.target.matches?.(LOG)) offerLatest(event.target); }, true);
when("click", event => {
  const chip = event.target.closest(".chronicle .newest");
  if (!chip) return;
  const scroll = $(".scroll", chip.parentElement);
  scroll.scrollTop = 0;
  offerLatest(scroll);
  scroll.focus({ preventScroll: true });
});

/** Older entries of the chronicle come when they are asked for, above those that are there. */
when("click", async event => {
  const link = event.target.closest("a[data-earlier]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const answer = await transport.fetch(link.dataset.earlier, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return void transport.go(link.href);
  const fresh = document.createElement("template");
  fresh.innerHTML = await answer.text();
  if (!link.isConnected) return;
  const [list, first] = [$(".chapters", live()), $(".chapters > li", live())];
  list.prepend(...$("ol", fresh.content).children);
  const [before, next] = [link.closest(".earlier"), $(".earlier", fresh.content)];
  next ? before.replaceWith(next) : before.remove();
  unstop();
  if (first) first.tabIndex = -1;
  ($("a[data-earlier]", live()) ?? first)?.focus({ preventScroll: true });
});

/** Puts a whole page in place of the old one. */
function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  const old = live();
  if (!fresh || !old) return location.reload();
  keeping(() => old.replaceWith(document.adoptNode(fresh)));
}

/** Whether one version of the table comes after another; of different lives of the table always. */
function newer(one, other) {
  const [[mark, count], [before, least]] = [one, other].map(version => String(version).split("."));
  return mark !== before || Number(count) > Number(least);
}

