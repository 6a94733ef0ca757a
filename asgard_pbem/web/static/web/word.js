/* Fills an empty word for the seed with one that this browser made, in sight: it may be copied, changed or emptied.
   Whoever does not trust this page types their own; without this script the field is empty. */
"use strict";

(() => {
  const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"; // none that looks like another
  const made = () => {
    const numbers = crypto.getRandomValues(new Uint32Array(20)); // 31^20 words: 99 bits
    return Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join("").replace(/(.{5})(?=.)/g, "$1-");
  };
  for (const field of document.querySelectorAll('input[data-word="1"]')) if (!field.value) field.value = made();
})();
