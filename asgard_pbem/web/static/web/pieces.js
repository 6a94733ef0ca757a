/* The pieces of a board by keyboard, and tapping those that answer without loading the page anew.
   All pieces of a board are one tab stop; arrows go to the nearest piece that way. What a link leads to comes ready from
   the server; without this script the same links load the page. */
"use strict";

(() => {
  const game = document.getElementById("game");
  const board = document.getElementById("board");
  const frame = document.getElementById("frame");
  const sheet = document.getElementById("sheet");
  if (!game || !board || !frame || !sheet) return;

  /* --- One tab stop ---------------------------------------------------------------------------------------------- */

  const PIECES = "svg [role='img'][aria-label], svg a.answer";
  const piecesOf = (group) => [...group.querySelectorAll(PIECES)];
  const groupOf = (piece) => piece.closest(".sheet");

  function dress() {
    for (const group of frame.querySelectorAll(".sheet")) {
      const pieces = piecesOf(group);
      const first = pieces.find((piece) => piece.matches("a.answer.chosen")) ?? pieces.find((piece) => piece.matches("a.answer")) ?? pieces[0];
      for (const piece of pieces) piece.setAttribute("tabindex", piece === first ? "0" : "-1");
    }
  }

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function middle(piece) {
    const box = piece.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  /* The nearest one that way: what lies aside counts twice. */
  function next(piece, [right, down]) {
    const [x, y] = middle(piece);
    let found = null;
    let least = Infinity;
    for (const other of piecesOf(groupOf(piece))) {
      const [ox, oy] = middle(other);
      const ahead = (ox - x) * right + (oy - y) * down;
      const aside = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
      if (other === piece || ahead < 2 || ahead + 2 * aside >= least) continue;
      least = ahead + 2 * aside;
      found = other;
    }
    return found;
  }

  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const piece = event.target.closest(PIECES);
    if (!piece || !frame.contains(piece)) return;
    const all = piecesOf(groupOf(piece));
    const to = event.key in WAYS ? next(piece, WAYS[event.key]) : { Home: all[0], End: all[all.length - 1] }[event.key];
    if (event.key in WAYS || to) event.preventDefault(); // at the edge of the board a key does nothing else either
    if (to) to.focus();
  });
  frame.addEventListener("focusin", (event) => {
    const piece = event.target.closest(PIECES);
    if (!piece) return;
    for (const other of piecesOf(groupOf(piece))) other.setAttribute("tabindex", other === piece ? "0" : "-1");
  });

  /* --- Tapping --------------------------------------------------------------------------------------------------- */

  let live = game.classList.contains("past") ? "" : frame.innerHTML; // with what can be tapped; frames of the slider have none
  let asked = 0;
  const nameOf = (piece) => (piece ? ["piece", "ref", "seat"].map((key) => piece.dataset[key] ?? "").join(":") : "");
  const named = (name) => (name ? piecesOf(frame).find((piece) => nameOf(piece) === name) : null);

  /* What was tapped stays in sight above the sheet. */
  function inSight(piece) {
    const over = piece ? piece.getBoundingClientRect().bottom + 8 - sheet.getBoundingClientRect().top : 0;
    if (over > 0 && sheet.querySelector("section")) window.scrollBy(0, over);
  }

  async function tap(link) {
    const turn = ++asked;
    const from = link.closest("#frame") ? nameOf(link) : (sheet.dataset.from ?? "");
    const url = new URL(link.href?.baseVal ?? link.href, window.location.href);
    let html;
    try {
      const answer = await fetch(`${url.pathname}tapped/${url.search}`, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      html = await answer.text();
    } catch {
      window.location.href = url.href;
      return;
    }
    if (turn !== asked) return; // something else was tapped meanwhile
    const found = new DOMParser().parseFromString(html, "text/html");
    live = found.getElementById("frame").innerHTML;
    const open = frame.querySelector("details")?.open;
    frame.innerHTML = live;
    if (open) frame.querySelector("details").open = true;
    sheet.innerHTML = found.getElementById("sheet").innerHTML;
    sheet.dataset.from = from;
    window.history.replaceState(null, "", url.pathname + url.search);
    const sure = document.getElementById("sure");
    const piece = named(from);
    (sure ?? piece ?? frame.querySelector("a.answer"))?.focus({ preventScroll: true });
    inSight(piece);
    const said = sure ? [] : sheet.querySelectorAll("h2, .said, .hint"); // of the button that has the focus all is said
    document.getElementById("tapped-said").textContent = [...said].map((one) => one.textContent.trim()).join(" · ");
  }

  board.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("#frame a.answer, #sheet a.step");
    if (!link) return;
    event.preventDefault();
    tap(link);
  });
  board.addEventListener("keydown", (event) => {
    const link = sheet.querySelector("a.close, a.step");
    if (event.key === "Escape" && link) tap(link);
  });

  /* Whoever answers on the board stays where they were. */
  const PLACE = "board-at";
  sheet.addEventListener("submit", () => {
    try {
      window.sessionStorage.setItem(PLACE, `${window.location.pathname} ${window.scrollY}`);
    } catch {
      /* a browser that keeps nothing */
    }
  });
  function returned() {
    if (!new URLSearchParams(window.location.search).has("told")) return;
    window.history.replaceState(null, "", window.location.pathname);
    let kept = "";
    try {
      kept = window.sessionStorage.getItem(PLACE) ?? "";
      window.sessionStorage.removeItem(PLACE);
    } catch {
      /* a browser that keeps nothing */
    }
    const [path, top] = kept.split(" ");
    if (path === window.location.pathname) window.scrollTo({ top: Number(top), behavior: "instant" });
    frame.querySelector("a.answer[tabindex='0']")?.focus({ preventScroll: true });
    document.getElementById("explained").hidden = true; // it would lie over what was done
  }

  new MutationObserver(() => {
    if (live && !game.classList.contains("past") && !frame.querySelector("a.answer") && live.includes('class="answer')) {
      frame.innerHTML = live; // back from the past
    }
    dress();
  }).observe(frame, { childList: true });
  dress();
  returned();
})();
