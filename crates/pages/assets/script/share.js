// ---- The share of the dice -----------------------------------------------------------------------------------------
// A share is drawn here, after the seal was seen: so the hall could not choose the seed to go with it. It is remembered, to be found in
// the record when the match is over.

function give(form, seal) {
  const put = (name, value) => {
    const input = $(`input[name=${name}]`, form) ?? form.appendChild(document.createElement("input"));
    Object.assign(input, { type: "hidden", name, value });
  };
  put("share", drawShare(seal));
  put("seal", seal);
}

when("submit", event => {
  const { target: form, submitter } = event;
  if (form.dataset.dice === "sit" && submitter?.value === "take") give(form, form.dataset.seal);
  if (form.dataset.dice !== "new") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // The second time round the form goes its way, with a share or, if there was no seal to be had, without.
  form.dataset.dice = "asked";
  const go = () => { form.requestSubmit(submitter); form.dataset.dice = "new"; };
  transport.fetch("/api/v1/seals", { method: "POST" }).then(answer => (answer.ok ? answer.json() : Promise.reject())).then(({ seal }) => give(form, seal)).then(go, go);
}, true);

/** Says on the page about a match's dice whether the share that this browser gave is among those of the record. */
function findShare() {
  const place = $("#own-share");
  const share = shares()[$("#seal")?.textContent.trim()];
  if (!place || !share) return;
  const found = $$("[data-share]").some(element => element.dataset.share === share);
  place.hidden = false;
  place.classList.toggle("bad", !found);
  place.textContent = found
    ? t("The share that this browser chose is among them, so the hall did not choose these dice.")
    : t("This browser chose the share {share}, and it is not among them: these dice are not those that were sealed with you.", { share });
}
