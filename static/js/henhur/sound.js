// What can be heard of a race of hens: the steps of the playback, as everybody sees them. Off until chosen, see ../sound.js.

import { offer, sound, touch } from "../sound.js";
import { noise, tone } from "../voices.js";

const page = document.getElementById("race");
const A_FOOT = 0.07; // seconds

/** Feet in the sand, two for each space. */
function feet(context, out, at, { spaces = 4 } = {}) {
  const count = Math.min(24, 2 * Math.max(1, spaces));
  for (let foot = 0; foot < count; foot++) {
    noise(context, out, at + foot * A_FOOT / 2, { from: foot % 2 ? 900 : 700, q: 1.6, level: 0.28, attack: 0.002, length: 0.03 });
  }
  return count * A_FOOT / 2 + 0.05;
}

/** A hen that does not like what happened to it. */
function cluck(context, out, at) {
  tone(context, out, at, { type: "square", from: 420, to: 640, level: 0.1, attack: 0.01, length: 0.07 });
  tone(context, out, at + 0.09, { type: "square", from: 760, to: 390, level: 0.14, attack: 0.01, length: 0.16 });
  return 0.28;
}

/** Cards that turn over. */
function card(context, out, at) {
  noise(context, out, at, { from: 4600, to: 1500, q: 0.7, level: 0.3, attack: 0.01, length: 0.09 });
  return 0.12;
}

/** A cock crows at the line. */
function crow(context, out, at) {
  for (const [from, to, start, length] of [[500, 640, 0, 0.14], [640, 820, 0.17, 0.16], [820, 980, 0.36, 0.3], [980, 520, 0.68, 0.4]]) {
    tone(context, out, at + start, { type: "sawtooth", from, to, level: 0.12, attack: 0.02, length });
  }
  return 1.1;
}

offer({ feet, cluck, card, crow });

/** By the look of a step, see play.js. */
const HEARD = {
  cards: () => sound("card"),
  bids: () => sound("card"),
  pick: () => sound("card"),
  run: ({ from, to }) => sound("feet", { spaces: Math.abs(to - from) }),
  back: () => sound("cluck"),
  damage: () => sound("cluck"),
  finish: () => sound("crow"),
};

document.addEventListener("heat:step", ({ detail: { step } }) => {
  if (!("couch" in page.dataset)) HEARD[step.look]?.(step); // on the couch a phone leaves it to the television
  if ((step.look === "back" || step.look === "damage") && String(step.seat) === page.dataset.me) touch(60);
});
document.addEventListener("submit", ({ target }) => {
  if (target.closest("#cockpit")) touch(20);
});
