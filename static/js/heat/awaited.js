// Whom the race waits for, in the cockpit of a driver who waits: the sentence that stands beside the board and, while all
// choose at the same time, each driver by name with a clock or a tick, as the rows of the standings have them.

const page = document.getElementById("race");
const READY = '<svg class="i s" aria-hidden="true"><use href="#i-check"/></svg>';

// A row of the standings as an item, or none for a car that nobody waits for. My own row says that my answer is sent.
function itemOf(row) {
  const tag = row.querySelector(".tag.wait, .tag.ok");
  if (!tag) return null;
  const late = tag.matches(".wait") && row.dataset.seat !== page.dataset.me;
  const word = tag.querySelector(!late && tag.matches(".wait") ? ".sent" : "span");
  const item = document.createElement("li");
  item.className = late ? "late" : "ready";
  const [name, state] = [document.createElement("b"), document.createElement("span")];
  name.className = "name";
  name.textContent = row.querySelector(".who").firstChild.textContent;
  if (late) state.append(tag.querySelector("svg").cloneNode(true));
  else state.innerHTML = READY;
  state.append(word.textContent);
  const words = document.createElement("div");
  words.append(name, state);
  item.append(row.querySelector(".chip").cloneNode(true), words);
  return item;
}

function listed() {
  const rows = [...document.querySelectorAll("#standings li")];
  if (rows.some((row) => row.matches(".now, .done"))) return []; // cars act in turn: the sentence names the one that does
  return rows.map(itemOf).filter(Boolean);
}

// Whom the race waits for; where it waits for nobody, what I have done.
function showHeadline(words) {
  const headline = document.querySelector("#cockpit-say > [data-headline]");
  if (!headline) return;
  const [left, own] = ["[data-left]", ".own"].map((part) => headline.parentElement.querySelector(part));
  const said = words || own.textContent;
  if (headline.textContent !== said) headline.textContent = said;
  left.hidden = own.hidden = !words;
}

/** After an update, which may bring a new cockpit. */
export function showAwaited() {
  const place = document.querySelector("#cockpit [data-awaited]");
  const beside = document.querySelector("#waiting .waiting");
  showHeadline(beside?.dataset.headline ?? "");
  if (!place || !beside) return;
  const items = place.closest(".waitroom") ? listed() : [];
  const parts = Array.from(beside.childNodes).filter((part) => !part.classList?.contains("acting")); // that is for a television
  place.replaceChildren(...parts.map((part) => part.cloneNode(true)));
  place.classList.toggle("named", items.length > 0);
  if (!items.length) return;
  const list = document.createElement("ul");
  list.className = items.length > 6 ? "drivers many" : "drivers";
  list.append(...items);
  place.prepend(list);
}
showAwaited();
