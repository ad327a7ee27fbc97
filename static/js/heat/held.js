// During playback the page shows what stood there before: the server's new elements (standings, ribbon,
// plaque, lap) are hidden, and copies of the old ones stand in their places. Removing the copies shows the server's
// elements again. The cockpit with the new question is covered meanwhile. Follows the events that play.js dispatches:
// "heat:playing", "heat:step", "heat:cover" and "heat:played".

import { openQuestion } from "../question.js";

const NAMES = ["bar-state", "plaque", "standings", "ribbon"];

const MINE = [".hand", ".engine"]; // stay in sight, unless the update changed them: that would show an outcome before it is played

const find = (selector) => document.querySelector(selector);
const box = find("#playback");
const overBoard = box?.parentElement;

let before = []; // as it was when the newest message came
let held = []; // the copies that are shown
let covered = false;
let faces = []; // what MINE showed when nothing was covered
let focused = null; // what had the focus in the box when the newest message came, which may take its place away

function copyOf(element) {
  const copy = element.cloneNode(true);
  copy.dataset.copy = element.id;
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  return copy;
}

function facesNow() {
  const shown = (part) => Array.from(part?.querySelectorAll("use, b, text") ?? [], (one) => one.getAttribute("href") ?? one.textContent);
  return MINE.map((name) => shown(find(`#cockpit ${name}`)).join());
}

/** Before an update: what the copies are made of. */
export function rememberShown() {
  focused = box?.contains(document.activeElement) ? document.activeElement : null;
  if (!covered) faces = facesNow();
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

// The car whose step it is, and the phase in which that happens.
function mark({ seat, phase }) {
  for (const copy of held) {
    if (copy.dataset.copy === "ribbon") {
      if (phase) turnTo(copy, phase);
    } else {
      for (const row of copy.querySelectorAll("li")) {
        row.classList.remove("now");
        row.removeAttribute("aria-current");
        row.classList.toggle("moving", row.dataset.seat === String(seat));
      }
    }
  }
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
sheet.replaceSync("#cockpit [inert] { opacity: 0; } #cockpit .kept[inert] { opacity: .4; }");
document.adoptedStyleSheets.push(sheet);

// The playback box stands in the cockpit, in the place of its sentence, where it covers no part of the board. It stands
// over the board while the cockpit shows a question, and on pages without a cockpit.
function place() {
  const cockpit = find("#cockpit");
  const home = cockpit && (covered || !openQuestion()) ? cockpit : overBoard;
  if (!box || box.parentElement === home) return;
  home.append(box);
  if (!box.hidden) focused?.focus();
}

// All parts of a covered cockpit but its sentence are inert; the sentence is invisible and can hold the focus. The
// playback box with its skip button takes its place. If the focus was in the box, it moves to the sentence afterwards.
function cover(covers) {
  covered = covers;
  const cockpit = find("#cockpit");
  const skipped = !covers && box?.contains(document.activeElement);
  place();
  if (!cockpit) return;
  const parts = [];
  let inner = cockpit.querySelector("#cockpit-say");
  if (!inner) parts.push(...cockpit.children);
  for (; inner && inner !== cockpit; inner = inner.parentElement) {
    parts.push(...Array.from(inner.parentElement.children).filter((part) => part !== inner));
  }
  for (const part of parts) if (part !== box) part.inert = covers;
  cockpit.classList.toggle("covered", covers);
  const now = facesNow();
  MINE.forEach((name, at) => cockpit.querySelector(name)?.classList.toggle("kept", covers && now[at] === faces[at]));
  if (skipped) cockpit.querySelector("#cockpit-say")?.focus();
}

document.addEventListener("heat:cover", (event) => cover(event.detail));
document.addEventListener("heat:playing", () => {
  hold();
  place();
});
document.addEventListener("heat:step", (event) => mark(event.detail));
document.addEventListener("heat:played", letGo);
