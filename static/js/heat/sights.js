// What the pictures of the camera have in view, as places of the board: the whole track, my turn, my car, and the
// whole field.

import { course, standing } from "./cars.js";

const sheet = document.getElementById("sheet");
const page = document.getElementById("race");
const NEAR = 260; // units ahead of and behind a car that is followed
const BEHIND = 2; // spaces behind my car that belong to my turn
const LEAST = 0.7; // how near the view must be with my next corner in it, as a share of where cars are as large as they should be
const LEAST_FOR_LEADER = 0.85;
const SOON = 9; // spaces: a corner that is farther, and out of reach, makes no cars small
const GIVES_WAY = 0.92; // so much of what is near then is given up for what belongs to it

const numbers = (text) => (text ?? "").split(" ").map(Number);

const cars = () => [...document.querySelectorAll("#cars .car")];
export const mine = () => cars().find((car) => car.dataset.seat === page.dataset.me);
const placeOf = (car) => numbers(car.getAttribute("transform").match(/translate\(([^)]+)\)/)[1]);
export const allCars = () => cars().map(placeOf);
// Where a sign stands, by the line of its corner.
const signAt = (line) => {
  const sign = line && sheet.querySelector(`#signs .sign[data-line="${line}"]`);
  return sign ? [placeOf(sign.querySelector(".at"))] : [];
};

const carAt = (seat) => cars().filter((car) => car.dataset.seat === seat).map(placeOf);

const SIGN = 20; // units about the middle of a sign
let outline = null; // the road, two samples a space, and the signs

export function wholeTrack() {
  if (outline) return outline;
  const { length, lanes, corners } = course();
  outline = corners.flatMap(([, x, y]) => [
    [x - SIGN, y - SIGN],
    [x + SIGN, y + SIGN],
  ]);
  for (const samples of Object.values(lanes)) {
    for (let at = 0; at < 2 * length; at++) outline.push(samples[at].slice(0, 2));
  }
  return outline;
}

let reached = { place: "", far: 0 }; // the farthest that was in reach from where my car stands: other questions leave the picture calm

/**
 * My car, the places where a choice lands, the signs of the corners that I have just crossed. Then what tells where I am, even where
 * it makes cars small: the sign of my next corner with its line if it comes soon, the leader. Then, each as long as the view is near enough with
 * it: the road as far as I can reach, the cars on that road, the road behind me. `nearness` of a view is 1 where cars are as large
 * as they should be.
 */
export function myTurn(nearness) {
  const car = mine();
  const cockpit = document.getElementById("cockpit");
  if (!car) return field();
  const { length } = course();
  const [here, lane] = numbers(car.dataset.at);
  const reach = Number(cockpit?.dataset.reach ?? 0);
  reached = { place: car.dataset.at, far: reached.place === car.dataset.at ? Math.max(reached.far, reach) : reach };
  const { far } = reached;
  const road = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => standing([here + from + n, lane]).slice(0, 2));
  const next = sheet.querySelector(`.next-halo[data-seat="${page.dataset.me}"]`)?.dataset.line;
  const crossed = cockpit?.dataset.crossed?.split(" ") ?? [];
  const near = cars().filter((other) => {
    const [there] = numbers(other.dataset.at);
    return ((there - here + BEHIND + length) % length) - BEHIND <= far + 1;
  });
  const points = [placeOf(car), ...[...document.querySelectorAll("#ghosts > .ghost")].map(placeOf), ...crossed.flatMap(signAt)];
  const corner = next === undefined ? [] : [...signAt(next), standing([Number(next), lane]).slice(0, 2)];
  const isFar = (Number(next) - here + length) % length > Math.max(far, SOON);
  const leader = carAt(document.querySelector("#standings li")?.dataset.seat);
  for (const [more, least] of [[corner, isFar ? 1 : LEAST], [leader, LEAST_FOR_LEADER]]) {
    if (nearness([...points, ...more]) >= least) points.push(...more);
  }
  const least = GIVES_WAY * Math.min(1, nearness(points));
  let seen = far;
  while (seen > 0 && nearness([...points, ...road(0, seen)]) < least) seen -= 1;
  points.push(...road(0, seen));
  for (const more of [...near.map((other) => [placeOf(other)]), road(-BEHIND, -1)]) {
    if (nearness([...points, ...more]) >= least) points.push(...more);
  }
  return points;
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

/** All cars, and the signs of the corners that come next to those of them that people drive. */
export function field() {
  const places = cars().map(placeOf);
  const lines = cars().map((car) => sheet.querySelector(`.next-halo[data-seat="${car.dataset.seat}"]`)?.dataset.line);
  return places.length ? [...places, ...lines.flatMap(signAt)] : wholeTrack();
}
