// The spotlight of a television: on the board a ring below the car of the one driver who acts or drives, a plate with the name
// where that car ends, and the leader's plate while the server's tags are hidden; in the call of the race the corner that comes
// next before that car. Between moves it follows #waiting, during playback the events that play.js dispatches. Marks.js puts
// the plates where they cover no car.

import { isDrawn, touch } from "./camera.js";
import { course, placeOf, standing } from "./cars.js";
import { posesOf, timingOf } from "./play.js";
import { shape } from "../svg.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);
const text = find("#playback p");
const names = JSON.parse(find("#playback")?.dataset.names ?? "[]");
const ahead = find("#coming");
let drives = null; // the car that drives, and the ring below it: {seat, ring}

// Plates lie over the cars, the ring below them.
function layer(name) {
  const known = find(`#${name}`);
  if (known) return known;
  const cars = find("#cars");
  const made = shape("svg", { id: name, class: "board", "aria-hidden": "true", viewBox: cars.getAttribute("viewBox") });
  if (name === "spot-under") cars.before(made);
  else find("#sheet").append(made);
  return made;
}
const plates = () => layer("spotlight");

// A plate on a line above its place.
function plate(css, [x, y], wide, ...parts) {
  const box = shape("rect", { class: "plate", x: -wide / 2, y: -22, width: wide, height: 44, rx: 10 });
  const head = shape("g", { class: "head", transform: "translate(0 -60)" }, box, ...parts);
  return shape("g", { class: `at ${css}`, transform: `translate(${x} ${y})` }, shape("path", { class: "leader", d: "M0 0" }), head);
}

// The driver's chip and name; for the leader with the gold tag at the end.
function namePlate(seat, place, isFirst) {
  const name = names[seat] ?? "";
  const end = isFirst ? 66 : 14;
  const known = measure(name);
  const wide = 58 + known + end;
  const left = -wide / 2;
  const chip = shape("use", { href: `#s${seat}`, x: left + 10, y: -16, width: 40, height: 32 });
  const parts = [chip, shape("text", { x: left + 58, y: 10 }, name)];
  if (isFirst) parts.push(shape("use", { href: "#tag-1st", transform: `translate(${left + wide - 34} 0) scale(1.6)` }));
  return plate("driver-plate", place, wide, ...parts);
}

// How long a name is on a plate. It is measured once, on the page: fonts differ.
const lengths = new Map();
function measure(name) {
  if (!lengths.has(name)) {
    const tried = shape("text", {}, name);
    plates().append(tried);
    lengths.set(name, tried.getComputedTextLength());
    tried.remove();
  }
  return lengths.get(name);
}

const gold = (place) => plate("first", place, 56, shape("use", { href: "#tag-1st", transform: "scale(1.9)" }));

function light(seat, place, isFirst) {
  const [x, y] = place;
  const ring = shape("circle", { class: "spot-ring", cx: x, cy: y, r: 46 });
  layer("spot-under").append(ring);
  plates().append(namePlate(seat, place, isFirst));
  drives = { seat, ring };
}

function clear() {
  plates().replaceChildren();
  layer("spot-under").replaceChildren();
  delete plates().dataset.line;
  drives = null;
}

// Between moves

const acting = () => find("#waiting .acting .driver")?.dataset.seat;

/** After an update: the one driver whom the race waits for, and the sign of the corner that comes next before that car, else before the leader. */
export function showSpotlight() {
  if (!isDrawn || document.body.classList.contains("playing")) return;
  clear();
  const seat = acting();
  const place = seat === undefined ? null : placeOf(seat);
  if (place) light(seat, place, false); // the leader has the server's tag
  const line = find("#waiting .acting .ahead")?.dataset.line;
  if (line) plates().dataset.line = line;
  touch();
}

// During playback

// The corner that comes first on the way from a place, and how far it is; none before the finish, as none asks anything behind it.
function nextCorner([space]) {
  const { length, corners = [] } = course();
  const far = (line) => (((line - space) % length) + length) % length || length;
  const lines = corners.map(([line]) => line).sort((a, b) => far(a) - far(b));
  const distance = lines.length ? far(lines[0]) : Infinity;
  return space + distance < ahead?.dataset.laps * length ? { line: lines[0], distance } : null;
}

// The sign of a corner in the call, what one of the page's sentences says of it, and the corner after it.
function showCorner(line, step, key, { left = 0, then } = {}) {
  const corner = find(`#explained-${line}`);
  if (!ahead || !corner) return null;
  const { letter, limit } = corner.dataset;
  const over = left > 0 ? 0 : Math.max(0, (step.speed ?? 0) - limit);
  const figures = { name: names[step.seat], speed: step.speed, letter, limit, over, left };
  const filled = (sentence, all = figures) => Object.entries(all).reduce((said, [name, one]) => said.replace(`{${name}}`, one), sentence);
  plates().dataset.line = line;
  ahead.hidden = false;
  ahead.classList.toggle("over", over > 0);
  ahead.querySelector("use").setAttribute("href", `#limit-${limit}`);
  ahead.querySelector("em").textContent = ahead.dataset[left > 0 ? "next" : "now"];
  ahead.querySelector("b").textContent = corner.querySelector("b").textContent;
  ahead.querySelector("small").textContent = filled(ahead.dataset[key] ?? "");
  const after = find(`#explained-${then}`)?.dataset;
  ahead.querySelector(".then").textContent = after ? filled(ahead.dataset.then, after) : "";
  return { over, filled };
}

// Where a car drives, and through which corner: the call says it in a sentence and with the sign, before Heat is paid for it.
function tell(step) {
  const next = nextCorner(step.path[0]);
  if (!next) return;
  const left = next.distance - (step.path.at(-1)[0] - step.path[0][0]);
  const figures = step.speed === undefined ? "" : "sum"; // a slipstream is no speed
  const then = nextCorner([step.path[0][0] + next.distance])?.line;
  const shown = showCorner(next.line, step, left > 1 ? "many" : left > 0 ? "one" : figures, { left, then });
  if (!shown || !step.cards) return;
  const key = left > 0 ? "drives" : shown.over ? "tooFast" : "through";
  text.textContent = shown.filled(ahead.dataset[key]);
}

document.addEventListener("heat:beat", ({ detail: { steps } }) => {
  if (!isDrawn) return;
  clear();
  if (ahead) ahead.hidden = true;
  const seats = [...new Set(steps.map(({ seat }) => seat).filter((seat) => seat !== undefined))];
  const seat = seats.length === 1 ? String(seats[0]) : "";
  const leader = find('[data-copy="standings"] li')?.dataset.seat;
  const [place, front] = [seat, leader].map((one) => one && placeOf(one));
  if (place) light(seat, place, seat === leader);
  if (front && seat !== leader) plates().append(gold(front));
  touch();
});

document.addEventListener("heat:step", ({ detail: { step } }) => {
  if (!isDrawn || drives?.seat !== String(step.seat)) return;
  if (step.line !== undefined) showCorner(step.line, step, "sum");
  if (!step.path) return;
  if (step.look !== "home" && step.look !== "spin") tell(step);
  const [x, y] = standing(step.path.at(-1));
  plates().querySelector(".driver-plate").setAttribute("transform", `translate(${x} ${y})`);
  const { ring } = drives;
  ring.setAttribute("cx", x);
  ring.setAttribute("cy", y);
  touch();
  if (still.matches) return;
  const frames = posesOf(step).map(([left, top]) => ({ transform: `translate(${left - x}px, ${top - y}px)` }));
  if (frames.length) ring.animate(frames, timingOf(step));
});

document.addEventListener("heat:played", () => {
  if (ahead) ahead.hidden = true;
  showSpotlight();
});

showSpotlight();
