// What a page does around an update of its elements: a message of the socket, or a step of a replay.
//
// The modules of a page depend on each other there: what stands is remembered before it is replaced, playback covers the
// cockpit before the cockpit is shown, the driver is called when it is known whether something is played. So every page
// has one list of steps, in its entry module (*_page.js), and no other module listens for updates.

let before = [];
let after = [];

/** The steps of this page: before its elements are replaced, and after, each in this order. */
export function onUpdate(steps) {
  ({ before, after } = steps);
}

/** For the page of a part more on another page: a step after those of that page. */
export function thenUpdate(step) {
  after = [...after, step];
}

// A step that fails is reported, and the others go on: a broken notification must not stop the cockpit.
function run(steps) {
  for (const step of steps) {
    try {
      step();
    } catch (fault) {
      reportError(fault);
    }
  }
}

export const beginUpdate = () => run(before);
export const endUpdate = () => run(after);

document.addEventListener("htmx:wsBeforeMessage", beginUpdate);
document.addEventListener("htmx:wsAfterMessage", endUpdate);
