/* What a piece of the board is, said below the board while it is pointed at, focused or tapped. The words are the
   piece's own name, which a screen reader reads anyway; so the line itself is hidden from it. */
"use strict";

(() => {
  const board = document.getElementById("board");
  const line = document.getElementById("explained");
  if (!board || !line) return;
  let chosen = null; // tapped or focused; pointing at another piece shows that one meanwhile

  const pieceOf = (target) => (target instanceof Element ? target.closest("#frame svg [aria-label]:is([role='img'], a)") : null);

  function show(piece) {
    line.textContent = piece ? piece.getAttribute("aria-label") : "";
    line.hidden = !piece;
  }

  const choose = (event) => {
    chosen = pieceOf(event.target);
    show(chosen);
  };
  board.addEventListener("click", choose);
  board.addEventListener("focusin", choose);
  board.addEventListener("focusout", () => {
    chosen = null;
    show(null);
  });
  board.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") show(pieceOf(event.target) ?? chosen);
  });
  board.addEventListener("pointerleave", () => show(chosen?.isConnected ? chosen : null));
  new MutationObserver(() => show(null)).observe(document.getElementById("frame"), { childList: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(null);
  });
})();
