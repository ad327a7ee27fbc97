// While hens run, what would say how it ends stands as it was: bar and standings are copies of the server's elements from
// before the update, and the server's own wait unseen behind them, as new lines of the log do. The copy of the standings
// follows the hens, so that it is true of what is seen. Follows the events of play.js.

const NAMES = ["bar-state", "standings"];

const find = (selector) => document.querySelector(selector);
const lines = () => document.querySelectorAll("#log-lines li");

let before = []; // as it was when the newest message came
let held = []; // the copies that are shown
let read = lines().length;

function copyOf(element) {
  const copy = element.cloneNode(true);
  copy.dataset.copy = element.id;
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  for (const row of copy.querySelectorAll(".now")) row.classList.remove("now");
  return copy;
}

/** Before an update: what the copies are made of. */
export function rememberShown() {
  if (!held.length) before = NAMES.map((name) => find(`#${name}`)).filter(Boolean).map(copyOf);
}

/** After an update that brought nothing to play: the lines of the log are there to be read. */
export function countLines() {
  if (!held.length) read = lines().length;
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
  const all = [...lines()]; // newest first
  for (const line of all.slice(0, Math.max(0, all.length - read))) line.classList.add("coming");
  for (const turn of find("#log-lines")?.children ?? []) turn.classList.toggle("coming", !turn.querySelector("li:not(.coming)"));
}

function letGo() {
  for (const copy of held) {
    copy.remove();
    find(`#${copy.dataset.copy}`)?.removeAttribute("hidden");
  }
  held = [];
  for (const line of document.querySelectorAll("#log-lines .coming")) line.classList.remove("coming");
  read = lines().length;
}

// The row of a hen tells where it has come to, and takes its new place; who left stays last.
function follow({ seat, to, where }) {
  const standings = held.find((copy) => copy.dataset.copy === "standings");
  const row = standings?.querySelector(`[data-seat="${seat}"]`);
  if (to === undefined || !row) return;
  row.querySelector(".gap").textContent = to;
  row.querySelector(".lap").textContent = where;
  const distance = (one) => (one.classList.contains("retired") ? -1 : Number(one.querySelector(".gap").textContent));
  const rows = [...standings.children].sort((one, other) => distance(other) - distance(one));
  for (const one of rows) {
    one.querySelector(".pos").textContent = 1 + rows.filter((other) => distance(other) > distance(one)).length;
    standings.append(one);
  }
}

function mark({ seat }) {
  const standings = held.find((copy) => copy.dataset.copy === "standings");
  for (const row of standings?.children ?? []) row.classList.toggle("now", Number(row.dataset.seat) === seat);
}

document.addEventListener("heat:playing", hold);
document.addEventListener("heat:step", ({ detail }) => mark(detail.step));
document.addEventListener("heat:stepped", ({ detail }) => follow(detail.step));
document.addEventListener("heat:played", letGo);
