// ---- Shares that this browser has drawn: for the page's script, and for a page that was drawn before it ----------------

const shares = () => { try { return JSON.parse(stored("shares")) ?? {}; } catch { return {}; } };

/** Draws the share for a seal, and remembers it. */
function drawShare(seal) {
  const share = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  store("shares", JSON.stringify(Object.fromEntries([...Object.entries(shares()).slice(-99), [seal, share]])));
  return share;
}
