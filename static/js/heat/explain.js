// What stands on the board explains itself: pointed at, with the focus on it, or tapped, a sign, a mark or a stretch of the
// road shows a card with its words, which are in the page for readers of it too (in_words.html). A tap keeps the card
// open; Escape, a second tap or a tap beside it closes it. Signs are one stop of the Tab key, marks another: arrows lead
// on, in driving order.

const stage = document.getElementById("stage");
const sheet = document.getElementById("sheet");
const card = document.getElementById("explain");
const GAP = 10; // pixels between a thing and its card, and from the card to the edge of the stage
const SOON = 120; // milliseconds: a pointer that only passes opens nothing
const LATER = 250; // to reach the card with the pointer

let shown = null; // the thing whose card is open
let pinned = false; // by a tap or a key
let timer = 0;

const wait = (time, then) => {
  clearTimeout(timer);
  timer = setTimeout(then, time);
};

const thingAt = (event) => event.target.closest?.("[data-explained]");

function fill(thing) {
  const parts = ["title", "facts", "rule"].map((part) => document.getElementById(`${thing.dataset.explained}-${part}`));
  const paragraphs = parts.map((part, at) => {
    const words = document.createElement(at ? "p" : "strong");
    words.textContent = part?.textContent ?? "";
    return words;
  });
  card.replaceChildren(...paragraphs.filter((words) => words.textContent));
}

// Above the thing or below it, wherever there is room, and always on the stage.
function place() {
  if (!shown) return;
  const around = stage.getBoundingClientRect();
  const box = shown.getBoundingClientRect();
  const [left, top] = [Math.max(box.left, around.left), Math.max(box.top, around.top)].map((edge, at) => edge - (at ? around.top : around.left));
  const [right, bottom] = [Math.min(box.right, around.right) - around.left, Math.min(box.bottom, around.bottom) - around.top];
  if (right < left || bottom < top) return close(); // the board has moved on
  const { offsetWidth: across, offsetHeight: down } = card;
  const [width, height] = [stage.clientWidth, stage.clientHeight];
  const x = Math.max(GAP, Math.min((left + right - across) / 2, width - across - GAP));
  const y = top - GAP - down >= GAP ? top - GAP - down : Math.min(bottom + GAP, height - down - GAP);
  card.style.translate = `${Math.round(x)}px ${Math.round(Math.max(GAP, y))}px`;
}

function open(thing, pin = false) {
  clearTimeout(timer);
  if (thing !== shown) fill(thing);
  shown = thing;
  pinned = pin;
  card.hidden = false;
  place();
}

function close() {
  clearTimeout(timer);
  shown = null;
  pinned = false;
  card.hidden = true;
}

// A tap or a key keeps the card open; the same once more closes it.
function press(thing) {
  if (thing === shown && pinned) close();
  else open(thing, true);
}

// Things that are out of sight come into it when they get the focus. The stage itself must not scroll for that.
function bring(thing) {
  stage.scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("heat:look", { detail: thing }));
}

function watchPointer() {
  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || pinned) return;
    const thing = thingAt(event);
    if (thing) wait(SOON, () => open(thing));
    else if (card.contains(event.target)) clearTimeout(timer);
    else if (shown && shown !== document.activeElement) wait(LATER, close);
    else clearTimeout(timer);
  });
  stage.addEventListener("pointerleave", () => {
    if (!pinned && shown !== document.activeElement) wait(LATER, close);
  });
  document.addEventListener("click", (event) => {
    const thing = thingAt(event);
    if (thing) press(thing);
    else if (!card.contains(event.target)) close();
  });
}

function watchFocus() {
  stage.addEventListener("focusin", (event) => {
    const thing = thingAt(event);
    if (!thing?.matches(":focus-visible")) return;
    bring(thing);
    open(thing);
  });
  stage.addEventListener("focusout", (event) => {
    if (thingAt(event) && !pinned) close();
  });
}

function watchKeys() {
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && shown) {
        event.stopPropagation();
        event.preventDefault();
        close();
      }
    },
    true,
  );
  stage.addEventListener("keydown", (event) => {
    const thing = thingAt(event);
    if (!thing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(thing);
      return;
    }
    const things = [...thing.parentElement.children];
    const at = things.indexOf(thing);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    for (const one of things) one.setAttribute("tabindex", "-1");
    const next = things.at(to % things.length);
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

if (stage && card) {
  for (const things of stage.querySelectorAll(".signs, .spots")) {
    for (const one of [...things.children].slice(1)) one.setAttribute("tabindex", "-1");
  }
  watchPointer();
  watchFocus();
  watchKeys();
  new MutationObserver(place).observe(sheet, { attributes: true, attributeFilter: ["style"] }); // the camera moves the things
  sheet.addEventListener("transitionend", place);
}
