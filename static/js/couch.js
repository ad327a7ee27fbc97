// Couch mode: the board on a phone that is the cockpit of a television. The server keeps it, for this browser; here the page
// changes at once. See races/couch.py.

const page = document.getElementById("race");

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-couch]")) return;
  const hasBoard = event.submitter?.value === "yes";
  page.dataset.couch = hasBoard ? "board" : "cockpit";
  document.body.classList.toggle("boardless", !hasBoard);
});
