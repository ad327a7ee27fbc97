// What else moves on a page of a race: tabs, clocks, quick signals, and forms that need no new page.

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

// Clocks: the server sends when they are over; its own time came with the page, in case this device's clock is wrong
const skew = Number(document.getElementById("now")?.value ?? Date.now()) - Date.now();
const LATE = 10;

const rest = (over) => (over < 0 ? -over : Math.max(0, over - Date.now() - skew));
const two = (number) => String(number).padStart(2, "0");

const tick = () => {
  const place = document.getElementById("clock");
  if (!place) return;
  const clocks = new Map((document.getElementById("clocks")?.value ?? "").split(" ").filter(Boolean).map((word) => word.split(":")));
  const first = [...clocks.values()].map(Number).sort((one, other) => rest(one) - rest(other))[0];
  const over = Number(clocks.get(page.dataset.me) ?? first);
  place.hidden = Number.isNaN(over);
  if (place.hidden) return;
  const seconds = Math.min(Math.ceil(rest(over) / 1000), Number(place.dataset.total));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const text = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  const face = place.firstElementChild;
  face.classList.toggle("late", over >= 0 && seconds <= LATE);
  face.classList.toggle("stopped", over < 0);
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
  await fetch(form.action, { method: "POST", body: new FormData(form, event.submitter), redirect: "manual" });
});
