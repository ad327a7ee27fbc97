// The camera over the board: what of it is in view, and how near. One of three pictures of its own ("turn": what my next
// decision is about; "whole": the whole track; "follow": my car), the driver's own hands ("free"), or for a while what
// playback asks for, by `frame` and `release`. The usual picture is the whole track where cars can be told apart on it, else
// "turn". A picture that was chosen is remembered in this browser.
//
// Units of the board and pixels of the stage: a place [a, b] of the board is seen at [view.x + a * view.unit, …].

import { allCars, mine, myCar, myTurn, wholeTrack } from "./sights.js";
import { keep, kept } from "../storage.js";

const stage = document.getElementById("stage");
const sheet = document.getElementById("sheet");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The windows in which cars on the picture of the whole track are large enough: 26 pixels long, on the longest circuit. */
export const roomy = matchMedia("(min-width: 80em) and (min-height: 50em)");

const FLOATS = ".plaque, .tools, .waiting, .playback"; // what lies over the board, and what should be seen does not lie under it
const RIM = [12, 34]; // around what should be seen: pixels, and units of the board, about half a car
const NEAREST = [0.95, 1.7]; // pixels a unit; a car is 58 units long
const NEAR = 0.45; // there a car is 26 pixels long, as much as its number needs
const FARTHEST = 0.12;
const CUT = 1.4; // a director goes no nearer than so many times the picture that is shown at rest: the place on the track stays known
const GLIDE = 420; // ms
const NAME = "board-camera";

/** Whether there is a board to look at: not while the picture of a circuit is still being drawn. */
export const isDrawn = Boolean(stage && sheet?.dataset.fit);

const view = { unit: 1, x: 0, y: 0 };
let chosen = ""; // the picture that its viewer has chosen, if any
let framed = null; // the points that playback wants in view
let directed = null; // what a page without a driver to act shows instead of "turn"
const watching = [];

const sizeOfStage = () => `${stage.clientWidth} ${stage.clientHeight}`;
let shownOn = ""; // the size of the stage for which the view was made
let there = 0; // when the camera is, or was, where it glides to

/** Hear of every change of the view, with the ms that it takes. */
export function onView(hear) {
  watching.push(hear);
}

/** What is in view, or where it glides to. */
export function viewNow() {
  return { ...view, width: stage.clientWidth, height: stage.clientHeight };
}

/** Whether a place of the board is in view. */
export function inView([x, y]) {
  const [across, down] = [view.x + x * view.unit, view.y + y * view.unit];
  return across >= 0 && down >= 0 && across <= stage.clientWidth && down <= stage.clientHeight;
}

/** Whether all these places are in view by now, not only where the camera glides to. */
export function sees(points) {
  return performance.now() >= there && points.every(inView);
}

/** The boxes of what floats over the board, in pixels of the stage. */
export function floats() {
  const { left, top } = stage.getBoundingClientRect();
  return Array.from(stage.querySelectorAll(FLOATS), (one) => one.getBoundingClientRect())
    .filter((box) => box.width && box.height)
    .map((box) => ({ x: box.left - left, y: box.top - top, w: box.width, h: box.height }));
}

/**
 * The nearest view that has all points in it, none of them under a box, and none of the `others` that are not asked for either;
 * where that takes too much room, only the points are kept clear, else only the others, else nothing.
 * Pure, for tests: `room` is {width, height, boxes, nearest, others} in pixels of the stage and, the others, units of the board.
 */
export function closest(points, { width, height, boxes, nearest, others = [] }) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [fixed, around] = RIM;
  const fits = Math.min((width - 2 * fixed) / (right - left + 2 * around), (height - 2 * fixed) / (bottom - top + 2 * around));
  const unit = Math.min(nearest, Math.max(FARTHEST, fits));
  const placed = (scale, across, down) => {
    const slack = (size, low, high) => Math.max(0, size - (high - low) * scale - 2 * (fixed + around * scale));
    const start = (size, low, high, part) => fixed + around * scale + slack(size, low, high) * part - low * scale;
    return { unit: scale, x: start(width, left, right, across), y: start(height, top, bottom, down) };
  };
  const isClear = ({ unit: scale, x, y }, places) => {
    const rim = fixed / 2 + around * scale;
    const covers = (box, px, py) => px > box.x - rim && px < box.x + box.w + rim && py > box.y - rim && py < box.y + box.h + rim;
    return !places.some(([a, b]) => boxes.some((box) => covers(box, x + a * scale, y + b * scale)));
  };
  for (const places of others.length ? [[...points, ...others], points, others] : [points]) {
    for (let scale = unit; scale > unit * 0.6; scale *= 0.96) {
      for (const across of [0.5, 0.25, 0.75, 0, 1]) {
        for (const down of [0.5, 0.25, 0.75, 0, 1]) {
          const tried = placed(scale, across, down);
          if (isClear(tried, places)) return tried;
        }
      }
    }
  }
  return placed(unit, 0.5, 0.5);
}

// How near the view can be that has all these points in it, as a share of where cars are as large as they should be.
function nearness(points) {
  const room = { width: stage.clientWidth, height: stage.clientHeight, boxes: [], nearest: NEAREST[1] };
  return closest(points, room).unit / NEAR;
}

function nearest() {
  const usual = Math.min(NEAREST[1], Math.max(NEAREST[0], Math.min(stage.clientWidth, stage.clientHeight) / 420));
  if (!directed || !framed) return usual;
  const room = { width: stage.clientWidth, height: stage.clientHeight, boxes: [], nearest: usual };
  return Math.min(usual, Math.max(NEAREST[0], CUT * closest(directed(), room).unit));
}

// The sheet is as large as its view box, whatever the stage is: a stage that grows or shrinks leaves in its place what is shown.
function show(ms) {
  const [x, y, w, h] = sheet.dataset.fit.split(" ").map(Number);
  const { unit } = view;
  shownOn = sizeOfStage();
  there = performance.now() + ms;
  sheet.style.width = `${w}px`;
  sheet.style.height = `${h}px`;
  sheet.style.transition = ms ? `transform ${ms}ms cubic-bezier(.2, .8, .2, 1)` : "none";
  sheet.style.transform = `translate(${view.x + x * unit}px, ${view.y + y * unit}px) scale(${unit})`;
  for (const hear of watching) hear(ms);
}

function showPoints(points, ms) {
  if (!stage.clientWidth || !stage.clientHeight) return; // another tab of the page is shown
  const room = { width: stage.clientWidth, height: stage.clientHeight, boxes: floats(), nearest: nearest(), others: allCars() };
  Object.assign(view, closest(points, room));
  show(still.matches ? 0 : ms);
}

// What an update brings is measured once, with the next frame: measuring in the midst of changes would lay the page out for each.
let due = null; // the ms of the picture that is due, or -1 if it is marks alone

function soon(ms) {
  if (due === null) requestAnimationFrame(settleDown);
  due = Math.max(due ?? -1, ms);
}

function settleDown() {
  const ms = due;
  due = null;
  if (ms < 0) for (const hear of watching) hear(0);
  else if (framed) showPoints(framed, ms);
  else if (chosen === "free") show(0);
  else showPoints((camera() === "turn" && directed ? directed : PICTURES[camera()])(nearness), ms);
}

/** Something on the board has changed that is no reason to move the camera. */
export function touch() {
  soon(-1);
}

const PICTURES = { turn: myTurn, whole: wholeTrack, follow: myCar };

/** The picture that is shown while nothing is played: "turn", "whole", "follow", or "free". */
export function camera() {
  return chosen || (roomy.matches && stage.querySelector(".tools") ? "whole" : "turn");
}

export function choose(next) {
  chosen = next;
  framed = null;
  if (chosen !== "free") keep(NAME, chosen);
  soon(GLIDE);
}

/** Have another picture in the place of "my turn", where no driver acts on the page: a function that gives its points. */
export function direct(sight) {
  directed = sight;
  if (isDrawn) soon(0);
}

/** Zoom by a factor about a place of the stage, and move, as hands do it. */
export function handle({ by = 1, at = [stage.clientWidth / 2, stage.clientHeight / 2], move = [0, 0], ms = 0 }) {
  const unit = Math.min(4 * NEAREST[1], Math.max(FARTHEST, view.unit * by));
  const factor = unit / view.unit;
  view.x = at[0] - (at[0] - view.x) * factor + move[0];
  view.y = at[1] - (at[1] - view.y) * factor + move[1];
  view.unit = unit;
  chosen = "free";
  framed = null;
  show(still.matches ? 0 : ms);
}

/**
 * Have these places of the board in view, until `release`; says whether the camera turns. A viewer who has chosen the whole
 * track, or moved the board by hand, keeps that.
 */
export function frame(points, { ms = GLIDE } = {}) {
  if (!isDrawn || !points.length || chosen === "whole" || chosen === "free") return false;
  framed = points;
  soon(ms);
  return true;
}

/** Back to the driver's own picture; says whether the camera turns. */
export function release({ ms = GLIDE } = {}) {
  if (!framed) return false;
  framed = null;
  soon(ms);
  return true;
}

/** After an update, or where the stage has another size: what should be in view stays in view. */
export function keepInView(ms = GLIDE) {
  if (isDrawn) soon(ms);
}

if (isDrawn) {
  if (stage.querySelector(".tools") && kept(NAME) in PICTURES && (kept(NAME) !== "follow" || mine())) chosen = kept(NAME);
  new ResizeObserver(() => sizeOfStage() !== shownOn && keepInView(0)).observe(stage);
  roomy.addEventListener("change", () => keepInView(0));
  keepInView(0);
}
