// What else moves on a page of a race: tabs, clocks, quick signals, forms that need no new page, and who is the host.

import { toast } from "./toast.js";

const page = document.getElementById("race");
const race = document.querySelector(".race");

// Tabs: board, standings and log on narrow screens
const tabs = Array.from(document.querySelectorAll(".tabs a"));
const view = (name) => {
  race.dataset.view = name;
  for (const tab of tabs) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
};
for (const tab of tabs) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    view(tab.dataset.view);
  });
}
if (race) view({ "#standings": "standings", "#log": "log" }[location.hash] ?? "board");

// Clocks: the server sends when they are over. Its own time came with the page, in case this device's clock is wrong; it
// comes again when the server's clock was set.
let [told, skew] = ["", 0];
const LATE = 10;

const readTime = () => {
  const now = document.getElementById("now")?.value ?? "";
  if (now !== told) [told, skew] = [now, now ? Number(now) - Date.now() : 0];
};

const rest = (over) => (over < 0 ? -over : Math.max(0, over - Date.now() - skew));
const two = (number) => String(number).padStart(2, "0");

const asTime = (seconds) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
};

// What a form says of its own sending stands still with the race; its form is not sent anew for that
function standWithRace(time) {
  const over = Number(time.dataset.until);
  const stands = Boolean(document.querySelector("#curtain .curtain"));
  if (stands !== over < 0) time.dataset.until = stands ? -Math.max(1, rest(over)) : Date.now() + skew + rest(over);
}

const tick = () => {
  readTime();
  for (const time of document.querySelectorAll("time[data-until]")) {
    if (time.closest("form")) standWithRace(time);
    time.textContent = asTime(Math.ceil(rest(Number(time.dataset.until)) / 1000));
  }
  const place = document.getElementById("clock");
  if (!place) return;
  const clocks = new Map((document.getElementById("clocks")?.value ?? "").split(" ").filter(Boolean).map((word) => word.split(":")));
  const first = [...clocks.values()].map(Number).sort((one, other) => rest(one) - rest(other))[0];
  const over = Number(clocks.get(page.dataset.me) ?? first);
  place.hidden = Number.isNaN(over);
  place.classList.remove("unset"); // until now it only kept its place
  if (place.hidden) return;
  const seconds = Math.min(Math.ceil(rest(over) / 1000), Number(place.dataset.total));
  const text = asTime(seconds);
  const face = place.firstElementChild;
  face.classList.toggle("late", over >= 0 && seconds <= LATE);
  face.classList.toggle("stopped", over < 0);
  for (const left of document.querySelectorAll("#cockpit [data-left]")) if (left.textContent !== text) left.textContent = text;
  const words = face.querySelector(".left");
  if (words.textContent === text) return;
  words.textContent = text;
  const angle = 2 * Math.PI * Math.min(0.999, seconds / Number(place.dataset.total));
  const [x, y] = [13 + 9 * Math.sin(angle), 13 - 9 * Math.cos(angle)].map((number) => number.toFixed(1));
  face.querySelector(".sweep").setAttribute("d", `M13 13V4A9 9 0 ${angle > Math.PI ? 1 : 0} 1 ${x} ${y}Z`);
  face.querySelector(".hand").setAttribute("d", `M13 13L${x} ${y}`);
};
setInterval(tick, 250);
tick();

// Signals stand for a moment
const SHOWN = 6000;
const signals = document.getElementById("signals");
if (signals) {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) setTimeout(() => node.remove(), SHOWN);
    }
  }).observe(signals, { childList: true });
}

// Quiet forms leave the page where it is
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".signals, [data-quiet]")) return;
  event.preventDefault();
  if (event.submitter) form.closest("details")?.removeAttribute("open");
  const fault = await sent(form, new FormData(form, event.submitter));
  settle(form, fault === null);
  if (fault !== null) toast(fault || page.dataset.lost);
});

// Null if it was done, else why not; an empty string where the server gave no reason.
async function sent(form, body) {
  try {
    const headers = { Accept: "text/plain" };
    const answer = await fetch(form.action, { method: "POST", body, headers, redirect: "manual" });
    if (answer.ok || answer.type === "opaqueredirect") return null;
    return answer.headers.get("Content-Type")?.startsWith("text/plain") ? answer.text() : "";
  } catch {
    return ""; // the line is down
  }
}

// Switches stand as they were kept, wherever on the page the same ones are.
function settle(form, kept) {
  for (const same of document.querySelectorAll(`form[action="${form.getAttribute("action")}"]`)) {
    if (!kept) same.reset();
    else for (const one of same.querySelectorAll("input")) one.defaultChecked = one.checked;
  }
}

/** After an update: the host's part may go to another driver. A host who does not drive keeps it. */
export function followHost() {
  const { host } = document.getElementById("curtain").dataset;
  if (host && page.dataset.me) document.body.classList.toggle("hosting", host === page.dataset.me);
}

/** After an update: what the style sheet asks of the whole page. `:has()` on so high an element would have the browser work out
 * styles of the page anew whenever anything in it changes; it is left for pages without scripts. */
export function markRace() {
  race?.classList.toggle("asked", Boolean(document.querySelector('#cockpit:is([data-asked="true"], [data-over])')));
  race?.classList.toggle("spins", Boolean(document.querySelector("#cockpit[data-spins]")));
  race?.classList.toggle("standing-still", Boolean(document.querySelector("#curtain .curtain")));
}
markRace();
