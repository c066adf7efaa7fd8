// ---- Dice -----------------------------------------------------------------------------------------------------------
// Dice are thrown across the stage into their box, and settle. The last one that decides takes a breath longer.

const drawings = new Map();
/** The drawings of a tumble, by the address of their file. */
function sheet(url) {
  if (!drawings.has(url)) drawings.set(url, fetch(url).then(file => file.json()).then(sheet => { drawings.set(url, sheet); return sheet; }).catch(() => drawings.delete(url)));
  return drawings.get(url);
}

/** Fetches what the dice of a message tumble by; after a moment they fall without. */
function sheets(message) {
  const urls = message.moments.flatMap(({ html }) => [...(html ?? "").matchAll(/data-tumble="([^"]+)"/g)].map(([, url]) => url));
  const missing = [...new Set(urls)].map(sheet).filter(sheet => sheet instanceof Promise);
  return missing.length ? Promise.race([Promise.all(missing), new Promise(done => setTimeout(done, 200))]) : null;
}

/** The boxes that a message has opened, by number of their roll in the step. */
const boxes = message => (message.boxes ??= []);

/** Takes away the dice of earlier steps, but for those that still lie there after this one. Returns the place of the dice. */
function sweep(message) {
  const rolls = $("[data-part=stage] .rolls");
  if (!rolls || message.cleared) return rolls;
  message.cleared = true;
  const before = [...rolls.children];
  (message.undo ??= []).push(() => rolls.replaceChildren(...before));
  const after = message.bits?.stage?.rolls ?? message.parts?.stage ?? "";
  const stays = box => $$("[data-piece]", box).some(die => after.includes(`"${die.dataset.piece}"`));
  before.filter(box => !stays(box)).forEach(box => box.remove());
  return rolls;
}

/** The look of a die in a picture, which the stylesheet does not reach: as in `card.css`. */
const INKS = "path{stroke:#140d09;stroke-width:2.4}.s{fill:#0008}text{font:700 100px serif;text-anchor:middle;fill:#20140d}.d-lit,.on-dark{fill:#f6e6c2}.d-tone{fill:#cfa964}.d-dusk{fill:#8a6230}.d-dark{fill:#3b2917}";

/** Puts the drawings of a tumble beside a die, as one picture that slides: to put them into the page one by one would style the whole table each time. */
async function wind(svg, value) {
  const sheet = drawings.get(svg?.dataset.tumble);
  const numbers = sheet?.numbers?.[value - 1];
  if (!numbers) return;
  const frames = sheet.frames.map((frame, at) => `<g transform="translate(${440 * at} 80)">${frame.replace(/#(\d+)/g, (_, slot) => numbers[slot])}</g>`);
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${440 * frames.length} 336"><style>${INKS}</style>${frames.join("")}</svg>`);
  await picture.decode().catch(() => {});
  const reel = document.createElement("span");
  reel.className = "reel";
  reel.append(picture);
  svg.before(reel);
}

/** Opens a box: its dice have not fallen, and what comes of them is not known. */
async function unfold(message, { roll, html, by, on }) {
  const box = document.createElement("template");
  box.innerHTML = html;
  const added = box.content.firstElementChild;
  const value = die => message.moments.find(one => one.die === die.dataset.piece)?.value;
  for (const die of $$("[data-piece]", box.content)) await wind($("svg", die), value(die));
  const rolls = current === message && sweep(message);
  if (!rolls || !added) return;
  if (roll === 0 && boxes(message).length) message.boxes = [];
  const lain = new Set($$("[data-piece]", rolls).map(die => die.dataset.piece));
  added.sides = [by, on];
  boxes(message)[roll] = added;
  for (const die of $$("[data-piece]", added)) {
    if (lain.has(die.dataset.piece)) pieceById(die.dataset.piece, rolls)?.closest("[data-roll]")?.remove();
    else die.style.visibility = "hidden";
  }
  $$(".result, .addend", added).forEach(part => { part.style.visibility = "hidden"; });
  rolls.append(added);
  // The page lays it out before its dice ask where they lie.
  await rest(message, 30);
}

/** Throws dice, a hand after the other: the next is in the air before the last lies. `next` is the moment that follows. */
async function fling(message, dice, next) {
  const hands = [];
  for (const die of dice) {
    const last = hands.at(-1)?.[0];
    if (last && last.seat === die.seat && last.purpose === die.purpose) hands.at(-1).push(die); else hands.push([die]);
  }
  // A coin or a small die shows its best face too often to be cheered.
  message.best = dice.some(({ sides, value }) => sides >= 6 && value === sides);
  const ways = hands.map(hand => hand.map(one => wayOf(message, one)));
  for (const [at, hand] of hands.entries()) {
    const decides = at === hands.length - 1 && next?.on;
    const length = decides ? 760 : 620;
    hand.forEach((_, place) => tumble(message, length, ways[at][place]));
    played("dice", { count: hand.length, piece: boxes(message).findLast(Boolean) });
    await rest(message, at < hands.length - 1 ? 180 : length + 100);
  }
}

/** Where a die comes from, seen from where it will lie: its owner's piece, or that side of the stage. */
function thrownFrom(box, piece, seat, hand) {
  const [stage, lies] = [$(".stage"), piece.getBoundingClientRect()];
  const owner = box.sides[hand ? 1 : 0];
  const from = (owner && pieceById(owner, stage)?.getBoundingClientRect()) || null;
  const all = stage.getBoundingClientRect();
  const [x, y] = from?.width ? [from.left + from.width / 2, from.top + from.height / 3] : [seat === null ? all.right : all.left, all.bottom];
  return [x - lies.left - lies.width / 2, y - lies.top - lies.height / 2];
}

/** The piece of a die, and whence it comes: from who strikes, if it belongs to the first hand of its box, else from who is struck. */
function wayOf(message, { die, seat, purpose }) {
  const box = boxes(message).find(box => box && pieceById(die, box));
  if (!box) return [];
  const [piece, hand] = [pieceById(die, box), seat + purpose];
  return [piece, ...thrownFrom(box, piece, seat, hand !== (box.first ??= hand))];
}

/** A die flies, tumbles and lies: its reel slides from drawing to drawing, ever more slowly. */
function tumble(message, length, [piece, x, y]) {
  if (!piece) return;
  piece.style.visibility = "";
  const duration = time(message, length);
  const way = { translate: [`${x}px ${y}px`, `${x * 0.4}px ${y * 0.4 - 46}px`, "0 0", "0 -12px", "0 0", "0 0"], scale: [0.6, 1.2, 1, 1, 1, 1], offset: [0, 0.36, 0.64, 0.76, 0.88, 1] };
  piece.animate(way, { duration });
  const reel = $(".reel", piece);
  if (!reel) return;
  const stops = [...Array(14).keys()];
  reel.firstChild.animate({ transform: [...stops, 13].map(at => `translateX(${(-100 * at) / 14}%)`), offset: stops.map(at => 1 - (1 - at / 14) ** 0.6), easing: "step-end" }, { duration });
  [reel, reel.nextSibling].forEach((one, seen) => one.animate({ opacity: [1 - seen, 1 - seen] }, { duration }));
}

/** What dice come to: the numbers that are not rolled fly in, the sum counts, and the blow lands. */
async function decide(message, { settle: roll, by, on, harm }) {
  const box = boxes(message)[roll];
  const added = box ? $$(".addend", box) : [];
  for (const [number, [x, y]] of added.map(number => [number, thrownFrom(box, number, 0, 0)])) {
    number.style.visibility = "";
    number.animate([{ translate: `${x}px ${y}px`, scale: 0.5, opacity: 0.2 }, { translate: "0 0", scale: 1.25, offset: 0.8 }, { translate: "0 0", scale: 1 }], { duration: time(message, 220), easing: "ease-in" });
  }
  if (added.length) await rest(message, 240);
  for (const result of box ? $$(".result", box) : []) {
    result.style.visibility = "";
    count(message, result, 180);
  }
  played("settle", { piece: box, strong: Number(Boolean(message.best)) });
  message.best = false;
  await rest(message, 200);
  if (on) await strike(message, by && pieceById(by, live()), pieceById(on, live()), harm);
}

/** A sum counts up to what it is. */
function count(message, result, length) {
  const text = $("span:not(.op)", result)?.firstChild;
  const [whole, total] = text?.data?.match(/^\d+/) ? [text.data, Number(text.data.match(/^\d+/)[0])] : [];
  if (!(total > 2)) return;
  const [start, last] = [performance.now(), time(message, length)];
  const step = now => {
    const past = Math.min(1, Math.max(0, now - start) / last);
    text.data = past < 1 && !message.settled ? whole.replace(/^\d+/, Math.round(total * past)) : whole;
    if (text.data !== whole) requestAnimationFrame(step);
  };
  step(start);
}
