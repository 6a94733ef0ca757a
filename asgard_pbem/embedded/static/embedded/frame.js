// The frame of a message is as high as the message: nothing scrolls inside a page that scrolls.
"use strict";

const frame = document.querySelector(".mail-frame");

function fit() {
  const page = frame.contentDocument;
  if (page === null || page.body === null || page.URL === "about:blank") return;
  const top = scrollY;
  frame.style.height = "0"; // a page is never said to be lower than its window
  frame.style.height = `${page.documentElement.scrollHeight + frame.offsetHeight}px`; // and the borders
  scrollTo(scrollX, top);
}

if (frame !== null) {
  frame.addEventListener("load", fit);
  addEventListener("resize", fit);
  fit();
}
