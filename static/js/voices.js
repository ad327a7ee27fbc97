// What sounds are made of, and those of any game. A voice is a function (context, out, at, options) that schedules its
// sound from the moment `at` on and returns its length in seconds. Voices know no page, so that they can be rendered
// anywhere a context is, and no two calls share a node. Nothing is loaded: all of it is made here.

const hiss = new WeakMap(); // context → two seconds of white noise

/** Between zero and `level` without a click, and back to nothing at the end. */
export function envelope(context, out, at, level, { attack = 0.005, length }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(level, at + Math.min(attack, length / 2));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(out);
  return gain;
}

export function tone(context, out, at, { type = "sine", from, to = from, level, attack, length, detune = 0 }) {
  const wave = context.createOscillator();
  wave.type = type;
  wave.detune.value = detune;
  wave.frequency.setValueAtTime(from, at);
  if (to !== from) wave.frequency.exponentialRampToValueAtTime(to, at + length);
  wave.connect(envelope(context, out, at, level, { attack, length }));
  wave.start(at);
  wave.stop(at + length + 0.02);
  return wave;
}

export function filter(context, out, { type = "bandpass", at, from, to = from, q = 1, length = 1 }) {
  const sieve = context.createBiquadFilter();
  sieve.type = type;
  sieve.Q.value = q;
  sieve.frequency.setValueAtTime(from, at);
  if (to !== from) sieve.frequency.exponentialRampToValueAtTime(to, at + length);
  sieve.connect(out);
  return sieve;
}

/** Noise through a filter that moves from one pitch to another. */
export function noise(context, out, at, { type, from, to, q, level, attack, length }) {
  if (!hiss.has(context)) {
    const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
    hiss.set(context, buffer);
  }
  const source = context.createBufferSource();
  source.buffer = hiss.get(context);
  source.loop = true;
  const shaped = envelope(context, out, at, level, { attack, length });
  source.connect(filter(context, shaped, { type, at, from, to, q, length }));
  source.start(at, Math.random());
  source.stop(at + length + 0.02);
}

/** Two short notes, the second higher: it is the player's turn. */
function turn(context, out, at) {
  for (const [note, start] of [[523, 0], [784, 0.14]]) {
    tone(context, out, at + start, { from: note, level: 0.32, attack: 0.02, length: 0.24 });
  }
  return 0.4;
}

/** A car's horn, two toots; every seat has its own pitch. */
function horn(context, out, at, { seat = 0 } = {}) {
  const pitch = 2 ** (((seat * 5) % 12) / 24); // neighbours are far apart
  const round = filter(context, out, { type: "lowpass", at, from: 1600 });
  for (const [start, length] of [[0, 0.16], [0.22, 0.42]]) {
    for (const [note, detune] of [[294, 0], [294, 9], [370, -6]]) {
      tone(context, round, at + start, { type: "sawtooth", from: note * pitch, detune, level: 0.16, attack: 0.02, length });
    }
  }
  return 0.66;
}

export const VOICES = { turn, horn };
