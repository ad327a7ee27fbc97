// The broadcast: a row for each car of the beat that is played, with its cards, which turn over one after the other, the sum
// that counts up, the limit beside the speed and what it costs; and the order on the line under the chequers at the end.
// Follows the events that play.js dispatches. Needs #playback, with the names of the seats, and the symbols of cards and chips.

import { slotOf } from "./beats.js";
import { shape } from "../svg.js";

const find = (selector) => document.querySelector(selector);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const box = find("#playback");
const rows = box?.querySelector(".calls");
const text = box?.querySelector("p");
const names = JSON.parse(box?.dataset.names ?? "[]");

const timers = new Set();

function after(ms, act) {
  if (ms <= 0 || still.matches) {
    act();
    return;
  }
  const timer = setTimeout(() => {
    timers.delete(timer);
    act();
  }, ms);
  timers.add(timer);
}

function clear() {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  rows?.replaceChildren();
  document.querySelector(".flagged")?.remove();
}

function element(name, css, ...children) {
  const made = document.createElement(name);
  made.className = css;
  made.append(...children);
  return made;
}

const icon = (name) => shape("svg", { class: "i", "aria-hidden": "true" }, shape("use", { href: `#i-${name}` }));
const chip = (seat) => shape("svg", { class: "chip", "aria-hidden": "true" }, shape("use", { href: `#s${seat}` }));

const machine = (seat) =>
  shape("svg", { class: "machine", viewBox: "-31 -16 62 32", "aria-hidden": "true" }, shape("use", { href: `#c${seat}` }), shape("use", { href: `#r${seat}` }));

// A row shows figures; a screen reader reads the sentences of the log instead.
function rowOf(seat) {
  const known = rows.querySelector(`[data-seat="${seat}"]`);
  if (known) return known;
  const row = element(
    "li",
    "call-row",
    chip(seat),
    element("b", "who", names[seat] ?? ""),
    element("span", "cards"),
    element("b", "speed"),
    element("span", "verdict"),
  );
  row.dataset.seat = seat;
  row.querySelector(".who").dataset.now = box.dataset.now;
  if (box.closest(".tvpage")) row.prepend(machine(seat));
  rows.append(row);
  return row;
}

// A card that turns over: its back, then its face.
function turning(face, css = "") {
  const card = (name, look) => shape("svg", { class: `face ${look}` }, shape("use", { href: `#card-${name}` }));
  return element("span", `flipped ${css}`, card("back", "from"), card(face, "to"));
}

function count(speed, to) {
  speed.textContent = to;
  if (!still.matches) speed.animate({ transform: ["scale(1.35)", "none"] }, { duration: 180 });
}

function showCards(row, step, pace) {
  const cards = row.querySelector(".cards");
  const speed = row.querySelector(".speed");
  const played = step.cards ?? [];
  const flips = step.flips ?? [];
  const slot = slotOf(step) * pace;
  let sum = step.before ?? 0;
  if (step.before !== undefined && !speed.textContent) speed.textContent = sum;
  const laid = played.map(([face]) => turning(face, "down"));
  cards.append(...laid);
  [...played, ...flips].forEach(([face, worth], i) => {
    after(slot * i, () => {
      const card = laid[i] ?? turning(face, worth ? "drawn" : "drawn vain");
      if (laid[i]) card.classList.remove("down");
      else cards.append(card);
      sum += worth;
      if (worth) count(speed, sum);
    });
  });
  if (step.speed !== undefined) after(slot * (played.length + flips.length), () => count(speed, step.speed));
}

function showGears(row, { gears: [was, now] }) {
  row.classList.add("gear");
  row.querySelector(".speed").textContent = now;
  row.querySelector(".speed").dataset.way = now > was ? "up" : now < was ? "down" : "";
}

const gearTag = (gear) => element("b", "to-gear", icon("gear"), String(gear));

function heatOf(step, pace) {
  const shown = element("span", step.heat < 0 ? "heat cost" : "heat gain");
  const number = Math.abs(step.heat);
  for (let i = 0; i < number; i++) {
    const flame = icon("heat");
    shown.append(flame);
    if (still.matches) continue;
    const leaving = step.heat < 0 ? [1, 0.25] : [0, 1];
    flame.animate({ opacity: leaving }, { delay: (120 + (0.6 * step.ms * i) / number) * pace, duration: 260, fill: "both" });
  }
  return shown;
}

function stressOf(step, pace) {
  return Array.from({ length: step.stress }, (_, i) => {
    const card = turning("stress", "down");
    after((500 + 160 * i) * pace, () => card.classList.remove("down"));
    return card;
  });
}

function show({ step, ms }) {
  if (!rows) return;
  const pace = still.matches ? 1 : ms / step.ms;
  const alone = rows.dataset.alone === "true";
  if (step.seat === undefined || alone || SAID.has(step.look)) text.innerHTML = step.say; // a sentence of the server, its names escaped there
  if (step.ranking) finish(step.ranking);
  if (step.seat === undefined) return;
  const row = rowOf(step.seat);
  row.className = `call-row is-${step.look}`;
  if (step.look === "shift") showGears(row, step);
  if (step.cards || step.flips) showCards(row, step, pace);
  else if (step.speed !== undefined) row.querySelector(".speed").textContent = step.speed;
  const verdict = row.querySelector(".verdict");
  verdict.replaceChildren(...[step.verdict ?? ""].filter(Boolean));
  if (step.place) verdict.append(icon("flag"), ` ${step.place}.`);
  if (step.heat) verdict.append(heatOf(step, pace));
  if (step.look === "spin") after(700 * pace, () => verdict.append(gearTag(step.gears[1])));
  if (step.stress) row.querySelector(".cards").append(...stressOf(step, pace));
}

const SAID = new Set(["note", "halt"]);

// The end of the race: chequers sweep over the board, and the order stands on the line.
function finish(ranking) {
  const stage = find("#stage");
  if (!stage || stage.querySelector(".flagged")) return;
  const order = ranking.map((seat, place) =>
    element("li", "", element("b", "", String(place + 1)), chip(seat), element("span", "who", names[seat] ?? "")),
  );
  const flagged = element("div", "flagged", element("i", "chequers"), element("ol", "", ...order));
  flagged.ariaHidden = "true";
  stage.append(flagged);
}

document.addEventListener("heat:beat", ({ detail: { steps } }) => {
  if (!rows) return;
  clear();
  const seats = [...new Set(steps.map((step) => step.seat).filter((seat) => seat !== undefined))];
  rows.dataset.alone = String(seats.length < 2);
  rows.dataset.cars = seats.length;
  text.setAttribute("aria-live", "off"); // the log reads it aloud
  text.replaceChildren();
});
document.addEventListener("heat:step", (event) => show(event.detail));
document.addEventListener("heat:played", clear);
