// What the board shows of a step beside the car that moves: wake, wind, flame, skid marks, the limit beside the speed, Heat
// that leaves the engine. Below and above the cars lies a layer for that, so that nothing of it turns with a car. With
// reduced motion a ring says which car it is.

import { pathOf, placeOf, standing } from "./cars.js";
import { touch } from "./camera.js";
import { shape } from "../svg.js";

const INK = "#FFFBEF";
const EMBER = "#FF8A5C";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);

function layer(name) {
  const known = find(`#${name}`);
  if (known) return known;
  const cars = find("#cars");
  const made = shape("svg", { id: name, class: "board", "aria-hidden": "true", viewBox: cars.getAttribute("viewBox") ?? "0 0 1 1" });
  if (name === "traces") cars.before(made);
  else cars.parentElement.append(made);
  return made;
}

/** Nothing is left of what was played. */
export function clearBoard() {
  for (const name of ["#traces", "#calls"]) find(name)?.replaceChildren();
  for (const sign of document.querySelectorAll("#signs .called")) sign.classList.remove("called");
}

/** Draws what belongs to a step, at this pace; the function that is returned takes it away again. */
export function drawStep(step, pace) {
  if (step.seat === undefined || !find("#cars")) return () => {};
  const group = shape("g", {});
  const under = shape("g", {});
  layer("calls").append(group);
  layer("traces").append(under);
  const place = step.path?.at(-1) ?? null;
  const [x, y] = place ? standing(place) : (placeOf(step.seat) ?? [0, 0]);
  if (still.matches) group.append(ring(x, y));
  else (DRAWN[step.look] ?? DRAWN.drive)?.({ step, pace, group, under, x, y });
  const sign = step.line === undefined ? null : find(`#signs .sign[data-line="${step.line}"]`);
  sign?.classList.add("called");
  const label = pin(step, x, y);
  if (label) {
    group.append(label);
    touch();
  }
  if (step.heat && !still.matches) group.append(...flames(step, pace, x, y));
  return () => {
    group.remove();
    sign?.classList.remove("called");
    fade(under);
  };
}

function fade(trace) {
  if (still.matches || !trace.childElementCount) trace.remove();
  else trace.animate({ opacity: [1, 0] }, { duration: 420, fill: "both" }).finished.then(() => trace.remove(), () => trace.remove());
}

function ring(x, y) {
  return shape("circle", { class: "mark", cx: x, cy: y, r: 36, fill: "none", stroke: INK, "stroke-width": 3 });
}

// A line that grows along the way of the car while the car drives.
function trace({ step, pace, under }, attributes, offset = 0) {
  const d = pathOf(step.path, offset);
  const line = shape("path", { d, pathLength: 1, fill: "none", "stroke-linecap": "round", "stroke-dasharray": "1 2", ...attributes });
  under.append(line);
  const [delay, duration] = step.drive.map((ms) => ms * pace);
  line.animate({ strokeDashoffset: [1, 0] }, { delay, duration, easing: "cubic-bezier(.45,.05,.25,1)", fill: "both" });
  return line;
}

function wake(drawn) {
  if (drawn.step.path) trace(drawn, { stroke: INK, "stroke-width": 17, "stroke-opacity": 0.28 });
  if (drawn.step.full) shove(drawn);
}

// Where there was no room: two arrows in the direction in which the car is pushed.
function shove({ step, pace, under }) {
  const [from, to] = step.path.slice(-2);
  const [x, y, heading] = standing(step.path.length > 2 ? from : to);
  const push = shape("path", {
    d: "M-12 -24L4 -12L-12 0M6 -24L22 -12L6 0",
    transform: `translate(${x} ${y}) rotate(${heading}) translate(0 12)`,
    fill: "none",
    stroke: "#F5B93A",
    "stroke-width": 6,
  });
  under.append(push);
  const [delay, duration] = step.drive.map((ms) => ms * pace);
  push.animate({ opacity: [0, 0, 1, 1] }, { delay, duration, fill: "both" });
}

const DRAWN = {
  drive: wake,
  again: wake,
  boost(drawn) {
    wake(drawn);
    onCar(drawn, shape("path", { fill: "#FF6B45", d: "M-27 -11C-52 -14 -66 -9 -84 -13C-74 -4 -74 4 -84 13C-66 9 -52 14 -27 11Z" }),
      shape("path", { fill: "#FFD24A", d: "M-27 -6C-44 -8 -52 -4 -66 -6C-60 0 -60 0 -66 6C-52 4 -44 8 -27 6Z" }));
  },
  slipstream(drawn) {
    wake(drawn);
    const wind = { fill: "none", stroke: "#DFF3F2", "stroke-width": 2.6, "stroke-linecap": "round" };
    onCar(drawn, ...[-17, -10, 10, 17].map((side, i) =>
      shape("path", { ...wind, d: `M${34 - 6 * i} ${side}C4 ${side * 1.35} -34 ${side * 1.2} ${-96 + 9 * i} ${side * 1.1}` })));
  },
  // cameras go off beside the car, and its driver has a card more
  press({ step, pace, group, x, y }) {
    const flashes = [[-46, -34], [40, -44], [4, -66]].map(([left, up], i) => {
      const flash = shape("circle", { cx: x + left, cy: y + up, r: 17, fill: INK, opacity: 0 });
      flash.animate({ opacity: [0, 1, 0] }, { delay: 90 * i * pace, duration: 240 * pace, fill: "both" });
      return flash;
    });
    group.append(...flashes);
  },
  spin(drawn) {
    for (const side of [-8, 8]) trace(drawn, { stroke: "#14191D", "stroke-width": 5, "stroke-opacity": 0.75 }, side);
  },
};

// What goes with the car, as a child of its picture; a new picture of the car comes without it.
function onCar({ step, pace, group }, ...shapes) {
  const car = find(`#cars .car[data-seat="${step.seat}"]`);
  if (!car) return;
  const mark = shape("g", { class: "mark", "aria-hidden": "true", "pointer-events": "none" }, ...shapes);
  car.prepend(mark);
  const [delay, duration] = (step.drive ?? [0, step.ms]).map((ms) => ms * pace);
  mark.animate({ opacity: [0, 1, 1, 0] }, { delay: Math.max(0, delay - 160), duration: duration + 160, fill: "both" });
  const { remove } = group;
  group.remove = () => {
    mark.remove();
    remove.call(group);
  };
}

// Upright beside the car, where marks.js finds it room: speed at limit and the Heat that it costs, or what else changes in the engine.
function pin(step, x, y) {
  const parts = [];
  let wide = 14;
  const put = (width, made) => {
    parts.push(made(wide));
    wide += width;
  };
  const word = (text, size = 26) => put(String(text).length * 13 + 8, (left) => shape("text", { x: left, y: 9, "font-size": size }, String(text)));
  if (step.line !== undefined) {
    word(step.speed);
    const limit = step.limit;
    put(38, (left) => shape("use", { href: `#limit-${limit}`, x: left, y: -16, width: 32, height: 32 }));
  } else if (step.look === "boost") word(`+${step.speed - step.before}`);
  else if (step.look === "home") word(`${step.place}.`);
  else if (step.look === "press") word(`+${step.earned}`);
  const icon = { spin: "i-spin", boost: "i-boost", home: "i-flag", press: "i-press" }[step.look];
  if (icon && find(`#${icon}`)) put(30, (left) => shape("use", { href: `#${icon}`, x: left, y: -12, width: 24, height: 24 }));
  if (step.heat) {
    put(26, (left) => shape("use", { href: "#i-heat", x: left, y: -12, width: 24, height: 24 }));
    word((step.heat < 0 ? "−" : "+") + Math.abs(step.heat));
  }
  if (!parts.length) return null;
  wide += 6;
  const paying = step.heat < 0 || step.look === "spin" || step.look === "boost";
  const box = shape("rect", { class: paying ? "pin-box pay" : "pin-box", y: -20, width: wide, height: 40, rx: 10 });
  const said = shape("g", { transform: `translate(${-wide / 2} 0)` }, box, shape("g", { class: "pin-ink" }, ...parts));
  const head = shape("g", { class: "head", transform: "translate(0 -56)" }, said);
  return shape("g", { class: "at call-pin", transform: `translate(${x} ${y})` }, shape("path", { class: "leader", d: "M0 0" }), head);
}

// Heat leaves the engine one by one, or comes back.
function flames(step, pace, x, y) {
  const count = Math.abs(step.heat);
  const away = step.heat < 0;
  return Array.from({ length: count }, (_, i) => {
    const flame = shape("use", { href: "#i-heat", x: -13, y: -13, width: 26, height: 26, color: away ? EMBER : "#86DCC6" });
    const low = `translate(${x + 10 * ((i % 3) - 1)}px, ${y - 12}px)`;
    const high = `translate(${x + 20 * ((i % 3) - 1)}px, ${y - 118}px) scale(.7)`;
    const delay = (120 + (0.6 * step.ms * i) / count) * pace;
    flame.animate(
      [
        { transform: away ? low : high, opacity: 0 },
        { opacity: 1, offset: 0.25 },
        { transform: away ? high : low, opacity: 0 },
      ],
      { delay, duration: 620 * pace, easing: "ease-out", fill: "both" },
    );
    return shape("g", {}, flame);
  });
}
