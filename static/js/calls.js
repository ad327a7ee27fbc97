// Messages in this browser, on the page where they are switched on and off: asks the browser for an address of its push
// service, and tells the site.

import { csrfToken } from "./csrf.js";
import { registered } from "./offline.js";
import { toast } from "./toast.js";

const place = document.getElementById("calls");

function show(state) {
  for (const part of place.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
}

function bytes(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}

async function tell(address, body) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).text ?? answer.statusText);
}

function isOurs(subscription) {
  const key = subscription.options.applicationServerKey;
  const ours = bytes(place.dataset.key);
  return key && key.byteLength === ours.length && new Uint8Array(key).every((byte, at) => byte === ours[at]);
}

async function add(worker) {
  if ((await Notification.requestPermission()) !== "granted") return;
  const old = await worker.pushManager.getSubscription();
  if (old && !isOurs(old)) await old.unsubscribe();
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key) });
  await tell(place.dataset.add, subscription.toJSON());
  location.reload();
}

async function remove(worker) {
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription) return;
  await tell(place.dataset.remove, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  location.reload();
}

async function look(worker) {
  const subscription = await worker.pushManager.getSubscription();
  if (subscription && isOurs(subscription)) {
    await tell(place.dataset.add, subscription.toJSON()); // the site may have forgotten it, or it was another visitor's
    show("on");
  } else {
    show(Notification.permission === "denied" ? "denied" : "off");
  }
}

async function begin() {
  if (!("PushManager" in window) || !(await registered)) {
    show("none");
    return;
  }
  const worker = await navigator.serviceWorker.ready;
  place.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-do]")?.dataset.do;
    const doing = { add, remove }[wanted]?.(worker).then(() => look(worker));
    doing?.catch((fault) => toast(fault.message));
  });
  await look(worker).catch(() => show("off"));
}

if (place) begin();
