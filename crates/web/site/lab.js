// The lab of this browser: cuts a run into pieces, which workers play on all cores, and shows what they come to.
"use strict";

(() => {
  const $ = id => document.getElementById(id);
  const [form, said, stop, csv] = ["lab", "lab-said", "lab-stop", "lab-csv"].map($);
  if (!form) return;
  const PIECE = 300; // how long a worker plays until it gives its sums, in milliseconds
  const SHOWN = 700; // the time from one look at the figures to the next
  const shown = $("lab-report").attachShadow({ mode: "open" });
  const hall = globalThis.undercroft;
  const post = (path, fields) => hall.fetch(path, { method: "POST", body: new URLSearchParams(fields) });

  hall.fetch("/lab/report.css").then(async answer => {
    const style = new CSSStyleSheet();
    style.replaceSync(await answer.text());
    shown.adoptedStyleSheets = [style];
  });

  let run = null;
  const workers = [];
  /** A worker that plays one piece after the other. */
  function worker() {
    const one = new Worker(hall.worker, { name: "thinker" });
    const ask = piece => new Promise((done, fail) => {
      one.onmessage = ({ data }) => (data.broken ? fail(data.broken) : done(data));
      one.onerror = event => fail(event.message);
      one.postMessage({ lab: piece });
    });
    let last = Promise.resolve();
    return { play: piece => (last = last.catch(() => {}).then(() => ask(piece))), end: () => one.terminate() };
  }

  /** The settings of the stage at which a run is; of its first one when all are done. */
  function present(of) {
    const { at } = of.points.find(point => point.done < point.games) ?? of.points.find(point => point.games);
    return of.points.filter(point => point.at === at);
  }
  const sum = (points, key) => points.reduce((total, point) => total + point[key], 0);

  /** Shows the figures so far; what is open stays open. */
  async function show() {
    const [done, all] = ["done", "games"].map(key => sum(present(run), key));
    said.textContent = said.dataset.played.replace("#", done.toLocaleString()).replace("#", all.toLocaleString());
    said.setAttribute("aria-busy", run.playing);
    const bar = $("bench-progress");
    if (bar) [bar.hidden, bar.value] = [!run.playing, done / all];
    const report = await (await hall.fetch("/lab/report")).text();
    $("lab-report").classList.remove("old");
    $("lab-report").hidden = false;
    const open = [...shown.querySelectorAll("details")].map(one => one.open);
    shown.innerHTML = report;
    shown.querySelectorAll("details").forEach((one, at) => { one.open = open[at] ?? false; });
    csv.hidden = false;
  }

  /** Lets one worker play piece after piece, of the first open stage, and there of the setting with the fewest matches. */
  async function work(one, of) {
    for (let size = 1; !of.stopped;) {
      const open = of.points.filter(point => point.next < point.games);
      if (!open.length) return;
      const next = open.reduce((least, point) => (point.at === least.at && point.next < least.next ? point : least));
      const [point, from] = [of.points.indexOf(next), next.next];
      const to = next.next = Math.min(next.games, from + size);
      const began = performance.now();
      const sums = await one.play({ fields: of.fields, point, from, to });
      if (of !== run) return;
      const took = performance.now() - began;
      size = Math.max(1, Math.min(2 * size, Math.round((to - from) * PIECE / took)));
      await post("/lab/piece", { point, sums });
      next.done += to - from;
    }
  }

  async function play() {
    const of = run;
    const isPlaying = () => run === of && of.playing;
    of.stopped = false;
    of.playing = true;
    stop.hidden = false;
    stop.textContent = stop.dataset.stop;
    const look = async () => { while (isPlaying()) { await new Promise(done => setTimeout(done, SHOWN)); if (isPlaying() && sum(of.points, "done")) await show(); } };
    look();
    try {
      while (workers.length < (navigator.hardwareConcurrency || 2)) workers.push(worker());
      await Promise.all(workers.map(one => work(one, of)));
    } catch (error) {
      workers.splice(0).forEach(one => one.end());
      if (run === of) said.textContent = error;
      return;
    } finally {
      of.playing = false;
    }
    if (run !== of) return;
    await show();
    stop.textContent = stop.dataset.on;
    stop.hidden = of.points.every(point => point.done === point.games);
    form.dataset.done = sum(present(of), "done");
  }

  const battery = async () => (navigator.getBattery ? navigator.getBattery().catch(() => null) : null);
  battery().then(power => power?.addEventListener("chargingchange", () => { if (run && !power.charging && !run.spares) run.stopped = true; }));

  form.addEventListener("submit", async event => {
    event.preventDefault();
    // A run of many settings may have fewer matches of each than the form says.
    const fields = [...new FormData(form)].map(([name, value]) => [name, name === "games" ? form.dataset.games ?? value : value]);
    const power = await battery();
    const spares = power && !power.charging;
    if (spares && !confirm(said.dataset.battery)) return;
    if (run) run.stopped = true;
    run = null;
    delete form.dataset.done;
    const answer = await post("/lab", fields);
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      said.textContent = page.querySelector("main p, .notice")?.textContent ?? answer.status;
      return;
    }
    const { stages } = await answer.json();
    const points = stages.flatMap((stage, at) => stage.map(games => ({ at, games, next: 0, done: 0 })));
    run = { fields, points, stopped: false, spares };
    said.textContent = "";
    play();
  });
  stop.addEventListener("click", () => {
    if (!run) return;
    if (run.playing) run.stopped = true;
    else play();
  });
})();
