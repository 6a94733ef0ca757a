/* What a page says that it did stands in it from the beginning, and a live region tells changes alone: so the words are
   put in once more when the page is there. Nothing moves for whoever sees. */
"use strict";

window.setTimeout(() => {
  const said = document.querySelector('[role="status"] > ul');
  said?.replaceWith(said.cloneNode(true));
}, 250);
