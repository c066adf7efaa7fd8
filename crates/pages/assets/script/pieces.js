// ---- Reading a piece: rest on it, hold it, or come to it by key --------------------------------------------------

let dragged = null;
let reading = null;
let pressed = false; // a long press has opened it, and lifting the finger is no click
let soon = 0;
function hush() {
  clearTimeout(soon);
  if (reading?.matches(":popover-open")) reading.hidePopover();
  reading?.classList.remove("near");
  reading = null;
}
function read(piece, wait, press = false) {
  const details = piece && $(":scope > .details", piece);
  if (details === reading) return;
  hush();
  if (!details) return;
  soon = setTimeout(() => {
    if (!details.isConnected || details.matches(":popover-open")) return;
    reading = details;
    pressed = press;
    details.classList.add("near");
    details.showPopover();
    const [box, own] = [piece.getBoundingClientRect(), details.getBoundingClientRect()];
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const above = box.top - own.height - 8;
    details.style.left = `${left}px`;
    details.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8)}px`;
  }, wait);
}
// A piece that comes under a resting mouse is not pointed at: browsers say then that the pointer is over it, not that it moves.
let pointed = null;
when("pointermove", event => {
  const piece = pieceOf(event.target) ?? null;
  if (event.pointerType !== "mouse" || dragged?.moving || piece === pointed) return;
  pointed = piece;
  read(piece, 350);
});
when("focusout", event => { if (!reading?.contains(event.relatedTarget)) hush(); });
when("pointerdown", event => { if (event.pointerType !== "mouse") read(pieceOf(event.target), 450, true); });
when("pointerup", event => { if (event.pointerType !== "mouse") clearTimeout(soon); });
when("contextmenu", event => { if (reading && pieceOf(event.target)) event.preventDefault(); });
when("focusin", event => { if (event.target.matches?.(":focus-visible") && !event.target.closest(".details")) read(pieceOf(event.target), 500); });
when("click", event => {
  const face = event.target.closest("button.face");
  if (face && reading && (pressed || face.matches("[popovertarget]"))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (pressed) return void (pressed = false);
  }
  hush();
}, true);

/** A sheet that follows its button opens above or below it, where there is more room: a second press on the button closes it. */
when("beforetoggle", event => {
  const [sheet, button] = [event.target, event.target.previousElementSibling];
  if (event.newState !== "open" || !button?.matches(`.tool[popovertarget="${sheet.id}"]`)) return;
  const box = button.getBoundingClientRect();
  const [above, below] = [box.top, innerHeight - box.bottom];
  sheet.style.marginBlock = 0;
  sheet.style.top = above > below ? "auto" : `${box.bottom + 4}px`;
  sheet.style.bottom = above > below ? `${innerHeight - box.top + 4}px` : "auto";
  sheet.style.maxHeight = `${Math.max(above, below) - 12}px`;
}, true);

const ids = element => JSON.parse(element?.dataset.pieces ?? "[]");

/** Resting on a choice lights up the pieces that it joins. */
function light(event) {
  const joined = ids(event.target.closest?.(".move"));
  for (const piece of $$("[data-piece]")) piece.classList.toggle("lit", joined.includes(piece.dataset.piece));
}
when("pointerover", light);
when("focusin", light);

/** Pointing at a move shows what it would do to which pieces. What is picked whole shows it until something else is pointed at. */
let shown = "";
function foresee(event) {
  if (!live()) return;
  const at = event?.target.closest?.("button");
  const stem = at?.name === "pick" && at.value ? at.value : held;
  const group = stem && groupOf(stem);
  // What can follow is pointed at on its piece.
  const next = at?.dataset.marks ? at : held && event?.target.closest ? following(held, pieceOf(event.target)) : null;
  const marks = next?.dataset.marks ?? (group ? agreed(group) : "");
  if (marks === shown) return;
  shown = marks;
  $$(".mark, .gauge .foreseen").forEach(mark => mark.remove());
  for (const piece of $$(".marked")) piece.classList.remove("marked", "mark-plain", "mark-good", "mark-bad", "mark-luck");
  for (const [id, tone, text] of marks ? JSON.parse(marks) : []) {
    const piece = $(`[data-piece="${CSS.escape(id)}"]`);
    if (!piece) continue;
    piece.classList.add("marked", `mark-${tone}`);
    if (!text) continue;
    const mark = document.createElement("b");
    mark.className = "mark";
    mark.textContent = text;
    // On a card with a bar it stands in the bar.
    const gauge = $(".sheet .gauge[data-max]", piece);
    (gauge ? $(".reading", gauge) : piece).append(mark);
    hatch(gauge, text);
  }
}

/** The marks of all that can follow, as far as they say the same of a piece. */
function agreed(group) {
  const all = new Map();
  for (const [id, ...rest] of $$("[data-marks]", group).flatMap(button => JSON.parse(button.dataset.marks))) {
    const said = JSON.stringify([id, ...rest]);
    all.set(id, all.has(id) && all.get(id) !== said ? "" : said);
  }
  const same = [...all.values()].filter(Boolean);
  return same.length ? `[${same}]` : "";
}

/** On a bar what would go is hatched: `8 → 2`. */
function hatch(gauge, text) {
  const [now, then] = text.split(" → ").map(Number);
  const max = Number(gauge?.dataset.max);
  if (!(max > 0) || !(then < now)) return;
  const part = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  part.setAttribute("class", "foreseen");
  const put = { x: `${100 * Math.max(then, 0) / max}%`, width: `${100 * (now - Math.max(then, 0)) / max}%`, height: "100%", fill: "url(#hatch)" };
  for (const [name, value] of Object.entries(put)) part.setAttribute(name, value);
  $(".bar", gauge).append(part);
}
when("pointerover", event => { if (event.pointerType === "mouse") foresee(event); });
when("focusin", event => { if (event.target.matches?.(":focus-visible")) foresee(event); });
when("focusout", event => { if (!event.relatedTarget) foresee(); });

// ---- Picking, step by step ---------------------------------------------------------------------------------------

// What has been picked is a stem, as the hall spells it. What can follow is on the page already, in the group of the stem:
// a button for each step, which makes a move or picks on.
const pieceOf = element => element?.closest?.("[data-piece]");
const groupOf = stem => $$(".group").find(group => group.dataset.stem === stem);
const faceOf = piece => $(":scope > button.face[form]", piece);
let held = "";
let touched = false; // the last press was a finger's, which cannot point without pressing
let keyed = false; // the last press was a key's, which cannot drag
let finger = [0, 0]; // where the last press was
when("pointerdown", event => { [touched, keyed, finger] = [event.pointerType === "touch", false, [event.clientX, event.clientY]]; }, true);
when("keydown", () => { [touched, keyed] = [false, true]; }, true);

/** A finger that comes down on a choice that has just come up there meant the one that was there before. */
when("click", event => {
  const button = touched && event.target.closest(".tray button");
  if (!button || !cameUp(button, finger)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** The one move that a stem leads to. */
const onlyMove = stem => { const group = stem && groupOf(stem); return group && "only" in group.dataset ? $("button[data-next]", group) : null; };

/** The move that brings a piece to its only sensible place. A pointer can drag it elsewhere; by key all places are chosen from. */
const directMove = piece => keyed || !piece ? null : $$("button[data-direct]").find(button => ids(button)[0] === piece.dataset.piece);

/** The button of the step to `piece` after `stem`, if it can follow. */
const following = (stem, piece) => {
  const group = piece && stem && groupOf(stem);
  return group ? $$("button[data-next]", group).find(button => button.dataset.next === piece.dataset.piece) : null;
};

/** Shows what a hint says of the step to a piece on the piece too. */
function weigh(face, worth) {
  $(".lent", face)?.remove();
  face.removeAttribute("aria-description");
  if (!worth || $(".worth", face)) return;
  face.append(worth.cloneNode(true));
  face.lastChild.classList.add("lent");
  const hint = worth.matches(".best") && $(".hinting b")?.textContent;
  face.setAttribute("aria-description", (hint || "") + worth.textContent.replace(", ", ""));
}

/** Picks up to `stem`: what can follow glows, and its choices stand in the tray. An empty stem puts everything back. */
function hold(stem, show = true) {
  if (!stem && new URL(transport.here().href).searchParams.has("pick")) {
    transport.replace(transport.here().pathname); // the page came with something picked
    return void refresh();
  }
  const [was, inside] = [held, document.activeElement?.closest(".choices, .group")];
  const group = stem && groupOf(stem);
  held = group ? stem : "";
  const picked = group ? ids(group) : [];
  for (const piece of $$("[data-piece]")) {
    piece.classList.remove("over");
    piece.classList.toggle("picked", picked.includes(piece.dataset.piece));
    const next = held && following(held, piece);
    piece.classList.toggle("target", Boolean(next));
    // What can follow can be pressed by key as well.
    const face = $(":scope > .face:not(button)", piece);
    if (face && next) { face.tabIndex = 0; face.setAttribute("role", "button"); }
    else if (face?.matches("[role=button]")) { face.removeAttribute("tabindex"); face.setAttribute("role", "img"); }
    if (face) weigh(face, next && $(".worth", next));
  }
  const shownStem = show ? held : "";
  $$(".group").forEach(other => { other.hidden = other.dataset.stem !== shownStem; });
  if ($(".choices")) $(".choices").hidden = shownStem !== "";
  showKeys();
  foresee();
  if (!inside) return;
  const back = $$(".choices button, .group:not([hidden]) button").find(button => button.name === "pick" && button.value === was && seen(button));
  (back ?? $$(".group:not([hidden]) button, .choices button").find(seen))?.focus({ preventScroll: true });
}

/** The stem as it was before `piece` was picked. */
function without(stem, piece) {
  while (stem && ids(groupOf(stem)).includes(piece.dataset.piece)) stem = groupOf(stem).dataset.back;
  return stem;
}

when("click", event => {
  if (!live()) return;
  const piece = pieceOf(event.target);
  const own = piece && !event.target.closest(".details");
  const next = own && following(held, piece);
  if (next) { event.preventDefault(); event.stopPropagation(); return void next.click(); }
  if (own && held && without(held, piece) !== held) {
    event.preventDefault();
    event.stopPropagation();
    if (onlyMove(held)) return void onlyMove(held).click();
    return void hold(without(held, piece));
  }
  const press = event.target.closest("button[form='ask'][name='pick']");
  if (!press) return;
  event.preventDefault();
  if (press.closest(".confirm")) return void refresh();
  // Who has seen what it would do by pointing at it does it at once.
  const atOnce = directMove(own && piece) ?? (touched ? null : onlyMove(press.value));
  if (atOnce) return void atOnce.click();
  hold(press.value);
}, true);

when("pointerdown", event => {
  const piece = pieceOf(event.target);
  const face = piece && faceOf(piece);
  if (!face || event.button) return;
  const press = following(held, piece) || face;
  const stem = press.name === "pick" && groupOf(press.value) && onlyMove(press.value)?.dataset.next !== "" ? press.value : "";
  if (stem || face.dataset.to) dragged = { piece, face, stem, before: held, x: event.clientX, y: event.clientY, moving: false };
});

/** The button that the dragged piece presses when it is dropped on `piece`. */
const landing = (drag, piece) => (drag.stem ? following(drag.stem, piece) : piece?.dataset.piece === drag.face.dataset.to && drag.face);

when("pointermove", event => {
  if (!dragged) return;
  const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
  if (!dragged.moving && Math.hypot(x, y) < 9) return;
  if (!dragged.moving) {
    dragged.moving = true;
    hold(dragged.stem, false);
    dragged.piece.classList.add("picked");
    $$("[data-piece]").filter(piece => landing(dragged, piece)).forEach(piece => piece.classList.add("target"));
    hush();
  }
  dragged.piece.style.cssText += `;translate:${x}px ${y}px;z-index:9;pointer-events:none`;
  const over = pieceOf(document.elementFromPoint(event.clientX, event.clientY));
  $$(".over").forEach(piece => piece.classList.remove("over"));
  if (over?.classList.contains("target")) over.classList.add("over");
});
function drop(event) {
  const drag = dragged;
  dragged = null;
  if (!drag?.moving) return;
  const button = landing(drag, pieceOf(document.elementFromPoint(event.clientX, event.clientY)));
  for (const key of ["translate", "zIndex", "pointerEvents"]) drag.piece.style[key] = "";
  hold(drag.before);
  const late = click => { click.preventDefault(); click.stopPropagation(); };
  addEventListener("click", late, { capture: true, once: true });
  setTimeout(() => {
    removeEventListener("click", late, { capture: true });
    if (event.type === "pointerup" && button) button.click();
  }, 0);
}
when("pointerup", drop);
when("pointercancel", drop);
