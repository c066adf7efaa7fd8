// Output chain: sounds -> main -> tone -> limiter -> ceiling -> speakers, and the echo of the vault.

function amplifier(context, gain, to) {
  const node = new GainNode(context, { gain });
  node.connect(to);
  return node;
}

/** Impulse response, one side: noise that fades and darkens. */
function echo({ seconds, dark }, side, rate) {
  const next = seeded(3 + side), out = new Float32Array(Math.ceil(seconds * rate));
  let low = 0;
  for (let n = Math.round((0.009 + side * 0.003) * rate); n < out.length; n++) {
    low += (next() * 2 - 1 - low) * (1 - n / out.length) * dark;
    out[n] = low * 10 ** (-3 * n / out.length);
  }
  return out;
}

/** Transfer curve over -2 to 2: straight up to 0.7, then bends; never above 0.88 (-1.1 dBFS). */
const ceiling = () => Float32Array.from({ length: 4097 }, (_, i) => {
  const x = i / 1024 - 2, over = Math.abs(x) - 0.7;
  return over < 0 ? x : Math.sign(x) * (0.7 + 0.18 * Math.tanh(over / 0.18));
});

/** Returns the inputs: `main` for sounds, `room` for their echo, `under` for ambiences, `tone` the low pass. */
function output(context, { room: shape }) {
  const curve = new WaveShaperNode(context, { curve: ceiling() });
  // The API adds make-up gain: 0.6 of the reduction at full scale (4.75 dB). Take it back. Halve for the curve.
  const trim = amplifier(context, db(-0.6 * 4.75) / 2, curve);
  const limit = new DynamicsCompressorNode(context, { threshold: -5, knee: 0, ratio: 20, attack: 0.002, release: 0.12 });
  const tone = new BiquadFilterNode(context, { frequency: 20000 });
  tone.connect(limit).connect(trim);
  curve.connect(context.destination);
  const main = amplifier(context, 0, tone), under = amplifier(context, 1, main);
  const buffer = context.createBuffer(2, Math.ceil(shape.seconds * context.sampleRate), context.sampleRate);
  for (const side of [0, 1]) buffer.copyToChannel(echo(shape, side, context.sampleRate), side);
  const room = new ConvolverNode(context, { buffer });
  room.connect(main);
  return { main, room, under, tone };
}
