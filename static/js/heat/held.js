// During playback the page shows what stood there before: the server's new elements (standings, ribbon,
// plaque, lap) are hidden, and copies of the old ones stand in their places. Removing the copies shows the server's
// elements again. A cockpit with a new question waits unseen behind the old one, which stays in sight, dimmed. Follows the
// events that play.js dispatches: "heat:playing", "heat:beat", "heat:step", "heat:cover" and "heat:played".

import { openQuestion } from "../question.js";

const NAMES = ["bar-state", "plaque", "standings", "ribbon"];

const find = (selector) => document.querySelector(selector);
const box = find("#playback");
const overBoard = box?.parentElement;

let before = []; // as it was when the newest message came
let held = []; // the copies that are shown
let reached = 0; // the phase that the present beat has come to
let covered = false;
let old = null; // the cockpit as it stood before the question that is covered now
let focused = null; // what had the focus in the box when the newest message came, which may take its place away

function withoutIds(element) {
  for (const part of [element, ...element.querySelectorAll("[id]:not(#playback)")]) part.removeAttribute("id");
}

function copyOf(element) {
  const copy = element.cloneNode(true);
  copy.dataset.copy = element.id;
  withoutIds(copy);
  return copy;
}

/** Before an update: what the copies are made of. */
export function rememberShown() {
  focused = box?.contains(document.activeElement) ? document.activeElement : null;
  if (!covered) old = find("#cockpit");
  if (held.length) return;
  before = NAMES.map((name) => find(`#${name}`)).filter(Boolean).map(copyOf);
}

// Again with each message, which may bring an element anew.
function hold() {
  held = before;
  for (const copy of held) {
    const now = find(`#${copy.dataset.copy}`);
    if (!now) continue;
    if (!copy.isConnected) now.before(copy);
    now.hidden = true;
  }
}

function letGo() {
  for (const copy of held) {
    copy.remove();
    find(`#${copy.dataset.copy}`)?.removeAttribute("hidden");
  }
  held = [];
}

// The cars of the beat that is played.
function mark({ steps }) {
  const seats = new Set(steps.map(({ seat }) => String(seat)));
  reached = 0;
  for (const copy of held) {
    if (copy.dataset.copy === "ribbon") continue;
    for (const row of copy.querySelectorAll("li")) {
      row.classList.remove("now");
      row.removeAttribute("aria-current");
      row.classList.toggle("moving", seats.has(row.dataset.seat));
    }
  }
}

// The phase in which a step happens; of those that are played at the same time, the one that goes farthest.
function follow({ phase = 0 }) {
  const ribbon = held.find((copy) => copy.dataset.copy === "ribbon");
  if (!ribbon || phase <= reached) return;
  reached = phase;
  turnTo(ribbon, phase);
}

function turnTo(ribbon, phase) {
  const rows = [...ribbon.children].slice(-9); // before the first round a draft precedes the nine
  rows.forEach((row, place) => {
    const past = place + 1 < phase;
    const now = place + 1 === phase;
    row.className = past ? "past" : now ? "now" : "next";
    const figure = `<svg class="fig" viewBox="0 0 60 100"><use href="#ph${place + 1}"/></svg>`;
    row.querySelector("svg").outerHTML = past ? '<svg class="i" aria-hidden="true"><use href="#i-check"/></svg>' : figure;
    if (now) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  });
}

// A rule, because htmx carries style attributes over to what it swaps, and the page's policy forbids those.
const sheet = new CSSStyleSheet();
sheet.replaceSync("#cockpit.waits { position: absolute; inset: auto 0 0; opacity: 0; pointer-events: none; }");
document.adoptedStyleSheets.push(sheet);

// The broadcast stands in the cockpit, in the place of its sentence, where it covers no part of the board. It stands
// over the board while the cockpit shows a question, and on pages without a cockpit.
function place() {
  const cockpit = old?.isConnected && covered ? old : find("#cockpit");
  const home = cockpit && (covered || !openQuestion()) ? cockpit : overBoard;
  if (!box) return;
  if (box.parentElement !== home) home.append(box);
  for (const one of [old, find("#cockpit")]) one?.classList.toggle("tells", one === home);
  if (!box.hidden && focused?.isConnected && document.activeElement !== focused) focused.focus();
}

// The cockpit that was there before takes the place of the new one, for the eye alone.
function putBack(cockpit) {
  if (!old || old === cockpit || old.isConnected) return;
  old.dataset.copy = "cockpit";
  old.removeAttribute("aria-label"); // there is one place that is called so
  withoutIds(old);
  for (const part of old.children) if (part !== box) part.inert = true;
  old.classList.add("covered");
  cockpit.before(old);
}

// All parts of a covered cockpit but its sentence are inert; the sentence is unseen and can hold the focus. If the focus was
// in the playback box, it moves there afterwards.
function cover(covers) {
  covered = covers;
  const cockpit = find("#cockpit");
  const skipped = !covers && box?.contains(document.activeElement);
  if (cockpit && covers) putBack(cockpit);
  place();
  if (!covers && old?.dataset.copy) old.remove();
  if (!cockpit) return;
  const parts = [];
  let inner = cockpit.querySelector("#cockpit-say");
  if (!inner) parts.push(...cockpit.children);
  for (; inner && inner !== cockpit; inner = inner.parentElement) {
    parts.push(...Array.from(inner.parentElement.children).filter((part) => part !== inner));
  }
  for (const part of parts) if (part !== box) part.inert = covers;
  cockpit.classList.toggle("waits", covers);
  if (skipped) cockpit.querySelector("#cockpit-say")?.focus();
}

document.addEventListener("heat:cover", (event) => cover(event.detail));
document.addEventListener("heat:playing", () => {
  hold();
  place();
});
document.addEventListener("heat:beat", (event) => mark(event.detail));
document.addEventListener("heat:step", (event) => follow(event.detail.step));
document.addEventListener("heat:played", letGo);
