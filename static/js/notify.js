// Calls the driver: the title and the icon of the tab, a sound, a shaking phone and a notification, as wanted. It waits until
// what led to the question has been played.

import { openQuestion } from "./question.js";
import { sound, touch } from "./sound.js";
import { keep, kept } from "./storage.js";

const CALL = [30, 50, 30]; // ms

const title = document.title;
const words = document.querySelector("[data-my-turn]")?.dataset ?? {};
const icon = document.querySelector("#favicon");
const usual = icon?.getAttribute("href");
let mayNotify = "Notification" in window && window.isSecureContext;

let called = openQuestion();
let wanted = mayNotify && kept("turn-notify") === "on";

function notify() {
  try {
    const note = new Notification(words.myTurn, { body: words.myTurnText, tag: location.pathname, renotify: true });
    note.addEventListener("click", () => {
      window.focus();
      note.close();
    });
  } catch {
    mayNotify = false; // on some phones only a service worker may call
    show();
  }
}

// For players who do not see the page. Where the focus is in the cockpit it moves to the new sentence, which is read out then.
function tell() {
  const place = document.querySelector("#called");
  const cockpit = document.querySelector("#cockpit");
  if (place && !cockpit?.contains(document.activeElement)) place.textContent = document.querySelector("#cockpit-say")?.textContent ?? "";
}

/** After an update, and after playback: call the driver if there is a new question. */
export function callDriver() {
  if (document.body.classList.contains("playing")) return;
  const question = openQuestion();
  document.title = question ? `● ${words.myTurn ? `${words.myTurn} · ` : ""}${title}` : title;
  if (icon) icon.setAttribute("href", question ? icon.dataset.turn : usual);
  if (question && question !== called) {
    tell();
    sound("turn");
    touch(CALL);
    if (wanted && mayNotify && document.hidden && Notification.permission === "granted") notify();
  }
  called = question;
}

function show() {
  for (const button of document.querySelectorAll("[data-notify-toggle]")) {
    button.hidden = !mayNotify;
    button.setAttribute("aria-pressed", String(wanted && Notification.permission === "granted"));
  }
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-notify-toggle]")) return;
  const on = wanted && Notification.permission === "granted";
  wanted = !on && (await Notification.requestPermission()) === "granted";
  keep("turn-notify", wanted ? "on" : "off");
  show();
});
document.addEventListener("heat:played", callDriver);
show();
callDriver();
