// What just happened, shown: cards fly from a seat to the discard pile and from the draw pile to a seat. The page is true
// before they fly; who wants no motion sees it at once. "heat:step" says which step begins, "heat:played"
// that it is over, as the replay waits for it.

const STEP = 320; // ms
const FLIGHT = 420;
const MOST_STEPS = 5; // as long as a page may take for what led to a question
const still = matchMedia("(prefers-reduced-motion: reduce)");
let shown = document.getElementById("steps")?.dataset.at ?? "";
let flights = [];

const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

function fly(card, from, to, delay) {
  const flying = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  flying.setAttribute("viewBox", "0 0 100 140");
  flying.setAttribute("class", "face flying");
  flying.setAttribute("aria-hidden", "true");
  flying.innerHTML = `<use href="#c-${card}"/>`;
  document.body.append(flying);
  const [x, y] = middle(from);
  const [u, v] = middle(to);
  const at = (left, top, scale, turn) => `translate(${left}px, ${top}px) translate(-50%, -50%) scale(${scale}) rotate(${turn}deg)`;
  const motion = flying.animate(
    [
      { transform: at(x, y, 0.5, -8), opacity: 0 },
      { transform: at((x + u) / 2, (y + v) / 2 - 24, 0.9, 6), opacity: 1, offset: 0.5 },
      { transform: at(u, v, 0.9, 0), opacity: 1 },
    ],
    { duration: FLIGHT, delay, easing: "cubic-bezier(.2, .8, .2, 1)", fill: "both" },
  );
  motion.finished.catch(() => {}).finally(() => flying.remove());
  flights.push(motion);
}

function shake(place, delay) {
  const motion = place.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], { duration: 260, delay });
  motion.finished.catch(() => {});
  flights.push(motion);
}

/** Ends what is under way. */
export function endFlights() {
  for (const motion of flights) motion.cancel();
  flights = [];
}

function start(steps) {
  const discard = document.querySelector("[data-discard] .stack");
  const pile = document.querySelector("[data-pile] .stack");
  let delay = 0;
  for (const step of steps.slice(-MOST_STEPS)) {
    setTimeout(() => document.dispatchEvent(new CustomEvent("heat:step", { detail: { step, ms: STEP } })), delay);
    const place = document.querySelector(`.place[data-seat="${step.seat}"]`);
    if (!place || !discard || !pile) continue;
    if (step.look === "play") fly(step.card, place, discard, delay);
    else if (step.look === "hit") shake(place, delay);
    else for (let card = 0; card < Math.min(6, step.count); card += 1) fly("back", pile, place, delay + card * 70);
    delay += STEP;
  }
}

/** After an update: lets the cards of its steps fly, one step after the other. */
export function showSteps() {
  const steps = document.getElementById("steps");
  if (!steps?.dataset.steps || steps.dataset.at === shown) return;
  shown = steps.dataset.at;
  endFlights();
  if (!still.matches && !document.hidden) start(JSON.parse(steps.dataset.steps));
  const under = flights;
  Promise.allSettled(under.map((motion) => motion.finished)).then(() => {
    if (under === flights) document.dispatchEvent(new CustomEvent("heat:played"));
  });
}
