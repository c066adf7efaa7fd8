// ---- Keys --------------------------------------------------------------------------------------------------------

const seen = element => element.offsetParent !== null;
const faces = list => $$(".face", list).filter(face => seen(face) && (face.tabIndex >= 0 || list.matches(".cells")));

/** The element nearest that way: a step aside counts more than a step ahead. */
function nearest(from, key, all) {
  const middle = element => { const box = element.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const [x, y] = middle(from);
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best = null;
  for (const to of all) {
    const [dx, dy] = middle(to).map((at, axis) => at - (axis ? y : x));
    const [ahead, aside] = across ? [sign * dx, Math.abs(dy)] : [sign * dy, Math.abs(dx)];
    const far = ahead + 3 * aside;
    if (ahead > 2 && aside <= 2 * ahead && (!best || far < best.far)) best = { to, far };
  }
  return best?.to;
}

/** The chronicle is one stop of the Tab key: arrows lead from it to its newest entry, and from one thing in it to the next. */
const LOG = ".chronicle .scroll";
const STOPS = "a, button, summary";
const unstop = () => $$(STOPS, $(LOG) ?? document.head).forEach(one => { if (one.tabIndex >= 0) one.tabIndex = -1; });

function arrow(key) {
  const here = document.activeElement;
  const cells = here?.closest(".cells, .crossings");
  if (cells) {
    nearest(here, key, $$(".face", cells.parentElement).filter(seen))?.focus();
    return true;
  }
  const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  const log = here?.closest(LOG);
  if (log) {
    const all = $$(STOPS, log).filter(seen);
    (here === log ? all.at(-1) : all[all.indexOf(here) + by])?.focus();
    return true;
  }
  const list = here?.closest(".pieces, .others, .choices");
  if (!list || !here.matches("button, a")) return false;
  const all = $$("button, a.button", list).filter(seen);
  all[(all.indexOf(here) + by + all.length) % all.length]?.focus();
  return true;
}

/** What the keys 1 to 9 press: playing cards of the hand by their place in it, else the choices of cards and tray. */
function numbered() {
  const cards = $$(".hand [data-piece] > button.face").filter(face => $(".playing", face.parentElement));
  return cards.length ? cards : $$(".verb.move, .tray .others .move").filter(seen);
}

/** Writes its key on each choice. The stylesheet cannot count them: a counter ends at the edge of a contained part of the page. */
function showKeys() {
  const keys = new Map(numbered().slice(0, 9).map((choice, at) => [choice, at + 1]));
  for (const choice of $$(".move")) keys.has(choice) ? (choice.dataset.nth = keys.get(choice)) : delete choice.dataset.nth;
}

/** Takes the only way on, where nothing is to be decided and nothing is being shown. Returns whether it did. */
function goOn() {
  const ways = $$(".tray .move:not(.go), .verb.move").filter(usable);
  const nothingNew = ways.length === 1 && ways[0].matches("[data-main]:not(.danger)") && live().hasAttribute("data-turn");
  if (!nothingNew || current || posting) return false;
  ways[0].click();
  return true;
}

// The large button goes on while it is held, as the space bar does, until there is something to decide.
let holding = null; // the timer of a button that is held
let wentOn = false; // whether it has gone on by itself since it was pressed
when("pointerdown", event => {
  wentOn = false;
  if (!event.target.closest(".tray [data-main].move")) return;
  holding = setTimeout(() => { holding = setInterval(() => { wentOn = goOn() || wentOn; }, 150); }, 500);
});
for (const end of ["pointerup", "pointercancel"]) when(end, () => { clearInterval(holding); clearTimeout(holding); });
when("click", event => {
  if (!wentOn || !event.isTrusted) return;
  // To let go is no press.
  wentOn = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

when("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !live()) return;
  const target = document.activeElement ?? document.body;
  if (target.matches("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")) return;
  const key = event.key;
  const click = element => { if (element && seen(element)) { event.preventDefault(); element.click(); } };
  const way = $(`a[data-key="${key}"]`);
  if (key === " " && event.repeat) {
    event.preventDefault();
    goOn();
  } else if (key === "Escape") {
    hush();
    if (held) hold(groupOf(held).dataset.back);
    else if ($("[data-disarm]")) $("[data-disarm]").click();
    else if ($(".confirm:not(.handover)")) refresh();
  } else if (key === " " && !target.matches("button, a, summary, input")) {
    click($("[data-play]:not([hidden])") ?? $$("[data-main]").find(seen));
  } else if (/^[1-9]$/.test(key)) {
    click(numbered()[Number(key) - 1]?.closest("button"));
  } else if (key === "u" || key === "U") {
    click($("[data-undo]"));
  } else if (key === "h" || key === "H") {
    click($("#hint"));
  } else if (key === "n" || key === "N") {
    click($("#waiting"));
  } else if (key === "r" || key === "R") {
    click($("[name=ready]"));
  } else if (key === "c" || key === "C") {
    const field = $("#remark") ?? $("#talk [name=text]");
    if (field && seen(field)) { event.preventDefault(); field.focus(); } else click($$("[popovertarget=talk]").find(seen));
  } else if (key === "?") {
    $("#keys")?.togglePopover();
  } else if (key === "Enter" && target.matches(".face[role=button]")) {
    click(target);
  } else if (way && !target.matches("input")) {
    click(way);
  } else if (key.startsWith("Arrow") && !target.matches("input")) {
    if (arrow(key)) event.preventDefault();
  }
});
