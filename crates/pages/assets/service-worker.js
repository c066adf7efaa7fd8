// Shows notices of the hall when none of its pages does. Nothing is kept for use without a network.
"use strict";

self.addEventListener("push", event => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const seen = pages.some(page => page.visibilityState === "visible" && new URL(page.url).pathname === url);
    if (!seen) await self.registration.showNotification(title, { body, tag, data: { url } });
  })());
});

self.addEventListener("notificationclick", event => {
  event.notification.close();
  const url = event.notification.data.url;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find(page => new URL(page.url).pathname === url);
    return there ? there.focus() : self.clients.openWindow(url);
  })());
});
