// The sounds of a race: levers, cards, engines, wind, tyres and the crowd. See ../voices.js for what a voice is.

import { envelope, filter, noise, tone } from "../voices.js";

/** A gear lever through its gate: a click, a second one, and the knock of the stop. */
function lever(context, out, at) {
  noise(context, out, at, { from: 2600, q: 1.4, level: 0.5, attack: 0.002, length: 0.035 });
  noise(context, out, at + 0.07, { from: 1500, q: 1.2, level: 0.75, attack: 0.002, length: 0.05 });
  tone(context, out, at + 0.07, { type: "triangle", from: 190, to: 75, level: 0.5, length: 0.11 });
  return 0.2;
}

/** A card that is laid down. */
function card(context, out, at) {
  noise(context, out, at, { from: 5200, to: 1500, q: 0.7, level: 0.3, attack: 0.012, length: 0.09 });
  tone(context, out, at + 0.055, { type: "triangle", from: 240, to: 120, level: 0.16, length: 0.06 });
  return 0.13;
}

/** An engine: the faster the car, the higher it climbs. Beating cylinders, an exhaust below them. */
function engine(context, out, at, { speed = 6, seconds = 0.9 } = {}) {
  const idle = 52;
  const top = idle + 11 * Math.min(speed, 22);
  const shaped = envelope(context, out, at, 0.34, { attack: 0.07, length: seconds + 0.25 });
  const muffler = filter(context, shaped, { type: "lowpass", at, from: 420, to: 500 + 8 * top, q: 2, length: seconds });
  for (const [type, ratio, level] of [["sawtooth", 1, 0.55], ["sawtooth", 1.503, 0.3], ["square", 0.5, 0.35]]) {
    const gain = context.createGain();
    gain.gain.value = level;
    gain.connect(muffler);
    const wave = context.createOscillator();
    wave.type = type;
    wave.frequency.setValueAtTime(idle * ratio, at);
    wave.frequency.exponentialRampToValueAtTime(top * ratio, at + 0.75 * seconds);
    wave.frequency.exponentialRampToValueAtTime(0.6 * top * ratio, at + seconds + 0.25);
    wave.connect(gain);
    wave.start(at);
    wave.stop(at + seconds + 0.3);
  }
  return seconds + 0.3;
}

/** The wind of a slipstream: it closes in and goes by. */
function wind(context, out, at, { seconds = 0.8 } = {}) {
  noise(context, out, at, { from: 380, to: 1500, q: 0.9, level: 0.5, attack: 0.45 * seconds, length: seconds });
  noise(context, out, at + 0.15, { from: 2400, to: 900, q: 1.6, level: 0.16, attack: 0.3 * seconds, length: seconds });
  return seconds + 0.2;
}

/** Tyres that have lost the road. */
function tyre(context, out, at) {
  for (const [start, from, to, length] of [[0, 1250, 820, 0.55], [0.3, 980, 640, 0.75]]) {
    noise(context, out, at + start, { from, to, q: 11, level: 0.9, attack: 0.04, length });
    tone(context, filter(context, out, { at, from: 1000, q: 3 }), at + start, {
      type: "sawtooth", from: 0.9 * from, to: 0.9 * to, level: 0.09, attack: 0.06, length,
    });
  }
  return 1.1;
}

/** The stand cheers and claps. */
function crowd(context, out, at) {
  for (const [from, to, start, length] of [[520, 760, 0, 3.2], [1100, 1500, 0.15, 2.9], [2100, 1700, 0.3, 2.4]]) {
    noise(context, out, at + start, { from, to, q: 1.3, level: 0.34, attack: 0.6, length });
  }
  for (let clap = 0; clap < 70; clap++) {
    const when = 0.3 + 2.4 * Math.random();
    noise(context, out, at + when, { from: 900 + 1400 * Math.random(), q: 2, level: 0.12, attack: 0.002, length: 0.03 });
  }
  return 3.4;
}

export const VOICES = { lever, card, engine, wind, tyre, crowd };
