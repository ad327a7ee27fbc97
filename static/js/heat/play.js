// Plays what has happened over the cars, which the server has already put where they end: a hold keeps a car where it
// was until its step comes, and whatever happens, taking the holds away shows the server's picture again.
// Needs #steps, #playback and what cars.js needs. Says on the document what it does: "heat:playing" when there is something to
// play, "heat:beat" with the steps that are played at the same time, "heat:step" with each of them and its milliseconds,
// "heat:cover" with whether my question is still to wait, and "heat:played" when there is nothing left. What waits
// meanwhile is held back by held.js; cards and sums are shown by broadcast.js; which step takes how long, and what is
// played together, the server says: beats.js.

import { beatsOf, lengthOf, paceOf, STILL } from "./beats.js";
import { frame, release, sees } from "./camera.js";
import { bringBack, carOf, css, placeOf, scenery, standing, takeOff, way } from "./cars.js";
import { clearBoard, drawStep } from "./drama.js";
import { openQuestion } from "../question.js";
import { keep, kept } from "../storage.js";
import { EASING, past } from "./passing.js";

const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5 };
const LEAST = 1 / 3; // of LONGEST: what comes late in a long run has that much time all the same
const TURN = 260; // ms in which the camera turns to the next beat
const FRAME = 20; // ms until it sets out

const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const box = find("#playback");
const LONGEST = 1000 * Number(box?.dataset.longest ?? 0); // ms that an update may keep a driver waiting

const direction = { order: (steps) => steps, cuts: () => true };

/** Have another order of steps than the server's, and the camera go to some beats only: functions of steps. */
export function directPlay(changes) {
  Object.assign(direction, changes);
}

let queue = []; // the steps of later beats
let doing = []; // the steps of the present beat that are not done
let played = 0; // beats
let begun = 0; // when this run of beats did
let at = seen();
let question = questionOf();
let covered = false;
let running = false;
let round = 0; // counts the times that playing began or ended, so that a `run` that was skipped ends at its next await
let rate = 1;
const moving = new Map(); // seat → its animation, to be carried over to a new picture of its car
const cuts = new Set(); // what ends a pause before its time
const holds = new Map(); // seat → the place at which its car is kept
const unmark = new Map(); // step → takes away what is drawn for it

function seen() {
  return Number(find("#steps")?.dataset.at ?? -1);
}

// The id of the cockpit's open question; "over" at the end of the race, which is covered until playback is done, too.
function questionOf() {
  return openQuestion() || (find("#cockpit[data-over]") ? "over" : "");
}

// The whole of a run lasts no longer than a driver may be kept waiting.
function pace(steps = queue) {
  const left = Math.max(LONGEST - (running ? performance.now() - begun : 0), LONGEST * LEAST);
  return paceOf(steps, SPEEDS[chosen], left, still.matches);
}

// Holds

function pending() {
  return [...doing, ...queue];
}

function hold() {
  for (const { seat } of pending()) if (seat !== undefined) bringBack(seat);
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
  doing = doing.filter((one) => one !== step);
  unmark.get(step)?.();
  unmark.delete(step);
  if (step.seat === undefined) return;
  moving.get(step.seat)?.animation.cancel();
  moving.delete(step.seat);
  const next = pending().filter((one) => one.seat === step.seat);
  const leg = next.find((one) => one.path);
  if (leg) holds.set(step.seat, leg.path[0]);
  else if (next.length && step.path) holds.set(step.seat, step.path.at(-1));
  else if (!next.length) letGo(step.seat);
  hold();
}

// One step

/** The poses of a car on the way of a step. */
export function posesOf(step) {
  const poses = [];
  for (let i = 1; i < step.path.length; i++) {
    if (i > 1 && step.full) poses.push(...Array(4).fill(poses.at(-1))); // there it is pushed on from
    poses.push(...way(step.path[i - 1], step.path[i], step.look === "spin" ? -2 : 0).slice(i > 1 ? 1 : 0));
  }
  return poses;
}

/** When a car sets off on the way of a step, how long it drives, and how evenly. */
export function timingOf(step) {
  const [delay, duration] = step.drive.map((ms) => ms * rate);
  return { delay, duration, easing: step.look === "slipstream" ? "linear" : EASING, fill: "both" };
}

const driveOf = (step) => ({ poses: posesOf(step), ...timingOf(step) });

// Where the other cars are meanwhile: on their way, about to set off, or where they stand.
function others(seat) {
  const seats = Array.from(document.querySelectorAll("#cars .car"), (car) => Number(car.dataset.seat));
  return seats
    .filter((other) => other !== seat)
    .map((other) => {
      const step = doing.find((one) => one.seat === other && one.path);
      return moving.get(other)?.drive ?? (step ? driveOf(step) : { poses: [placeOf(other)], delay: 0, duration: 1 });
    });
}

function animate(step) {
  const car = carOf(step.seat);
  if (!car) return;
  const drive = driveOf(step);
  if (step.look !== "spin") drive.poses = past(drive, others(step.seat));
  const { poses } = drive;
  const frames = poses.map((pose) => ({ transform: css(pose) }));
  if (step.full) {
    const [x, y, heading] = poses.at(-1);
    const nod = (heading * Math.PI) / 180;
    frames.splice(-1, 0, { transform: css([x + 5 * Math.cos(nod), y + 5 * Math.sin(nod), heading]) });
  }
  moving.set(step.seat, { drive, frames, animation: car.animate(frames, drive) });
}

function pause(ms) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      cuts.delete(done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    cuts.add(done);
  });
}

function cut() {
  for (const done of [...cuts]) done();
}

function begin(step, ms) {
  say("heat:step", { step, ms });
  if (step.path && still.matches) {
    holds.set(step.seat, step.path.at(-1));
    hold();
  }
  unmark.set(step, drawStep(step, rate));
  if (step.path && !still.matches) animate(step);
}

async function perform(track, mine) {
  for (const step of track) {
    const ms = still.matches ? STILL : step.ms * rate;
    begin(step, ms);
    await pause(ms);
    if (mine !== round) return;
    settle(step);
  }
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
  doing = [];
  for (const { animation } of moving.values()) animation.cancel();
  moving.clear();
  unmark.clear();
  for (const seat of [...holds.keys()]) letGo(seat);
  for (const ghost of document.querySelectorAll("#cars .gone")) ghost.remove();
  clearBoard();
  if (covered) cover(false);
  if (box) {
    const stoodThere = box.contains(document.activeElement);
    box.hidden = true;
    if (stoodThere) (find("#cockpit-say") ?? find("#race"))?.focus();
  }
  document.body.classList.remove("playing");
  release();
  bringUp();
  say("heat:played");
}

export function skip() {
  if (!running) return;
  end();
  cut();
}

function count() {
  const shown = box?.querySelector(".count");
  const whole = played + beatsOf(queue).length;
  if (shown) shown.textContent = whole > 1 ? `${played} / ${whole}` : "";
}

// The camera turns to a beat. The beat begins at once where all that it needs is in view already, else when the camera is there,
// which on a slow machine takes a little longer.
async function turnTo(steps) {
  const points = steps.flatMap(scenery);
  const ms = still.matches ? 0 : TURN * rate;
  const turns = direction.cuts(steps) ? frame(points, { ms }) : release({ ms });
  if (!turns || !ms || sees(points)) return;
  await pause(ms + FRAME);
  for (let late = 4; late && !sees(points); late -= 1) await pause(ms / 4);
}

async function run() {
  const mine = ++round;
  running = true;
  played = 0;
  begun = performance.now();
  document.body.classList.add("playing");
  while (queue.length) {
    const [{ steps, tracks }] = beatsOf(queue);
    queue.splice(0, steps.length);
    doing = steps.slice();
    played += 1;
    if (box) box.hidden = false;
    count();
    await turnTo(steps);
    if (mine !== round) return;
    rate = Math.min(rate, pace([...steps, ...queue])); // a camera that had to turn has taken time
    say("heat:beat", { steps, ms: lengthOf(steps, still.matches) * rate });
    await Promise.all(tracks.map((track) => perform(track, mine)));
    if (mine !== round) return;
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
export function playNews() {
  const now = seen();
  const asked = questionOf();
  const fresh = asked !== question && asked !== "";
  question = asked;
  const steps = now > at ? direction.order(JSON.parse(find("#steps").dataset.steps || "[]")) : [];
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
  if (fresh) for (const step of pending()) step.covers = true;
  if (steps.length) {
    rate = pace();
    count();
    if (still.matches && lengthOf(queue, true) > LONGEST) {
      end();
      cut();
      return;
    }
  }
  // The cars, and the cockpit, may be new elements.
  hold();
  carryOver();
  if (covered || (fresh && (running || queue.length))) cover(true);
  if (running || steps.length) say("heat:playing");
  if (steps.length && !running) run();
  if (running) holdBack();
  else bringUp();
}

function carryOver() {
  for (const [seat, one] of moving) {
    const car = carOf(seat);
    if (!car || car === one.animation.effect.target) continue;
    const elapsed = one.animation.currentTime;
    one.animation.cancel();
    one.animation = car.animate(one.frames, one.drive);
    one.animation.currentTime = elapsed;
  }
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
