// The plan: the knob of the gear lever that can be dragged, what the server says about the cards for each gear, and the
// cards that are played by themselves unless the driver touches them.

import { csrfToken } from "../csrf.js";

let roads = { form: null, found: new Map() }; // of the form on the page, by gear: an element, or null while it is asked for

/** The road ahead with the forecasts for a gear, if it has come already. */
export const knownRoad = (gear) => roads.found.get(gear) ?? null;

/** The same; where it is not there, it is asked for, and `came` is called once it is. */
export function roadFor(root, gear, came) {
  const form = root.querySelector("form[id]");
  if (roads.form !== form) roads = { form, found: new Map() };
  const { found } = roads;
  if (found.has(gear)) return found.get(gear);
  found.set(gear, null);
  ask(`${root.dataset.plan}?gear=${gear}`).then((road) => {
    if (road) found.set(gear, road);
    else found.delete(gear);
    if (road && form.isConnected) came();
  });
  return null;
}

async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return document.importNode(page.querySelector(".plan-road"), true);
  } catch {
    return null; // the line is down: the form can be sent all the same
  }
}

/** Shows the road in the place of the table of gears, or the table again. */
export function showRoad(root, road) {
  const place = root.querySelector("[data-road]");
  if (road && place.firstElementChild !== road) place.replaceChildren(road);
  if (!road) place.replaceChildren();
  place.hidden = !road;
  root.querySelector("table.gears").hidden = Boolean(road);
  const title = root.querySelector("[data-road-title]");
  title.dataset.tableTitle ??= title.textContent;
  title.textContent = road ? title.dataset.roadTitle : title.dataset.tableTitle;
}

/** The driver touches what would be sent for them in a moment: it waits for the button. */
export function touched(root) {
  const marks = root.querySelectorAll("[data-goes-off]");
  if (!marks.length) return;
  const held = Array.from(marks).some((mark) => mark.contains(document.activeElement));
  for (const mark of marks) mark.remove();
  if (held) root.querySelector("#cockpit-say")?.focus();
  const form = root.querySelector("form[id]");
  const body = new FormData();
  body.set("do", "touch");
  body.set("question", form.elements.question.value);
  body.set("csrfmiddlewaretoken", csrfToken());
  // A refusal or a lost line needs no word: then the next question is on its way already.
  fetch(form.action, { method: "POST", body, headers: { Accept: "text/plain" }, redirect: "manual" }).catch(() => {});
}

// The knob follows the pointer along the gate; the gear that it is nearest to is chosen. Keys and taps reach the radios.

const GATE = { wide: 134, high: 158, left: 34, right: 100, middle: 79, top: 32, bottom: 126 };

export function followKnob(event) {
  const box = event.target.closest?.("#cockpit form .gearbox");
  if (!box?.querySelector("input") || box.closest("[inert]") || event.button) return;
  const knob = document.createElement("span");
  knob.className = "knob";
  knob.ariaHidden = "true";
  let moved = false;
  const follow = (now) => {
    if (!moved && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < 6) return;
    if (!moved) box.append(knob);
    moved = true;
    box.classList.add("dragged");
    const around = box.getBoundingClientRect();
    const [x, y] = inGate(((now.clientX - around.x) / around.width) * GATE.wide, ((now.clientY - around.y) / around.height) * GATE.high);
    knob.style.translate = `${(x / GATE.wide) * around.width}px ${(y / GATE.high) * around.height}px`;
    choose(nearest(box, around, x, y));
  };
  const end = () => {
    document.removeEventListener("pointermove", follow);
    for (const kind of ["pointerup", "pointercancel"]) document.removeEventListener(kind, end);
    knob.remove();
    box.classList.remove("dragged");
  };
  document.addEventListener("pointermove", follow); // capture would take the click of a tap from its radio
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, end);
}

// The nearest place in the slots of the gate.
function inGate(x, y) {
  const across = Math.min(GATE.right, Math.max(GATE.left, x));
  if (Math.abs(y - GATE.middle) < 14) return [across, GATE.middle];
  return [across < (GATE.left + GATE.right) / 2 ? GATE.left : GATE.right, Math.min(GATE.bottom, Math.max(GATE.top, y))];
}

function nearest(box, around, x, y) {
  let best = null;
  let least = Infinity;
  for (const input of box.querySelectorAll("input:not(:disabled)")) {
    const spot = input.parentElement.getBoundingClientRect();
    const [left, top] = [spot.x + spot.width / 2 - around.x, spot.y + spot.height / 2 - around.y];
    const far = Math.hypot((left / around.width) * GATE.wide - x, (top / around.height) * GATE.high - y);
    if (far < least) [best, least] = [input, far];
  }
  return best;
}

function choose(input) {
  if (!input || input.checked) return;
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
