// ---- Keys --------------------------------------------------------------------------------------------------------

const seen = element => element.offsetParent !== null;
const faces = list => $$(".face", list).filter(face => seen(face) && (face.tabIndex >= 0 || list.matches(".cells")));

function arrow(key) {
  const here = document.activeElement;
  const cells = here?.closest(".cells");
  if (cells) {
    const columns = Number(cells.dataset.columns);
    const all = $$(".cell", cells);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
    let at = all.indexOf(here.closest(".cell"));
    const row = Math.floor(at / columns);
    do { at += by; } while (all[at] && !$(".face", all[at]));
    if (!all[at] || (Math.abs(by) === 1 && Math.floor(at / columns) !== row)) return true;
    $(".face", all[at]).focus();
    return true;
  }
  const list = here?.closest(".pieces, .others, .choices");
  if (!list || !here.matches("button, a")) return false;
  const all = $$("button, a.button", list).filter(seen);
  const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  all[(all.indexOf(here) + by + all.length) % all.length]?.focus();
  return true;
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !live()) return;
  const target = document.activeElement ?? document.body;
  if (target.matches("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")) return;
  const key = event.key;
  const click = element => { if (element && seen(element)) { event.preventDefault(); element.click(); } };
  const way = $(`a[data-key="${key}"]`);
  if (key === "Escape") {
    hush();
    if (held) hold(groupOf(held).dataset.back); else if ($(".confirm")) refresh();
  } else if (key === " " && !target.matches("button, a, summary, input")) {
    click($("[data-play]:not([hidden])") ?? $("[data-main]"));
  } else if (/^[1-9]$/.test(key)) {
    const verbs = $$(".verb.move, .tray .others .move").filter(seen);
    const verb = verbs[Number(key) - 1];
    click(verb?.closest("button"));
  } else if (key === "u" || key === "U") {
    click($("[data-undo]"));
  } else if (key === "h" || key === "H") {
    click($("#hint"));
  } else if (key === "?") {
    $("#keys")?.togglePopover();
  } else if (way && !target.matches("input")) {
    click(way);
  } else if (key.startsWith("Arrow") && !target.matches("input")) {
    if (arrow(key)) event.preventDefault();
  }
});
