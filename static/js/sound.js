// Sound and touch: off until chosen, how loud, and which kinds. What is chosen is kept in the browser. Nothing here is
// needed to understand a page, and nothing fails where a browser has neither.
//
// Browsers let a page be heard only after a click, a tap or a key. Until then no audio context is made. One that was
// heard in this tab is allowed to go on on the next page, as when a television follows from the room to the race.

import { keep, kept } from "./storage.js";
import { VOICES } from "./voices.js";

const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
const LOUDEST = 0.9;
const USUAL = 70; // per cent
const AGAIN = 0.08; // seconds in which one sound of a kind stands for several: many cars do the same at once
const FADE = 0.06;

const voices = { ...VOICES };
const volumeKept = Number.parseInt(kept("sound-volume") ?? "", 10);
const wanted = {
  on: kept("sound") === "on",
  volume: volumeKept >= 0 && volumeKept <= 100 ? volumeKept : USUAL,
  off: new Set((kept("sound-off") ?? "").split(" ").filter(Boolean)),
  touch: kept("touch") ?? (document.querySelector("[data-couch]") ? "on" : "off"), // a phone on the couch is a controller
};

let context = null;
let master = null;
let broken = !Context;
let tapped = false;
const last = new Map(); // kind → when it was last heard
const sounding = new Map(); // output of a voice → its kind

/** More voices: those of a game. */
export function offer(more) {
  Object.assign(voices, more);
}

/** The way of all voices to the ear: volume, and a limiter for moments in which much happens. */
export function mixer(context, volume) {
  const gain = context.createGain();
  gain.gain.value = loudness(volume);
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -14;
  limiter.knee.value = 8;
  limiter.ratio.value = 16;
  limiter.attack.value = 0.002;
  limiter.release.value = 0.12;
  limiter.connect(gain).connect(context.destination);
  return { input: limiter, gain };
}

// The ear hears twice as loud where a number says ten times.
function loudness(volume) {
  return LOUDEST * (volume / 100) ** 2;
}

function mayBeHeard() {
  return tapped || Boolean(navigator.userActivation?.hasBeenActive) || wasHeard();
}

function wasHeard() {
  try {
    return sessionStorage.getItem("sound-heard") === "yes";
  } catch {
    return false;
  }
}

function rememberHeard(heard) {
  try {
    if (heard) sessionStorage.setItem("sound-heard", "yes");
    else sessionStorage.removeItem("sound-heard");
  } catch {
    // storage is switched off: the next page asks again
  }
}

/** The running context, made when it may be; null while there is none. */
function wake() {
  if (broken || !wanted.on || !mayBeHeard()) return null;
  try {
    if (!context) {
      context = new Context();
      master = mixer(context, wanted.volume);
      context.addEventListener("statechange", heard);
    }
    if (context.state !== "running") context.resume()?.catch?.(() => {});
  } catch (fault) {
    broken = true; // a browser that has the name and not the thing, or no device to be heard on
    console.info(fault);
    show();
    return null;
  }
  return context;
}

function heard() {
  rememberHeard(context.state === "running");
  show();
}

const isHeard = () => wanted.on && context?.state === "running";

/** One sound of a kind, if it is wanted and can be heard now. */
export function sound(kind, options = {}) {
  if (!voices[kind] || wanted.off.has(kind) || document.hidden || !wake()) return;
  const now = context.currentTime;
  if (context.state !== "running" || now - (last.get(kind) ?? -1) < AGAIN) return;
  last.set(kind, now);
  const out = context.createGain();
  out.connect(master.input);
  sounding.set(out, kind);
  const length = voices[kind](context, out, now + 0.01 + (options.after ?? 0), options) + (options.after ?? 0);
  setTimeout(() => {
    sounding.delete(out);
    out.disconnect();
  }, 1000 * (length + 0.2));
}

/** What sounds of these kinds fades away, as when playback is skipped. */
export function hush(...kinds) {
  for (const [out, kind] of sounding) {
    if (kinds.includes(kind)) out.gain.setTargetAtTime(0, context.currentTime, FADE);
  }
}

/** A phone shakes: milliseconds, or a pattern of them. */
export function touch(pattern) {
  if (wanted.touch !== "on" || !navigator.vibrate || document.hidden) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // it would be refused, and reported
  navigator.vibrate(pattern);
}

// Controls

function show() {
  for (const part of document.querySelectorAll("[data-sound-settings]")) {
    part.toggleAttribute("data-mute", broken);
    part.toggleAttribute("data-on", wanted.on && !broken);
  }
  for (const button of document.querySelectorAll("[data-sound-toggle]")) {
    button.hidden = broken;
    button.setAttribute("aria-pressed", String(wanted.on));
  }
  for (const button of document.querySelectorAll("[data-sound-start]")) button.hidden = broken || isHeard();
  for (const range of document.querySelectorAll('[name="sound-volume"]')) range.value = wanted.volume;
  for (const box of document.querySelectorAll('[name="sound-kind"]')) box.checked = !wanted.off.has(box.value);
  for (const box of document.querySelectorAll('[name="touch"]')) {
    box.checked = wanted.touch === "on";
    box.closest("label").hidden = !navigator.vibrate;
  }
}

function turnOn(on) {
  wanted.on = on;
  keep("sound", on ? "on" : "off");
  if (on) {
    last.clear();
    if (wake()?.state === "running") sound("turn");
    else context?.resume?.()?.then?.(() => sound("turn")).catch(() => {}); // so that it is known how loud it is
  } else {
    rememberHeard(false);
    context?.suspend?.()?.catch?.(() => {});
  }
  show();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-sound-start]")) turnOn(true);
  else if (event.target.closest?.("[data-sound-toggle]")) turnOn(!wanted.on);
});

document.addEventListener("input", ({ target }) => {
  if (target.name !== "sound-volume") return;
  wanted.volume = Number(target.value);
  keep("sound-volume", target.value);
  if (master) master.gain.gain.setTargetAtTime(loudness(wanted.volume), context.currentTime, 0.02);
});

document.addEventListener("change", ({ target }) => {
  if (target.name === "sound-volume") {
    sound("turn");
  } else if (target.name === "sound-kind") {
    if (target.checked) wanted.off.delete(target.value);
    else wanted.off.add(target.value);
    keep("sound-off", [...wanted.off].join(" "));
    if (target.checked) sound(target.value);
  } else if (target.name === "touch") {
    wanted.touch = target.checked ? "on" : "off";
    keep("touch", wanted.touch);
    touch(40);
  }
});

// The first gesture on a page whose sound is on, and coming back to a page that the system had silenced.
for (const gesture of ["pointerup", "touchend", "keydown"]) {
  document.addEventListener(gesture, (event) => {
    if (event.key !== "Escape") tapped = true;
    wake();
  }, { capture: true, passive: true });
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) wake();
});

/** After an update: the horns of the others, in a race as in a room. */
export function soundHorns() {
  for (const signal of document.querySelectorAll('[data-signal="horn"]:not([data-heard])')) {
    signal.dataset.heard = "";
    sound("horn", { seat: Number(signal.dataset.by) });
  }
}

if (wasHeard()) wake();
show();
