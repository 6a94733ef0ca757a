/* Copies what stands in a field, and keeps the "Share" part of a table with the moment that the slider shows. */
"use strict";

(() => {
  const said = document.getElementById("copied");
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copies);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand("copy"); // where there is no clipboard: a page without TLS
      }
      if (said) {
        said.textContent = "";
        window.setTimeout(() => { said.textContent = said.dataset.said; }, 50); // said again where it was said before
      }
      button.classList.add("done");
      window.setTimeout(() => button.classList.remove("done"), 1500);
    });
  }

  const shown = document.getElementById("moment-link");
  const game = document.getElementById("game");
  const share = document.getElementById("share");
  if (!shown || !game || !share) return;
  const last = Number(game.dataset.last);
  const follow = () => {
    const moment = Number(/\/g\/[^/]+\/(\d+)\//.exec(shown.getAttribute("href"))?.[1]);
    if (!moment) return;
    const link = document.getElementById("share-link");
    link.value = link.value.replace(/(\/g\/[^/]+\/)\d+\//, `$1${moment}/`);
    document.getElementById("share-moment").textContent = moment;
    const snippet = document.getElementById("share-snippet");
    const place = moment === last ? "" : `${moment}/`;
    if (snippet) snippet.value = snippet.value.replace(/(\/g\/[^/]+\/)(?:\d+\/)?embed\//, `$1${place}embed/`);
    const card = document.getElementById("share-card");
    if (card) card.href = card.getAttribute("href").replace(/\d+(\/card\.png)/, `${moment}$1`);
    const moving = document.getElementById("share-moving");
    if (moving) {
      const address = new URL(moving.href);
      address.searchParams.set("from", String(Math.max(1, moment - Number(moving.dataset.stretch))));
      address.searchParams.set("to", String(moment));
      moving.href = address.pathname + address.search;
    }
  };
  new MutationObserver(follow).observe(shown, { attributes: true, attributeFilter: ["href"] });
})();
