// Undercroft: what the platform offers on top of pages that work without it. Knows pieces, moves and forms; no game.
"use strict";

const root = document.documentElement;
root.classList.add("scripted");

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const live = () => $("#live");
const when = (kind, act, options) => document.addEventListener(kind, act, options);
/** The address that a form goes to; `form.action` would be the button of that name. */
const addressOf = (form, submitter) => submitter?.getAttribute("formaction") ?? form.getAttribute("action");
const stored = key => { try { return localStorage.getItem(key); } catch { return null; } };
const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private window */ } };
const still = () => !factor() || matchMedia("(prefers-reduced-motion: reduce)").matches;
/** The speeds in their order, by their names in settings: as a multiple of the normal one, and 0 where nothing moves. */
const SPEEDS = [["normal", 1], ["fast", 2], ["fastest", 4], ["none", 0]];
const factor = () => SPEEDS.find(([code]) => code === root.dataset.speed)?.[1] ?? 1;
const pace = () => 1 / (factor() || 1);
const pieceById = (id, within = document) => $(`[data-piece="${CSS.escape(id)}"]`, within);

/** The way to the hall: over the network, or to a worker of this browser that another script has put in place (`undercroft`). Addresses are the hall's. */
const transport = globalThis.undercroft ?? {
  fetch: (url, options) => fetch(url, options),
  follow: url => new EventSource(url),
  here: () => new URL(location),
  link: url => new URL(url, location).href,
  go: url => location.assign(url),
  replace: url => history.replaceState(null, "", url),
  reachable: /^http/.test(location.protocol),
};

/** A text in the language of the page, which brings what its texts are in that; English stands here. `{name}` is filled from `gaps`. */
const texts = JSON.parse(root.dataset.texts ?? "{}");
const t = (text, gaps = {}) => (texts[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => gaps[name]);

/** Says something to those who listen. A new text node each time: to set the text that stands there already would say nothing. */
const say = (text, where = "#said") => $(where).replaceChildren(text);
