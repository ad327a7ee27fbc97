// Plays what has happened over the cars, which the server has already put where they end: a hold keeps a car where it
// was until its step comes, and whatever happens, taking the holds away shows the server's picture again.
// Needs #steps, #playback and what cars.js needs. Says on the document what it does: "heat:playing" when there is something to
// play, "heat:step" with each step, "heat:cover" with whether my question is still to wait, and "heat:played" when there
// is nothing left. What waits meanwhile is held back by held.js.

import { bringBack, carOf, css, standing, takeOff, way } from "./cars.js";
import { openQuestion } from "../question.js";
import { keep, kept } from "../storage.js";
import { shape } from "../svg.js";

const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5 };
const HURRY = 4000; // more than this waits: double speed
const STEP = 600; // of a step without motion
const TAIL = 300; // the sum is read before and after the car moves
const DRIVE = "cubic-bezier(.45,.05,.25,1)";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const box = find("#playback");
const LONGEST = 1000 * Number(box?.dataset.longest ?? 0); // ms that an update may keep a driver waiting

let queue = [];
let played = 0;
let waiting = 0;
let at = seen();
let question = questionOf();
let covered = false;
let running = false;
let round = 0; // counts the times that playing began or ended, so that a `run` that was skipped ends at its next await
let rate = 1;
let present = null; // the step that is played now
let moving = null; // the animation of the present step, to be carried over to a new picture of its car
let cut = () => {};
const holds = new Map(); // seat → the place at which its car is kept

function seen() {
  return Number(find("#steps")?.dataset.at ?? -1);
}

// The id of the cockpit's open question; "over" at the end of the race, which is covered until playback is done, too.
function questionOf() {
  return openQuestion() || (find("#cockpit[data-over]") ? "over" : "");
}

function spaces(path) {
  return path.slice(1).reduce((sum, place, i) => sum + Math.abs(place[0] - path[i][0]), 0);
}

// Times, before any hurry

function driving(step) {
  return step.path ? Math.min(1100, Math.max(350, 70 * spaces(step.path))) : 0;
}

const TIMES = {
  shift: () => 900,
  drive: (step) => 300 + driving(step) + TAIL,
  flip: () => 900,
  boost: (step) => 340 + driving(step) + TAIL,
  slipstream: (step) => 260 + driving(step) + TAIL,
  again: (step) => 400 + driving(step) + TAIL,
  cool: (step) => 400 + 220 * Math.abs(step.heat ?? 0),
  pay: (step) => 760 + 140 * Math.abs(step.heat ?? 0),
  spin: () => 1200 + TAIL,
  halt: () => 700,
  note: () => 900,
};

function time(step) {
  if (still.matches) return STEP;
  return TIMES[step.look](step) + (step.full ? 120 : 0);
}

function pace() {
  const total = queue.reduce((sum, step) => sum + time(step), 0);
  if (still.matches) return 1;
  const own = SPEEDS[chosen];
  const hurried = total > HURRY ? own / 2 : own;
  return Math.min(hurried, LONGEST / Math.max(total, 1));
}

// Holds

function hold() {
  for (const { seat } of present ? [present, ...queue] : queue) bringBack(seat);
  for (const [seat, place] of holds) {
    const car = carOf(seat);
    if (car) car.style.transform = css(standing(place));
  }
}

function letGo(seat) {
  holds.delete(seat);
  takeOff(seat);
  const car = carOf(seat);
  if (car) car.style.transform = "";
}

// After a step its car waits where it is for its next one, or is shown where the server has it.
function settle(step) {
  moving?.animation.cancel();
  moving = null;
  present = null;
  if (step.seat === undefined) return;
  const next = queue.filter((one) => one.seat === step.seat);
  const leg = next.find((one) => one.path);
  if (leg) holds.set(step.seat, leg.path[0]);
  else if (next.length && step.path) holds.set(step.seat, step.path.at(-1));
  else if (!next.length) letGo(step.seat);
  hold();
}

// One step

function animate(step, delay, duration) {
  const car = carOf(step.seat);
  if (!car) return;
  const poses = [];
  for (let i = 1; i < step.path.length; i++) {
    poses.push(...way(step.path[i - 1], step.path[i], step.look === "spin" ? -2 : 0).slice(i > 1 ? 1 : 0));
  }
  const frames = poses.map((pose) => ({ transform: css(pose) }));
  if (step.full) {
    const [x, y, heading] = poses.at(-1);
    const nod = (heading * Math.PI) / 180;
    frames.splice(-1, 0, { transform: css([x + 5 * Math.cos(nod), y + 5 * Math.sin(nod), heading]) });
  }
  const timing = { delay, duration, easing: step.look === "slipstream" ? "linear" : DRIVE, fill: "both" };
  moving = { seat: step.seat, frames, timing, animation: car.animate(frames, timing) };
}

// What is drawn on a car while its step is played; gone with the step.
function mark(step) {
  const car = carOf(step.seat);
  if (!car) return () => {};
  const layer = shape("g", { class: "mark", "aria-hidden": "true", "pointer-events": "none" });
  car.append(layer);
  const line = { fill: "none", stroke: "#FFFBEF", "stroke-width": 3, "stroke-linecap": "round" };
  if (still.matches) {
    layer.append(shape("circle", { ...line, r: 36, "stroke-width": 1, "vector-effect": "non-scaling-stroke" }));
  } else if (step.look === "slipstream") {
    layer.append(shape("path", { ...line, d: "M38 -15C10 -24 -20 -20 -56 -15M38 15C10 24 -20 20 -56 15M-36 0H-62" }));
  } else if (step.look === "boost") {
    layer.append(shape("path", { fill: "#FF8A5C", d: "M-30 -8L-58 0L-30 8Z" }));
  }
  if (step.heat) layer.append(pin(step.heat, car));
  return () => layer.remove();
}

// Heat that is paid or comes back, upright above the car.
function pin(heat, car) {
  const turn = new DOMMatrix(getComputedStyle(car).transform);
  const upright = (-Math.atan2(turn.b, turn.a) * 180) / Math.PI;
  const text = { x: -4, y: 7, "text-anchor": "end", "font-size": 20, "font-weight": 700, fill: "currentColor" };
  return shape(
    "g",
    { transform: `rotate(${upright}) translate(0 -44)` },
    shape("rect", { class: heat < 0 ? "pin-box pay" : "pin-box", x: -28, y: -15, width: 56, height: 30, rx: 8 }),
    shape("use", { class: "pin-ink", href: "#i-heat", x: 1, y: -11, width: 22, height: 22 }),
    shape("text", { ...text, class: "pin-ink" }, (heat < 0 ? "−" : "+") + Math.abs(heat)),
  );
}

function caption(step) {
  say("heat:step", step);
  if (!box) return;
  box.hidden = false;
  const text = box.querySelector("p");
  text.setAttribute("aria-live", "off"); // the log reads it aloud
  text.innerHTML = step.say; // a sentence of the server, its names escaped there
  box.querySelector(".flipped")?.remove();
  if (step.face && find(`#card-${step.face}`)) box.prepend(turning(step.face));
  const count = box.querySelector(".count");
  if (count) count.textContent = waiting > 1 ? `${played} / ${waiting}` : "";
}

// A card that turns over: its back, then its face.
function turning(face) {
  const card = (name, look) => shape("svg", { class: `face ${look}` }, shape("use", { href: `#card-${name}` }));
  const both = document.createElement("span");
  both.className = "flipped";
  both.ariaHidden = "true";
  both.append(card("back", "from"), card(face, "to"));
  return both;
}

function pause(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    cut = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function perform(step) {
  present = step;
  caption(step);
  if (step.path && still.matches) {
    holds.set(step.seat, step.path.at(-1));
    hold();
  }
  const unmark = step.seat === undefined ? () => {} : mark(step);
  const whole = time(step) * rate;
  if (step.path && !still.matches) {
    const drive = (step.look === "spin" ? 1200 : driving(step) + (step.full ? 120 : 0)) * rate;
    animate(step, Math.max(0, whole - drive - TAIL * rate), drive);
  }
  await pause(whole);
  unmark();
}

// The whole

function cover(covers) {
  covered = covers;
  say("heat:cover", covers);
}

function end() {
  running = false;
  round += 1;
  queue = [];
  present = null;
  moving?.animation.cancel();
  moving = null;
  for (const seat of [...holds.keys()]) letGo(seat);
  for (const ghost of document.querySelectorAll("#cars .gone")) ghost.remove();
  for (const layer of document.querySelectorAll("#cars .mark")) layer.remove();
  if (covered) cover(false);
  if (box) {
    const stoodThere = box.contains(document.activeElement);
    box.hidden = true;
    if (stoodThere) (find("#cockpit-say") ?? find("#race"))?.focus();
  }
  box?.querySelector(".flipped")?.remove();
  document.body.classList.remove("playing");
  bringUp();
  say("heat:played");
}

export function skip() {
  if (!running) return;
  end();
  cut();
}

async function run() {
  const mine = ++round;
  running = true;
  played = 0;
  document.body.classList.add("playing");
  while (queue.length) {
    const step = queue.shift();
    played += 1;
    await perform(step);
    if (mine !== round) return;
    settle(step);
    if (covered && !queue.some((one) => one.covers)) cover(false);
  }
  end();
}

// New lines of the log are hidden until playback is done, because they say how it ends.
let read = lines().length;

function lines() {
  return document.querySelectorAll("#log-lines li");
}

function holdBack() {
  const all = [...lines()]; // newest first
  for (const line of all.slice(0, Math.max(0, all.length - read))) line.classList.add("coming");
}

function bringUp() {
  read = lines().length;
  for (const line of document.querySelectorAll("#log-lines .coming")) line.classList.remove("coming");
}

// New steps join those that wait. A new question's form is covered until all steps before it have been played, also
// those of earlier updates. Steps of later updates do not cover it again: the driver may have begun to fill it in.
export function hear() {
  const now = seen();
  const asked = questionOf();
  const fresh = asked !== question && asked !== "";
  question = asked;
  const steps = now > at ? JSON.parse(find("#steps").dataset.steps || "[]") : [];
  at = Math.max(at, now);
  if (steps.length && document.hidden) {
    skip();
    bringUp(); // what was not played is read by now
    return;
  }
  for (const step of steps) {
    if (step.path && !holds.has(step.seat)) holds.set(step.seat, step.path[0]);
    queue.push({ ...step, covers: false });
  }
  if (fresh) for (const step of queue) step.covers = true;
  if (steps.length) {
    waiting = running ? waiting + steps.length : steps.length;
    rate = pace();
    if (still.matches && queue.length * STEP > LONGEST) {
      end();
      cut();
      return;
    }
  }
  // The cars, and the cockpit, may be new elements.
  hold();
  const car = moving && carOf(moving.seat);
  if (car && car !== moving.animation.effect.target) {
    const elapsed = moving.animation.currentTime;
    moving.animation.cancel();
    moving.animation = car.animate(moving.frames, moving.timing);
    moving.animation.currentTime = elapsed;
  }
  if (covered || (fresh && (running || queue.length))) cover(true);
  if (running || steps.length) say("heat:playing");
  if (steps.length && !running) run();
  if (running) holdBack();
  else bringUp();
}

// The speed, as chosen last time

let chosen = kept("playback-speed");
if (!(chosen in SPEEDS)) chosen = "normal";
for (const radio of document.querySelectorAll('[name="playback-speed"]')) radio.checked = radio.value === chosen;

document.addEventListener("change", (event) => {
  if (event.target.name !== "playback-speed") return;
  chosen = event.target.value;
  keep("playback-speed", chosen);
  rate = pace();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-skip]")) skip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !find("dialog[open]")) skip();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) skip();
});
