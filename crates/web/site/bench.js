// The bench of this browser: changed numbers of cards make a pack, which the lab plays against the cards of the game.
"use strict";

(() => {
  const $ = id => document.getElementById(id);
  const form = $("lab");
  const hall = globalThis.undercroft;
  const [title, changed, undo, report, said] = ["bench-title", "bench-changed", "bench-undo", "lab-report", "lab-said"].map($);
  const { game, pack, numbers, seats } = form.elements;
  const PAUSE = 250; // the time from the last change to a run, in milliseconds
  const kept = `undercroft bench ${game.value}`;
  const fields = [...form.querySelectorAll("[data-key]")];
  const cardOf = field => field.closest("[data-card]");
  const before = [];

  /** The changed numbers, by the id of their field. */
  const changes = () => Object.fromEntries(fields.filter(field => field.value !== field.dataset.value && field.value !== "").map(field => [field.id, Number(field.value)]));

  /** The pack that these numbers make. */
  function made() {
    const cards = {};
    for (const field of fields) {
      if (field.value === field.dataset.value || field.value === "") continue;
      const keys = field.dataset.key.split(".");
      let at = (cards[cardOf(field).dataset.card] ??= {});
      for (const key of keys.slice(0, -1)) at = at[key] ??= {};
      at[keys.at(-1)] = Number(field.value);
    }
    return { game: game.value, base: Number(form.dataset.base), title: title.value.trim() || form.dataset.pack, cards };
  }

  /** Shows which numbers are others than before, and keeps them. */
  function show() {
    let count = 0;
    for (const field of fields) {
      const isChanged = field.value !== field.dataset.value;
      const [slider, was] = [field.nextElementSibling, field.nextElementSibling.nextElementSibling];
      slider.value = field.value;
      field.parentElement.classList.toggle("changed", isChanged);
      was.textContent = isChanged ? form.dataset.was.replace("#", field.dataset.value) : "";
      count += isChanged;
    }
    for (const card of form.querySelectorAll("[data-card]")) card.classList.toggle("changed", Boolean(card.querySelector(".changed")));
    changed.textContent = count === 1 ? form.dataset.changedOne : count ? form.dataset.changed.replace("#", count) : "";
    undo.hidden = !before.length;
    localStorage.setItem(kept, JSON.stringify({ title: title.value, changes: changes() }));
    pack.value = JSON.stringify(made());
    numbers.value = steps(card => card.classList.contains("changed"));
    return count;
  }

  function put(numbers) {
    for (const field of fields) field.value = numbers[field.id] ?? field.dataset.value;
  }

  let timer = 0;
  let last = {};
  /** A change that stays: it can be undone, and is played. */
  function settle() {
    const now = changes();
    if (JSON.stringify(now) === JSON.stringify(last)) return;
    before.push(last);
    last = now;
    show();
    runSoon();
  }
  function runSoon() {
    clearTimeout(timer);
    report.classList.add("old");
    timer = setTimeout(() => Object.keys(last).length && form.checkValidity() && form.requestSubmit(), PAUSE);
  }
  /** The numbers of these cards, each to be changed by one step behind the run. */
  const steps = is => fields.filter(field => field.value !== "" && is(cardOf(field))).map(field => `${field.id}=${field.value}`).join(",");

  form.addEventListener("input", ({ target }) => {
    if (target.type === "range") target.previousElementSibling.value = target.value;
    if (target.closest("[data-card]")) show();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.closest("[data-card]")) settle();
    if (target === title) show();
    if (target.name === "shown") for (const card of form.querySelectorAll("[data-card]")) card.hidden = Boolean(target.value) && card.dataset.kind !== target.value;
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
    there.hash = `pack=${await hall.packed(JSON.stringify({ title: title.value, changes: changes() }))}`;
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
      put(known.changes ?? {});
    } catch { /* a bench without changes */ }
    // A field may have been changed before this script was there.
    last = changes();
    if (show()) runSoon();
  }
  begin();
})();
