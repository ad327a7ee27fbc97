// On pages of a race without a board: a socket is open all the same, so that a driver who reads there counts as present.

import { delay, isTurnedAway } from "./reconnect.js";

const { line } = document.querySelector("script[data-line]").dataset;
const address = new URL(line, location.href);
address.protocol = address.protocol.replace("http", "ws");
let tries = 0;

function open() {
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    tries = 0;
  });
  socket.addEventListener("close", ({ code }) => {
    if (!isTurnedAway(code)) setTimeout(open, delay(tries++));
  });
}

open();
