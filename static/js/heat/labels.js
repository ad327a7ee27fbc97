// Where labels go: a pure function that seeks a place for each, over no car and no other label, and inside the stage.
// All places and sizes are pixels of the stage; a box is {x, y, w, h} with its upper left corner.

const GAP = 3; // between a label and what it may not cover
const APART = 6; // and so much more between two labels
const STEP = 9; // between two distances that are tried
const CROSSING = 45; // what it costs that a leader runs under another label, in pixels of way
const ANGLES = Array.from({ length: 24 }, (_, n) => [Math.cos((n * Math.PI) / 12), Math.sin((n * Math.PI) / 12)]);

const covers = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const grown = ({ x, y, w, h }, by) => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });

function around([x, y], w, h) {
  return grown({ x: x - w / 2, y: y - h / 2, w, h }, GAP);
}

// A car is a box that is turned: two such are apart if they are along one of their sides' directions.
function coversCar(box, car) {
  const [cos, sin] = [Math.cos(car.turn), Math.sin(car.turn)];
  const [x, y] = [box.x + box.w / 2 - car.x, box.y + box.h / 2 - car.y];
  const [w, h] = [box.w / 2, box.h / 2];
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  return (
    Math.abs(x) < w + (car.long * c + car.broad * s) / 2 &&
    Math.abs(y) < h + (car.long * s + car.broad * c) / 2 &&
    Math.abs(x * cos + y * sin) < car.long / 2 + w * c + h * s &&
    Math.abs(y * cos - x * sin) < car.broad / 2 + w * s + h * c
  );
}

// How much of the road a box covers: samples of the road's middle that it comes too near to.
function onRoad(box, road, half) {
  let covered = 0;
  for (const [x, y] of road) {
    const dx = Math.max(box.x - x, 0, x - box.x - box.w);
    const dy = Math.max(box.y - y, 0, y - box.y - box.h);
    if (dx < half && dy < half && dx * dx + dy * dy < half * half) covered += 1;
  }
  return covered;
}

// Whether a line from place to place meets a box.
function meets([[x, y], [u, v]], box) {
  let [from, to] = [0, 1];
  for (const [start, step, low, size] of [[x, u - x, box.x, box.w], [y, v - y, box.y, box.h]]) {
    if (!step) {
      if (start < low || start > low + size) return false;
      continue;
    }
    const ends = [(low - start) / step, (low + size - start) / step];
    from = Math.max(from, Math.min(...ends));
    to = Math.min(to, Math.max(...ends));
  }
  return from < to;
}

function* spots({ at, home, w, h, reach }) {
  yield home;
  for (let far = STEP; far <= reach; far += STEP) {
    for (const [cos, sin] of ANGLES) {
      const out = far + Math.min(Math.abs(w / 2 / (cos || 1e-9)), Math.abs(h / 2 / (sin || 1e-9)));
      yield [at[0] + cos * out, at[1] + sin * out];
    }
  }
}

/**
 * A place for each label, in their order: the middle of its box, or null where there is none; then it gives way.
 * `stage` is {width, height, cars: [{x, y, turn, long, broad}], boxes, road: [[x, y], …], half}, half the breadth of the road;
 * a label is {at, home, w, h, reach, shy}: what it belongs to, where it stands if nothing is in the way, how far it may go,
 * and what a sample of road under it costs.
 */
export function place({ width, height, cars = [], boxes = [], road = [], half = 0 }, labels) {
  const taken = [...boxes];
  const placed = [];
  const isFree = (box) =>
    box.x >= 0 &&
    box.y >= 0 &&
    box.x + box.w <= width &&
    box.y + box.h <= height &&
    !taken.some((one) => covers(box, one)) &&
    !cars.some((car) => coversCar(box, car));
  return labels.map((label) => {
    let best = null;
    for (const spot of spots(label)) {
      const way = Math.hypot(spot[0] - label.home[0], spot[1] - label.home[1]);
      if (best && way >= best.cost) continue;
      const box = around(spot, label.w, label.h);
      if (!isFree(box)) continue;
      const line = [label.at, spot];
      const crossings = placed.filter((one) => meets(line, one.box) || meets(one.line, box)).length;
      const cost = way + CROSSING * crossings + (label.shy ? label.shy * onRoad(box, road, half) : 0);
      if (!best || cost < best.cost) best = { cost, spot, box, line };
      if (!cost) break;
    }
    if (best) {
      taken.push(grown(best.box, APART));
      placed.push(best);
    }
    return best?.spot ?? null;
  });
}
