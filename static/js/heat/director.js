// The television's camera. It cuts from picture to picture by itself, calmly, and never away from what a driver is thinking
// about: for drivers at the television it is the only board.
//
// - While something is played, playback has the camera. While a curtain hangs, nothing moves.
// - While the race waits for drivers, every picture has all of their cars and the signs of their next corners in it: these cars
//   alone, the whole field, the whole track.
// - Else the pictures go from the field to the leaders, the last pack, and the whole track.
// - Every picture stands for at least LASTS and is reached in a long glide. If a driver is asked who is not in the picture yet,
//   that of the asked comes at once. With reduced motion it is always the field.

import { direct, isDrawn } from "./camera.js";
import { asked, awaited, field, lastPack, leaders, wholeTrack } from "./sights.js";

const LASTS = 9000; // ms
const GLIDE = 1400;
const WAITING = [asked, field, wholeTrack];
const ROLLING = [field, leaders, lastPack, wholeTrack];
const still = matchMedia("(prefers-reduced-motion: reduce)");

let shot = 0;
let since = 0;
let known = []; // the seats that were asked when the picture was chosen

function rests() {
  return document.hidden || document.body.classList.contains("playing") || document.querySelector("#curtain .curtain");
}

function cut(now) {
  if (rests()) return;
  const seats = awaited();
  const isNew = seats.some((seat) => !known.includes(seat));
  if (!isNew && (still.matches || now - since < LASTS)) return;
  const list = seats.length ? WAITING : ROLLING;
  shot = isNew ? 0 : (shot + 1) % list.length;
  known = seats;
  since = now;
  direct(still.matches ? field : list[shot], { ms: GLIDE });
}

if (isDrawn) setInterval(() => cut(performance.now()), 500);
