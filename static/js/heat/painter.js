// Paints a round of a race on a canvas, at any moment of it: the board as the camera has it, the cars on their way, and below
// who drives, with which cards and which sum. Time is a number of milliseconds: nothing here waits.

import { beatsOf, slotOf } from "./beats.js";
import { cornerAt, scenery, way } from "./cars.js";
import { imageOf } from "./pictures.js";

export const WIDTH = 1280;
export const HEIGHT = 720;
const BOARD = 600; // the rest of the height is for the call
const TITLE = 900; // ms
const RESULT = 2200;
const SHARP = 2; // the board is drawn that much larger, for the camera to come near
const NEAREST = 0.5; // of the board's breadth at least is in view
const GLIDE = 320;
const FONT = '"Helvetica Neue", "Arial Narrow", "Liberation Sans Narrow", sans-serif';
const INK = { dash: "#15222A", cream: "#F6EEDB", soft: "#B4C0C1", amber: "#F5B93A", ember: "#FF8A5C", red: "#C5281C", pay: "#8F1A11" };

const clamp = (number) => Math.min(1, Math.max(0, number));
const smooth = (part) => part * part * (3 - 2 * part);
const mix = (a, b, part) => a + (b - a) * part;

/** All that is painted of a clip: `told` is {steps, names, ranking, moment, title, subtitle, result, heat}. */
export async function painterOf(source, told, canvas) {
  const { page } = source;
  const seats = told.names.map((_, seat) => seat);
  const box = wholeBoard(page);
  const [board, ...small] = await Promise.all([
    imageOf(source, ground(page, box), box, WIDTH * SHARP),
    ...seats.flatMap((seat) => [
      imageOf(source, `<use href="#c${seat}"/>`, [-36, -20, 72, 40], 288),
      imageOf(source, `<use href="#r${seat}"/>`, [-4, -12, 24, 24], 144),
      imageOf(source, `<use href="#s${seat}" width="40" height="32"/>`, [0, 0, 40, 32], 160),
    ]),
  ]);
  const cars = seats.map((seat) => small.slice(3 * seat, 3 * seat + 3));
  const faces = new Set(["back", ...told.steps.flatMap((step) => [...(step.cards ?? []), ...(step.flips ?? [])].map(([face]) => face))]);
  const cards = new Map(await Promise.all([...faces].map(async (face) => [face, await imageOf(source, `<use href="#card-${face}" width="100" height="140"/>`, [0, 0, 100, 140], 150)])));
  return new Painter({ board, box, cars, cards, start: grid(page), told, canvas });
}

// The board in the colours of its land, which goes on to the edge of the canvas.
function ground(page, [x, y, width, height]) {
  const theme = [...page.querySelector("#stage").classList].find((name) => name.startsWith("theme-"));
  const land = `<rect class="land-low" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
  const layers = ["#board", "#signs"].map((name) => {
    const layer = page.querySelector(name).cloneNode(true);
    for (const one of layer.querySelectorAll(".spots, .space-numbers")) one.remove();
    return [...layer.childNodes].map((one) => new XMLSerializer().serializeToString(one)).join("");
  });
  return `<g class="board ${theme}">${land}${layers.join("")}</g>`;
}

// The land is drawn far beyond the picture: the box is widened to the shape of the canvas.
function wholeBoard(page) {
  const [x, y, width, height] = page.querySelector("#sheet").dataset.fit.split(" ").map(Number);
  const broad = Math.max(width, (height * WIDTH) / BOARD) * 1.06;
  const high = (broad * BOARD) / WIDTH;
  return [x - (broad - width) / 2, y - (high - height) / 2, broad, high];
}

function grid(page) {
  return new Map(
    [...page.querySelectorAll("#cars .car")].map((car) => {
      const [x, y, heading] = car.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      return [Number(car.dataset.seat), [x, y, heading]];
    }),
  );
}

/** When each step begins, and the beats: [{step, start}], [{steps, start, ms, points}]. */
export function timeline(steps) {
  const entries = [];
  const beats = [];
  let now = TITLE;
  for (const { steps: together, tracks } of beatsOf(steps)) {
    let longest = 0;
    for (const track of tracks) {
      let start = now;
      for (const step of track) {
        entries.push({ step, start });
        start += step.ms;
      }
      longest = Math.max(longest, start - now);
    }
    beats.push({ steps: together, start: now, ms: longest, points: together.flatMap(scenery) });
    now += longest;
  }
  return { entries, beats, end: now };
}

class Painter {
  constructor({ board, box, cars, cards, start, told, canvas }) {
    Object.assign(this, { board, box, cars, cards, start, told, canvas }, timeline(told.steps));
    this.context = canvas.getContext("2d");
    this.length = this.end + RESULT;
    this.moves = new Map();
    for (const { step, start: begun } of this.entries) {
      if (!step.path) continue;
      const poses = step.path.slice(1).flatMap((to, i) => way(step.path[i], to, step.look === "spin" ? -2 : 0));
      const [delay, ms] = step.drive;
      this.moves.set(step.seat, [...(this.moves.get(step.seat) ?? []), { from: begun + delay, ms, poses }]);
    }
  }

  /** The moment at which the round was decided: the cars of that beat stand. */
  get moment() {
    const { start, ms } = this.beats.find(({ steps }) => steps.includes(this.told.steps[this.told.moment]));
    return start + ms - 1;
  }

  paint(time) {
    const { context: c } = this;
    c.clearRect(0, 0, WIDTH, HEIGHT);
    this.paintBoard(time);
    const beat = this.beats.findLast((one) => one.start <= time) ?? this.beats[0];
    this.paintCall(beat, time);
    if (time < TITLE) this.paintTitle(smooth(clamp((TITLE - time) / 300)));
    if (time > this.end) this.paintResult(smooth(clamp((time - this.end) / 350)));
  }

  /** The decisive moment, with who came first. */
  paintPicture() {
    this.paint(this.moment);
    const { context: c } = this;
    const best = this.told.ranking.slice(0, 3);
    c.fillStyle = INK.dash;
    this.panel(24, 24, 420, 104 + 52 * best.length, 14);
    this.text(this.told.title.toUpperCase(), 48, 74, 40, INK.cream, 372);
    this.text(this.told.subtitle, 48, 108, 22, INK.amber, 372);
    best.forEach((seat, place) => {
      const y = 158 + 52 * place;
      this.text(String(place + 1), 48, y, 32, INK.amber);
      c.drawImage(this.cars[seat][2], 84, y - 31, 50, 40);
      this.text(this.told.names[seat], 150, y - 2, 26, INK.cream, 280);
    });
  }

  // What is in view: the cars of the beat, gliding over from the beat before.
  view(time) {
    const at = this.beats.findLastIndex((one) => one.start <= time);
    if (at < 0 || time > this.end) return this.box;
    const now = this.around(this.beats[at].points);
    const before = at ? this.around(this.beats[at - 1].points) : this.box;
    const part = smooth(clamp((time - this.beats[at].start) / GLIDE));
    return now.map((number, i) => mix(before[i], number, part));
  }

  around(points) {
    if (!points.length) return this.box;
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const [left, right, top, bottom] = [Math.min(...xs) - 90, Math.max(...xs) + 90, Math.min(...ys) - 110, Math.max(...ys) + 70];
    const [x, y, w, h] = this.box;
    const broad = Math.min(w, Math.max(w * NEAREST, right - left, ((bottom - top) * WIDTH) / BOARD));
    const high = (broad * BOARD) / WIDTH;
    const inside = (low, size, first, whole) => Math.min(first + whole - size, Math.max(first, low));
    return [inside((left + right - broad) / 2, broad, x, w), inside((top + bottom - high) / 2, high, y, h), broad, high];
  }

  poseOf(seat, time) {
    const move = this.moves.get(seat)?.findLast((one) => one.from <= time);
    if (!move) {
      const first = this.moves.get(seat)?.[0];
      return this.start.get(seat) ?? first?.poses[0] ?? null;
    }
    const at = smooth(clamp((time - move.from) / move.ms)) * (move.poses.length - 1);
    const [one, next] = [move.poses[Math.floor(at)], move.poses[Math.ceil(at)]];
    return one.map((number, i) => mix(number, next[i], at % 1));
  }

  paintBoard(time) {
    const { context: c } = this;
    const [x, y, w, h] = this.view(time);
    const [left, top, width, height] = this.box;
    const { width: wide, height: high } = this.board;
    c.drawImage(this.board, ((x - left) / width) * wide, ((y - top) / height) * high, (w / width) * wide, (h / height) * high, 0, 0, WIDTH, BOARD);
    c.save();
    c.scale(WIDTH / w, BOARD / h);
    c.translate(-x, -y);
    this.cars.forEach(([hull, roundel], seat) => {
      const pose = this.poseOf(seat, time);
      if (!pose) return;
      c.save();
      c.translate(pose[0], pose[1]);
      c.rotate((pose[2] * Math.PI) / 180);
      c.drawImage(hull, -36, -20, 72, 40);
      c.translate(7.5, 0);
      c.rotate((-pose[2] * Math.PI) / 180);
      c.drawImage(roundel, -11.5, -12, 24, 24);
      c.restore();
    });
    for (const { step, start } of this.entries) {
      if (step.heat && start <= time && time < start + step.ms) this.paintPin(step, this.poseOf(step.seat, time));
    }
    c.restore();
  }

  paintPin(step, pose) {
    if (!pose) return;
    const { context: c } = this;
    const heat = this.told.heat.replace("#", `${step.heat < 0 ? "−" : "+"}${Math.abs(step.heat)}`);
    const said = step.line === undefined || !cornerAt(step.line) ? heat : `${step.speed} / ${step.limit}  ${heat}`;
    c.font = `700 24px ${FONT}`;
    const width = c.measureText(said).width + 28;
    c.fillStyle = step.heat < 0 ? INK.pay : INK.dash;
    this.panel(pose[0] - width / 2, pose[1] - 76, width, 38, 10);
    c.fillStyle = "#FFFBEF";
    c.textAlign = "center";
    c.fillText(said, pose[0], pose[1] - 48);
    c.textAlign = "start";
  }

  panel(x, y, width, height, radius) {
    const { context: c } = this;
    c.beginPath();
    c.roundRect(x, y, width, height, radius);
    c.fill();
  }

  text(said, x, y, size, colour, most = undefined) {
    const { context: c } = this;
    c.font = `700 ${size}px ${FONT}`;
    c.fillStyle = colour;
    c.fillText(said, x, y, most);
    return Math.min(most ?? Infinity, c.measureText(said).width);
  }

  paintCall(beat, time) {
    const { context: c } = this;
    c.fillStyle = INK.dash;
    c.fillRect(0, BOARD, WIDTH, HEIGHT - BOARD);
    c.fillStyle = INK.red;
    c.fillRect(0, BOARD, WIDTH, 5);
    if (time < TITLE || time > this.end) return;
    const seats = [...new Set(beat.steps.map((step) => step.seat).filter((seat) => seat !== undefined))];
    const room = (WIDTH - 40) / Math.max(seats.length, 1);
    seats.forEach((seat, i) => this.paintCar(seat, time, beat, 24 + i * room, room - 24, seats.length));
  }

  // One car of the beat: chip, name, cards as they turn over, the sum so far, and what it comes to.
  paintCar(seat, time, beat, left, room, many) {
    const { context: c } = this;
    const mine = this.entries.filter((one) => one.step.seat === seat && beat.steps.includes(one.step) && one.start <= time);
    const now = mine.at(-1);
    const middle = BOARD + (HEIGHT - BOARD) / 2 + 3;
    const chip = many > 4 ? 40 : 60;
    c.drawImage(this.cars[seat][2], left, middle - chip * 0.4, chip, chip * 0.8);
    let x = left + chip + 12;
    if (many < 4) x += this.text(this.told.names[seat], x, middle + 9, 26, INK.cream, room / 3) + 16;
    if (!now) return;
    if (now.step.look === "shift") {
      this.text(String(now.step.gears[1]), x, middle + 12, 34, INK.amber);
      return;
    }
    const { shown, sum } = counted(now.step, time - now.start);
    const apart = Math.min(48, Math.max(14, left + room - 100 - x) / Math.max(shown.length, 1));
    for (const [face, turned, vain] of shown) {
      const wide = 44 * Math.max(0.08, Math.abs(2 * turned - 1));
      c.globalAlpha = vain && turned === 1 ? 0.45 : 1;
      c.drawImage(this.cards.get(turned < 0.5 ? "back" : face), x + (44 - wide) / 2, middle - 31, wide, 62);
      c.globalAlpha = 1;
      x += apart;
    }
    if (shown.length && apart < 48) x += 48 - apart;
    if (sum !== null) x += this.text(String(sum), x + 8, middle + 17, 50, INK.amber) + 24;
    if (now.step.verdict) this.text(now.step.verdict, x, middle + 8, 22, now.step.heat < 0 ? INK.ember : INK.soft, Math.max(60, left + room - x));
  }

  paintTitle(strength) {
    const { context: c } = this;
    c.save();
    c.globalAlpha = strength;
    c.fillStyle = "rgb(21 34 42 / .82)";
    c.fillRect(0, BOARD / 2 - 90, WIDTH, 180);
    c.textAlign = "center";
    this.text(this.told.title.toUpperCase(), WIDTH / 2, BOARD / 2 + 6, 72, INK.cream, WIDTH - 80);
    this.text(this.told.subtitle, WIDTH / 2, BOARD / 2 + 58, 30, INK.amber, WIDTH - 80);
    c.restore();
  }

  paintResult(strength) {
    const { context: c } = this;
    c.save();
    c.globalAlpha = strength;
    this.chequers();
    const rows = Math.min(this.told.ranking.length, 6);
    const columns = Math.ceil(this.told.ranking.length / rows);
    const width = 400 * columns + 40;
    const high = 64 * rows + 100;
    const [left, top] = [(WIDTH - width) / 2, (HEIGHT - high) / 2];
    c.fillStyle = INK.dash;
    this.panel(left, top, width, high, 16);
    this.text(this.told.result, left + 30, top + 56, 34, INK.cream, width - 60);
    this.told.ranking.forEach((seat, place) => {
      const x = left + 30 + 400 * Math.floor(place / rows);
      const y = top + 120 + 64 * (place % rows);
      this.text(String(place + 1), x, y, 34, INK.amber);
      c.drawImage(this.cars[seat][2], x + 48, y - 33, 52, 42);
      this.text(this.told.names[seat], x + 114, y - 2, 28, INK.cream, 270);
    });
    c.restore();
  }

  chequers() {
    const { context: c } = this;
    for (let x = 0; x < WIDTH; x += 40) {
      for (let y = 0; y < 80; y += 40) {
        c.fillStyle = (x + y) % 80 ? "#14191D" : "#FFFBEF";
        c.fillRect(x, y, 40, 40);
        c.fillRect(x, HEIGHT - 80 + y, 40, 40);
      }
    }
  }
}

/** The cards of a step so far, each with how far it has turned over, and the sum that they count. */
export function counted(step, passed) {
  const all = [...(step.cards ?? []), ...(step.flips ?? [])];
  if (!all.length) return { shown: [], sum: step.speed ?? null };
  const slot = slotOf(step);
  const laid = step.cards?.length ?? 0;
  const shown = [];
  let sum = step.before ?? 0;
  all.forEach(([face, worth], i) => {
    const turned = clamp((passed - slot * i) / Math.min(slot, 260));
    if (i < laid || turned > 0) shown.push([face, turned, i >= laid && !worth]);
    if (turned >= 0.5) sum += worth;
  });
  return { shown, sum: passed > slot * all.length ? (step.speed ?? sum) : sum };
}
