// ---- Sounds: made here, short, off until asked for ---------------------------------------------------------------

let audio = null;
function tone(at, pitch, length, volume, type = "triangle") {
  const [note, gain] = [audio.createOscillator(), audio.createGain()];
  note.type = type;
  note.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, audio.currentTime + at);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + length);
  note.connect(gain).connect(audio.destination);
  note.start(audio.currentTime + at);
  note.stop(audio.currentTime + at + length);
}
/** Lets sounds be heard. A browser lets them only after a press, and takes that back while the page is away. */
function unmute() {
  if (stored("sound") !== "on") return false;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {});
  return true;
}
document.addEventListener("click", unmute, true);
function sound(kind) {
  if (!unmute()) return;
  if (kind === "dice") [0, 0.07, 0.13, 0.21].forEach(at => tone(at, 180 + Math.random() * 160, 0.05, 0.12, "square"));
  if (kind === "blow") tone(0, 110, 0.16, 0.14, "sawtooth");
  if (kind === "card") tone(0, 320, 0.07, 0.06);
  if (kind === "turn") { tone(0.25, 523, 0.3, 0.08); tone(0.4, 784, 0.4, 0.07); }
}
