// Opens the hall without a network: keeps the site in a cache of this build.
"use strict";

/** All files but the drawings, which come in one, and the module, which comes packed. */
const FILES = [/*@FILES@*/];
const at = name => new URL(name, self.registration.scope).href;

self.addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(BUILD);
  await cache.addAll(FILES.map(at));
  if (!(await cache.match(MODULE))) await cache.put(MODULE, await unpacked());
  const drawings = await (await fetch(at("drawings.json"))).json();
  const put = ([name, drawing]) => cache.put(at(name), new Response(drawing, { headers: { "Content-Type": "image/svg+xml" } }));
  await Promise.all(Object.entries(drawings).map(put));
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
