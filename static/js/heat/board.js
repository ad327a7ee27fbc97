// Hands on the board: zoom and pan by pointer, wheel, pinch and keys, the buttons that choose what is in view, space
// numbers; the spaces to which a gear may lead, and ghosts where a half-made choice may land.

import { camera, choose, handle, inView, isDrawn, keepInView, roomy, touch } from "./camera.js";
import { standing } from "./cars.js";
import "./marks.js";
import { mine } from "./sights.js";
import { shape } from "../svg.js";

const stage = document.getElementById("stage");
const sheet = document.getElementById("sheet");
const page = document.getElementById("race");
const STEP = 1.4;
const GLIDE = 220; // ms

const tool = (name) => stage.querySelector(`[data-tool="${name}"]`);
const press = (name, on) => tool(name)?.setAttribute("aria-pressed", String(on));

const PICTURES = ["turn", "whole", "follow"];

const showCamera = () => {
  for (const name of PICTURES) press(name, camera() === name);
};

const take = (name) => {
  if (!tool(name)) return;
  choose(name);
  showCamera();
};

const move = (how) => {
  handle(how);
  showCamera();
};

const zoom = (by, at, ms = 0) => move({ by, at, ms });
const pan = (x, y) => move({ move: [x, y] });

const ACTIONS = {
  in: () => zoom(STEP, undefined, GLIDE),
  out: () => zoom(1 / STEP, undefined, GLIDE),
  turn: () => take("turn"),
  follow: () => take("follow"),
  whole: () => take("whole"),
  numbers: () => {
    press("numbers", sheet.classList.toggle("numbers-on"));
    touch();
  },
};

const at = (event) => {
  const { left, top } = stage.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
};

const watchFingers = () => {
  const fingers = new Map();
  const spread = () => {
    const [one, other] = fingers.values();
    return { apart: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  };
  let drag = 0; // pixels; less than a few are a tap

  sheet.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, at(event));
    drag = 0;
  });
  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    if (fingers.size === 2) {
      const old = spread();
      fingers.set(event.pointerId, now);
      const young = spread();
      pan(young.x - old.x, young.y - old.y);
      zoom(young.apart / (old.apart || 1), [young.x, young.y]);
      return;
    }
    drag += Math.hypot(now.x - before.x, now.y - before.y);
    fingers.set(event.pointerId, now);
    if (drag < 6) return;
    if (!stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
    pan(now.x - before.x, now.y - before.y);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    stage.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
};

const watchWheel = () => {
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = at(event);
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), [x, y]);
    },
    { passive: false },
  );
};

const watchKeys = () => {
  stage.addEventListener("keydown", (event) => {
    if (event.target !== stage || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      "+": ACTIONS.in,
      "=": ACTIONS.in,
      "-": ACTIONS.out,
      0: ACTIONS.whole,
      f: ACTIONS.follow,
      t: ACTIONS.turn,
      n: ACTIONS.numbers,
      ArrowLeft: () => pan(60, 0),
      ArrowRight: () => pan(-60, 0),
      ArrowUp: () => pan(0, 60),
      ArrowDown: () => pan(0, -60),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
};

// Ghosts: where a choice may come to rest, and a pin at each that says its Speed and what it costs. The cockpit knows it from
// the server; here it is only drawn. A landing is [space, lane, speed, chance, Heat, spin-out].

// Several speeds may end in one place, and share its ghost; a spin-out is one of its own, where the car slides back to.
function gathered(landings) {
  const places = new Map();
  for (const [at, lane, speed, , heat, spin] of landings) {
    const key = `${at} ${lane} ${spin}`;
    const place = places.get(key) ?? { at, lane, spin, least: speed, most: speed, heat: 0 };
    place.least = Math.min(place.least, speed);
    place.most = Math.max(place.most, speed);
    place.heat = Math.max(place.heat, heat);
    places.set(key, place);
  }
  return [...places.values()];
}

const span = (least, most) => (least === most ? String(least) : `${least}–${most}`);
const text = (words, x, look = "") => shape("text", { class: `pin-text ${look}`, x, y: 6 }, words);

// A pin of its own shape for a spin-out: a hexagon with the word, where a price is a box with a flame. `spinsOut` is the word:
// whether the car spins out, or may.
function pin({ least, most, heat, spin }, spinsOut) {
  const head = shape("g", { class: "head pin-ink" });
  const parts = spin ? [[`↻ ${spinsOut}`, 0]] : [[span(least, most), 23], ...(heat ? [[String(heat), 22]] : [])];
  const wide = parts.reduce((sum, [part, before]) => sum + before + 9.4 * part.length, 0) + 18;
  let x = -wide / 2 + 9;
  const edge = spin
    ? shape("path", { class: "pin-box spin", d: `M${-wide / 2 - 8} 0L${-wide / 2} -16H${wide / 2}L${wide / 2 + 8} 0L${wide / 2} 16H${-wide / 2}Z` })
    : shape("rect", { class: `pin-box ${heat ? "pay" : ""}`, x: -wide / 2, y: -15, width: wide, height: 30, rx: 9 });
  head.append(edge);
  for (const [part, before] of parts) {
    const picture = before && (head.lastChild === edge ? "#i-speed" : "#i-heat");
    if (before) head.append(shape("use", { href: picture, x: x + (picture === "#i-heat" ? 2 : -2), y: -9, width: 18, height: 18 }));
    head.append(text(part, x + before));
    x += before + 9.4 * part.length;
  }
  return head;
}

function ghost({ heat, spin }, [x, y, heading]) {
  const look = spin ? "spin" : heat ? "pay" : "";
  const edge = shape("rect", { class: `ghost-edge ${look}`, x: -29, y: -13.5, width: 58, height: 27, rx: 7.5 });
  const car = shape("use", { href: `#c${page.dataset.me}`, opacity: 0.6 });
  return shape("g", { class: "ghost", transform: `translate(${x} ${y}) rotate(${spin ? heading + 180 : heading})` }, edge, car);
}

// The spaces to which the speeds of a gear lead, each with its number; from one speed on the next corner costs Heat.
function reached([least, most, dear]) {
  const [here, lane] = (mine()?.dataset.at ?? "0 1").split(" ").map(Number);
  const spaces = Array.from({ length: most - least + 1 }, (_, n) => least + n).map((speed) => {
    const [x, y, heading] = standing([here + speed, lane]);
    const cell = shape("rect", { x: -27, y: -12, width: 54, height: 24, rx: 7, transform: `rotate(${heading})` });
    const look = dear && speed >= dear ? "cell pay" : "cell";
    return shape("g", { class: look, transform: `translate(${x} ${y})` }, cell, shape("text", { y: 6 }, String(speed)));
  });
  return shape("g", {}, ...spaces);
}

const drawGhosts = (landings, speeds) => {
  const [ghosts, pins] = ["ghosts", "pins"].map((id) => document.getElementById(id));
  if (!ghosts) return;
  ghosts.replaceChildren();
  pins.replaceChildren();
  if (speeds.length && mine()) ghosts.append(reached(speeds));
  const spinsOut = landings.every(([, , , , , spin]) => spin) ? pins.dataset.spin : pins.dataset.maySpin;
  let seen = true;
  for (const one of gathered(landings)) {
    const [x, y, heading] = standing([one.at, one.lane]);
    ghosts.append(ghost(one, [x, y, heading]));
    const head = pin(one, spinsOut);
    const across = ((heading + 90) * Math.PI) / 180;
    head.setAttribute("transform", `translate(${(Math.cos(across) * 50).toFixed(1)} ${(Math.sin(across) * 50).toFixed(1)})`);
    const line = shape("path", { class: "leader" });
    pins.append(shape("g", { class: "at pin", transform: `translate(${x} ${y})` }, line, head));
    seen &&= inView([x, y]);
  }
  if (seen) touch();
  else keepInView();
};

// What gets the focus comes into sight.
const lookAt = (thing) => {
  const [box, around] = [thing.getBoundingClientRect(), stage.getBoundingClientRect()];
  const off = [(around.left + around.right - box.left - box.right) / 2, (around.top + around.bottom - box.top - box.bottom) / 2];
  const inside = box.left >= around.left && box.right <= around.right && box.top >= around.top && box.bottom <= around.bottom;
  if (!inside) pan(...off);
};

if (isDrawn) {
  watchFingers();
  watchWheel();
  watchKeys();
  stage.addEventListener("click", (event) => ACTIONS[event.target.closest("[data-tool]")?.dataset.tool]?.());
  document.addEventListener("heat:forecast", (event) => drawGhosts(event.detail?.landings ?? [], event.detail?.speeds ?? []));
  document.addEventListener("heat:cover", (event) => sheet.classList.toggle("hushed", event.detail)); // with the question, what it may lead to
  document.addEventListener("heat:look", (event) => lookAt(event.detail));
  roomy.addEventListener("change", showCamera);
  showCamera();
}
