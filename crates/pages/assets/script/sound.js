// ---- Sound ----------------------------------------------------------------------------------------------------------
// The player and its sounds are a module of their own, which comes when sound is switched on. The stage announces its
// moments; here stands what each sounds like.

let player = null; // the player, or the promise of it
const sounds = () => stored("sound") === "on";
const settings = () => ({ volume: Number(stored("volume") ?? 0.7), muted: !sounds(), calm: stored("calm") === "on", haptics: stored("haptics") === "on" });

/** Fetches the player, and lets it be heard: a browser allows that only after a press, and takes it back while the page is away. */
async function wake() {
  if (!sounds() || !root.dataset.sounds) return;
  player ??= import(root.dataset.sounds).then(({ Player, kit }) => new Player(kit, settings())).catch(() => { player = null; });
  player = await player;
  if (!player || player.context?.state === "running") return;
  const first = !player.context;
  player.start();
  if (!first) return;
  ambience();
  player.prepare("boss-enters", "win", "fall");
}
when("click", wake, true);
when("keydown", wake, true);

/** Plays a sound of the kit: where its piece is, after a wait in seconds. */
function sound(name, { piece = null, wait = 0, count, felt } = {}) {
  if (!player?.context) return;
  const box = piece?.getBoundingClientRect();
  const pan = box?.width ? Math.max(-1, Math.min(1, (2 * (box.left + box.width / 2)) / innerWidth - 1)) : 0;
  player.play(name, { pan, count, felt, at: player.context.currentTime + wait });
}

/** What lines of the chronicle sound like, by their icon. */
const LINE_SOUNDS = {
  door: "door", stairs: "door", portal: "door", trap: "trap", demon: "demon-revealed", evade: "miss", coin: "coin", gem: "coin",
  pearl: "treasure", chest: "treasure", treasure: "treasure", flask: "potion", fountain: "potion", heal: "potion", meal: "potion", shuffle: "shuffle",
};
const LARGE = strength(3); // a blow of three and more

/** What the moments of the stage sound like. `strong` is 1 for the strongest of its kind. */
const CUES = {
  dice: ({ piece, count }) => sound("die-throw", { piece, count }),
  settle: ({ piece, strong }) => sound(strong ? "die-six" : "die-settle", { piece }),
  lift: ({ piece, strong }) => (strong === 1 ? sound("boss-enters", { piece }) : (sound("card-lift", { piece }), sound("card-turn", { piece, wait: 0.12 }))),
  land: ({ piece, strong }) => { if (strong < 1 && piece?.closest(".foes")) sound("enemy-enters", { piece }); },
  guard: ({ piece }) => sound("blocked", { piece }),
  blow: ({ piece, strong }) => sound(strong < LARGE ? "blade-hit-small" : "blade-hit-large", { piece }),
  wound: ({ piece }) => { if (piece?.closest(".fighters, .seat.you")) sound("hurt", { piece }); },
  gain: ({ piece }) => sound("candle-light", { piece }),
  kill: ({ piece }) => sound("kill", { piece, wait: 0.12 }),
  fall: ({ piece }) => sound("kill", { piece }),
  break: ({ piece }) => sound("card-lay", { piece }),
  move: ({ piece }) => sound("card-lay", { piece }),
  line: ({ icon }) => { if (LINE_SOUNDS[icon]) sound(LINE_SOUNDS[icon]); },
};
when("moment", ({ detail }) => CUES[detail.kind]?.(detail));

/** Where nothing moves, a step is one sound: the one that matters most. */
function summary(message) {
  if (!player?.context) return;
  const names = (message.moments ?? []).flatMap(moment => [
    moment.fall && "kill",
    moment.on && (moment.harm >= 3 ? "blade-hit-large" : moment.harm ? "blade-hit-small" : "blocked"),
    moment.by < 0 && pieceById(moment.change, live())?.closest(".fighters, .seat.you") && "hurt",
    moment.die && "die-settle",
    LINE_SOUNDS[moment.line],
  ]).filter(Boolean);
  const { sounds } = player.kit;
  const [most] = names.sort((one, other) => sounds[other].priority - sounds[one].priority);
  if (most) sound(most, { felt: false });
}

/** The end of a match or of a lesson, and what one has earned by it. */
function ended() {
  if ($(".fanfare", live())) { sound("win"); sound("achievement", { wait: 3.6 }); }
  const outcome = $(".outcome", live());
  if (outcome) store("matches", Number(stored("matches")) + 1);
  const name = outcome?.matches(".tone-good") ? "win" : outcome?.matches(".tone-bad") ? "fall" : null;
  if (!name) return;
  sound(name);
  if ($("#part-earned", live())?.textContent.trim()) sound("achievement", { wait: 3.6 });
}

let ambient = null; // the ambience: "" for none
/** The place that one hears: a climb its tower, any other match the vault, and a lobby nothing. */
function ambience() {
  if (!player?.context) return;
  const climb = () => $(".track:not(.race)", live()) && !$(".stage.mapped", live());
  const here = !$("#part-stage") ? "" : climb() ? "tower" : "vault";
  if (here === ambient) return;
  if (ambient === "" && $(".back, .hand .card", live())) sound("shuffle"); // the lobby has become a table
  ambient = here;
  player.ambience(here || undefined);
}

// ---- Switches, in the head of a table, in its menu and among the settings

/** Shows what is set. */
function showSound() {
  for (const button of $$("[data-sound]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", sounds());
  }
  $$("[data-device]").forEach(part => { part.hidden = false; });
  const set = settings();
  for (const input of $$("[data-sound-setting]")) input.type === "range" ? (input.value = set.volume) : (input.checked = input.name === "sound" ? sounds() : set[input.name]);
  for (const step of $$("[data-speed-step]")) {
    step.hidden = false;
    $(".factor", step).textContent = factor() ? `×${factor()}` : "–";
  }
  const asks = $("[data-sound-question]");
  if (asks) asks.hidden = stored("sound") !== null || !live()?.dataset.table || matchMedia("(prefers-reduced-motion: reduce)").matches || navigator.webdriver;
}

/** Sets sound on or off. Called in a press. */
function setSound(on) {
  store("sound", on ? "on" : "off");
  if (on) wake().then(() => { player?.set(settings()); sound("button"); }); else player?.context && player.set(settings());
  showSound();
}

when("click", event => {
  const answer = event.target.closest("[data-sound-answer]");
  if (answer) return setSound(answer.dataset.soundAnswer === "on");
  if (event.target.closest("[data-sound]")) return setSound(!sounds());
  if (event.target.closest("[data-speed-step]")) return nextSpeed();
  if (event.target.closest("button, .button, summary")) sound("button", { piece: event.target });
});
when("input", event => {
  const input = event.target;
  if (!input.matches("[data-sound-setting]")) return;
  if (input.name === "sound") return setSound(input.checked);
  store(input.name, input.type === "range" ? input.value : input.checked ? "on" : "off");
  player?.context && player.set(settings());
});

/** Sets the next speed: here at once, and for the next page where the visitor is known. */
function nextSpeed() {
  const at = SPEEDS.findIndex(([code]) => code === root.dataset.speed);
  const [code, times] = SPEEDS[(at + 1) % SPEEDS.length];
  root.dataset.speed = code;
  showSound();
  say(times ? t("Speed {factor}", { factor: `×${times}` }) : t("Nothing moves."));
  transport.fetch("/api/v1/me", { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ speed: code }) }).catch(() => {});
}
