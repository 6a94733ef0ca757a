/* Small boards that were not drawn yet when a list asked for them: asks again, for one after another. */
"use strict";

(() => {
  const PAUSE_MS = 400; // others may be drawing
  const TIMES = 6; // for each
  const NOTHING = 5; // pixels: as wide as what the server sends in place of a board
  const waiting = [];
  let asking = false;

  function look(picture, times) {
    if (picture.naturalWidth !== NOTHING || times > TIMES) return;
    waiting.push([picture, times]);
    next();
  }

  function next() {
    if (asking || !waiting.length) return;
    asking = true;
    const [picture, times] = waiting.shift();
    const again = new URL(picture.currentSrc);
    again.searchParams.set("again", String(times));
    window.setTimeout(() => {
      for (const end of ["load", "error"]) picture.addEventListener(end, () => done(picture, times), { once: true });
      for (const source of picture.parentElement.querySelectorAll("source")) source.srcset = again.href;
      picture.src = again.href;
    }, PAUSE_MS * times);
  }

  function done(picture, times) {
    asking = false;
    look(picture, times + 1);
    next();
  }

  for (const picture of document.querySelectorAll(".small img")) {
    if (picture.complete && picture.naturalWidth) look(picture, 1);
    else picture.addEventListener("load", () => look(picture, 1), { once: true });
  }
})();
