// Plays what has happened: cards turn over and are left to be read, hens run one after the other, are hit, pick. The server
// has already drawn how it ends; until its step comes, a hen is kept where it was, and taking that away shows the server's
// picture again. Says on the document "heat:playing" when an update has brought something to play, "heat:step" with each
// step, "heat:stepped" once it was played, and "heat:played" when there is nothing left; held.js hears these.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);
const places = JSON.parse(find("#places")?.textContent ?? "[]");
const box = () => find("#playback");

let queue = [];
let running = false;
let at = seen();
let before = new Map(); // seat → where its hen stood before the update, and where its name was written
let cut = null;
let present = null; // the step that is played
let acting = null; // the seat of the newest step in which a player ran or picked
const had = new Set(); // the seats that have done so since cards turned over

function seen() {
  return Number(find("#steps")?.dataset.at ?? -1);
}

const hen = (seat) => find(`#hens [data-seat="${seat}"]`);
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// Which way a hen looks, and where its name covers no other hen, belong to its place.
const facing = (one) => one.firstElementChild.firstElementChild.classList;
const spot = (one) => {
  const name = one.querySelector(".name");
  const crowded = name.classList.contains("crowded");
  return { place: one.getAttribute("transform"), turned: facing(one).contains("turned"), y: name.getAttribute("y"), crowded };
};

function stand(one, { place, turned, y, crowded }) {
  const name = one.querySelector(".name");
  one.setAttribute("transform", place);
  facing(one).toggle("turned", turned);
  name.setAttribute("y", y);
  name.classList.toggle("crowded", crowded);
}

const ends = new WeakMap(); // hen → where the server has it

/** Before an update: where the hens stand. */
export function rememberHens() {
  if (running) return;
  before = new Map(Array.from(document.querySelectorAll("#hens [data-seat]"), (one) => [one.dataset.seat, spot(one)]));
}

const put = (seat, space) => {
  const place = places[Math.min(space, places.length - 1)];
  const one = hen(seat);
  if (!one || !place) return;
  one.setAttribute("transform", `translate(${place[0]} ${place[1]})`);
  facing(one).toggle("turned", place[1] < 284);
};

// Hens whose step is still to come stay where they are; the update may have drawn them anew.
function hold() {
  const held = new Set();
  for (const step of queue) {
    if (step.seat === undefined || step.from === undefined || held.has(step.seat)) continue;
    held.add(step.seat);
    const known = before.get(String(step.seat));
    const one = hen(step.seat);
    if (known && one) stand(one, known);
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

const BIDDING = new Set(["bids", "pick"]);

const ACTS = new Set(["run", "pick"]); // who is hit does not

// The hen of the step, and in the lists of the turn the row of who acts. Who has run or picked already has had its turn;
// who runs in the same moment acts once more.
function mark(step) {
  const bids = BIDDING.has(step.look);
  const rows = document.querySelectorAll(`#turn [data-${bids ? "bid" : "run"}]`); // none, where the match is further on
  if (rows.length) find("#turn").dataset.plays = bids ? "bids" : "runs";
  if (ACTS.has(step.look)) had.add(step.seat);
  else if (step.look === "cards" || step.look === "bids") had.clear();
  if (ACTS.has(step.look)) acting = step.seat;
  for (const row of rows) {
    const seat = Number(row.dataset.seat);
    row.classList.toggle("acts", seat === acting);
    row.classList.toggle("done", seat !== acting && had.has(seat));
  }
  for (const one of document.querySelectorAll("#hens .acts")) one.classList.remove("acts");
  if (step.seat !== undefined) hen(step.seat)?.classList.add("acts");
}

function end() {
  running = false;
  queue = [];
  present = acting = null;
  had.clear();
  cut?.();
  for (const one of document.querySelectorAll("#hens [data-at]")) {
    one.classList.remove("acts", "runs");
    if (ends.has(one)) stand(one, ends.get(one));
  }
  for (const row of document.querySelectorAll("#turn :is(.acts, .done)")) row.classList.remove("acts", "done");
  find("#turn")?.removeAttribute("data-plays");
  if (box()) box().hidden = true;
  document.body.classList.remove("playing");
  say("heat:played");
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
      box().querySelector(".then").innerHTML = step.then ?? "";
    }
    present = step;
    mark(step);
    say("heat:step", { step, ms });
    if (step.to !== undefined && !still.matches) await run(step, ms);
    else await pause(still.matches ? ms / 2 : ms);
    if (!running) return;
    if (step.to !== undefined) settle(step);
    say("heat:stepped", { step });
  }
  if (running) end();
}

// After its last step a hen stands where the server has it.
function settle(step) {
  if (queue.some((one) => one.seat === step.seat && one.to !== undefined)) return;
  const one = hen(step.seat);
  if (ends.has(one)) stand(one, ends.get(one));
}

/** After an update: what it brought is played, after what is still to be played. */
export function hear() {
  for (const one of document.querySelectorAll("#hens [data-at]")) if (!ends.has(one)) ends.set(one, spot(one));
  const now = seen();
  const steps = now > at ? JSON.parse(find("#steps").dataset.steps || "[]") : [];
  at = Math.max(at, now);
  if (document.hidden) {
    if (running) end();
    return;
  }
  queue.push(...steps);
  if (queue.length) hold();
  if (present) mark(present); // on elements that may be new
  if (running || queue.length) say("heat:playing");
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
