// The bench of this browser: changed numbers and new cards make a pack, which the lab plays against the cards of the game.
"use strict";

(() => {
  const $ = id => document.getElementById(id);
  const form = $("lab");
  const hall = globalThis.undercroft;
  const [title, changed, undo, report, said] = ["bench-title", "bench-changed", "bench-undo", "lab-report", "lab-said"].map($);
  const { game, pack, numbers, seats } = form.elements;
  const PAUSE = 250; // the time from the last change to a run, in milliseconds
  const kept = `undercroft bench ${game.value}`;
  const rows = () => [...form.querySelectorAll("[data-card]")];
  const rowOf = id => rows().find(row => row.dataset.card === id);
  const fields = () => [...form.querySelectorAll("[data-key]")];
  const cardOf = field => field.closest("[data-card]");
  const nameOf = row => row.querySelector(".card-name");
  const before = [];

  /** What is others than in the game: numbers by the id of their field, and new cards by their id. */
  const state = () => ({
    changes: Object.fromEntries(fields().filter(field => field.value !== field.dataset.value && field.value !== "").map(field => [field.id, Number(field.value)])),
    cards: Object.fromEntries(rows().filter(row => row.dataset.like).map(row => [row.dataset.card, { like: row.dataset.like, name: nameOf(row).value.trim() }])),
  });

  /** The pack that these numbers and cards make. */
  function made() {
    const { changes, cards } = state();
    for (const [id, number] of Object.entries(changes)) {
      const field = $(id);
      const keys = field.dataset.key.split(".");
      let at = (cards[cardOf(field).dataset.card] ??= {});
      for (const key of keys.slice(0, -1)) at = at[key] ??= {};
      at[keys.at(-1)] = number;
    }
    return { game: game.value, base: Number(form.dataset.base), title: title.value.trim() || form.dataset.pack, cards };
  }

  /** Puts a new card on the bench, right behind the one that it is like. */
  function add(id, like) {
    const first = rowOf(like);
    if (!first?.querySelector("[data-another]")) return null;
    const row = first.cloneNode(true);
    Object.assign(row.dataset, { card: id, like });
    for (const field of row.querySelectorAll("[data-key]")) {
      field.id = `${id}.${field.dataset.key}`;
      field.previousElementSibling.htmlFor = field.id;
    }
    const [name, out] = $("bench-new").content.cloneNode(true).children;
    nameOf(row).replaceWith(name);
    row.querySelector("[data-another]").replaceWith(out);
    first.after(row);
    return row;
  }

  /** Adds a card with the numbers of this one, and lets it be named. */
  function another(first) {
    const like = first.dataset.card;
    let number = 2;
    const id = () => `${like.slice(0, 36)}_${number}`;
    while (rowOf(id())) number += 1;
    const row = add(id(), like);
    const values = [...first.querySelectorAll("[data-key]")].map(field => field.value);
    for (const field of row.querySelectorAll("[data-key]")) field.value = values.shift();
    nameOf(row).value = `${nameOf(first).textContent} ${number}`;
    settle();
    nameOf(row).select();
  }

  const counted = (count, what) => (count === 1 ? form.dataset[`${what}One`] : form.dataset[what].replace("#", count));

  /** Shows what is others than before, and keeps it. */
  function show() {
    const now = state();
    for (const field of fields()) {
      const isChanged = field.value !== field.dataset.value;
      const [slider, was] = [field.nextElementSibling, field.nextElementSibling.nextElementSibling];
      slider.value = field.value;
      field.parentElement.classList.toggle("changed", isChanged);
      was.textContent = isChanged ? form.dataset.was.replace("#", field.dataset.value) : "";
    }
    for (const row of rows()) row.classList.toggle("changed", Boolean(row.dataset.like || row.querySelector(".changed")));
    const counts = [["changed", now.changes], ["added", now.cards]].map(([what, all]) => [Object.keys(all).length, what]);
    changed.textContent = counts.filter(([count]) => count).map(one => counted(...one)).join(", ");
    undo.hidden = !before.length;
    localStorage.setItem(kept, JSON.stringify({ title: title.value, ...now }));
    pack.value = JSON.stringify(made());
    numbers.value = steps(row => row.classList.contains("changed"));
  }

  function put({ changes = {}, cards = {} }) {
    for (const row of rows()) if (row.dataset.like && !Object.hasOwn(cards, row.dataset.card)) row.remove();
    for (const [id, { like, name }] of Object.entries(cards)) {
      const row = rowOf(id) ?? add(id, like);
      if (row) nameOf(row).value = name;
    }
    for (const field of fields()) field.value = changes[field.id] ?? field.dataset.value;
  }

  let timer = 0;
  let last = { changes: {}, cards: {} };
  const differs = () => Object.values(last).some(all => Object.keys(all).length);
  /** A change that stays: it can be undone, and is played. */
  function settle() {
    const now = state();
    if (JSON.stringify(now) === JSON.stringify(last)) return;
    before.push(last);
    last = now;
    show();
    runSoon();
  }
  function runSoon() {
    clearTimeout(timer);
    report.classList.add("old");
    timer = setTimeout(() => differs() && form.checkValidity() && form.requestSubmit(), PAUSE);
  }
  /** The numbers of these cards, each to be changed by one step behind the run. */
  const steps = is => fields().filter(field => field.value !== "" && is(cardOf(field))).map(field => `${field.id}=${field.value}`).join(",");

  form.addEventListener("input", ({ target }) => {
    if (target.type === "range") target.previousElementSibling.value = target.value;
    if (target.closest("[data-card]")) show();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.closest("[data-card]")) settle();
    if (target === title) show();
    if (target.name === "shown") for (const row of rows()) row.hidden = Boolean(target.value) && row.dataset.kind !== target.value;
  });
  form.addEventListener("click", ({ target }) => {
    const row = cardOf(target);
    if (target.closest("[data-another]")) another(row);
    if (!target.closest("[data-out]")) return;
    row.remove();
    settle();
    rowOf(row.dataset.like).querySelector("[data-another]").focus();
  });
  function back() {
    if (!before.length) return;
    last = before.pop();
    put(last);
    show();
    runSoon();
  }
  undo.addEventListener("click", back);
  document.addEventListener("keydown", event => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || event.target.type === "text") return;
    event.preventDefault();
    back();
  });

  $("bench-save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(made(), null, 2)], { type: "application/json" }));
    link.download = "pack.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
  $("bench-link").addEventListener("click", async ({ currentTarget: button }) => {
    const there = new URL(await hall.link(`/bench?game=${game.value}`));
    there.hash = `pack=${await hall.packed(JSON.stringify({ title: title.value, ...state() }))}`;
    await navigator.clipboard?.writeText(there.href).catch(() => {});
    history.replaceState(null, "", there);
    said.textContent = button.dataset.done;
  });
  $("bench-hall").addEventListener("click", async () => {
    const made = await fetch("/api/v1/me/packs", { method: "POST", body: pack.value }).then(answer => answer.json()).catch(() => null);
    if (made?.hash) return location.assign("/me/packs");
    said.textContent = made?.error?.message ?? "";
  });
  $("bench-play").addEventListener("click", async () => {
    const body = new URLSearchParams({ game: game.value, seats: seats.value, seat0: "me", "opt.pack": pack.value });
    for (let seat = 1; seat < Number(seats.value); seat += 1) body.append(`seat${seat}`, "bot:normal");
    const answer = await hall.fetch("/tables", { method: "POST", body });
    if (answer.redirected) return hall.go(answer.url);
    said.textContent = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".notice")?.textContent ?? answer.status;
  });
  /** Prints the changed cards, or all if none is changed, and the figures behind them. */
  $("bench-print").addEventListener("click", async () => {
    const paper = /-(US|CA)$/.test(navigator.language) ? "letter" : "a4";
    const answer = await hall.fetch("/bench/print", { method: "POST", body: new URLSearchParams({ game: game.value, pack: pack.value, paper }) });
    const text = await answer.text();
    if (!answer.ok) {
      said.textContent = new DOMParser().parseFromString(text, "text/html").querySelector(".notice")?.textContent ?? answer.status;
      return;
    }
    const sheets = $("bench-sheets");
    sheets.innerHTML = text;
    await Promise.all([...sheets.querySelectorAll("image")].map(image => Object.assign(new Image(), { src: image.href.baseVal }).decode().catch(() => {})));
    document.body.classList.add("printing");
    print();
  });
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    $("bench-sheets").replaceChildren();
  });
  $("bench-steps").addEventListener("click", () => {
    const changed = numbers.value;
    numbers.value = steps(card => !card.hidden);
    form.dataset.games = 0;
    form.requestSubmit();
    numbers.value = changed;
    delete form.dataset.games;
  });

  async function begin() {
    const given = hall.here().hash.match(/^#pack=([\w-]{1,60000})$/);
    const text = given ? await hall.unpacked(given[1]).catch(() => "") : localStorage.getItem(kept);
    try {
      const known = JSON.parse(text);
      title.value = known.title ?? "";
      put(known);
    } catch { /* a bench without changes */ }
    // A field may have been changed before this script was there.
    last = state();
    show();
    if (differs()) runSoon();
  }
  begin();
})();
