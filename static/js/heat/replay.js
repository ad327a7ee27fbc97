// The replay: plays on by itself, and keeps the slider where the page is. Steps are loaded by htmx; their cars are moved by
// play.js, which hears of a step as it hears of a message of the socket, and says "heat:played" when it is done.

const PAUSE = 700; // between two steps in which nothing moves

const find = (selector) => document.querySelector(selector);
const here = () => Number(find("#replay-moves").dataset.step);

let playing = false;
let timer = 0;
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

const skip = () => find("#playback:not([hidden]) [data-skip]")?.click();

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
  const forward = here() > before && (playing || here() === before + 1);
  const moves = forward && JSON.parse(steps.dataset.steps || "[]").length > 0 && !document.hidden;
  before = here();
  heard += 1;
  steps.dataset.at = String(heard);
  if (moves) document.dispatchEvent(new CustomEvent("htmx:wsAfterMessage"));
  else later();
};

document.addEventListener("click", (event) => {
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

// What was under way ends, and held.js hears of what comes as of a message.
document.addEventListener("htmx:beforeSwap", () => {
  skip();
  document.dispatchEvent(new CustomEvent("htmx:wsBeforeMessage"));
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) arrived();
  else stop();
});
document.addEventListener("heat:played", later);
turnTo();
