// The wire of a page of a race, on top of htmx's ws extension. It tells the server what the page shows already, gives
// every command an id of its own, keeps it until it is acknowledged and sends it again after a reconnect. Forms
// without a socket are plain POSTs.

import { isConnected, watchConnection } from "./badge.js";
import { openQuestion } from "./question.js";
import { delay } from "./reconnect.js";
import { toast } from "./toast.js";

const page = document.getElementById("race");
const NO_ACK = 10000; // ms

/** Commands that the server has not acknowledged yet: by id, the message and its form. */
const unheard = new Map();
let socket = null;

const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** While a form's command is not acknowledged, its buttons are busy, so that it is not sent twice. */
const hold = (form, held) => {
  form.toggleAttribute("data-sent", held);
  for (const button of document.querySelectorAll("#cockpit button[type=submit], #cockpit button:not([type])")) {
    if (button.form !== form) continue;
    if (held) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
};

const sayWithoutCockpit = (text) => {
  if (!document.getElementById("refusal")) toast(text); // a cockpit shows it in its own #refusal, see heat/cockpit.js
};

/** What an acknowledgement refused, and the link to its rule where there is one. */
export function sayRefused(place, { dataset: { refused = "", rule, ruleWords } }) {
  place.textContent = refused;
  if (rule) place.append(Object.assign(document.createElement("a"), { href: rule, target: "_blank", textContent: ruleWords }));
}

/** Tells the driver, in #refusal, that commands wait for the connection. */
const tellWhatWaits = () => {
  const place = document.getElementById("refusal");
  if (!place) return;
  const waits = unheard.size > 0 && !isConnected();
  if (waits) place.textContent = page.dataset.waits;
  else if (place.textContent === page.dataset.waits) place.textContent = "";
};

/** After an update: whether a command was acknowledged, and what was refused. */
export function readAck() {
  const ack = document.getElementById("ack");
  if (!ack || ack.hasAttribute("data-read")) return;
  ack.toggleAttribute("data-read", true);
  const said = unheard.get(ack.dataset.id);
  unheard.delete(ack.dataset.id);
  // A question takes one answer: if it was accepted, the form stays held until the next question comes.
  if (said && ack.dataset.code) hold(said.form, false);
  sayWithoutCockpit(ack.dataset.refused);
}

if (window.htmx && page) {
  htmx.config.wsReconnectDelay = delay;

  htmx.createWebSocket = (address) => {
    const revision = document.getElementById("revision");
    const query = new URLSearchParams({
      revision: revision.value,
      version: revision.dataset.version,
      question: openQuestion(),
    });
    if (!page.dataset.me) query.set("as", "spectator"); // a television page stays a spectator's also in a driver's browser
    const url = new URL(address, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.search = query;
    return new WebSocket(url);
  };

  watchConnection(tellWhatWaits);

  page.addEventListener("htmx:wsOpen", (event) => {
    socket = event.detail.socketWrapper;
    socket.queue.length = 0; // htmx's queue holds the same commands as `unheard`, which is sent here
    for (const { message } of unheard.values()) socket.sendImmediately(message);
  });

  document.addEventListener("htmx:wsConfigSend", (event) => {
    const form = event.target;
    if (form.hasAttribute("data-sent")) {
      event.preventDefault();
      event.detail.triggeringEvent?.preventDefault();
      return;
    }
    const { parameters, triggeringEvent } = event.detail;
    // htmx leaves out the button that was pressed, and that is what says the choice
    const button = triggeringEvent?.submitter;
    if (button?.name && !(button.name in parameters)) parameters[button.name] = button.value;
    delete parameters.csrfmiddlewaretoken; // for plain POSTs
    const id = newId();
    const message = JSON.stringify({ ...parameters, id });
    event.detail.messageBody = message;
    unheard.set(id, { message, form });
    hold(form, true);
    tellWhatWaits();
    // A message may be lost on a connection that looks alive; a second one with the same id changes nothing
    setTimeout(() => {
      if (unheard.has(id) && isConnected()) socket?.send(message);
    }, NO_ACK);
  });

  addEventListener("online", () => {
    if (!isConnected()) socket?.reconnect?.();
  });
}
