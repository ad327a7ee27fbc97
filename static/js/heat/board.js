// Hands on the board: zoom and pan by pointer, wheel, pinch and keys, the buttons that choose what is in view, space
// numbers; and ghosts where a half-made choice may land.

import { camera, choose, handle, isDrawn } from "./camera.js";
import { standing } from "./cars.js";
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
  numbers: () => press("numbers", document.getElementById("board").classList.toggle("numbers-on")),
};

const watchHands = () => {
  const fingers = new Map();
  const spread = () => {
    const [one, other] = fingers.values();
    return { apart: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  };
  const at = (event) => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
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
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = at(event);
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), [x, y]);
    },
    { passive: false },
  );
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

// Ghosts: where a choice may come to rest. The cockpit knows it from the server; here it is only drawn.
const CLEAR = 52; // from the car to its pin
const pinAt = ([x, y, heading], taken) => {
  // beside the road, on the side and at the distance where fewest pins are
  const across = ((heading + 90) * Math.PI) / 180;
  let best = null;
  for (const reach of [CLEAR, -CLEAR, CLEAR * 1.7, -CLEAR * 1.7, CLEAR * 2.4]) {
    const spot = [x + Math.cos(across) * reach, y + Math.sin(across) * reach];
    const crowd = taken.reduce((sum, [a, b]) => sum + Math.max(0, 62 - Math.hypot((a - spot[0]) * 0.8, (b - spot[1]) * 1.6)), 0);
    const cost = crowd * 4 + Math.abs(reach);
    if (!best || cost < best.cost) best = { cost, spot };
  }
  return best.spot;
};

const drawGhosts = (landings) => {
  const [ghosts, pins] = ["ghosts", "pins"].map((id) => document.getElementById(id));
  if (!ghosts || !document.getElementById("lanes")) return;
  ghosts.replaceChildren();
  pins.replaceChildren();
  const taken = [];
  for (const { at, lane, speed, heat } of landings) {
    const place = standing([at, lane]);
    const [x, y, heading] = place;
    const look = heat ? "pay" : "";
    const edge = shape("rect", { class: `ghost-edge ${look}`, x: -29, y: -13.5, width: 58, height: 27, rx: 7.5 });
    const car = shape("use", { href: `#c${page.dataset.me}`, opacity: 0.6 });
    ghosts.append(shape("g", { transform: `translate(${x} ${y}) rotate(${heading})` }, edge, car));
    const [px, py] = pinAt(place, taken);
    taken.push([px, py]);
    const half = heat ? 33 : 17;
    const words = shape("text", { class: "pin-text", x: heat ? -half + 16 : 0, y: 6, "text-anchor": "middle" });
    words.textContent = speed;
    const pin = shape("g", { class: "pin-ink", transform: `translate(${px} ${py})` });
    pin.append(shape("rect", { class: `pin-box ${look}`, x: -half, y: -15, width: 2 * half, height: 30, rx: 9 }), words);
    if (heat) {
      const paid = shape("text", { class: "pin-text", x: 21, y: 6, "text-anchor": "middle" });
      paid.textContent = heat;
      pin.append(shape("use", { href: "#i-heat", x: -4, y: -9, width: 18, height: 18 }), paid);
    }
    pins.append(shape("path", { class: "pin-line", d: `M${x} ${y}L${px} ${py}` }), pin);
  }
};

// What gets the focus comes into sight.
const lookAt = (thing) => {
  const [box, around] = [thing.getBoundingClientRect(), stage.getBoundingClientRect()];
  const off = [(around.left + around.right - box.left - box.right) / 2, (around.top + around.bottom - box.top - box.bottom) / 2];
  const inside = box.left >= around.left && box.right <= around.right && box.top >= around.top && box.bottom <= around.bottom;
  if (!inside) pan(...off);
};

if (isDrawn) {
  watchHands();
  stage.addEventListener("click", (event) => ACTIONS[event.target.closest("[data-tool]")?.dataset.tool]?.());
  document.addEventListener("heat:forecast", (event) => drawGhosts(event.detail?.landings ?? []));
  document.addEventListener("heat:look", (event) => lookAt(event.detail));
  showCamera();
}
