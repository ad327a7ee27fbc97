// The badge of a page's connection, on races and in rooms. data-state is
//   connecting    the first attempt
//   connected     changes come by themselves
//   reconnecting  the connection was lost a moment ago
//   offline       it has been away for a while; attempts go on
//   disconnected  the site has turned the page away: no attempt follows, and only a reload helps

import { isTurnedAway } from "./reconnect.js";

const A_WHILE = 5; // attempts

let attempts = 0;

const badge = () => document.getElementById("connection");

export const isConnected = () => badge()?.dataset.state === "connected";

/** Keeps the badge; `told` hears of every change. */
export function watchConnection(told = () => {}) {
  const show = (state) => {
    const shown = badge();
    if (shown && shown.dataset.state !== state) shown.dataset.state = state;
    told();
  };
  const trying = () => (attempts > A_WHILE ? "offline" : badge()?.dataset.state === "connecting" ? "connecting" : "reconnecting");

  document.addEventListener("htmx:wsConnecting", () => {
    attempts += 1;
    show(trying());
  });
  document.addEventListener("htmx:wsOpen", () => {
    attempts = 0;
    show("connected");
  });
  document.addEventListener("htmx:wsClose", (event) => {
    show(isTurnedAway(event.detail.event.code) ? "disconnected" : attempts > A_WHILE ? "offline" : "reconnecting");
  });
}
