// Opens the hall without a network: keeps the site, and the files that are in the module, in a cache of this build.
"use strict";

importScripts("undercroft.js");

const BUILD = "undercroft @BUILD@";
const SITE = ["index.html", "local.js", "worker.js", "undercroft.js", "undercroft_bg.wasm", "manifest.webmanifest"];
const at = name => new URL(name, self.registration.scope).href;

self.addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(BUILD);
  await cache.addAll(SITE.map(at));
  const { icons } = await (await cache.match(at("manifest.webmanifest"))).json();
  await cache.addAll(icons.map(icon => at(icon.src)));
  await wasm_bindgen({ module_or_path: (await cache.match(at("undercroft_bg.wasm"))).arrayBuffer() });
  const put = name => cache.put(at(`assets/${name}`), new Response(wasm_bindgen.asset(name), { headers: { "Content-Type": wasm_bindgen.asset_kind(name) } }));
  await Promise.all(JSON.parse(wasm_bindgen.asset_names()).map(put));
})()));

self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("undercroft ") && name !== BUILD) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const wanted = request.mode === "navigate" ? at("index.html") : request;
  event.respondWith(caches.open(BUILD)
    .then(cache => cache.match(wanted, { ignoreSearch: true }))
    .then(kept => kept ?? fetch(request)));
});
