// The keys of a page: the sheet that lists them, and the switch that turns off those that are a single character. Some
// people speak or bump into their keyboards; for them such keys do more harm than good.

import { keep, kept } from "./storage.js";

const NAME = "single-keys";
const sheet = document.getElementById("keys");

/** Whether keys that are a single letter, digit or sign may do anything. */
export function singleKeys() {
  return kept(NAME) !== "off";
}

const WRITING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** Whether a key may be a command of the page: it comes alone, no dialog lies open, and no text is being written. */
export function isCommand(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !document.querySelector("dialog[open], :popover-open") && !event.target.closest(WRITING);
}

function open(from) {
  const menu = from?.closest("details.menu");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus(); // where the focus returns to
  }
  sheet.showModal();
}

if (sheet) {
  const single = sheet.querySelector("[data-single-keys]");
  single.checked = singleKeys();
  single.addEventListener("change", () => keep(NAME, single.checked ? "on" : "off"));
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-keys]");
    if (button) open(button);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || !singleKeys() || !isCommand(event)) return;
    event.preventDefault();
    open();
  });
}

// A toolbar is one stop of the Tab key; arrows lead on from there.
const seen = (one) => one.checkVisibility();

function rove(bar) {
  const all = () => [...bar.querySelectorAll("button")].filter(seen);
  const stop = (one) => {
    for (const other of bar.querySelectorAll("button")) other.tabIndex = other === one ? 0 : -1;
  };
  const settle = () => {
    const there = all();
    if (there.length && !there.some((one) => one.tabIndex === 0)) stop(there[0]);
  };
  bar.addEventListener("keydown", (event) => {
    const there = all();
    const at = there.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    stop(there.at(to % there.length));
    there.at(to % there.length).focus();
  });
  stop(all()[0]);
  addEventListener("resize", settle);
}

for (const bar of document.querySelectorAll('[role="toolbar"]')) rove(bar);
