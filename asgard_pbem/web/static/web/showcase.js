/* A finished game to slide through: the number follows the hand at once, the board as soon as the hand rests.
   Without this script the form around the slider does the same. */
"use strict";

(() => {
  const show = document.getElementById("show");
  if (!show) return;
  const byId = (id) => document.getElementById(`show-${id}`);
  const REST_MS = 60; // the hand rests
  const STEP_MS = 900; // between two moments while playing
  const last = Number(show.dataset.last);
  const slider = byId("slider");
  const pieces = new Map([[Number(slider.value), byId("piece").innerHTML]]);
  let wanted = Number(slider.value);
  let asking = null;
  let resting = 0;
  let playing = 0;

  async function piece(moment) {
    if (!pieces.has(moment)) {
      asking?.abort();
      asking = new AbortController();
      const answer = await fetch(show.dataset.frames.replace(/0\/$/, `${moment}/`), { signal: asking.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      pieces.set(moment, await answer.text());
    }
    return pieces.get(moment);
  }

  function number(moment) {
    wanted = Math.min(Math.max(moment, 1), last);
    slider.value = String(wanted);
    byId("number").textContent = `${wanted} / ${last}`;
    byId("whole").href = byId("whole").dataset.at.replace("/0/", `/${wanted}/`);
    for (const [name, to] of [["previous", wanted - 1], ["next", wanted < last ? wanted + 1 : 0]]) {
      byId(name).value = String(to);
      byId(name).disabled = to === 0;
    }
  }

  async function board() {
    const moment = wanted;
    try {
      const html = await piece(moment);
      if (moment === wanted) byId("piece").innerHTML = html;
    } catch (why) {
      if (why.name !== "AbortError") pause();
    }
  }

  function go(moment) {
    number(moment);
    return board();
  }

  function play() {
    dress(true);
    const tick = async () => {
      await go(wanted >= last ? 1 : wanted + 1);
      if (!playing) return;
      if (wanted >= last) pause();
      else playing = window.setTimeout(tick, STEP_MS);
    };
    playing = -1;
    tick();
  }

  function pause() {
    window.clearTimeout(playing);
    playing = 0;
    dress(false);
  }

  function dress(running) {
    const button = byId("play");
    button.setAttribute("aria-pressed", String(running));
    button.querySelector(".sr").textContent = running ? button.dataset.pause : button.dataset.play;
    button.querySelector("[aria-hidden]").textContent = running ? "❚❚" : "▶";
  }

  slider.addEventListener("input", () => {
    pause();
    number(Number(slider.value));
    window.clearTimeout(resting);
    resting = window.setTimeout(board, REST_MS);
  });
  for (const name of ["previous", "next"]) {
    byId(name).addEventListener("click", (event) => {
      event.preventDefault();
      pause();
      go(Number(byId(name).value));
    });
  }
  byId("play").addEventListener("click", () => (playing ? pause : play)());
  byId("go").hidden = true;
  byId("play").hidden = false;
})();
