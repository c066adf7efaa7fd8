// Synthesis: turns the numbers of sounds.json and a seed into samples. Needs no browser.
const { sin, cos, tan, min, max, round, ceil, PI } = Math;
const db = value => 10 ** (value / 20);
const seeded = seed => () => { // mulberry32
  let x = (seed = (seed + 0x6d2b79f5) | 0);
  x = Math.imul(x ^ (x >>> 15), 1 | x);
  x ^= x + Math.imul(x ^ (x >>> 7), 61 | x);
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
};

/** Renders a sound to mono samples. Pure: also runs in Node. `loop`: seconds of crossfade. */
function synth(kit, sound, { seed = 1, count = 1, rate = 48000, loop = 0 } = {}) {
  const next = seeded(seed);
  const pick = v => Array.isArray(v) ? v[0] + next() * (v[1] - v[0]) : v;
  const out = new Float32Array(ceil((sound.length + loop) * rate));
  const makers = {
    /** Struck body: each mode is a decaying sine (two-pole recursion). `soft`: mallet cutoff, Hz. */
    body({ body, soft = 2e4, ...o }, n0, gain) {
      const [pitch, decay, attack] = [pick(o.pitch), pick(o.decay), pick(o.attack ?? 0.0004) * rate];
      for (const [ratio, strength, ring] of kit.bodies[body].modes) {
        const hertz = pitch * ratio * (1 + (next() - 0.5) * kit.bodies[body].jitter);
        const level = gain * strength * (0.8 + 0.4 * next()) / (1 + (hertz / soft) ** 2);
        if (hertz > rate * 0.45) continue;
        const [w, r, end] = [2 * PI * hertz / rate, db(-60 / (decay * ring * rate)), decay * ring * 1.4 * rate];
        const turn = 2 * r * cos(w);
        for (let n = 0, a = -sin(w) / r, b = -sin(2 * w) / r / r; n < end && n0 + n < out.length; n++) {
          const y = turn * a - r * r * b;
          b = a;
          a = y;
          out[n0 + n] += level * y * min(1, n / attack);
        }
      }
    },
    /** Noise through a state variable filter. `grain` below 1 thins it to crackle. */
    noise({ to, q = 0.7, grain = 1, pass, ...o }, n0, gain) {
      const from = pick(o.noise), end = pick(to ?? from);
      let a = 0, b = 0, g, n = 0;
      envelope(o, n0, gain, part => {
        if (n++ % 32 === 0) g = tan(PI * min(0.45, from * (end / from) ** part / rate));
        const x = next() < grain ? (next() * 2 - 1) * grain ** -0.5 : 0;
        const band = (a + g * (x - b)) / (1 + g * (g + 1 / q)), low = b + g * band;
        a = 2 * band - a;
        b = 2 * low - b;
        return pass === "low" ? low : pass === "high" ? x - band / q - low : band / q;
      });
    },
    /** Sine with glide and frequency modulation; the index falls to 0. */
    tone({ to, ratio = 1, index = 0, ...o }, n0, gain) {
      const from = pick(o.tone), end = pick(to ?? from), depth = pick(index);
      let phase = 0, step, n = 0;
      envelope(o, n0, gain, part => {
        if (n++ % 32 === 0) step = 2 * PI * from * (end / from) ** part / rate;
        phase += step;
        return sin(depth ? phase + depth * (1 - part) ** 2 * sin(phase * ratio) : phase);
      });
    },
    /** Repeats layers: bounces, coins, cards. */
    times({ times, layers, gap, loose = 0.2, fall = 1, soften = 1 }, n0, gain) {
      const many = times === "count" ? count : round(pick(times));
      if (times === "count") gain *= count ** -0.35;
      for (let i = 0, wait = pick(gap); i < many; i++, wait *= pick(fall), gain *= pick(soften)) {
        render(layers, n0 / rate, gain);
        n0 += round(wait * rate * (1 + (next() - 0.5) * loose));
      }
    },
  };
  function envelope({ attack = 0.002, hold = 0, decay }, n0, gain, sample) {
    const [up, stay, down] = [attack, hold, decay].map(v => pick(v) * rate);
    const shrink = db(-60 / down), total = up + stay + down;
    for (let n = 0; n < total + down * 0.4 && n0 + n < out.length; n++) {
      if (n > up + stay) gain *= shrink;
      out[n0 + n] += gain * (n < up ? sin(n / up * PI / 2) ** 2 : 1) * sample(min(1, n / total));
    }
  }
  function render(layers, at, gain) {
    for (const layer of layers) {
      const kind = Object.keys(makers).find(key => key in layer);
      makers[kind](layer, round((at + pick(layer.at ?? 0)) * rate), gain * pick(layer.gain ?? 1));
    }
  }
  render(sound.layers, 0, db(sound.level ?? 0));
  const size = ceil(sound.length * rate), fade = ceil((loop || sound.length * 0.12) * rate);
  for (let n = 0, x = 0, y = 0; n < out.length; n++) { // blocks DC
    y = out[n] - x + y * (1 - 100 / rate);
    [x, out[n]] = [out[n], y];
  }
  for (let n = 0; n < fade; n++) {
    const [rise, drop] = [sin(n / fade * PI / 2), cos(n / fade * PI / 2)];
    if (loop) out[n] = out[n] * rise + out[size + n] * drop;
    else out[size - 1 - n] *= rise;
  }
  return out.subarray(0, size);
}
