// Renders every sound of the kit offline and measures it: peak in dBFS; the loudest 400 ms in LUFS, or the mean of an
// ambience; and the loudness that its class is to have.
const { Player, kit } = await import(document.documentElement.dataset.sounds);
const rate = 48000;

/** K-weighting of ITU-R BS.1770 at 48 kHz: a shelf, then a high pass. */
const STAGES = [
  [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585],
  [1, -2, 1, -1.99004745483398, 0.99007225036621],
];
function weighted(samples) {
  let data = samples;
  for (const [b0, b1, b2, a1, a2] of STAGES) {
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    data = Float64Array.from(data, x => {
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      [x2, x1, y2, y1] = [x1, x, y1, y];
      return y;
    });
  }
  return data;
}
function loudness(channels, whole) {
  const size = whole ? channels[0].length : 0.4 * rate;
  const sums = new Float64Array(channels[0].length + 1);
  channels.map(weighted).forEach(data => data.forEach((x, n) => { sums[n + 1] += x * x; }));
  for (let n = 1; n < sums.length; n++) sums[n] += sums[n - 1];
  let most = 0;
  for (let n = 0; n + size < sums.length; n += 480) most = Math.max(most, (sums[n + size] - sums[n]) / size);
  return -0.691 + 10 * Math.log10(most + 1e-12);
}

const names = () => [...Object.keys(kit.sounds), ...Object.keys(kit.ambiences)];

async function measure(name) {
  const ambience = name in kit.ambiences;
  const { class: kind, length } = ambience ? kit.ambiences[name] : kit.sounds[name];
  const [louds, peaks] = [[], []];
  for (const take of ambience ? [{}] : [1, 2, 3].map(seed => ({ seed, count: seed }))) {
    const context = new OfflineAudioContext(2, (ambience ? 24 : length + 1) * rate, rate);
    const player = new Player(kit, { context, page: null, volume: 1 });
    if (ambience) player.ambience(name); else player.play(name, take);
    const buffer = await context.startRendering();
    const channels = [buffer.getChannelData(0), buffer.getChannelData(1)];
    louds.push(loudness(channels, ambience));
    peaks.push(20 * Math.log10(channels.reduce((most, data) => data.reduce((a, x) => Math.max(a, Math.abs(x)), most), 1e-9)));
  }
  return { goal: kit.classes[kind], peak: Math.max(...peaks), low: Math.min(...louds), high: Math.max(...louds) };
}
