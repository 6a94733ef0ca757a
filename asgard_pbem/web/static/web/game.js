/* The bar of a table's page: goes through the public moments without loading the page anew. Number and sentence stand in
   the page already and move at once; the board comes ready from the server (frames.js). Without this script the links of
   the bar do the same. */
"use strict";

(() => {
  const game = document.getElementById("game");
  const slider = document.getElementById("slider");
  const SOON_MS = 1500; // how often to ask for news at first, and for a board that no answer came for ...
  const LATER_MS = 20000; // ... and afterwards
  const SOON_TIMES = 12;
  const FADE_MS = 150; // of what a move changed on the board

  if (!game) return;
  const byId = (id) => document.getElementById(id);
  const last = Number(game.dataset.last);
  const state = { moment: Number(game.dataset.moment), timer: 0, settling: 0, held: false };
  const frames = slider ? window.tableFrames(byId("frames"), last) : null;

  /* --- One moment ---------------------------------------------------------------------------------------------- */

  const at = (pattern, moment) => pattern.replace("/0/", `/${moment}/`).replace("/0.", `/${moment}.`);
  const address = (moment) => (moment === last ? game.dataset.now : at(byId("moment-link").dataset.at, moment));

  /* Goes to a moment: in words at once, then the board. `later`: milliseconds in which another may still be chosen. */
  async function go(moment, later = 0) {
    const target = Math.min(Math.max(moment, 1), last);
    const way = target === state.moment + 1 ? 1 : target === state.moment - 1 ? -1 : 0;
    state.moment = target;
    surroundings(target);
    window.clearTimeout(state.settling);
    if (later && !frames.has(target)) {
      state.settling = window.setTimeout(() => board(target, way), later);
      return;
    }
    await board(target, way);
  }

  async function board(target, way) {
    let found;
    try {
      found = await frames.want(target);
    } catch (problem) {
      if (problem.name === "AbortError" || state.moment !== target) return;
      if (problem instanceof TypeError) {
        // Without a line to the server the page stays, with all that was typed: a browser has nothing in its place.
        pause();
        byId("unreached").hidden = false;
        state.settling = window.setTimeout(() => board(target, way), SOON_MS);
      } else window.location.href = address(target);
      return;
    }
    if (state.moment !== target || !found) return; // somebody stepped on meanwhile
    show(found);
    window.history.replaceState(null, "", address(target));
    if (way) frames.prepare(target, way);
  }

  /* A piece as it is drawn: which one is the tab stop (pieces.js) changes nothing that is seen. */
  const drawn = (piece) => piece.outerHTML.replaceAll(/ tabindex="-?\d+"/g, "");

  function show(found) {
    byId("unreached").hidden = true;
    const place = byId("frame");
    const open = place.querySelector("details")?.open;
    const before = new Set([...place.querySelectorAll("svg > *")].map(drawn));
    place.innerHTML = found.html;
    if (open) place.querySelector("details").open = true;
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      for (const piece of place.querySelectorAll("svg > *")) {
        if (!before.has(drawn(piece))) piece.animate({ opacity: [0.15, 1] }, FADE_MS);
      }
    }
    byId("players").innerHTML = found.players;
    for (const number of document.querySelectorAll("[data-value]")) {
      number.textContent = found.values[Number(number.dataset.value)] ?? "";
    }
    for (const id of ["moment-stage", "whole-stage"]) byId(id).textContent = found.stage;
    game.dataset.moment = String(found.moment);
    announce();
  }

  function surroundings(moment) {
    slider.value = String(moment);
    const x = last > 1 ? ((moment - 1) * 100) / (last - 1) : 50;
    for (const end of ["x1", "x2"]) byId("now-line")?.setAttribute(end, x);
    for (const link of document.querySelectorAll("[data-at]")) {
      link.setAttribute(link.tagName === "FORM" ? "action" : "href", at(link.dataset.at, moment));
    }
    for (const part of document.querySelectorAll("[data-from]")) {
      part.hidden = moment < Number(part.dataset.from) || moment > Number(part.dataset.to);
    }
    step("first", 1, moment > 1);
    step("previous", moment - 1, moment > 1);
    step("next", moment + 1, moment < last);
    step("last", last, moment < last);
    for (const link of document.querySelectorAll("[data-jump]")) jump(link, moment);
    const said = mark(moment);
    byId("moment-number").textContent = String(moment);
    for (const id of ["moment-said", "whole-said"]) byId(id).textContent = said;
    slider.ariaValueText = `${moment} / ${last}: ${said}`;
    game.classList.toggle("past", moment !== last);
    const where = moment === last ? "" : " · " + moment; // no string within a string: what tightens scripts takes its spaces
    document.title = `${game.dataset.title}${where} · Asgard PBEM`;
  }

  /* A link that leads nowhere just now keeps its address: without one it would lose the focus. */
  function step(name, moment, there) {
    const link = byId(`step-${name}`);
    link.classList.toggle("off", !there);
    link.href = at(byId("moment-link").dataset.at, there ? moment : state.moment);
    link.ariaDisabled = there ? null : "true";
  }

  /* The next moment, in the link's direction, at which a round begins or one's own seat acted. */
  function jump(link, moment) {
    const way = Number(link.dataset.way);
    const places = [...document.querySelectorAll(`#log [data-${link.dataset.jump}]`)].map((line) => Number(line.id.slice(1)));
    const found = way > 0 ? places.find((one) => one > moment) : places.reverse().find((one) => one < moment);
    if (found) link.href = at(byId("moment-link").dataset.at, found);
    else link.removeAttribute("href");
  }

  /* Marks the line of the log and gives what it tells. */
  function mark(moment) {
    const line = byId(`m${moment}`);
    for (const other of document.querySelectorAll("#log [aria-current]")) other.removeAttribute("aria-current");
    if (!line) return "";
    line.ariaCurrent = "true";
    const box = line.closest(".log-box");
    const over = line.offsetTop - box.offsetTop;
    if (over < box.scrollTop || over + line.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = over - box.clientHeight / 2;
    }
    return [...line.querySelectorAll(".told, .mark")].map((one) => one.textContent.trim()).join(" ");
  }

  /* Whoever cannot see hears where they are, but not every moment of a game that plays by itself. */
  function announce() {
    if (playing()) return;
    const told = [byId("moment-number").textContent, byId("moment-stage").textContent, byId("moment-said").textContent];
    byId("moment-live").textContent = told.filter(Boolean).join(" · ");
  }

  /* --- Playing ------------------------------------------------------------------------------------------------- */

  const playing = () => state.timer !== 0;

  function play(from) {
    dress(true);
    const tick = async (moment) => {
      await go(moment);
      if (!playing()) return;
      if (state.moment >= last) pause();
      else state.timer = window.setTimeout(() => tick(state.moment + 1), Number(byId("speed").value));
    };
    state.timer = -1; // from now on, until the first frame is there
    tick(from ?? (state.moment >= last ? 1 : state.moment + 1));
  }

  function pause() {
    window.clearTimeout(state.timer);
    state.timer = 0;
    dress(false);
  }

  function dress(running) {
    const button = byId("play");
    button.ariaPressed = String(running);
    button.querySelector(".sr").textContent = running ? button.dataset.pause : button.dataset.play;
    button.querySelector("[aria-hidden]").textContent = running ? "❚❚" : "▶";
  }

  /* --- Hands ---------------------------------------------------------------------------------------------------- */

  const FROM_ANYWHERE = { ArrowLeft: () => state.moment - 1, ArrowRight: () => state.moment + 1 };
  const AT_THE_BOARD = { Home: () => 1, End: () => last };

  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Escape") byId("caption").open = false;
    if (event.target.closest("input, textarea, select, [contenteditable], .log-box")) return;
    const near = event.target.closest("#bar, #board");
    const wanted = FROM_ANYWHERE[event.key] ?? (near ? AT_THE_BOARD[event.key] : undefined);
    if (wanted) {
      event.preventDefault();
      pause();
      go(wanted());
    } else if (event.key === " " && near && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      (playing() ? pause : play)();
    }
  }

  function onClick(event) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest("a.moment, .steps a[href], .jumps a[href], .to-now, #since");
    if (!link) return;
    const found = new URL(link.href).pathname.match(/\/(\d+)\/$/);
    event.preventDefault();
    pause();
    if (link.ariaDisabled) return;
    if (link.id === "since") play(Number(link.dataset.since) + 1);
    else go(found ? Number(found[1]) : last);
  }

  function onChart(event) {
    const { left, width } = byId("chart").getBoundingClientRect();
    pause();
    go(Math.round(1 + ((event.clientX - left) / width) * (last - 1)));
  }

  function remembered() {
    const speed = byId("speed");
    try {
      speed.value = window.localStorage.getItem("speed") ?? speed.value;
      speed.addEventListener("change", () => window.localStorage.setItem("speed", speed.value));
    } catch {
      /* a browser that keeps nothing */
    }
    if (!speed.value) speed.value = "1000";
  }

  function slide() {
    for (const part of document.querySelectorAll(".js-only")) part.hidden = false;
    byId("look").hidden = true; // choosing is enough
    if (byId("chart-panel") && window.matchMedia("(min-width: 60rem)").matches) byId("chart-panel").open = true;
    slider.addEventListener("input", () => {
      pause();
      go(Number(slider.value), state.held ? frames.HELD_MS : frames.SETTLED_MS);
    });
    slider.addEventListener("pointerdown", () => (state.held = true));
    for (const way of ["pointerup", "pointercancel"]) {
      slider.addEventListener(way, () => {
        state.held = false;
        go(Number(slider.value)); // a hand that lets go has chosen
      });
    }
    byId("play").addEventListener("click", () => (playing() ? pause : play)());
    byId("chart")?.addEventListener("click", onChart);
    byId("as").addEventListener("change", (event) => event.target.form.submit());
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    remembered();
    mark(state.moment);
    if (state.moment === last) return; // now changes under one's hands (pieces.js)
    frames.seed({
      moment: state.moment,
      html: byId("frame").innerHTML,
      players: byId("players").innerHTML,
      stage: byId("moment-stage").textContent,
      values: [...document.querySelectorAll("[data-value]")].map((number) => number.textContent),
    });
  }

  /* --- News ------------------------------------------------------------------------------------------------------ */

  let asked = 0;

  function busy() {
    const filled = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
    const typed = [...game.querySelectorAll("form input, textarea")].some(filled);
    const held = document.querySelector(".asking.wanted, :focus-visible:not(#next)"); // to load anew would lose the place
    return typed || playing() || game.classList.contains("past") || held !== null;
  }

  async function news() {
    asked += 1;
    if (!document.hidden) {
      const answer = await fetch(game.dataset.latest).catch(() => null);
      const data = answer && answer.ok ? await answer.json() : null;
      if (data && data.moment > last) {
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
