// Steps become beats: what is played at the same time. Steps of one beat follow each other and bear the same name, which
// the server has given them; in a beat the steps of each car are played one after the other. Nothing here touches a page.

/** How long a step is seen when nothing moves. */
export const STILL = 600;

const time = (step, still) => (still ? STILL : step.ms);

function tracksOf(steps) {
  const tracks = new Map();
  for (const step of steps) {
    const whose = step.seat ?? -1;
    if (!tracks.has(whose)) tracks.set(whose, []);
    tracks.get(whose).push(step);
  }
  return [...tracks.values()];
}

/** The beats of these steps: for each its steps, and the same by car. */
export function beatsOf(steps) {
  const beats = [];
  for (const step of steps) {
    const last = beats.at(-1);
    if (last && last[0].beat === step.beat) last.push(step);
    else beats.push([step]);
  }
  return beats.map((together) => ({ steps: together, tracks: tracksOf(together) }));
}

/**
 * The same steps for a page that tells of one car after the other: of what cars do at the same time, first all that one of them
 * does, then the next. What all do at once in one gesture, such as shifting, stays together.
 */
export function oneByOne(steps) {
  return beatsOf(steps).flatMap(({ steps: together, tracks }) => {
    if (together.every(({ look }) => look === "shift")) return together;
    return tracks.flat().map((step) => ({ ...step, beat: `${step.beat} ${step.seat ?? ""}` }));
  });
}

const DRAMATIC = new Set(["spin", "boost", "press", "home", "finish"]);

/** Whether a director goes nearer for these steps: where Heat is paid at a corner, and where it may end badly or well. */
export function isDramatic(steps) {
  return steps.some(({ look, heat, line }) => DRAMATIC.has(look) || (heat < 0 && line !== undefined));
}

/** Milliseconds that these steps take at normal speed, or when nothing moves. */
export function lengthOf(steps, still = false) {
  const lengths = beatsOf(steps).map(({ tracks }) =>
    Math.max(...tracks.map((track) => track.reduce((sum, step) => sum + time(step, still), 0))),
  );
  return lengths.reduce((sum, one) => sum + one, 0);
}

/** Milliseconds of a step's own time after which its next card turns over: what passes until the car drives is shared out. */
export function slotOf(step) {
  const cards = (step.cards?.length ?? 0) + (step.flips?.length ?? 0);
  return (step.drive?.[0] ?? step.ms / 2) / (cards + 1);
}

/** By what a step's time is multiplied: the speed that was chosen, or a faster one, so that all is over in `left` ms. */
export function paceOf(steps, speed, left, still = false) {
  return still ? 1 : Math.min(speed, left / Math.max(lengthOf(steps), 1));
}
