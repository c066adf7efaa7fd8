// ---- Numbers on buttons ----------------------------------------------------------------------------------------------
// Somebody new sees one bar and one number on a button that has odds; the rest comes with the switch of the menu, or after some matches.

const NEW = 3; // matches after which nobody is new
function showNumbers() {
  const all = stored("numbers") === "all" || (stored("numbers") === null && Number(stored("matches")) >= NEW);
  root.dataset.numbers = all ? "all" : "few";
  for (const button of $$("[data-numbers-switch]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", all);
  }
}
when("click", event => {
  if (!event.target.closest("[data-numbers-switch]")) return;
  store("numbers", root.dataset.numbers === "all" ? "few" : "all");
  showNumbers();
});

// ---- Numbers: one less, one more, and what they come to --------------------------------------------------------------

const chosen = new Map(); // by the name of the number, so that they outlast a new state of the table

/** Says what the numbers of a form come to. */
function told(form) {
  const lists = $$("select", form);
  for (const list of lists) {
    chosen.set(list.getAttribute("aria-label"), list.value);
    for (const button of $$("[data-by]", list.closest(".stepper"))) button.disabled = !list.options[list.selectedIndex + Number(button.dataset.by)];
  }
  const key = lists.map(list => list.value).join(",");
  const words = JSON.parse(form.dataset.told)[key];
  if (words !== undefined) $(".comes-to", form).textContent = words;
  const says = form.dataset.says && JSON.parse(form.dataset.says)[key];
  if (says) $("button.move > span", form).textContent = says;
}

function step(button) {
  const list = $("select", button?.closest(".stepper"));
  if (!list || !list.options[list.selectedIndex + Number(button.dataset.by)]) return;
  list.selectedIndex += Number(button.dataset.by);
  told(list.form);
}

when("click", event => {
  const button = event.target.closest("[data-by]");
  if (button) step(button);
});
when("change", event => {
  if (event.target.matches(".by-numbers select")) told(event.target.form);
});
when("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const place = ["[", "]", "{", "}"].indexOf(event.key);
  if (place < 0) return;
  const stepper = $$(".by-numbers .stepper")[place >> 1];
  if (stepper) step($$("[data-by]", stepper)[place & 1]);
});

/** What was chosen before stays chosen, as far as it still can be. */
function renumber() {
  for (const form of $$(".by-numbers")) {
    for (const list of $$("select", form)) {
      const before = chosen.get(list.getAttribute("aria-label"));
      if ([...list.options].some(option => option.value === before)) list.value = before;
    }
    told(form);
  }
}

// ---- A finger that slides over the hand picks card after card --------------------------------------------------------

when("pointermove", event => {
  if (!dragged?.stem || dragged.moving || event.pointerType === "mouse") return;
  const hand = dragged.piece.closest(".hand .fan");
  const next = hand && pieceOf(document.elementFromPoint(event.clientX, event.clientY));
  // What can follow the card is dragged to, in the hand as elsewhere.
  if (!next || next.closest(".fan") !== hand || following(dragged.stem, next)) return;
  event.stopImmediatePropagation(); // only a finger that leaves the hand drags the card
  const face = faceOf(next);
  if (next === dragged.piece || face?.name !== "pick" || !groupOf(face.value)) return;
  hush();
  hold(face.value);
  dragged = { ...dragged, piece: next, face, stem: face.value, x: event.clientX, y: event.clientY };
}, true);
