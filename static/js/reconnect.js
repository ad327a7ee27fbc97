// How a page comes back when its connection is lost: waiting longer each time, and never all pages at the same moment.

const FIRST = 500; // ms
const LONGEST = 8000;

/** Milliseconds until attempt number `tries` (from 0). */
export const delay = (tries) => Math.min(LONGEST, FIRST * 2 ** tries) * (0.5 + Math.random() / 2);

/** Closing codes of the site's own: the page was turned away, and another attempt would be, too. */
export const isTurnedAway = (code) => code >= 4000;
