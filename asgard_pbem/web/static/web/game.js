/* The slider of a table's page: steps through the public moments without loading the page anew.
   Everything it shows comes ready from the server; without this script the links below the slider do the same. */
"use strict";

(() => {
  const game = document.getElementById("game");
  const slider = document.getElementById("slider");
  const STEP_MS = 1000; // between two moments while playing
  const SOON_MS = 1500; // how often to ask for news at first ...
  const LATER_MS = 20000; // ... and afterwards
  const SOON_TIMES = 12;

  if (!game) return;
  const byId = (id) => document.getElementById(id);
  const CHUNK = Math.min(12, Number(byId("frames")?.dataset.most || 12)); // frames fetched at once
  const state = { moment: Number(game.dataset.moment), last: Number(game.dataset.last), timer: 0, wanted: 0 };

  /* --- Frames ------------------------------------------------------------------------------------------------- */

  const chunks = new Map(); // first moment of a chunk -> promise of a map from moment to frame
  const chunkOf = (moment) => Math.floor((moment - 1) / CHUNK) * CHUNK + 1;

  /* Asks again when the server is busy drawing for others. */
  async function patiently(url, times) {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    if (answer.ok) return answer.json();
    if (answer.status !== 503 || times <= 1) throw new Error(String(answer.status));
    await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("Retry-After") || 2)));
    return patiently(url, times - 1);
  }

  function chunk(first) {
    if (!chunks.has(first)) {
      const end = Math.min(first + CHUNK - 1, state.last);
      const url = byId("frames").dataset.url.replace("0-1.json", `${first}-${end}.json`);
      const asked = patiently(url, 3)
        .then((data) => new Map(data.frames.map((frame) => [frame.moment, frame])));
      asked.catch(() => chunks.delete(first));
      chunks.set(first, asked);
    }
    return chunks.get(first);
  }

  async function frame(moment) {
    const found = (await chunk(chunkOf(moment))).get(moment);
    const next = chunkOf(moment) + CHUNK;
    if (next <= state.last && moment + CHUNK / 2 >= next) chunk(next).catch(() => {});
    return found;
  }

  /* --- One moment ---------------------------------------------------------------------------------------------- */

  const at = (pattern, moment) => pattern.replace("/0/", `/${moment}/`).replace("/0.", `/${moment}.`);

  async function go(moment) {
    const target = Math.min(Math.max(moment, 1), state.last);
    state.wanted = target;
    let shown;
    try {
      shown = await frame(target);
    } catch {
      window.location.href = at(byId("moment-link").dataset.at, target);
      return;
    }
    if (state.wanted !== target) return; // somebody stepped on meanwhile
    state.moment = target;
    const open = byId("frame").querySelector("details")?.open;
    byId("frame").innerHTML = shown.html;
    if (open) byId("frame").querySelector("details").open = true;
    game.classList.toggle("past", target !== state.last);
    surroundings(target, shown.stage);
    window.history.replaceState(null, "", byId("moment-link").href);
  }

  function surroundings(moment, stage) {
    slider.value = String(moment);
    const x = state.last > 1 ? ((moment - 1) * 100) / (state.last - 1) : 50;
    for (const end of ["x1", "x2"]) byId("now-line")?.setAttribute(end, String(x));
    for (const link of document.querySelectorAll("[data-at]")) {
      link.setAttribute(link.tagName === "FORM" ? "action" : "href", at(link.dataset.at, moment));
    }
    step("first", 1, moment > 1);
    step("previous", moment - 1, moment > 1);
    step("next", moment + 1, moment < state.last);
    step("last", state.last, moment < state.last);
    const said = mark(moment);
    byId("moment-number").textContent = String(moment);
    byId("moment-stage").textContent = stage;
    byId("moment-said").textContent = said ? ` · ${said}` : "";
    slider.setAttribute("aria-valuetext", `${moment} / ${state.last}: ${said}`);
  }

  function step(name, moment, there) {
    const link = byId(`step-${name}`);
    link.classList.toggle("off", !there);
    if (there) {
      link.href = at(byId("moment-link").dataset.at, moment);
      link.removeAttribute("aria-disabled");
    } else {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    }
  }

  function mark(moment) {
    const line = byId(`m${moment}`);
    for (const other of document.querySelectorAll("#log [aria-current]")) other.removeAttribute("aria-current");
    if (!line) return "";
    line.setAttribute("aria-current", "true");
    const box = line.closest(".log-box");
    const over = line.offsetTop - box.offsetTop;
    if (over < box.scrollTop || over + line.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = over - box.clientHeight / 2;
    }
    return line.querySelector(".words").textContent.replace(/\s+/g, " ").trim();
  }

  /* --- Playing ------------------------------------------------------------------------------------------------- */

  const playing = () => state.timer !== 0;

  function play() {
    const start = state.moment >= state.last ? 1 : state.moment + 1;
    dress(true);
    const tick = async (moment) => {
      await go(moment);
      if (!playing()) return;
      if (state.moment >= state.last) pause();
      else state.timer = window.setTimeout(() => tick(state.moment + 1), STEP_MS);
    };
    state.timer = -1; // from now on, until the first frame is there
    tick(start);
  }

  function pause() {
    window.clearTimeout(state.timer);
    state.timer = 0;
    dress(false);
  }

  function dress(running) {
    const button = byId("play");
    button.setAttribute("aria-pressed", String(running));
    button.querySelector(".sr").textContent = running ? button.dataset.pause : button.dataset.play;
    button.querySelector("[aria-hidden]").textContent = running ? "❚❚" : "▶";
    byId("moment-text").setAttribute("aria-live", running ? "off" : "polite");
  }

  /* --- Hands ---------------------------------------------------------------------------------------------------- */

  const KEYS = { ArrowLeft: () => state.moment - 1, ArrowRight: () => state.moment + 1, Home: () => 1, End: () => state.last };

  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, button, summary, [contenteditable], .log-box")) return;
    if (event.key in KEYS) {
      event.preventDefault();
      pause();
      go(KEYS[event.key]());
    } else if (event.key === " " && !event.target.closest("a")) {
      event.preventDefault();
      (playing() ? pause : play)();
    }
  }

  function onClick(event) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest("a.moment, .steps a[href], .to-now");
    if (!link) return;
    const found = new URL(link.href).pathname.match(/\/(\d+)\/$/);
    event.preventDefault();
    pause();
    go(found ? Number(found[1]) : state.last);
  }

  function slide() {
    for (const part of document.querySelectorAll(".js-only")) part.hidden = false;
    byId("look").hidden = true; // choosing is enough
    slider.addEventListener("input", () => {
      pause();
      go(Number(slider.value));
    });
    byId("play").addEventListener("click", () => (playing() ? pause : play)());
    byId("as").addEventListener("change", (event) => event.target.form.submit());
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    mark(state.moment);
  }

  /* --- News ------------------------------------------------------------------------------------------------------ */

  let asked = 0;

  function busy() {
    const typed = [...document.querySelectorAll("textarea")].some((area) => area.value !== area.defaultValue);
    return typed || playing() || game.classList.contains("past") || document.querySelector(".asking.wanted") !== null;
  }

  async function news() {
    asked += 1;
    if (!document.hidden) {
      const answer = await fetch(game.dataset.latest).catch(() => null);
      const data = answer && answer.ok ? await answer.json() : null;
      if (data && data.moment > state.last) {
        if (busy()) byId("news").hidden = false;
        else window.location.reload();
        return;
      }
    }
    window.setTimeout(news, asked < SOON_TIMES ? SOON_MS : LATER_MS);
  }

  if (slider) slide();
  if (game.dataset.running) window.setTimeout(news, SOON_MS);
})();
