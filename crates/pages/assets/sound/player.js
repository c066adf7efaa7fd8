// Sound player: one AudioContext, few voices, a room, a limiter. The sounds are data (sounds.json).

export class Player {
  volume = 0.7; muted = false; calm = false; haptics = false; callWhenHidden = true;
  #voices = []; #takes = new Map(); #last = {}; #scene;

  /** `context`: an OfflineAudioContext for tests; otherwise `start` makes one. */
  constructor(kit, { context, voices = 8, page = globalThis.document, ...settings } = {}) {
    Object.assign(this, { kit, page, most: voices }, settings);
    if (context) this.#build(context);
    page?.addEventListener("visibilitychange", () => this.set());
  }
  /** Call inside a press or key handler. Nothing sounds before. */
  start() {
    if (!this.context) this.#build(new AudioContext());
    this.set();
  }
  /** Changes settings; volume is 0 to 1. */
  set(settings) {
    Object.assign(this, settings);
    const { context, page } = this, away = page?.hidden;
    if (!context) return;
    const move = ({ gain }, goal, pace) => gain.setTargetAtTime(goal, context.currentTime, pace);
    move(this.main, this.muted ? 0 : this.volume ** 2, 0.03);
    if (this.#scene) move(this.#scene, away || this.calm ? 0 : this.#scene.loud, 0.3);
    this.tone.frequency.value = this.calm ? 2500 : 20000;
    if (!page) return;
    if (away) this.#voices.splice(0).forEach(voice => this.#end(voice));
    if (away || this.muted) setTimeout(() => (page.hidden || this.muted) && context.suspend(), 150);
    else context.resume();
  }
  /** Plays a sound at `pan` (-1 left, 1 right); `felt` if a phone may hum to it. Returns whether it plays. */
  play(name, { pan = 0, count = 1, seed, at = 0, felt = true } = {}) {
    if (this.calm) name = this.kit.sounds[name]?.calm ?? name;
    const { context, kit } = this, sound = kit.sounds[name], away = this.page?.hidden;
    if (!sound || !context || this.muted || away && !(sound.hidden && this.callWhenHidden)) return false;
    const start = Math.max(context.currentTime, at), { priority, duck } = sound;
    if (start - this.#last[name] < (sound.apart ?? 0.04)) return false;
    this.#voices = this.#voices.filter(voice => voice.until > start);
    if (this.#voices.length >= this.most) {
      this.#voices.sort((a, b) => a.priority - b.priority || a.until - b.until);
      if (this.#voices[0].priority > priority) return false;
      this.#end(this.#voices.shift());
    }
    this.#last[name] = start;
    seed ??= 1 + Math.floor(Math.random() * (sound.takes ?? kit.takes));
    const source = this.#source(`${name} ${seed} ${count}`, sound, { seed, count });
    const place = new StereoPannerNode(context, { pan: pan * 0.7 });
    const loud = this.calm ? db(Math.min(0, kit.calm - kit.classes[sound.class])) : 1;
    const { gain } = source.connect(amplifier(context, loud, place));
    place.connect(this.main);
    place.connect(amplifier(context, sound.room, this.room));
    if (duck) for (const other of [this.bed, ...this.#voices]) if (other.priority < priority) {
      other.gain.setTargetAtTime(other.loud * db(-duck), start, 0.03);
      other.gain.setTargetAtTime(other.loud, start + sound.length * 0.6, 0.25);
    }
    this.#voices.push({ source, gain, loud, priority, until: start + sound.length });
    if (away) { context.resume(); source.onended = () => this.set(); }
    source.start(start);
    if (felt && this.haptics && !this.calm && !away && sound.haptic) navigator.vibrate?.(sound.haptic);
    return true;
  }
  /** Renders long sounds ahead, in idle time. Call when a table opens, after `start`. */
  prepare(...names) {
    const idle = globalThis.requestIdleCallback ?? setTimeout;
    for (const name of names) idle(() => this.#source(`${name} 1 1`, this.kit.sounds[name], { seed: 1 }));
  }
  /** Starts an ambience; without a name it ends. Loops differ in length: the mix does not repeat. */
  ambience(name) {
    const { context } = this, scene = this.kit.ambiences[name], old = this.#scene, nodes = [];
    old?.gain.setTargetAtTime(0, context.currentTime, 0.5);
    old?.nodes.forEach(node => node.stop(context.currentTime + 3));
    this.#scene = null;
    if (!scene || !context) return;
    const all = amplifier(context, 0, this.under);
    scene.loops.forEach((loop, index) => {
      const level = amplifier(context, 1, all), source = this.#source(name + index, loop, { seed: 7, loop: 0.5 });
      const filter = new BiquadFilterNode(context, { type: "lowpass", ...loop.filter });
      filter.frequency.automationRate = "k-rate"; // cheap sway
      source.loop = true;
      source.connect(filter).connect(level);
      nodes.push(source);
      for (const [goal, sway] of [[filter.frequency, loop.swayHertz], [level.gain, loop.swayLevel]]) if (sway) {
        const slow = new OscillatorNode(context, { frequency: sway[0] });
        slow.connect(amplifier(context, sway[1], goal));
        nodes.push(slow);
      }
    });
    nodes.forEach(node => node.start());
    this.#scene = { gain: all.gain, loud: db(scene.level), nodes };
    this.set();
  }
  #build(context) {
    Object.assign(this, { context }, output(context, this.kit));
    this.main.gain.value = this.volume ** 2;
    this.bed = { gain: this.under.gain, loud: 1, priority: 0 }; // ducked like a voice
    this.set();
  }
  #source(key, sound, options) {
    const takes = this.#takes, rate = this.context.sampleRate;
    if (!takes.has(key)) {
      const samples = synth(this.kit, sound, { rate, ...options });
      const buffer = new AudioBuffer({ length: samples.length, sampleRate: rate });
      buffer.copyToChannel(samples, 0);
      takes.set(key, buffer);
      if (takes.size > 40) takes.delete(takes.keys().next().value);
    }
    return new AudioBufferSourceNode(this.context, { buffer: takes.get(key) });
  }
  #end({ source, gain }) {
    const now = this.context.currentTime;
    gain.cancelScheduledValues(now).setTargetAtTime(0, now, 0.008);
    source.stop(now + 0.06);
  }
}
