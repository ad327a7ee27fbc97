// The scene in which weather and road tokens are revealed: over the board while they are played back, and once for a driver
// whose page is loaded in the first moments of a race. It shows what stands on the sheet #conditions, and says nothing to
// screen readers, which have the log and the sheet. A click or Esc ends it.

import { keep, kept } from "../storage.js";

const LOOKS = new Set(["weather", "roads"]);
const READ = 6000; // ms that it stands where nothing is played
const find = (selector) => document.querySelector(selector);
const seen = `heatsite.sky.${find("[ws-connect]")?.getAttribute("ws-connect") ?? ""}`;

let timer = 0;

function reveal(ms) {
  const sheet = find("#conditions");
  const stage = find("#stage");
  if (!sheet?.querySelector(".dialog-head") || !stage || find("#coach")) return; // a coach tells it
  let cover = find(".reveal");
  if (!cover) {
    const card = document.createElement("div");
    for (const part of sheet.querySelectorAll("h2, h3, .scene, .tokens")) card.append(part.cloneNode(true));
    for (const one of card.querySelectorAll("[id]")) if (!one.closest("svg")) one.removeAttribute("id");
    cover = document.createElement("div");
    cover.className = "reveal";
    cover.setAttribute("aria-hidden", "true");
    cover.append(card);
    stage.append(cover);
  }
  clearTimeout(timer);
  timer = setTimeout(conceal, ms);
  keep(seen, "yes");
}

function conceal() {
  clearTimeout(timer);
  find(".reveal")?.remove();
}

document.addEventListener("heat:step", ({ detail: { step, ms } }) => {
  if (LOOKS.has(step.look)) reveal(ms + 400); // the next one of them goes on with it
});
document.addEventListener("heat:played", () => {
  if (find(".reveal")) reveal(READ);
});
document.addEventListener("click", (event) => {
  if (event.target.closest(".reveal")) conceal();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") conceal();
});

if (find("#conditions[data-fresh]") && kept(seen) !== "yes") reveal(READ);
