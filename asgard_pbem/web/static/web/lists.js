/* Small boards of lists: each is asked for when its line comes near the screen (a browser by itself would load twenty
   for the five that are seen), and once more, one after another, where it was not drawn yet. */
"use strict";

(() => {
  const PAUSE_MS = 400; // others may be drawing
  const TIMES = 6; // for each
  const NOTHING = 5; // pixels: as wide as what the server sends in place of a board
  const NEAR_PX = 120; // about a line
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

  /* The picture stands in the page for whoever has no scripts. */
  function show(place) {
    place.innerHTML = place.querySelector("noscript").textContent;
    const picture = place.querySelector("img");
    picture.loading = "eager"; // it is near
    picture.addEventListener("load", () => look(picture, 1), { once: true });
  }

  const coming = new IntersectionObserver((places) => {
    for (const { isIntersecting, target } of places) {
      if (!isIntersecting) continue;
      coming.unobserve(target);
      show(target);
    }
  }, { rootMargin: `${NEAR_PX}px` });
  for (const place of document.querySelectorAll(".small:has(noscript)")) coming.observe(place);
})();
