// What the pictures of the camera have in view, as places of the board: the whole track, my turn, my car, and what a television
// shows in turn.

import { course, standing } from "./cars.js";

const sheet = document.getElementById("sheet");
const page = document.getElementById("race");
const NEAR = 260; // units ahead of and behind a car that is followed
const BEHIND = 2; // spaces behind my car that belong to my turn
const LEADERS = 3;
const PACK = 3; // spaces between two cars of one pack

const numbers = (text) => (text ?? "").split(" ").map(Number);

const cars = () => [...document.querySelectorAll("#cars .car")];
export const mine = () => cars().find((car) => car.dataset.seat === page.dataset.me);
const placeOf = (car) => numbers(car.getAttribute("transform").match(/translate\(([^)]+)\)/)[1]);
// Where a sign stands, by the line of its corner.
const signAt = (line) => {
  const sign = line && sheet.querySelector(`#signs .sign[data-line="${line}"]`);
  return sign ? [placeOf(sign.querySelector(".at"))] : [];
};

let outline = null; // the road, two samples a space, and the signs

export function wholeTrack() {
  if (outline) return outline;
  const { length, lanes, corners } = course();
  outline = corners.map(([, x, y]) => [x, y]);
  for (const samples of Object.values(lanes)) {
    for (let at = 0; at < 2 * length; at++) outline.push(samples[at].slice(0, 2));
  }
  return outline;
}

let reached = { place: "", far: 0 }; // the farthest that was in reach from where my car stands: other questions leave the picture calm

// My car, the road to the farthest place that I can reach, the signs of my next corner and of those just crossed, and the cars
// on that road.
export function myTurn() {
  const car = mine();
  const cockpit = document.getElementById("cockpit");
  if (!car) return field();
  const { length } = course();
  const [here, lane] = numbers(car.dataset.at);
  const reach = Number(cockpit?.dataset.reach ?? 0);
  reached = { place: car.dataset.at, far: reached.place === car.dataset.at ? Math.max(reached.far, reach) : reach };
  const { far } = reached;
  const points = [placeOf(car)];
  for (let ahead = -BEHIND; ahead <= far; ahead++) points.push(standing([here + ahead, lane]).slice(0, 2));
  for (const other of cars()) {
    const [there] = numbers(other.dataset.at);
    const ahead = ((there - here + BEHIND + length) % length) - BEHIND;
    if (ahead <= far + 1) points.push(placeOf(other));
  }
  const next = sheet.querySelector(`.next-halo[data-seat="${page.dataset.me}"]`)?.dataset.line;
  const crossed = cockpit?.dataset.crossed?.split(" ") ?? [];
  return [...points, ...[next, ...crossed].flatMap(signAt)];
}

export function myCar() {
  const car = mine();
  if (!car) return wholeTrack();
  const [x, y] = placeOf(car);
  return [
    [x - NEAR, y - NEAR / 2],
    [x + NEAR, y + NEAR / 2],
  ];
}

// These cars, and the signs of the corners that come next to those of them that people drive.
function withSigns(seats) {
  const places = cars().filter((car) => seats.includes(car.dataset.seat)).map(placeOf);
  const lines = seats.map((seat) => sheet.querySelector(`.next-halo[data-seat="${seat}"]`)?.dataset.line);
  return places.length ? [...places, ...lines.flatMap(signAt)] : wholeTrack();
}

// The seats of the cars on the road, the leader first.
function ranking() {
  const there = new Set(cars().map((car) => car.dataset.seat));
  return Array.from(document.querySelectorAll("#standings li"), (row) => row.dataset.seat).filter((seat) => there.has(seat));
}

export function field() {
  return withSigns(cars().map((car) => car.dataset.seat));
}

/** The seats for whom the race waits. */
export function awaited() {
  return Array.from(document.querySelectorAll("#waiting [data-seat]"), (chip) => chip.dataset.seat);
}

export function asked() {
  return withSigns(awaited());
}

export function leaders() {
  return withSigns(ranking().slice(0, LEADERS));
}

/** The last car, and all before it that drive close behind each other. */
export function lastPack() {
  const { length } = course();
  const space = new Map(cars().map((car) => [car.dataset.seat, numbers(car.dataset.at)[0]]));
  const seats = ranking().reverse();
  const gap = (seat, n) => (n ? (space.get(seat) - space.get(seats[n - 1]) + length) % length : 0);
  const end = seats.findIndex((seat, n) => gap(seat, n) > PACK);
  return withSigns(end < 0 ? seats : seats.slice(0, end));
}
