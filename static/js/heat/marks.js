// What stands on the board beside road and cars: signs, tags, pins, space numbers. Each is a group `.at` its place, in it a
// `.leader` from there to its `.head`. They keep their size on the screen, whatever the camera does, and seek a place
// where they cover no car; a tag or a number that finds none gives way.

import { floats, isDrawn, onView, viewNow } from "./camera.js";
import { course } from "./cars.js";
import { place } from "./labels.js";

const LANE = 32.4; // units of the board
const VERGE = 5;
const CAR = [58, 27];
const MOST = document.querySelector("#stage .tools") ? 1.15 : 1.4; // a television is read from afar
const ROUND = (number) => Math.round(number * 10) / 10;

// By kind: the size on a middling stage, the least of it on a small one, where what is larger than the cars would hide them, how
// far a head may go from its place, and what a step of road under it costs.
const KINDS = {
  sign: { scale: 0.64, least: 0.62, reach: 150, shy: 60 },
  pin: { scale: 0.84, least: 0.76, reach: 150, shy: 4 },
  tag: { scale: 0.92, least: 0.72, reach: 120, shy: 3 },
  number: { scale: 0.95, least: 0.7, reach: 20, shy: 60 },
};

const page = document.getElementById("race");
const sheet = document.getElementById("sheet");
const find = (selector) => [...sheet.querySelectorAll(selector)];
const moved = (element) => element.getAttribute("transform").match(/translate\(([-\d.]+)[ ,]([-\d.]+)\)/).slice(1).map(Number);
const turned = (element) => (Number(element.getAttribute("transform").match(/rotate\(([-\d.]+)/)?.[1] ?? 0) * Math.PI) / 180;

let road = null; // samples of its middle and of the title beside it, in units of the board, and half its breadth

function roadOf() {
  if (road) return road;
  const lanes = Object.values(course().lanes);
  const [first, last] = [lanes[0], lanes.at(-1)];
  const middle = first.map(([x, y], n) => [(x + last[n][0]) / 2, (y + last[n][1]) / 2]);
  const half = (lanes.length * LANE) / 2 + VERGE;
  road = { middle: [...middle, ...title(half)], half };
  return road;
}

// Marks keep off the name of the circuit as they do off the road: samples as far inside of it as the road is half broad.
function title(half) {
  const box = sheet.querySelector("#board .cartouche")?.getBBox();
  if (!box) return [];
  const inner = (start, size) => {
    const [edge, steps] = [Math.min(half, size / 2), Math.ceil(size / half)];
    return Array.from({ length: steps + 1 }, (_, n) => start + edge + ((size - 2 * edge) * n) / steps);
  };
  return inner(box.x, box.width).flatMap((x) => inner(box.y, box.height).map((y) => [x, y]));
}

const shapes = new WeakMap(); // head → its box in its own units, and where the server has put it

function shapeOf(head) {
  const isNext = head.parentElement.parentElement.classList.contains("next"); // whose letter stands farther outside
  if (shapes.get(head)?.isNext !== isNext) {
    const { x, y, width, height } = head.getBBox();
    shapes.set(head, { isNext, w: width, h: height, middle: [x + width / 2, y + height / 2], off: moved(head) });
  }
  return shapes.get(head);
}

const stands = new WeakMap(); // head → where it has been put

const isMine = (one) => one.dataset.seat === page.dataset.me;

// All marks, those first that matter most.
function marks() {
  const me = page.dataset.me || document.querySelector("#standings .now")?.dataset.seat || ""; // who watches sees whose turn it is
  const spins = document.querySelector("#cockpit[data-spins]")?.dataset.spins; // there it is decided, not at the next one
  const lit = sheet.querySelector("#spotlight")?.dataset.line;
  const line = spins ?? lit ?? sheet.querySelector(`#cars .next-halo[data-seat="${me}"]`)?.dataset.line;
  const signs = find("#signs .sign");
  for (const sign of signs) sign.classList.toggle("next", (me !== "" || lit !== undefined) && sign.dataset.line === line);
  const ats = signs.map((sign) => ({ kind: "sign", at: sign.querySelector(".at"), line: sign.dataset.line }));
  ats.sort((a, b) => (b.line === line) - (a.line === line));
  const add = (kind, found) => ats.push(...found.map((at) => ({ kind, at })));
  add("pin", find("#spotlight .at, #pins > .at, #calls .at"));
  add("tag", find("#cars .tag").filter((tag) => !tag.classList.contains("you") || isMine(tag)));
  if (sheet.classList.contains("numbers-on")) add("number", find(".space-numbers > .at"));
  return ats.filter(({ at }) => at);
}

function labelOf({ kind, at }, view, share) {
  const head = at.querySelector(".head");
  const { w, h, middle, off } = shapeOf(head);
  const { scale, least, reach, shy } = KINDS[kind];
  const size = Math.min(MOST, Math.max(least, share));
  const zoom = scale * size;
  const [x, y] = moved(at);
  const spot = [view.x + x * view.unit, view.y + y * view.unit];
  const far = Math.hypot(...off) || 1;
  const [cos, sin] = [off[0] / far, off[1] / far];
  // from its place straight to where the server has it, but no nearer than it is large
  const clear = kind === "sign" || kind === "number" ? 4 : (CAR[1] / 2 + 2) * view.unit;
  const half = Math.min(Math.abs((w * zoom) / 2 / (cos || 1e-9)), Math.abs((h * zoom) / 2 / (sin || 1e-9)));
  const out = Math.max(half + clear + 3, Math.min(far * view.unit, half * 2));
  const home = [spot[0] + cos * out, spot[1] + sin * out];
  return { kind, element: at, head, zoom, middle, at: spot, place: [x, y], home, w: w * zoom, h: h * zoom, reach: reach * size, shy };
}

function put({ kind, element, head, zoom, middle, at, place: [x, y] }, spot, view) {
  const scaled = `translate(${x}px, ${y}px) scale(${zoom / view.unit})`;
  const [dx, dy] = [(spot[0] - at[0]) / zoom, (spot[1] - at[1]) / zoom];
  const begin = kind === "tag" || kind === "pin" ? (CAR[1] * 0.5 * view.unit) / zoom / (Math.hypot(dx, dy) || 1) : 0; // beside its car
  const off = `translate(${ROUND(dx - middle[0])}px, ${ROUND(dy - middle[1])}px)`;
  if (stands.get(head) === scaled + off) return; // styles that are written anew are worked out anew
  stands.set(head, scaled + off);
  element.style.transform = scaled;
  head.style.transform = off;
  element.querySelector(".leader")?.setAttribute("d", `M${ROUND(dx * begin)} ${ROUND(dy * begin)}L${ROUND(dx)} ${ROUND(dy)}`);
}

function carsNow(view) {
  return find("#cars .car, #ghosts > .ghost").map((car) => {
    const [x, y] = moved(car);
    const [long, broad] = CAR.map((side) => side * view.unit);
    return { x: view.x + x * view.unit, y: view.y + y * view.unit, turn: turned(car), long, broad };
  });
}

// Put every mark where it belongs in the view that the camera glides to. They do not glide themselves: dozens of moving marks
// cost half as much again as all else that a frame costs.
function settle() {
  const view = viewNow();
  const { width, height, unit } = view;
  if (!width || !height) return;
  const share = Math.min(width, 1.6 * height) / 900; // of a middling stage
  const inside = ([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height;
  const labels = marks().map((mark) => labelOf(mark, view, share));
  const seen = labels.filter((label) => inside(label.at));
  const { middle, half } = roadOf();
  const near = middle.map(([x, y]) => [view.x + x * unit, view.y + y * unit]);
  const rim = 60;
  const stage = {
    ...{ width, height, cars: carsNow(view), boxes: floats(), half: half * unit },
    road: near.filter(([x, y]) => x > -rim && y > -rim && x < width + rim && y < height + rim),
  };
  const found = new Map(place(stage, seen).map((spot, n) => [seen[n], spot]));
  for (const label of labels) {
    const spot = found.get(label) ?? null;
    const gaveWay = found.has(label) && !spot;
    put(label, spot ?? label.home, view);
    label.element.classList.toggle("gave-way", gaveWay && label.kind !== "sign");
  }
  putChanges(labels, found, view);
}

// Limits that weather and road tokens have changed lie on their signs.
function putChanges(labels, found, view) {
  for (const change of find("#road [data-line]")) {
    const label = labels.find(({ kind, element }) => kind === "sign" && element.parentElement.dataset.line === change.dataset.line);
    if (!label) continue;
    const spot = found.get(label) ?? label.home;
    const [x, y] = [spot[0] - label.middle[0] * label.zoom - view.x, spot[1] - label.middle[1] * label.zoom - view.y];
    change.style.transform = `translate(${x / view.unit}px, ${y / view.unit}px) scale(${label.zoom / view.unit})`;
  }
}

if (isDrawn) {
  sheet.classList.add("settled");
  onView(settle);
}
