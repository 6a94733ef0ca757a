/* States of a table as pieces of its page: each is asked for once, the one that is needed first, and never two for which
   nobody waits any more. Addresses of past moments bear the name of all that they depend on (data-key), so a browser
   keeps them for good. */
"use strict";

window.tableFrames = (element, last) => {
  const AHEAD = Number(element.dataset.most); // states fetched at once for whoever steps or plays
  const SETTLED_MS = 100; // keys that rest so long have chosen
  const BUSY_MS = 2000; // between two tries
  const HELD_MS = 300; // and so has a hand that holds the slider: it says itself when it lets go
  const kept = new Map(); // moment -> frame
  let asking = null; // the one request for what is wanted now: {moment, controller, promise}
  let ahead = null; // the one request for what comes next: {first, promise}

  const url = (first, end) => {
    const path = element.dataset.url.replace("0-1.json", `${first}-${end}.json`);
    return `${path}${path.includes("?") ? "&" : "?"}v=${element.dataset.key}`;
  };

  /* Asks again when the server is busy drawing for others, or without its database: then it is as good as out of reach. */
  async function patiently(first, end, signal, times) {
    const answer = await fetch(url(first, end), { headers: { Accept: "application/json" }, signal });
    if (answer.ok) {
      const data = await answer.json();
      for (const frame of data.frames) kept.set(frame.moment, frame);
      return;
    }
    if (answer.status !== 503) throw new Error(String(answer.status));
    if (times <= 1) throw new TypeError();
    await new Promise((done) => setTimeout(done, BUSY_MS));
    if (!signal.aborted) await patiently(first, end, signal, times - 1);
  }

  /* The frame of a moment; what was asked for another one before is given up. */
  async function want(moment) {
    if (kept.has(moment)) return kept.get(moment);
    if (ahead && moment >= ahead.first && moment < ahead.first + AHEAD) {
      await ahead.promise;
      if (kept.has(moment)) return kept.get(moment);
    }
    if (asking?.moment !== moment) {
      asking?.controller.abort();
      const controller = new AbortController();
      const promise = patiently(moment, moment, controller.signal, 3);
      asking = { moment, controller, promise };
      promise.catch(() => {}).finally(() => {
        if (asking?.promise === promise) asking = null;
      });
    }
    await asking.promise;
    return kept.get(moment);
  }

  /* What whoever steps on from `moment` in direction `way` will want next. */
  function prepare(moment, way) {
    const next = moment + way;
    if (ahead || next < 1 || next > last || kept.has(next)) return;
    const first = Math.max(1, way > 0 ? next : next - AHEAD + 1);
    const promise = patiently(first, Math.min(first + AHEAD - 1, last), new AbortController().signal, 1)
      .catch(() => {})
      .finally(() => {
        ahead = null;
      });
    ahead = { first, promise };
  }

  /* What the page has already. */
  const seed = (frame) => kept.set(frame.moment, frame);

  return { want, prepare, seed, has: (moment) => kept.has(moment), SETTLED_MS, HELD_MS };
};
