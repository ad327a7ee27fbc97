// The hand: focus stays in it from question to question, one Wild is open at a time, and keys draw, keep and call.

import { sayRefused } from "../socket.js";

let held = false;

/** Before an update: whether the player was in the hand. */
export function rememberFocus() {
  held = Boolean(document.activeElement?.closest("#cockpit"));
}

/** After an update: the player who was in the hand is in it again. */
export function keepFocus() {
  if (!held || document.activeElement?.closest("#cockpit")) return;
  document.getElementById("cockpit-say")?.focus({ preventScroll: true });
}

// One choice of a colour is open at a time, also in browsers that do not know details of one name.
document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches?.("#cockpit .wild") || !event.target.open) return;
    for (const other of document.querySelectorAll("#cockpit .wild[open]")) if (other !== event.target) other.open = false;
    event.target.querySelector("button")?.focus({ preventScroll: true });
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("#cockpit .wild[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

/** After an update: what was refused stands in the hand. */
export function showRefusal() {
  const ack = document.getElementById("ack");
  const place = document.getElementById("refusal");
  if (!ack || !place || ack.hasAttribute("data-shown")) return;
  ack.toggleAttribute("data-shown", true);
  sayRefused(place, ack);
}
