// Plays what has happened: cards turn over and are left to be read, hens run one after the other, are hit, pick. The server
// has already drawn how it ends; until its step comes, a hen is kept where it was, and taking that away shows the server's
// picture again. Says on the document "heat:step" with each step, and "heat:played" when there is nothing left.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);
const places = JSON.parse(find("#places")?.textContent ?? "[]");
const box = () => find("#playback");

let queue = [];
let running = false;
let at = seen();
let before = new Map(); // seat → where its hen stood before the update
let cut = null;

function seen() {
  return Number(find("#steps")?.dataset.at ?? -1);
}

const hen = (seat) => find(`#hens [data-seat="${seat}"]`);

/** Before an update: where the hens stand. */
export function rememberHens() {
  if (running) return;
  before = new Map(Array.from(document.querySelectorAll("#hens [data-seat]"), (one) => [one.dataset.seat, one.getAttribute("transform")]));
}

const put = (seat, space) => {
  const place = places[Math.min(space, places.length - 1)];
  const one = hen(seat);
  if (!one || !place) return;
  one.setAttribute("transform", `translate(${place[0]} ${place[1]})`);
  one.firstElementChild.firstElementChild.classList.toggle("turned", place[1] < 284);
};

// Hens whose step is still to come stay where they are; the update may have drawn them anew.
function hold() {
  const held = new Set();
  for (const step of queue) {
    if (step.seat === undefined || step.from === undefined || held.has(step.seat)) continue;
    held.add(step.seat);
    const known = before.get(String(step.seat));
    if (known) hen(step.seat)?.setAttribute("transform", known);
    else put(step.seat, step.from);
  }
}

function pause(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    cut = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function run(step, ms) {
  const way = step.to - step.from;
  const count = Math.max(1, Math.abs(way));
  hen(step.seat)?.classList.add("runs");
  for (let i = 1; i <= count && running; i++) {
    put(step.seat, step.from + Math.sign(way) * i);
    await pause(ms / count);
  }
  hen(step.seat)?.classList.remove("runs");
}

function mark(step) {
  const bids = step.look === "bids" || step.look === "pick";
  for (const row of document.querySelectorAll("#turn li[data-seat]")) {
    const mine = ("bid" in row.dataset) === bids && Number(row.dataset.seat) === step.seat;
    row.classList.toggle("acts", mine);
  }
  for (const one of document.querySelectorAll("#hens .acts")) one.classList.remove("acts");
  if (step.seat !== undefined) hen(step.seat)?.classList.add("acts");
}

function end() {
  running = false;
  queue = [];
  cut?.();
  for (const one of document.querySelectorAll("#hens [data-at]")) {
    one.classList.remove("acts", "runs");
    if (one.dataset.stands) one.setAttribute("transform", one.dataset.stands);
  }
  for (const row of document.querySelectorAll("#turn .acts")) row.classList.remove("acts");
  if (box()) box().hidden = true;
  document.body.classList.remove("playing");
  document.dispatchEvent(new CustomEvent("heat:played"));
}

async function play() {
  running = true;
  document.body.classList.add("playing");
  while (queue.length && running) {
    const longest = 1000 * Number(box()?.dataset.longest ?? 5);
    const whole = queue.reduce((sum, { ms }) => sum + ms, 0);
    const step = queue.shift();
    const ms = step.ms * Math.min(1, longest / whole);
    if (box()) {
      box().hidden = false;
      box().querySelector("p").innerHTML = step.say; // the server's own sentence, as it stands in the log
    }
    mark(step);
    document.dispatchEvent(new CustomEvent("heat:step", { detail: { step, ms } }));
    if (step.to !== undefined && !still.matches) await run(step, ms);
    else await pause(still.matches ? ms / 2 : ms);
    if (step.to !== undefined) settle(step);
  }
  if (running) end();
}

// After its last step a hen stands where the server has it.
function settle(step) {
  if (queue.some((one) => one.seat === step.seat && one.to !== undefined)) return;
  const one = hen(step.seat);
  if (one?.dataset.stands) one.setAttribute("transform", one.dataset.stands);
}

/** After an update: what it brought is played, after what is still to be played. */
export function hear() {
  for (const one of document.querySelectorAll("#hens [data-at]:not([data-stands])")) one.dataset.stands = one.getAttribute("transform");
  const now = seen();
  const steps = now > at ? JSON.parse(find("#steps").dataset.steps || "[]") : [];
  at = Math.max(at, now);
  if (document.hidden) {
    if (running) end();
    return;
  }
  queue.push(...steps);
  if (queue.length) hold();
  if (queue.length && !running) play();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-skip]")) end();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && running && !find("dialog[open]")) end();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden && running) end();
});
