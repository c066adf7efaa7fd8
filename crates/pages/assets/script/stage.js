// ---- The stage ------------------------------------------------------------------------------------------------------
// What comes up on it, blows, wounds and ends. All that flies over it is a `float`, which the end of the message removes.

/** Who strikes leans towards whom they strike, and back. */
function lean(message, from, to) {
  if (!from || !to) return;
  const [a, b] = [from, to].map(piece => piece.getBoundingClientRect());
  const [x, y] = [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 2 - a.top - a.height / 2];
  const far = Math.hypot(x, y) || 1;
  from.animate({ translate: ["0 0", `${(18 * x) / far}px ${(18 * y) / far}px`, "0 0"] }, { duration: time(message, 240), easing: "ease-out" });
}

/** How strong a blow is, from 0 to 1: 1 and 25 look different, whatever the health. */
const strength = harm => Math.min(1, Math.log2(1 + harm) / Math.log2(26));

/** A blow: who strikes leans in, then light and a slash over whom it hits. One that is held rings like a shield. */
async function strike(message, from, to, harm) {
  message.struck = true;
  const box = to && ($(":scope > .face", to) ?? to).getBoundingClientRect();
  if (!box?.width) return;
  const stage = $(".stage").getBoundingClientRect();
  if (!harm) {
    to.animate({ translate: ["0 0", "4px 0", "0 0"] }, { duration: time(message, 150) });
    aloft(message, "ring", box).animate({ scale: [0.7, 1.15], opacity: [0.9, 0] }, { duration: time(message, 260), easing: "ease-out", fill: "forwards" });
    played("guard", { piece: to });
    return void await rest(message, 150);
  }
  lean(message, from, to);
  await rest(message, 100);
  const strong = strength(harm);
  const ours = Boolean(to.closest(".fighters, .seats"));
  played("blow", { piece: to, strong });
  aloft(message, "flash", box).animate({ opacity: [0, 0.25 + 0.35 * strong, 0] }, { duration: time(message, 120), fill: "forwards" });
  const slash = aloft(message, "slash", box);
  const turn = `rotate(${ours ? 55 : -55}deg)`;
  slash.animate({ transform: [`${turn} scale(0, ${0.4 + strong})`, `${turn} scale(1, ${0.4 + strong})`, `${turn} scale(1.1, 0)`], opacity: [1, 1, 0] }, { duration: time(message, 150 + 130 * strong), easing: "ease-out", fill: "forwards" });
  if (to.closest(".fighters, .seat.you")) aloft(message, "wound", stage).animate({ opacity: [0, 0.3 + 0.6 * strong, 0] }, { duration: time(message, 420), fill: "forwards" });
  if (!ours) shake(message, to, 3 + 9 * strong, 200 + 160 * strong);
  await rest(message, 140);
}

/** Shakes an element, ever less. */
function shake(message, element, far, length) {
  const beats = [0, -1, 0.9, -0.6, 0.4, -0.2, 0].map(beat => `${beat * far}px ${Math.abs(beat) * far * 0.3}px`);
  element.animate({ translate: beats }, { duration: time(message, length) });
}

/** Something that lies over a part of the page until the message has been played. */
function aloft(message, name, box, content = null) {
  const thing = document.createElement("span");
  thing.className = `float aloft ${name}`;
  thing.setAttribute("aria-hidden", "true");
  for (const [side, size] of [["left", box.left], ["top", box.top], ["width", box.width], ["height", box.height]]) thing.style[side] = `${size}px`;
  if (content) thing.append(content);
  document.body.append(thing);
  setTimeout(() => thing.remove(), time(message, 2500));
  return thing;
}

/** A drawing of a piece that is no piece: nothing finds it by its name. */
function likeness(piece) {
  const copy = piece.cloneNode(true);
  for (const part of [copy, ...$$("[data-piece], [data-key], [data-gauge], [id], [popovertarget]", copy)]) ["data-piece", "data-key", "data-gauge", "id", "popovertarget"].forEach(name => part.removeAttribute(name));
  $$(".details", copy).forEach(details => details.remove());
  copy.inert = true;
  return copy;
}

/** A piece comes to its end. A foe's card parts along the slash, a hero of ours goes down, anything else breaks. */
async function topple(message, id) {
  const piece = pieceById(id, live());
  if (!piece || piece.matches(".dead")) return;
  piece.classList.add("dead");
  (message.undo ??= []).push(() => piece.classList.remove("dead"));
  // The health of a player at its end: all on the table feel it, wherever the player stands.
  const owner = piece.matches(".meter") && piece.closest(".seat, .lane");
  if (owner && !$(".pall")) return void await collapse(message, $(".portrait", owner) ?? owner);
  if (piece.closest(".fighters")) return void await collapse(message, piece);
  const face = piece.matches("#part-stage .card") && $(":scope > .face", piece);
  const box = face && face.getBoundingClientRect();
  if (!box?.width) return void await rest(message, 240);
  const chief = piece.matches(".boss") ? 1 : piece.matches(".elite") ? 0.6 : 0.3;
  if (!$(".gauge", face)) {
    played("break", { piece });
    piece.animate({ scale: [1, 0.92], opacity: [1, 0.35] }, { duration: time(message, 260), fill: "forwards" });
    return void await rest(message, 260);
  }
  played("kill", { piece, strong: chief });
  await rest(message, 160 + 200 * chief);
  const length = 360 + 400 * chief;
  const halves = [["upper", 26, -10, 9], ["lower", -18, 34, -7]].map(([half, ...way]) => [aloft(message, half, box, likeness(piece)), ...way]);
  face.style.opacity = 0;
  message.undo.push(() => { face.style.opacity = ""; });
  for (const [half, x, y, turn] of halves) {
    half.animate({ transform: ["none", `translate(${x}px, ${y}px) rotate(${turn}deg)`], opacity: [1, 1, 0] }, { duration: time(message, length), easing: "ease-in", fill: "forwards" });
  }
  if (chief > 0.5) {
    aloft(message, "flash", $(".stage").getBoundingClientRect()).animate({ opacity: [0, 0.35, 0] }, { duration: time(message, 300), fill: "forwards" });
    shake(message, $(".stage"), 8 * chief, 420);
  }
  await rest(message, length);
}

/** One of ours goes down, and the stage darkens. Where no dice dealt the blow it is seen first; a phone may have no room for who falls. */
async function collapse(message, piece) {
  const stage = $(".stage");
  const foe = $(".foes .card", stage);
  if (foe && !message.struck) await strike(message, foe, piece.offsetParent ? piece : stage, 12);
  played("fall", { piece });
  aloft(message, "pall", stage.getBoundingClientRect()).animate({ opacity: [0, 0.75] }, { duration: time(message, 700), fill: "forwards" });
  shake(message, stage, 7, 380);
  const down = piece.animate({ transform: ["none", "translateY(6%) rotate(-3deg)", "translateY(14%) rotate(-9deg)"], opacity: [1, 1, 0.7] }, { duration: time(message, 700), easing: "ease-in", fill: "forwards" });
  message.undo.push(() => {
    down.cancel();
    if (current === message) $(".scenery")?.animate({ opacity: [0, 1] }, { duration: time(message, 400) });
  });
  await rest(message, 760);
}

// What comes up: a card lifts from its pile, turns to its edge and holds there, shows its face, and lands.
const HELD = [260, 420, 820]; // how long one holds: of the common kind, of a stronger one, of the strongest

/** Puts the stage as it is at this moment in place of the one before; what has been drawn comes up on it. */
async function appear(message, html) {
  const part = $("#part-stage");
  const drawn = message.drawn?.splice(0) ?? [];
  if (!part || !message.origin) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  // Drawings that the page has already stand there as places.
  const places = $$("[data-kept]", fresh.content).map(place => [place, bitOf(message.origin, place.dataset.piece)]);
  if (places.some(([, old]) => !old)) return;
  places.forEach(([place, old]) => place.replaceWith(old.cloneNode(true)));
  const was = new Map($$(".stage [data-piece]", part).map(piece => [piece.dataset.piece, piece]));
  const pile = $(".stage .back", part);
  const comers = drawn.map(id => pieceById(id, fresh.content)).filter(Boolean);
  const face = piece => $(":scope > .face", piece);
  const starts = comers.map(piece => was.get(piece.dataset.piece) ?? pile).map(back => [back && face(back).getBoundingClientRect(), back && likeness(back)]);
  const rank = piece => (piece.matches(".boss") ? 2 : piece.matches(".elite") ? 1 : 0);
  const strangers = $$("[data-piece]", fresh.content).filter(piece => !was.has(piece.dataset.piece));
  const chief = Math.max(0, ...[...comers, ...strangers].map(rank));
  restage(message, part, fresh.content);
  if (comers.length) sweep(message);
  message.come = new Set([...message.come ?? [], ...[...comers, ...strangers].map(piece => piece.dataset.piece)]);
  const arriving = strangers.filter(piece => !comers.includes(piece) && piece.closest(".fighters, .foes, .offer"));
  // Nothing is told of a foe before it has come: its next blow, its words, its strength.
  const all = [...comers, ...arriving];
  const told = ".foes > :is(.intent, .speech), .laned > .foes .piece, .versus, .weighing";
  if (all.some(piece => piece.closest(".foes"))) arriving.push(...$$(told, part).filter(piece => !all.includes(piece)));
  if (!comers.length) {
    arriving.forEach(piece => piece.animate({ opacity: [0, 1], scale: [0.94, 1] }, { duration: time(message, 160) }));
    return void (arriving.length && await rest(message, 160));
  }
  await turnUp(message, comers.map(face), starts, chief, arriving);
}

/** Changes the stage, but for its dice and the latest lines: those tell what comes afterwards. */
function restage(message, part, content) {
  const undo = (message.undo ??= []);
  const first = !message.staged;
  message.staged = true;
  if (first && part.contains(document.activeElement)) $("#prompt")?.focus({ preventScroll: true });
  const stays = [".rolls", ".latest"].map(name => [$(name, part), $(name, content)]).filter(([old, fresh]) => old && fresh);
  for (const [old, fresh] of stays) {
    const place = document.createComment("");
    if (first) { old.replaceWith(place); undo.push(() => place.replaceWith(old)); }
    fresh.replaceWith(old);
  }
  const nodes = [...part.childNodes];
  if (first) undo.push(() => part.replaceChildren(...nodes));
  part.replaceChildren(content);
}

/** Cards turn up together. Their faces are seen only when they have turned; whoever comes with them waits for that. */
async function turnUp(message, faces, starts, chief, arriving) {
  const seen = faces.map((face, at) => [face, face?.getBoundingClientRect(), ...starts[at]]).filter(([, box]) => box?.width);
  const stage = $(".stage").getBoundingClientRect();
  for (const hidden of [...seen.map(([face]) => face), ...arriving]) hidden.style.visibility = "hidden";
  const held = HELD[chief];
  const up = 250; // it lifts and turns to its edge
  const whole = up + held + 130;
  const ease = { duration: time(message, whole), fill: "forwards" };
  aloft(message, "dusk", stage).animate({ opacity: [0, 0.6, 0.6, 0], offset: [0, up / whole, (up + held) / whole, 1] }, ease);
  const first = arriving[0] ?? seen[0]?.[0];
  played("lift", { piece: first, strong: chief / 2 });
  for (const [, box, from, back] of seen) {
    const card = aloft(message, "turning", box, back ?? backside());
    const [x, y, size] = from?.width ? [from.left + from.width / 2 - box.left - box.width / 2, from.top + from.height / 2 - box.top - box.height / 2, from.width / box.width] : [0, -30, 0.9];
    const at = (x, y, size, tip, edge) => `translate(${x}px, ${y}px) scale(${size}) rotate(${tip}deg) perspective(60rem) rotateY(${edge}deg)`;
    card.animate({ transform: [at(x, y, size, 0, 0), at(x, y - 16, size * 1.04, 7, 0), at(0, -14, 1.04, 2, 88)] }, { duration: time(message, up), easing: "ease-in-out", fill: "forwards" });
    aloft(message, "beam", box).animate({ opacity: [0, 0, 1, 1, 0], offset: [0, (0.8 * up) / whole, up / whole, (up + held) / whole, 1] }, ease);
  }
  await rest(message, up + held);
  $$(".aloft.turning").forEach(card => card.remove());
  for (const [face] of seen) {
    face.style.visibility = "";
    face.animate({ transform: ["translateY(-14px) perspective(60rem) rotateY(-88deg)", "translateY(-14px) perspective(60rem) rotateY(0deg)", "none"], offset: [0, 0.56, 1], easing: ["ease-out", "ease-in"] }, { duration: time(message, 230) });
  }
  for (const piece of arriving) {
    piece.style.visibility = "";
    piece.animate({ opacity: [0, 1], translate: ["0 -14px", "0 0"] }, { duration: time(message, 230), easing: "ease-in" });
  }
  await rest(message, 230);
  played("land", { piece: first, strong: chief / 2 });
  shake(message, $(".stage"), 4 + 3 * chief, 110 + 60 * chief);
  herald(message, [...arriving, ...seen.map(([face]) => face.parentElement)], chief);
  await rest(message, 220 + 160 * chief);
}

/** The back of a card that comes from nowhere in sight. */
function backside() {
  const back = document.createElement("span");
  back.className = "piece back";
  back.innerHTML = '<span class="face"><span class="sheet"></span></span>';
  return back;
}

/** The name of who has come stands over the stage for a breath. */
function herald(message, pieces, chief) {
  const being = pieces.find(piece => piece.closest(".foes") && $(".sheet .name", piece)) ?? pieces.find(piece => $(".sheet .name", piece));
  const name = being && $(".sheet .name", being).textContent;
  const box = $(".stage").getBoundingClientRect();
  if (!name || !box.width) return;
  const words = aloft(message, `herald rank-${chief}`, { left: box.left, top: box.top + Math.max(box.height * 0.12, 64), width: box.width, height: 0 }, document.createTextNode(name));
  words.animate({ opacity: [0, 1, 1, 0], scale: [0.9, 1, 1, 1.03], offset: [0, 0.14, 0.75, 1] }, { duration: time(message, 900 + 400 * chief), easing: "ease-out", fill: "forwards" });
}

/** The box from which the change of a number rises. A number on a card and on a meter changes on both, and rises from the card. */
function risesFrom({ change: id, by }, all) {
  const piece = by && pieceById(id, live());
  const card = ({ change }) => pieceById(change, live())?.matches(".card");
  if (!piece || (!piece.matches(".card") && all.some(other => other.by === by && card(other)))) return null;
  return ($(".face", piece) ?? piece).getBoundingClientRect();
}

/** A number changes: its bar moves, and what it changed by rises from the box, if there is one. */
function change(message, { change: id, by, to }, box) {
  const piece = pieceById(id, live());
  if (!piece) return;
  const gauge = $(`[data-gauge="${CSS.escape(id)}"]`, piece);
  for (const number of $$(`[data-key="${CSS.escape(id)}"][data-num]`, piece)) {
    number.dataset.num = to;
    number.textContent = to;
  }
  if (gauge) bar(gauge, by, to);
  if (!box) return;
  float(message, box, by);
  played(by < 0 ? "wound" : "gain", { piece, strong: strength(Math.abs(by)) });
}

/** The bar of a gauge falls, and leaves hatched what is lost. */
function bar(gauge, by, to) {
  gauge.dataset.value = to;
  const [fill, max] = [$("[data-bar]", gauge), Number(gauge.dataset.max)];
  if (!fill || !max) return;
  const [was, is] = [to - by, to].map(value => Math.min(Math.max((100 * value) / max, 0), 100));
  const ghost = $("[data-ghost]", gauge);
  if (parseFloat(ghost.getAttribute("width")) < was) ghost.setAttribute("width", `${was}%`);
  fill.setAttribute("width", `${is}%`);
}

function float(message, box, by) {
  if (!box.width) return;
  const note = document.createElement("span");
  note.className = `float ${by > 0 ? "up" : "down"}`;
  note.setAttribute("aria-hidden", "true");
  note.textContent = by > 0 ? `+${by}` : `−${-by}`;
  note.style.left = `${box.left + box.width * 0.66}px`;
  note.style.top = `${box.top + box.height * 0.35}px`;
  note.style.fontSize = `${1.3 + 1.7 * strength(Math.abs(by))}rem`;
  document.body.append(note);
  setTimeout(() => note.remove(), Math.max(time(message, 900), 300));
}

