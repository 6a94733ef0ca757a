/* Shows a notice, and leads to the table when it is pressed. It keeps nothing and asks for nothing. */
"use strict";

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // an empty notice: a table waits
  }
  event.waitUntil(self.registration.showNotification(told.title || "Asgard PBEM", {
    body: told.body || "",
    tag: told.tag || "turn",
    data: { url: told.url || "/" },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.url || "/", self.location.origin);
  const page = wanted.origin === self.location.origin ? wanted.href : self.location.origin;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((one) => one.url.startsWith(page));
    return there ? there.focus() : self.clients.openWindow(page);
  })());
});
