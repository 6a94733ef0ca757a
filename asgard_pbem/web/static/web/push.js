/* Asks this browser to be told when a table waits: only when the button is pressed. */
"use strict";

(() => {
  const form = document.getElementById("push");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const button = form.querySelector("button");
  const said = document.getElementById("push-said");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const registered = () => navigator.serviceWorker.register(form.dataset.worker);

  const mark = async () => {
    const own = await (await registered()).pushManager.getSubscription();
    if (!own) return;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(own.endpoint));
    const hex = Array.from(new Uint8Array(digest), (one) => one.toString(16).padStart(2, "0")).join("");
    const line = document.querySelector(`[data-mark="${hex}"] .this-browser`);
    if (line) line.hidden = false;
    button.hidden = Boolean(line);
  };

  button.hidden = false;
  document.getElementById("push-needs")?.remove();
  mark().catch(() => {});
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("refused");
      await registered();
      const ready = await navigator.serviceWorker.ready;
      const options = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) };
      // A subscription under another key of this server is of no use any more.
      const own = await ready.pushManager.subscribe(options).catch(async () => {
        await (await ready.pushManager.getSubscription())?.unsubscribe();
        return ready.pushManager.subscribe(options);
      });
      const given = own.toJSON();
      form.elements.endpoint.value = given.endpoint;
      form.elements.p256dh.value = given.keys.p256dh;
      form.elements.auth.value = given.keys.auth;
      form.submit();
    } catch {
      said.textContent = said.dataset.refused;
      button.disabled = false;
    }
  });
})();
