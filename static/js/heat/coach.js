// The coach of a lesson: asks what is to be said when the driver is asked something else, shows one thing at a time, and
// lights up what it is about. The place in the text is kept in the browser, so that a reload stays there.

import { keep, kept } from "../storage.js";

const coach = document.getElementById("coach");
const details = coach.querySelector("details");
const said = coach.querySelector(".coach-said");
const turns = Array.from(coach.querySelectorAll("[data-turn]"));
const CLOSED = `coach-closed-${coach.dataset.race}`;
const PLACE = `coach-${coach.dataset.race}`;
const TARGETS = {
  board: "#stage",
  gear: "#cockpit .gear",
  hand: "#cockpit .hand",
  levers: "#cockpit .react",
  engine: "#cockpit .engine",
  standings: "#standings",
  market: "#market",
  sky: "#sky button",
  event: ".season-chip",
  main: "#cockpit [data-main]",
};

const now = () => said.firstElementChild;
const pages = () => Array.from(now().querySelectorAll(".coach-page"));
const asked = () => document.querySelector("#cockpit form[id]")?.id ?? "";

// The sign of a corner; where the board does not show it, the line of the cockpit that tells of it.
function sign(line) {
  const found = document.querySelector(`#signs .sign[data-line="${line}"]`);
  const [own, all] = [found, document.getElementById("stage")].map((one) => one?.getBoundingClientRect());
  const shown = own && own.top >= all.top && own.bottom <= all.bottom && own.left >= all.left && own.right <= all.right;
  return shown ? found : document.querySelector("#cockpit .say .line");
}

function target(page) {
  if (page.dataset.target === "sign") return sign(page.dataset.line);
  return document.querySelector(TARGETS[page.dataset.target] ?? null);
}

function light() {
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  const page = details.open && pages().find((one) => !one.hidden);
  if (page) target(page)?.classList.add("lit");
}

// One of the things that are to be said.
function turnTo(place) {
  const all = pages();
  const at = Math.max(0, Math.min(place, all.length - 1));
  for (const [number, page] of all.entries()) page.hidden = number !== at;
  const [back, next] = turns;
  const held = document.activeElement;
  const offers = new Map([[back, at > 0], [next, at < all.length - 1]]);
  for (const [button, is] of offers) {
    button.hidden = false; // without scripts there is nothing to turn
    button.toggleAttribute("data-off", !is); // keeps its place, so that the other one stays where it is
  }
  if (offers.has(held) && !offers.get(held)) (offers.get(next) ? next : back).focus();
  said.scrollTop = 0;
  keep(PLACE, `${now().dataset.question} ${at}`);
  light();
}

function begin() {
  const [question, place] = (kept(PLACE) ?? "").split(" ");
  turnTo(question === now().dataset.question ? Number(place) : 0);
}

async function ask() {
  try {
    const answer = await fetch(coach.dataset.src, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    said.replaceChildren(document.importNode(page.getElementById("coach-now"), true));
    begin();
  } catch {
    // the line is down: with the next question it is asked again
  }
}

/** After an update, or once the cars have moved: what is said belongs to the question that is open. */
export function showCoach() {
  if (document.body.classList.contains("playing")) return;
  if (now().dataset.question !== asked()) ask();
  else light();
}

for (const button of turns) {
  button.addEventListener("click", () => {
    turnTo(pages().findIndex((page) => !page.hidden) + Number(button.dataset.turn));
  });
}
details.open = kept(CLOSED) !== "yes";
details.addEventListener("toggle", () => {
  keep(CLOSED, details.open ? "no" : "yes");
  light();
});
document.addEventListener("heat:played", showCoach);
begin();
showCoach();
