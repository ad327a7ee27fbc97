// The waiting room: saves what is changed, says refusals, and follows to the race.

import { isConnected, watchConnection } from "./badge.js";
import { delay } from "./reconnect.js";

const SIGNAL_SHOWN = 5000;

const began = followed();
let leaving = false;
let focused = "";

htmx.config.wsReconnectDelay = delay;

// A television goes on to the television of the race.
function followed() {
  const follow = document.getElementById("follow")?.dataset;
  return (document.querySelector(".tvpage") ? follow?.television : follow?.href) ?? "";
}

function quietly(signal) {
  // the slot stays for the next one
  const slot = document.createElement("span");
  slot.id = signal.id;
  signal.replaceWith(slot);
}

watchConnection();

/** Before an update: what has the focus, which the update may replace. */
export function rememberFocus() {
  focused = document.activeElement?.id ?? "";
}

/** After an update: the focus stands where it stood. */
export function restoreFocus() {
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
}

/** After an update: new signals are shown for a moment. */
export function passSignals() {
  for (const signal of document.querySelectorAll(".signal:not([data-seen])")) {
    signal.dataset.seen = "";
    setTimeout(() => signal.isConnected && quietly(signal), SIGNAL_SHOWN);
  }
}

/** After an update: on to the race, once it has started. */
export function followRace() {
  const href = followed();
  if (href && href !== began && !leaving) {
    leaving = true;
    location.assign(href);
  }
}

// The host who starts the race is also sent there by the answer; without this, the page would load twice.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!event.detail.xhr.getResponseHeader("HX-Redirect")) return;
  if (leaving) event.preventDefault();
  leaving = true;
});

// Settings and colour are saved as they are changed.
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form && "saveOnChange" in form.dataset) form.requestSubmit();
});

// A refusal comes with its sentence; htmx would only log it.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (requestConfig.verb === "post" && xhr.status >= 400 && xhr.status < 500 && xhr.responseText && !xhr.responseText.startsWith("<!doctype")) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

// An action that succeeds settles the refusals before it. Without a socket, only a reload shows what has changed.
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (requestConfig.verb !== "post" || xhr.status < 200 || xhr.status >= 400) return;
  document.getElementById("messages")?.replaceChildren();
  if (!isConnected() && !leaving) location.reload();
});

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue; // not offered on plain http
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    document.getElementById("heard").textContent = button.dataset.copied;
    button.lastChild.textContent = button.dataset.copied;
  });
}
