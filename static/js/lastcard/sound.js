// What can be heard of a match of cards: those that fly, and who is hit. Off until chosen, see ../sound.js.

import { offer, sound, touch } from "../sound.js";
import { noise, tone } from "../voices.js";

const page = document.getElementById("race");

/** A card that is laid down. */
function card(context, out, at) {
  noise(context, out, at, { from: 5200, to: 1500, q: 0.7, level: 0.3, attack: 0.012, length: 0.09 });
  tone(context, out, at + 0.055, { type: "triangle", from: 240, to: 120, level: 0.16, length: 0.06 });
  return 0.13;
}

/** Cards that slide off the pile. */
function slide(context, out, at, { count = 1 } = {}) {
  const cards = Math.min(6, count);
  for (let one = 0; one < cards; one++) {
    noise(context, out, at + one * 0.07, { from: 1400, to: 3600, q: 0.8, level: 0.2, attack: 0.02, length: 0.08 });
  }
  return cards * 0.07 + 0.1;
}

/** A player is passed over, or caught. */
function knock(context, out, at) {
  tone(context, out, at, { type: "triangle", from: 170, to: 90, level: 0.4, length: 0.1 });
  tone(context, out, at + 0.13, { type: "triangle", from: 150, to: 80, level: 0.34, length: 0.12 });
  return 0.28;
}

offer({ card, slide, knock });

/** By the look of a step, see play.js. */
const HEARD = {
  play: () => sound("card"),
  draw: ({ count }) => sound("slide", { count }),
  hit: () => sound("knock"),
};

document.addEventListener("heat:step", ({ detail: { step } }) => {
  if (!("couch" in page.dataset)) HEARD[step.look]?.(step); // on the couch a phone leaves it to the television
  if (step.look === "hit" && String(step.seat) === page.dataset.me) touch(60);
});
document.addEventListener("submit", ({ target }) => {
  if (target.closest("#cockpit")) touch(20);
});
