// Cars that drive past each other: the way of one, led around the cars that it meets. Pure, for tests.

const BESIDE = [-36, -18, 0, 18, 36]; // units to the right of the way: the camera leaves as much around it
const [LONG, WIDE] = [64, 30]; // so near, cars touch: along and across the way
const SWERVE = 0.08; // what a step aside costs, where 1 is a car in the midst of another

// The curve of a drive, by its control points: time, and the part of the way that is done then.
const TIME = [0.45, 0.25];
const WAY = [0.05, 1];
export const EASING = `cubic-bezier(${TIME[0]},${WAY[0]},${TIME[1]},${WAY[1]})`;

const curve = ([a, b], s) => 3 * a * s * (1 - s) ** 2 + 3 * b * s * s * (1 - s) + s ** 3;

function convert(value, from, to) {
  let s = 0;
  for (let half = 0.5; half > 1e-4; half /= 2) if (curve(from, s + half) < value) s += half;
  return curve(to, s);
}

/** Where a car is at a moment, that sets off after `delay` and drives for `duration`. */
function at({ poses, delay, duration }, moment) {
  const done = convert((moment - delay) / duration, TIME, WAY) * (poses.length - 1);
  const [[x, y], [a, b]] = [poses[Math.floor(done)], poses[Math.ceil(done)]];
  const part = done % 1;
  return [x + (a - x) * part, y + (b - y) * part];
}

/** The poses of a drive, beside those of the others where it would go through them. It begins and ends where it did. */
export function past(drive, others) {
  const { poses, delay, duration } = drive;
  const last = poses.length - 1;
  let paths = [{ cost: 0, offsets: [0] }];
  for (let i = 1; i <= last; i++) {
    const [x, y, heading] = poses[i];
    const [cos, sin] = [Math.cos((heading * Math.PI) / 180), Math.sin((heading * Math.PI) / 180)];
    const moment = delay + duration * convert(i / last, WAY, TIME);
    const met = others
      .map((other) => at(other, moment))
      .map(([a, b]) => [(a - x) * cos + (b - y) * sin, (b - y) * cos - (a - x) * sin])
      .filter(([along]) => Math.abs(along) < LONG);
    paths = (i < last ? BESIDE : [0]).map((beside) => {
      const touch = met.reduce((sum, [along, across]) => sum + (1 - Math.abs(along) / LONG) * Math.max(0, 1 - Math.abs(across - beside) / WIDE), 0);
      const [best] = paths
        .map(({ cost, offsets }) => ({ cost: cost + touch + SWERVE * ((beside - offsets.at(-1)) / 18) ** 2 + Math.abs(beside) / 1000, offsets }))
        .sort((a, b) => a.cost - b.cost);
      return { cost: best.cost, offsets: [...best.offsets, beside] };
    });
  }
  const [{ offsets }] = paths;
  return poses.map(([x, y, heading], i) => {
    const turn = (heading * Math.PI) / 180;
    const swings = ((offsets[i + 1] ?? 0) - (offsets[i - 1] ?? 0)) / 3; // degrees
    return [x - offsets[i] * Math.sin(turn), y + offsets[i] * Math.cos(turn), heading + swings];
  });
}
