// ---- The page around ---------------------------------------------------------------------------------------------

async function copy(text, button) {
  try { await navigator.clipboard.writeText(text); } catch { prompt(t("Copy this:"), text); return; }
  const was = button.textContent;
  button.textContent = t("Copied");
  setTimeout(() => { button.textContent = was; }, 1500);
}

/** A link goes the way that the device has for that, or is copied where it has none. */
when("click", async event => {
  const link = event.target.closest("[data-share-link]");
  if (!link) return;
  event.preventDefault();
  const url = await transport.link(link.dataset.shareLink);
  if (navigator.share) navigator.share({ title: link.dataset.shareTitle ?? document.title, url }).catch(() => {});
  else copy(url, link);
});

/** A picture goes the way that the device has for files, or is saved where it has none. */
when("click", async event => {
  const link = event.target.closest("[data-share-picture]");
  if (!link || !navigator.canShare?.({ files: [new File([], "a.png", { type: "image/png" })] })) return;
  event.preventDefault();
  const answer = await transport.fetch(link.href).catch(() => null);
  if (!answer?.ok) return void transport.go(link.href);
  const file = new File([await answer.blob()], link.download, { type: "image/png" });
  navigator.share({ files: [file], text: link.dataset.sharePicture }).catch(() => {});
});

when("click", async event => {
  const button = event.target.closest("button[type=button]");
  if (!button) return;
  if (button.dataset.copy) copy(document.getElementById(button.dataset.copy).value, button);
  if (button.dataset.copyHref) copy(await transport.link(button.dataset.copyHref), button);
  if ("play" in button.dataset) play(button.getAttribute("aria-pressed") !== "true");
  if ("verify" in button.dataset) {
    const seed = Uint8Array.from($("#seed").textContent.trim().match(/../g), pair => parseInt(pair, 16));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", seed));
    const seal = [...hash].map(byte => byte.toString(16).padStart(2, "0")).join("");
    $("#verified").textContent = seal === $("#seal").textContent.trim() ? t("It fits: SHA-256 of the seed is the seal.") : t("It does not fit. SHA-256 of the seed is {seal}.", { seal });
  }
});

let playing = 0;
function play(on) {
  clearTimeout(playing);
  playing = 0;
  const button = $("[data-play]");
  button?.setAttribute("aria-pressed", on);
  if (button) button.lastChild.textContent = on ? t("Stop") : t("Play");
  if (!on) return;
  const next = $('a[data-key="ArrowRight"]');
  if (!next) return play(false);
  playing = setTimeout(async () => {
    transport.replace(next.href);
    await ask(next.href);
    if (playing) play(true);
  }, 1400 * pace());
}

when("input", event => {
  if (!event.target.matches(".slider input")) return;
  $("output", event.target.form).textContent = event.target.value;
});
when("change", event => {
  if (event.target.matches(".slider input")) event.target.form.requestSubmit();
});

/** Sorts the playing cards of the hand as the visitor likes. A page that came sorted by its address stays so. */
function sort() {
  const order = new URL(transport.here().href).searchParams.get("sort") ?? stored("sort") ?? "dealt";
  for (const link of $$("a[data-sort]")) link.dataset.sort === order ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  for (const hand of $$(".hand .pieces")) {
    const cards = $$(":scope > [data-rank]", hand);
    const by = { suit: card => [card.dataset.suit, card.dataset.rank], rank: card => [card.dataset.rank, card.dataset.suit] }[order];
    if (!by || cards.length < 2) continue;
    const before = (one, other) => { const [a, b] = [by(one), by(other)]; return a[0] - b[0] || a[1] - b[1]; };
    const wanted = [...cards].sort(before);
    const focus = document.activeElement;
    if (wanted.some((card, at) => card !== cards[at])) { hand.append(...wanted); if (hand.contains(focus)) focus.focus({ preventScroll: true }); }
  }
}
when("click", event => {
  const link = event.target.closest("a[data-sort]");
  if (!link) return;
  event.preventDefault();
  store("sort", link.dataset.sort);
  const here = new URL(transport.here().href);
  if (here.searchParams.has("sort")) { here.searchParams.delete("sort"); transport.replace(here); }
  if (link.dataset.sort === "dealt") refresh(); else sort();
  if ($("#menu:popover-open")) $("#menu").hidePopover();
});
/** A move of the menu asks in the tray, which the menu would cover. */
when("click", event => { if (event.target.closest("#menu button[form]")) $("#menu").hidePopover(); });

/** What a fresh page or table needs. */
function dress() {
  sort();
  held = $(".group:not([hidden])")?.dataset.stem ?? "";
  reading = null;
  $$("[data-copy], [data-copy-href], button[data-share-link], [data-play]").forEach(element => { element.hidden = false; });
  $$("[data-share-title]").forEach(element => { element.hidden = !navigator.share; });
  if (crypto.subtle) $$("[data-verify]").forEach(element => { element.hidden = false; });
  $$(".face[title], .stat[title], .reading[title]").forEach(element => element.removeAttribute("title"));
  showSound();
  showNumbers();
  ambience();
  $(".moment[aria-current]")?.closest("li, p, tr")?.scrollIntoView({ block: "nearest" });
  for (const cells of $$(".cells")) {
    const all = faces(cells);
    all.forEach(face => { face.tabIndex = -1; });
    const first = all.find(face => face.matches("button[form]")) ?? all[0];
    if (first) first.tabIndex = 0;
  }
  unstop();
  renumber();
  showKeys();
  tick();
  showMoments();
  const page = live();
  if (!page) return;
  converse();
  headOnward(false);
  if (page.dataset.title) document.title = page.dataset.title;
  if (page.dataset.body) document.body.className = page.dataset.body;
  const icon = $("link[rel=icon]");
  icon.dataset.calm ??= icon.href;
  icon.href = page.hasAttribute("data-turn") ? icon.dataset.turn : icon.dataset.calm;
  listen();
  catchUp(false);
}

headOnward(true);
if (used && live()?.dataset.events) channel?.postMessage(pageName);
catchUp(true);
dress();
findShare();
arrive();
keepWaiting();

/** Loads the page again because the hall that it follows is of another build. It does so once for a build, never in a loop. */
function rebuilt(build) {
  try {
    if (sessionStorage.getItem("build") === build) return;
    sessionStorage.setItem("build", build);
  } catch {
    return; // no memory, no promise that it ends
  }
  location.reload();
}
