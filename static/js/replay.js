// The replay: plays on by itself, and keeps the slider where the page is. Steps are loaded by htmx. A step is an update like
// a message of the socket: the game's own play.js plays it, and says "heat:played" when it is done.

import { isCommand, singleKeys } from "./keys.js";
import { beginUpdate, endUpdate } from "./update.js";

const PAUSE = 700; // between two steps in which nothing moves

const find = (selector) => document.querySelector(selector);
const here = () => Number(find("#replay-moves").dataset.step);

let skip = () => {};

/** What ends the playback of a step at once. */
export function skipWith(end) {
  skip = end;
}

let playing = false;
let timer = 0;
let stepping = false; // the one step on was asked for; it may pass over steps of which nothing could be seen
let before = here();
let heard = Number(find("#steps").dataset.at);

htmx.config.refreshOnHistoryMiss = true; // the page of a step is not kept in the browser; Back loads it again

// The round that is shown stays in sight where the row is longer than the page is wide.
const turnTo = () => {
  const row = find("#replay-rounds ol");
  const now = row.querySelector("[aria-current]");
  if (now) row.scrollLeft = now.offsetLeft - row.offsetLeft - (row.clientWidth - now.offsetWidth) / 2;
};

const show = () => {
  document.body.classList.toggle("replaying", playing);
  find("#replay-play").setAttribute("aria-pressed", String(playing));
};

const stop = () => {
  playing = false;
  clearTimeout(timer);
  show();
};

const onwards = () => {
  clearTimeout(timer);
  if (!playing) return;
  const next = find("#replay-next");
  if (next) next.click();
  else stop();
};

const later = () => {
  clearTimeout(timer);
  if (playing) timer = setTimeout(onwards, PAUSE);
};

// A step forward is driven; a jump shows where the cars were.
const arrived = () => {
  clearTimeout(timer);
  const slider = find("#replay-step");
  slider.value = String(here());
  slider.setAttribute("aria-valuetext", find("#replay-at").textContent);
  show();
  turnTo();
  const steps = find("#steps");
  const forward = here() > before && (playing || stepping || here() === before + 1);
  stepping = false;
  const moves = forward && JSON.parse(steps.dataset.steps || "[]").length > 0 && !document.hidden;
  before = here();
  heard += 1;
  steps.dataset.at = String(heard);
  if (moves) endUpdate();
  else later();
};

document.addEventListener("click", (event) => {
  stepping = Boolean(event.target.closest("#replay-on"));
  if (event.target.closest("[data-play]")) {
    playing = !playing;
    show();
    if (playing) onwards();
    else stop();
  } else if (event.target.closest("#race a[hx-get]") && event.target.id !== "replay-next") {
    stop();
  }
});
find("#replay-step").addEventListener("change", stop);

// Keys are those of the buttons, which name them; none where they mean something else already.
const NAMES = { " ": "Space" };
document.addEventListener("keydown", (event) => {
  if (!isCommand(event) || event.target.closest("input, summary, #stage")) return;
  if (event.key === " " && event.target.closest("a, button")) return;
  if (event.key.length === 1 && event.key !== " " && !singleKeys()) return;
  const key = NAMES[event.key] ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  const button = find(`#replay-desk [aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

// What is being played ends before the next step is shown.
document.addEventListener("htmx:beforeSwap", () => {
  skip();
  beginUpdate();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) arrived();
  else stop();
});
document.addEventListener("heat:played", later);
turnTo();
