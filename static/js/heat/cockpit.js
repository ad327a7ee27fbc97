// My dashboard: what the driver has marked but not sent yet, and what the server has already worked out about it. There is no rule in here: sets of
// cards are looked up, and what is found is shown. Everything works without this file too, as plain forms.

import { csrfToken } from "../csrf.js";
import { isCommand, singleKeys } from "../keys.js";
import { keep, kept } from "../storage.js";
import { followKnob, knownRoad, roadFor, showRoad, touched } from "./plan.js";
import { sayRefused } from "../socket.js";
import { shape } from "../svg.js";

const TALL = 16; // the bar of the likeliest landing: what stands above it keeps clear of signs
const SURE = "heatsite.sure"; // stored if the driver wants no dialog before a risky choice

const cockpit = () => document.querySelector("#cockpit");
const main = () => cockpit()?.querySelector("[data-main]");
const usable = (control) => control && !control.closest("[inert]"); // a key reaches no question that is still covered
const boxes = () => [...(cockpit()?.querySelectorAll('input[type="checkbox"][name="cards"]') ?? [])];

// Ghosts on the board and landings on the road ahead: [distance, lane, speed, chance, Heat, spin-out]

function numbers(text) {
  return text ? text.split(";").map((row) => row.split(",").map(Number)) : [];
}

// Several speeds may end in one place: they share its box, and their chances add up.
function gathered(landings) {
  const places = new Map();
  for (const [at, lane, speed, share, heat, spin] of landings) {
    const key = `${at} ${lane}`;
    const place = places.get(key) ?? { at, lane, least: speed, most: speed, share: 0, spun: 0, heat: 0, spin: 0 };
    place.least = Math.min(place.least, speed);
    place.most = Math.max(place.most, speed);
    place.speed = place.least === place.most ? place.least : `${place.least}–${place.most}`;
    place.share = Math.min(100, place.share + share);
    place.heat = Math.max(place.heat, heat);
    if (spin) {
      place.spin = 1;
      place.spun = Math.min(place.share, place.spun + share);
    }
    places.set(key, place);
  }
  return [...places.values()];
}

// `speeds` are those that a gear may lead to, as long as no cards are chosen: the least, the greatest, and that which costs Heat.
function show(landings, speeds = []) {
  const places = gathered(landings);
  document.dispatchEvent(new CustomEvent("heat:forecast", { detail: { landings, speeds } }));
  draw(places);
}

function mark(parent, name, attributes, text = "") {
  parent.append(shape(name, attributes, text));
}

function draw(places) {
  const strip = cockpit()?.querySelector("svg.strip");
  if (!strip) return;
  const layer = strip.querySelector(".landings");
  layer.replaceChildren();
  const cells = strip.dataset.cells.split(" ").map(Number);
  const [size, top, high] = ["size", "top", "lane"].map((name) => Number(strip.dataset[name]));
  const tallest = Math.max(1, ...places.map((place) => place.share));
  const [{ share: whole, spun: some } = {}] = places;
  const isSure = places.length === 1 && (some === 0 || some === whole); // there is no chance to speak of
  const chances = cockpit().querySelector("[data-chances]");
  if (chances) chances.hidden = isSure || !places.length;
  for (const { at, lane, speed, share, spun, heat, spin } of places) {
    const cell = at > cells.at(-1) ? cells.length - 1 : Math.max(0, cells.indexOf(at));
    const [x, y] = [cell * size, top + (lane > 1 ? high : 0)];
    const middle = x + size / 2;
    const [bar, lost] = [share, spun].map((part) => (TALL * part) / tallest);
    const pays = spin || heat > 0;
    mark(layer, "rect", { class: spin ? "ghostbox spins" : "ghostbox", x: x + 2, y: y + 1, width: size - 4, height: high - 2, rx: 4 });
    const bars = [[bar, heat && !spin ? "bar-pay" : "bar-ok"], [lost, "bar-pay"]];
    for (const [tall, look] of isSure ? [] : bars) {
      if (tall) mark(layer, "rect", { class: look, x: middle - 6, y: top - 5 - tall, width: 12, height: tall, rx: 2 });
    }
    if (share < 100) mark(layer, "text", { class: "lab", x: middle, y: top - 8 - bar }, `${share}%`);
    mark(layer, "text", { class: "lab", x: middle, y: y + high - 5 }, spin && spun >= share ? "↻" : speed);
    const foot = top + 2 * high + 15;
    if (spin) {
      // where the car stands after it; the word has a line of its own, wider than a cell
      const words = spun < share ? strip.dataset.chance.replace("#", spun) : strip.dataset.spin;
      const half = words.length * 4.5;
      mark(layer, "text", { class: "spun", x: Math.min(strip.viewBox.baseVal.width - half, Math.max(half, middle)), y: foot + 14 }, words);
    }
    if (spin && spun >= share) continue;
    if (size >= 38 || (!heat && size >= 22)) mark(layer, "text", { class: pays ? "pay" : "", x: middle, y: foot }, heat ? strip.dataset.heat.replace("#", heat) : strip.dataset.free);
    else {
      mark(layer, "text", { class: pays ? "pay" : "", x: middle - 5, y: foot }, heat);
      mark(layer, "use", { class: pays ? "pay" : "", href: "#i-heat", x: middle, y: foot - 11, width: 12, height: 12 });
    }
  }
}

function risk(heat) {
  const wedges = [...(cockpit()?.querySelectorAll(".dial .seg") ?? [])];
  const left = wedges.filter((wedge) => wedge.matches(".on, .hot")).length;
  wedges.forEach((wedge, place) => {
    if (place < left) wedge.setAttribute("class", place < left - heat ? "seg on" : "seg hot");
  });
}

// Cards for a gear: as many as it says, and what the server sent about this set

let outlooks = null; // of the cards that can be chosen now

function forecasts() {
  const data = cockpit()?.querySelector(".forecasts");
  if (!data) return null;
  if (outlooks?.data !== data) outlooks = { data, ...JSON.parse(data.textContent) };
  return outlooks;
}

function sure(button, title = "", figures = "") {
  if (title) Object.assign(button.dataset, { sure: title, figures });
  else delete button.dataset.sure;
}

let lifted = []; // the chosen cards of the hand, in the order in which they were chosen

/** The chosen cards. Of more than there may be, those that were chosen first go back. */
function count(most) {
  const chosen = boxes().filter((box) => box.checked);
  lifted = [...lifted.filter((box) => chosen.includes(box)), ...chosen.filter((box) => !lifted.includes(box))];
  for (const box of lifted.splice(0, Math.max(0, lifted.length - most))) box.checked = false;
  return boxes().filter((box) => box.checked);
}

function playCards() {
  const root = cockpit();
  const chosen = count(Number(root.dataset.count));
  enable(main(), chosen.length === Number(root.dataset.count));
  saySoFar(chosen, root.dataset.chosen.replace("#", chosen.length));
  showOutlook(chosen);
}

const enable = (button, ready) => button.setAttribute("aria-disabled", String(!ready));

function saySoFar(chosen, words) {
  const names = chosen.map((box) => box.dataset.short).join(" + ");
  const sum = Object.assign(document.createElement("span"), { className: "so-far", textContent: names ? ` · ${names}` : "" });
  cockpit().querySelector("#cockpit-say small").replaceChildren(words, sum);
}

/** Speed, landings and Heat of these cards, as the server has counted them; of an unfinished set nothing. */
function showOutlook(chosen, reserved = 0) {
  const root = cockpit();
  const { sets, rows, texts, places, words: told } = forecasts();
  const faces = chosen.map((box) => box.value).sort((a, b) => (a < b ? -1 : Number(a > b)));
  const one = rows[sets[faces.join(" ")]];
  const [speed, heat, bill, shares, title, figures] = one ?? ["–", 0, null, []];
  const billed = root.querySelector("[data-bill]");
  billed.dataset.first ??= billed.textContent;
  billed.textContent = bill === null ? billed.dataset.first : texts[bill];
  billed.classList.toggle("hot", heat > 0);
  root.querySelector("[data-speed]").textContent = speed;
  sure(main(), texts[title], texts[figures]);
  risk(heat + reserved);
  const landings = [];
  const lines = [];
  for (let place = 0; place < shares.length; place += 2) {
    const [at, lane, fast, cost, spin] = places[shares[place]];
    landings.push([at, lane, fast, shares[place + 1], cost, spin]);
    lines.push(told[shares[place]].replace("#", `${shares[place + 1]}%`));
  }
  tell(lines);
  show(landings);
}

// The odds in words, a line for each landing. They are there to be read, and not called out at every card.
function tell(lines) {
  const items = lines.map((line) => Object.assign(document.createElement("li"), { textContent: line }));
  cockpit().querySelector("[data-odds]")?.replaceChildren(...items);
}

function throwAway() {
  const root = cockpit();
  const chosen = count(Number(root.dataset.most ?? Infinity));
  main().textContent = chosen.length ? root.dataset.goes.split("|")[chosen.length - 1] : root.dataset.nothing;
  show([]); // nothing moves any more
}

// The plan: a gear and, if the driver likes, the cards for it. When a gear is chosen, cards for it rise; in a lesson the
// driver chooses them, because the coach says which.

const rises = !document.getElementById("coach");

function plan(changed) {
  const root = cockpit();
  const lever = root.querySelector('input[name="gear"]:checked');
  const gear = Number(lever?.value ?? 0);
  const row = root.querySelector(`tr[data-gear="${gear}"]`);
  for (const one of root.querySelectorAll("tr[data-gear]")) one.classList.toggle("on", one === row);
  if (rises && changed?.name === "gear") lower();
  const chosen = count(gear || Infinity);
  const some = chosen.length > 0;
  enable(main(), gear && (!some || chosen.length === gear));
  main().textContent = !gear ? root.dataset.none : some ? row.dataset.both : row.dataset.go;
  root.querySelector("[data-clear]").hidden = !some && (lever?.defaultChecked ?? true);
  root.querySelector("#cockpit-say small").dataset.first ??= root.querySelector("#cockpit-say small").textContent;
  const small = root.querySelector("#cockpit-say small");
  if (some && gear) saySoFar(chosen, root.dataset.chosen.replace("#", chosen.length).replace("#", gear));
  else small.textContent = small.dataset.first;
  const reserved = Number(row?.dataset.reserved ?? 0);
  const road = gear ? roadFor(root, gear, () => refreshPlan(gear, changed)) : null;
  showRoad(root, some ? road : null);
  if (some && road) showOutlook(chosen, reserved);
  else {
    show([], row?.dataset.reach ? row.dataset.reach.split(" ").map(Number) : []);
    risk(reserved);
    sure(main());
  }
}

/** What was asked of the server about a gear has come: cards rise for it, if its driver has just chosen it. */
function refreshPlan(gear, changed) {
  const now = cockpit()?.querySelector('input[name="gear"]:checked')?.value;
  if (Number(now) !== gear) return;
  if (changed?.name === "gear" && !boxes().some((box) => box.checked)) raise(gear);
  refresh();
}

function lower() {
  for (const box of boxes()) box.checked = false;
  const gear = Number(cockpit().querySelector('input[name="gear"]:checked').value);
  raise(gear);
}

function raise(gear) {
  const road = rises && knownRoad(gear);
  if (!road) return;
  const left = JSON.parse(road.querySelector(".forecasts").textContent).best.split(" ");
  for (const box of boxes()) {
    const at = left.indexOf(box.value);
    box.checked = at >= 0;
    if (at >= 0) left.splice(at, 1);
  }
}

// A lever that takes cards takes no more than it says.
function take(lever, changed) {
  const taken = lever.querySelectorAll("input:checked");
  if (taken.length > Number(lever.dataset.most)) changed.checked = false;
}

function refresh(changed = null) {
  const root = cockpit();
  if (!root) return;
  const clear = root.querySelector("[type=reset]");
  if (clear) clear.hidden = !boxes().some((box) => box.checked);
  if (root.dataset.count) playCards();
  else if (root.dataset.nothing) throwAway();
  else if (root.dataset.plan) plan(changed);
  else show(numbers(root.dataset.landings));
}

// The question before a click that may end badly; not for drivers who chose never to be asked again

function isAsked(button) {
  if (!button?.dataset.sure || !document.querySelector("#sure")) return false;
  return "always" in button.dataset || kept(SURE) !== "never";
}

let doubted = null; // the button of the question in the dialog

function ask(button, then) {
  doubted = button;
  const dialog = document.querySelector("#sure");
  const never = dialog.querySelector("input");
  never.checked = false;
  never.closest("label").hidden = "always" in button.dataset;
  dialog.querySelector(".bill strong").textContent = button.dataset.sure;
  dialog.querySelector(".bill .sum").textContent = button.dataset.figures;
  dialog.onclick = (event) => {
    const answer = event.target.closest("button")?.value;
    if (!answer) return;
    if (answer === "yes" && never.checked) keep(SURE, "never");
    dialog.close();
    if (answer === "yes" && button.isConnected) then();
  };
  dialog.showModal();
}

// The clock may have answered meanwhile: a question about a cockpit that is gone is no longer asked.
function dropDoubt() {
  const dialog = document.querySelector("#sure");
  if (!dialog?.open || doubted.isConnected) return;
  dialog.close();
  held = true;
}

let confirmed = null; // the button whose click the driver has confirmed in the dialog

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("#cockpit button");
    if (!button) return;
    if (button.value === "touch") {
      event.preventDefault();
      event.stopPropagation();
      touched(cockpit());
    } else if (button.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      event.stopPropagation();
    } else if (button !== confirmed && isAsked(button)) {
      event.preventDefault();
      event.stopPropagation();
      ask(button, () => {
        confirmed = button;
        button.click();
        confirmed = null;
      });
    }
  },
  true,
);

// What is seldom wanted is an item of the page's menu, which presses its button in the cockpit

const items = [...document.querySelectorAll(".menu [data-presses]")];
const pressedBy = (item) => cockpit()?.querySelector(`[data-in-menu][value="${item.dataset.presses}"]`);

function showItems() {
  for (const item of items) item.hidden = !pressedBy(item);
}

for (const item of items) {
  item.addEventListener("click", () => {
    item.closest("details").open = false;
    const button = pressedBy(item);
    if (usable(button)) button.click();
  });
}

// Keys: digits toggle cards, choose gears and reach levers; Enter gives the answer

document.addEventListener("keydown", (event) => {
  const root = cockpit();
  if (!root || !isCommand(event)) return;
  if (event.key === "Enter") {
    if (event.target.closest("button, a, summary") || !usable(main())) return;
    if (event.target !== document.body && !root.contains(event.target)) return;
    event.preventDefault();
    main().click();
  } else if (/^[1-9]$/.test(event.key) && singleKeys()) {
    const gear = root.querySelector(`input[name="gear"][value="${event.key}"]`);
    const levers = root.querySelectorAll(".lever, .is-draft .upgrade > input");
    const one = gear ?? boxes()[event.key - 1] ?? levers[event.key - 1];
    if (!usable(one) || one.disabled) return;
    event.preventDefault();
    if (one.matches("input")) {
      one.focus();
      one.click();
    } else (one.matches("button") ? one : one.querySelector("button, input"))?.focus();
  }
});

// What changes, and what is pointed at

document.addEventListener("change", (event) => {
  const lever = event.target.closest("#cockpit .lever[data-most]");
  if (event.target.closest(".presets")) {
    const { value, checked } = event.target;
    for (const same of document.querySelectorAll(`.presets [value="${value}"]`)) same.checked = checked;
    event.target.form.requestSubmit();
  } else if (lever) take(lever, event.target);
  else if (event.target.closest("#cockpit .answer")) {
    touched(cockpit());
    refresh(event.target);
  }
});
// The gear that is in already says nothing when it is chosen again, but cards for it rise as for any other.
document.addEventListener("click", (event) => {
  if (event.target.matches?.('#cockpit input[name="gear"]') && !boxes().some((box) => box.checked)) refresh(event.target);
});
document.addEventListener("reset", (event) => {
  const form = event.target;
  if (!form.closest("#cockpit")) return;
  touched(cockpit());
  setTimeout(() => {
    for (const box of boxes()) box.checked = false; // also the cards of a plan, which lay chosen at first
    refresh();
  });
});
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("#cockpit .answer .hand")) touched(cockpit());
  followKnob(event);
});
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const lever = event.target.closest?.("#cockpit .lever[data-landings]");
    if (lever) show(numbers(lever.dataset.landings));
  });
}
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.("#cockpit .lever[data-landings]")) refresh();
  });
}

// A new cockpit: if the focus was in the old one, it moves to the sentence of the new one

let held = false;
let known = cockpit();
let heard = ""; // the answer to a command that was shown last

/** Before an update. */
export function rememberFocus() {
  held = Boolean(cockpit()?.contains(document.activeElement));
}

/** After an update: a new cockpit, or a refusal to show in it. */
export function showCockpit() {
  const now = cockpit();
  if (now !== known) {
    known = now;
    refresh();
    showItems();
    dropDoubt();
    if (held) document.querySelector("#cockpit-say")?.focus();
  }
  const ack = document.querySelector("#ack");
  const refusal = document.querySelector("#refusal");
  if (refusal && ack && ack.dataset.id !== heard) {
    heard = ack.dataset.id;
    sayRefused(refusal, ack);
  }
}
refresh();
showItems();

// A form that came over the socket has no token; where it is sent as a page's form, the cookie gives it

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.closest("#cockpit") || form.hasAttribute("ws-send") || form.elements.csrfmiddlewaretoken) return;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() }));
  },
  true,
);
