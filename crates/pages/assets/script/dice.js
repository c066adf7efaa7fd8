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

/** Opens a box: its dice have not fallen, and what comes of them is not known. */
function unfold(message, { roll, html, by, on }) {
  const rolls = sweep(message);
  if (!rolls) return;
  if (roll === 0 && boxes(message).length) message.boxes = [];
  const lain = new Set($$("[data-piece]", rolls).map(die => die.dataset.piece));
  const box = document.createElement("template");
  box.innerHTML = html;
  const added = box.content.firstElementChild;
  if (!added) return;
  added.sides = [by, on];
  boxes(message)[roll] = added;
  for (const die of $$("[data-piece]", added)) {
    if (lain.has(die.dataset.piece)) pieceById(die.dataset.piece, rolls)?.closest("[data-roll]")?.remove();
    else die.style.visibility = "hidden";
  }
  $$(".result, .addend", added).forEach(part => { part.style.visibility = "hidden"; });
  rolls.append(added);
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
  const ways = hands.map((hand, at) => hand.map(one => wayOf(message, one, at)));
  for (const [at, hand] of hands.entries()) {
    const decides = at === hands.length - 1 && next?.on;
    const length = decides ? 760 : 620;
    hand.forEach((one, place) => tumble(message, one, length, ways[at][place]));
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

/** The piece of a die, and whence it comes. */
function wayOf(message, { die, seat }, hand) {
  const box = boxes(message).find(box => box && pieceById(die, box));
  const piece = box && pieceById(die, box);
  return piece ? [piece, ...thrownFrom(box, piece, seat, hand)] : [];
}

/** A die flies, tumbles and lies: fourteen drawings, of which the last is the die as the hall drew it. */
function tumble(message, { value }, length, [piece, x, y]) {
  if (!piece) return;
  piece.style.visibility = "";
  const whole = time(message, length);
  const way = [
    { translate: `${x}px ${y}px`, scale: 0.6 },
    { translate: `${x * 0.4}px ${y * 0.4 - 46}px`, scale: 1.2, offset: 0.36 },
    { translate: "0 0", scale: 1, offset: 0.64 },
    { translate: "0 -12px", scale: 1, offset: 0.76 },
    { translate: "0 0", scale: 1, offset: 0.88 },
    { translate: "0 0", scale: 1 },
  ];
  piece.animate(way, { duration: whole, easing: "linear" });
  const svg = $("svg[data-tumble]", piece);
  const sheet = svg && drawings.get(svg.dataset.tumble);
  if (!sheet?.frames) return;
  const lies = svg.innerHTML;
  const numbers = sheet.numbers[value - 1] ?? [];
  // All drawings are there from the start, and one is seen: to put in another each time would style the whole table again.
  const tumbling = sheet.frames.map(frame => frame.replace(/#(\d+)/g, (_, slot) => numbers[slot]));
  svg.innerHTML = [...tumbling, lies].map(frame => `<g display="none">${frame}</g>`).join("");
  (message.undo ??= []).push(() => { svg.innerHTML = lies; });
  const frames = [...svg.children];
  const start = performance.now();
  let shown = -1;
  const draw = now => {
    // It turns ever more slowly.
    const past = Math.min(1, Math.max(0, now - start) / whole);
    const lying = past >= 1 || message.settled;
    const frame = lying ? frames.length - 1 : Math.floor((1 - (1 - past) ** 1.7) * tumbling.length);
    if (frame !== shown) {
      frames[shown]?.setAttribute("display", "none");
      frames[frame].removeAttribute("display");
      shown = frame;
    }
    if (!lying) requestAnimationFrame(draw);
  };
  draw(start);
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
  if (on) await strike(message, by, on, harm);
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
