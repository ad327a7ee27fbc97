// Calls the driver: the title and the icon of the tab, and if wanted a sound and a notification. It waits until what led
// to the question has been played.

import { openQuestion } from "./question.js";
import { keep, kept } from "./storage.js";

const title = document.title;
const words = document.querySelector("[data-my-turn]")?.dataset ?? {};
const icon = document.querySelector("#favicon");
const usual = icon?.getAttribute("href");
let mayNotify = "Notification" in window && window.isSecureContext;

let called = openQuestion();
let audio = null;

const wanted = { sound: kept("turn-sound") === "on", notify: mayNotify && kept("turn-notify") === "on" };

// Two short notes, the second higher. Before the first click or key on the page browsers hold sounds back, and would
// play all of them at that click, so until then none is made.
function ring() {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const [note, start] of [[523, 0], [784, 0.14]]) {
    const tone = audio.createOscillator();
    const level = audio.createGain();
    const from = audio.currentTime + start;
    tone.frequency.value = note;
    level.gain.setValueAtTime(0.0001, from);
    level.gain.exponentialRampToValueAtTime(0.16, from + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, from + 0.22);
    tone.connect(level).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.25);
  }
}

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

/** After an update, and after playback: call the driver if there is a new question. */
export function callDriver() {
  if (document.body.classList.contains("playing")) return;
  const question = openQuestion();
  document.title = question ? `● ${words.myTurn ? `${words.myTurn} · ` : ""}${title}` : title;
  if (icon) icon.setAttribute("href", question ? icon.dataset.turn : usual);
  if (question && question !== called) {
    if (wanted.sound) ring();
    if (wanted.notify && mayNotify && document.hidden && Notification.permission === "granted") notify();
  }
  called = question;
}

function show() {
  for (const button of document.querySelectorAll("[data-sound-toggle]")) {
    button.setAttribute("aria-pressed", String(wanted.sound));
  }
  for (const button of document.querySelectorAll("[data-notify-toggle]")) {
    button.hidden = !mayNotify;
    button.setAttribute("aria-pressed", String(wanted.notify && Notification.permission === "granted"));
  }
}

document.addEventListener("click", async (event) => {
  if (event.target.closest("[data-sound-toggle]")) {
    wanted.sound = !wanted.sound;
    keep("turn-sound", wanted.sound ? "on" : "off");
    if (wanted.sound) ring(); // the click is also what allows the page to be heard
  } else if (event.target.closest("[data-notify-toggle]")) {
    const on = wanted.notify && Notification.permission === "granted";
    wanted.notify = !on && (await Notification.requestPermission()) === "granted";
    keep("turn-notify", wanted.notify ? "on" : "off");
  } else {
    return;
  }
  show();
});
document.addEventListener("heat:played", callDriver);
show();
callDriver();
