// The end of a game on a television: when its last moves have been played and the end has stood there to be read, the result
// comes in the place of the board. It is the same address; where the server cannot be reached, the board stays.

const STANDS = 5000; // ms in which the end is read

const isOver = () => Boolean(document.querySelector("#waiting a[href*=results]"));

let waiting = false;

async function turn() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.ok) {
      location.reload();
      return;
    }
  } catch (fault) {
    console.info(fault); // the line is down
  }
  setTimeout(turn, STANDS);
}

/** After an update: once nothing is played any more. */
export function showPodium() {
  if (waiting || !isOver() || document.body.classList.contains("playing")) return;
  waiting = true;
  setTimeout(turn, STANDS);
}

document.addEventListener("heat:played", showPodium);
