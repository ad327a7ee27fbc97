// What can be heard of a race. Of others only what everybody sees: the steps of the playback, and signals. A driver's own
// levers and cards click on their own device while they choose; on a television gears click when they are turned over.

import { hush, offer, sound, touch } from "../sound.js";
import { VOICES } from "./voices.js";

const page = document.getElementById("race");
const SHORTEST = 0.4; // seconds that an engine is heard
const LONGEST = 1.2;
const A_SPACE = 0.07;

/** On the couch a phone leaves to the television what everybody hears. */
const isCouch = () => "couch" in page.dataset;

offer(VOICES);

// Of a step: how far the car drives and for how many seconds, and after how many it sets off. `ms` is what the page takes for
// the step, its own time and `drive` are those at normal speed.
function motion({ path = [], drive, speed, ms: usual }, ms) {
  const spaces = path.slice(1).reduce((sum, place, i) => sum + Math.abs(place[0] - path[i][0]), 0);
  const pace = ms && usual ? ms / usual / 1000 : 0.001;
  const seconds = drive ? drive[1] * pace : spaces * A_SPACE;
  return { speed: speed ?? spaces, seconds: Math.min(LONGEST, Math.max(SHORTEST, seconds)), after: drive ? drive[0] * pace : 0 };
}

const drive = (step, ms) => {
  if (step.cards?.length || step.flips?.length) sound("card");
  if (step.path) sound("engine", motion(step, ms));
};

/** By the look of a step, see play.js. */
const HEARD = {
  shift: () => sound("lever"),
  flip: () => sound("card"),
  drive,
  again: drive,
  boost(step, ms) {
    sound("card");
    drive(step, ms);
  },
  slipstream(step, ms) {
    if (!step.path) return;
    sound("wind", motion(step, ms));
    sound("engine", motion(step, ms));
  },
  spin: () => sound("tyre"),
  home: cheer,
  finish: cheer,
};

/** What the driver feels of their own car. */
const FELT = { pay: 40, spin: [90, 40, 140], home: [60, 60, 60, 60, 200] };

let cheered = false;
let cheers = false; // a race that was over when the page came is not cheered

const isOver = () => Boolean(document.querySelector("#cockpit[data-over], #waiting a[href*=results]"));

function cheer() {
  cheered = true;
  sound("crowd");
}

function hear(step, ms) {
  if (!isCouch()) HEARD[step.look]?.(step, ms);
  if (FELT[step.look] && String(step.seat) === page.dataset.me) touch(FELT[step.look]);
}

document.addEventListener("heat:step", ({ detail: { step, ms } }) => hear(step, ms));

document.addEventListener("heat:played", () => {
  hush("engine", "wind", "tyre");
  if (cheers && isOver() && !cheered && !isCouch()) cheer();
});

// The driver's own hands

document.addEventListener("change", ({ target }) => {
  if (!target.closest("#cockpit")) return;
  if (target.name === "gear") sound("lever");
  if (target.name === "cards") sound("card");
  if (target.name === "gear" || target.name === "cards") touch(10);
});
document.addEventListener("submit", ({ target }) => {
  if (target.closest("#cockpit")) touch(20);
});

cheers = !isOver();
