// The market of a draft: the card that is chosen in the cockpit is marked, cards are sorted and filtered by symbol, and two of
// them stand side by side. All of a card's words come with the page; without this file the market is read as it is, and
// the cockpit's form answers.

const market = () => document.querySelector("#market");
const tiles = () => [...(market()?.children ?? [])];
const chosen = () => document.querySelector("#cockpit.is-draft .take input:checked");
const bench = document.querySelector("#bench");
const found = document.querySelector("[data-market-found]");
const wanted = new Set(); // symbols that a card must have to be shown
const compared = []; // the places of two cards at most, on the market
let sorting = "kind";
let dealt = ""; // the cards of the market for which `compared` holds
let asked = ""; // the question for which the market was brought to its first free card

// The choice: the form is the cockpit's, the market shows it

function choose() {
  const root = document.querySelector("#cockpit.is-draft");
  const take = chosen()?.value;
  const wishes = [...(root?.querySelectorAll("[data-wish]") ?? [])].map((wish) => wish.dataset.wish);
  for (const tile of tiles()) {
    tile.classList.toggle("chosen", tile.dataset.face === take && !tile.classList.contains("taken"));
    tile.classList.toggle("wished", wishes.includes(tile.dataset.face) && !tile.classList.contains("taken"));
  }
  const button = root?.querySelector("[data-main]");
  if (!button) return;
  const groups = [...root.querySelectorAll("fieldset")].map((group) => group.querySelector("input:checked"));
  button.dataset.first ??= button.textContent;
  const ready = groups.every(Boolean);
  button.setAttribute("aria-disabled", String(!ready));
  button.textContent = ready ? root.dataset.choose.replace("#", groups.at(-1).dataset.name) : button.dataset.first;
}

function bringIntoView() {
  market()?.querySelector(".chosen")?.scrollIntoView({ block: "nearest", inline: "center" });
}

// What is shown, and in which order

function sift() {
  const all = tiles();
  const shown = all.filter((tile) => {
    const has = tile.dataset.symbols.split(" ");
    tile.hidden = [...wanted].some((symbol) => !has.includes(symbol));
    return !tile.hidden;
  });
  for (const button of document.querySelectorAll("[data-market-filter]")) {
    const symbol = button.dataset.marketFilter;
    button.toggleAttribute("data-absent", !all.some((tile) => tile.dataset.symbols.split(" ").includes(symbol)));
    button.setAttribute("aria-pressed", String(wanted.has(symbol)));
  }
  if (found) found.textContent = wanted.size ? found.dataset.some.replace("#", `${shown.length} / ${all.length}`) : found.dataset.all.replace("#", all.length);
}

const rank = {
  kind: (tile) => Number(tile.dataset.at),
  speed: (tile) => -Number(tile.dataset.speed),
  value: (tile) => -Number(tile.dataset.value),
};

function sort() {
  const now = tiles();
  const next = now.toSorted((a, b) => rank[sorting](a) - rank[sorting](b) || a.dataset.at - b.dataset.at);
  if (next.some((tile, place) => tile !== now[place])) market().append(...next);
}

// Two side by side: a row for each kind of fact that one of them has

function compare() {
  const cards = compared.map((place) => document.getElementById(place)).filter(Boolean);
  for (const tile of tiles()) tile.querySelector("[data-compare]")?.setAttribute("aria-pressed", String(compared.includes(tile.id)));
  bench.hidden = !cards.length;
  if (!cards.length) return;
  const facts = cards.map((card) => new Map([...card.querySelectorAll(".facts > li")].map((fact) => [fact.dataset.kind, fact])));
  const kinds = [...new Set(facts.flatMap((of) => [...of.keys()]))].sort((a, b) => Number(a === "value") - Number(b === "value"));
  const table = element("table");
  const head = element("tr", element("td"), ...cards.map(heading));
  const rows = kinds.map((kind) => row(kind, facts));
  table.append(element("thead", head), element("tbody", ...rows));
  bench.replaceChildren(table, closing());
}

function heading(card) {
  const name = document.createElement("th");
  name.scope = "col";
  name.append(card.querySelector(".face").cloneNode(true), card.dataset.name);
  if (card.classList.contains("taken")) name.append(` (${bench.dataset.taken})`);
  return name;
}

function row(kind, facts) {
  const icon = facts.find((of) => of.has(kind)).get(kind).querySelector(".i").cloneNode(true);
  const cells = facts.map((of) => {
    const fact = of.get(kind);
    const cell = element("td", fact ? fact.querySelector("span").textContent : bench.dataset.none);
    cell.classList.toggle("costs", Boolean(fact?.classList.contains("costs")));
    return cell;
  });
  const made = element("tr", element("td", icon), ...cells);
  made.classList.toggle("differs", new Set(facts.map((of) => of.get(kind)?.dataset.amount)).size > 1);
  return made;
}

function closing() {
  const button = document.querySelector(".garage-head .shut").cloneNode(true);
  button.removeAttribute("popovertarget");
  button.dataset.benchShut = "";
  return button;
}

function element(name, ...inside) {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
}

function toggle(place) {
  if (compared.includes(place)) compared.splice(compared.indexOf(place), 1);
  else compared.push(place);
  if (compared.length > 2) compared.shift();
  compare();
}

// What is pressed

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-market-sort]")) {
    sorting = event.target.value;
    sort();
  } else if (event.target.closest("#cockpit.is-draft")) {
    choose();
    bringIntoView();
  }
});
document.addEventListener("click", (event) => {
  const filter = event.target.closest("[data-market-filter]")?.dataset.marketFilter;
  const tile = event.target.closest("[data-compare]")?.closest("li");
  if (filter) {
    if (!wanted.delete(filter)) wanted.add(filter);
    sift();
  } else if (tile) toggle(tile.id);
  else if (event.target.closest("[data-bench-shut]")) {
    compared.length = 0;
    compare();
  }
});

/** After an update: the market may be another, and its cards new elements. */
export function showMarket() {
  if (!market()) return;
  const all = tiles();
  const cards = all.map((tile) => tile.dataset.face).sort().join(" ");
  if (cards !== dealt) {
    dealt = cards;
    compared.length = 0;
  }
  sift();
  sort();
  compare();
  choose();
  const question = document.querySelector("#cockpit.is-draft form[id]")?.id ?? "";
  if (question !== asked && !chosen()) market().querySelector(":scope > li:not(.taken)")?.scrollIntoView({ block: "nearest", inline: "start" });
  asked = question;
  const turn = document.querySelector(".turns .now");
  if (turn) turn.parentElement.scrollLeft = turn.offsetLeft - turn.parentElement.offsetLeft - 12;
}

showMarket();
