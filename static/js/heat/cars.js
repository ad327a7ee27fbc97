// The cars on the board: where they stand, the way from place to place, and those that the server has taken off the track
// while their last steps are still to be played. Needs #cars and the positions in #lanes:
// {"length": L, "lanes": {"1": [[x, y, heading], …]}}, two a space, the line before it and its middle.

let known = null;

/** The positions of #lanes. */
export function course() {
  known ??= JSON.parse(document.querySelector("#lanes").textContent);
  return known;
}

function sample(lane, n) {
  const { length, lanes } = course();
  const samples = lanes[lane] ?? lanes[1];
  const size = 2 * length;
  return samples[((n % size) + size) % size];
}

export function standing([space, lane]) {
  return sample(lane, 2 * space + 1);
}

export function css([x, y, heading]) {
  return `translate(${x}px, ${y}px) rotate(${heading}deg)`;
}

function turned(from, to) {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

// The poses from place to place along the road, changing lane on the way; a car turns the shorter way.
export function way([from, lane], [to, next], turns = 0) {
  const first = 2 * from + 1;
  const count = Math.abs(2 * to - 2 * from) || 1;
  const poses = [];
  let before = sample(lane, first)[2];
  for (let i = 0; i <= count; i++) {
    const n = to === from ? first : first + Math.sign(to - from) * i;
    const part = i / count;
    const [x1, y1, h1] = sample(lane, n);
    const [x2, y2, h2] = sample(next, n);
    const target = h1 + turned(h1, h2) * part;
    before += turned(before, target);
    poses.push([x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, before + 360 * turns * part]);
  }
  return poses;
}

export function carOf(seat) {
  return document.querySelector(`#cars .car[data-seat="${seat}"]`);
}

let last = new Map(); // seat → its car as it was when the newest message came

/** Before an update: cars that the server takes off the track may have steps to play. */
export function rememberCars() {
  last = new Map(Array.from(document.querySelectorAll("#cars .car"), (car) => [car.dataset.seat, car]));
}

// Home, or retired: the server shows the car no more, but what it has done last is still to be seen.
export function bringBack(seat) {
  const car = last.get(String(seat));
  if (!car || carOf(seat)) return;
  const ghost = car.cloneNode(true);
  ghost.classList.add("gone");
  document.querySelector("#cars").append(ghost);
}

export function takeOff(seat) {
  document.querySelector(`#cars .car.gone[data-seat="${seat}"]`)?.remove();
}

/** The way through these places as a line to be drawn, so far beside the middle of the car. */
export function pathOf(path, beside = 0) {
  const poses = path.slice(1).flatMap((to, i) => way(path[i], to));
  const points = poses.map(([x, y, heading]) => {
    const across = ((heading + 90) * Math.PI) / 180;
    return `${(x + beside * Math.cos(across)).toFixed(1)} ${(y + beside * Math.sin(across)).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

const corners = () => course().corners ?? [];

/** Where a car stands, by what is written on it: computed styles would have the browser work them out in the midst of an update. */
export function placeOf(seat) {
  const car = carOf(seat);
  const written = (car?.style.transform || car?.getAttribute("transform"))?.match(/translate\(([-\d.]+)(?:px)?[ ,]+([-\d.]+)/);
  return written ? written.slice(1).map(Number) : null;
}

/** The sign of a corner line: its space, x, y and radius. */
export function cornerAt(line) {
  return corners().find(([space]) => space === line);
}

const BEFORE_CORNER = 2; // so many spaces before a corner line its sign matters, too

const OVER = 70; // units above a car, where it is said what it pays

function around([, x, y, radius]) {
  return [
    [x - radius, y - radius],
    [x + radius, y + radius],
  ];
}

/** What must be in view while a step is played: points of the car's way, and the signs of the corners on it. */
export function scenery(step) {
  const points = step.path || step.seat === undefined ? [] : [placeOf(step.seat)].filter(Boolean);
  for (let i = 1; i < (step.path?.length ?? 0); i++) {
    points.push(...way(step.path[i - 1], step.path[i]).map(([x, y]) => [x, y]));
    const [from, to] = [step.path[i - 1][0], step.path[i][0]].sort((a, b) => a - b);
    for (const sign of corners()) {
      const { length } = course();
      const first = from + ((((sign[0] - from) % length) + length) % length);
      if (first > from && first <= to + BEFORE_CORNER) points.push(...around(sign));
    }
  }
  const [x, y] = points.at(-1) ?? [];
  if (step.heat && points.length) points.push([x, y - OVER]);
  const sign = step.line === undefined ? null : cornerAt(step.line);
  if (sign) points.push(...around(sign));
  return points;
}
