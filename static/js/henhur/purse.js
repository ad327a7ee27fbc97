// The tokens to spend: buttons beside the number fields, W+ that is not spent twice, and on each card what it comes to with
// them. The server has worked out every sum; this only picks the one for the tokens that are chosen.

const WORTH = { p: ["orders", 1], p3: ["orders", 3], w_priority: ["orders", 1], r: ["lands", 1], w_race: ["lands", 1] };
const BID = { a: 1, w: 1 };

const fields = (form) => Array.from(form.querySelectorAll(".purse input"));
const number = (field) => Math.min(Number(field.max || 0), Math.max(0, Math.trunc(Number(field.value) || 0)));

// One pool of W+ feeds two fields: neither takes what the other has.
function share(form, changed) {
  const pair = ["w_priority", "w_race"].map((name) => form.querySelector(`input[name="${name}"][type="number"]`));
  if (pair.includes(null)) return;
  const most = Number(pair[0].dataset.most ?? (pair[0].dataset.most = pair[0].max));
  const [one, other] = changed === pair[1] ? [pair[1], pair[0]] : pair;
  one.max = other.max = most;
  one.value = number(one);
  other.value = Math.min(number(other), most - number(one));
  for (const [field, rival] of [pair, [...pair].reverse()]) field.max = most - number(rival);
}

function sums(form) {
  const more = { lands: 0, orders: 0 };
  for (const field of fields(form)) {
    const count = field.type === "hidden" ? 0 : number(field);
    if (field.name in BID) {
      more.lands += count;
      more.orders += count;
    } else {
      const [what, worth] = WORTH[field.name];
      more[what] += count * worth;
    }
  }
  return more;
}

function show(form, changed) {
  share(form, changed);
  const more = sums(form);
  for (const card of form.querySelectorAll("[data-sums]")) {
    const told = JSON.parse(card.dataset.sums);
    card.querySelector(".lands").textContent = told.lands[Math.min(more.lands, told.lands.length - 1)];
    card.querySelector(".order").textContent = told.orders[Math.min(more.orders, told.orders.length - 1)];
  }
}

// Who chooses the next run while others pick, and is asked for it meanwhile, finds the tokens as they were.
let purse = null;

const asked = (form) => form.querySelector('input[name="question"]').value.split(".").slice(0, 3).join(".");
const current = () => document.querySelector("#cockpit form.answer");

/** Before an update: the tokens of a form that may be replaced by the question itself. */
export function rememberPurse() {
  const form = current();
  const isEarly = form?.querySelector('input[name="early"]') && form.querySelector(".purse");
  purse = isEarly ? { question: asked(form), values: new Map(fields(form).map(({ name, value }) => [name, value])) } : null;
}

/** After an update: the sums of a form that the browser kept or filled in. */
export function showSums() {
  const form = current();
  if (!form) return;
  if (purse && asked(form) === purse.question) {
    for (const field of fields(form)) if (field.type !== "hidden") field.value = purse.values.get(field.name) ?? field.value;
  }
  show(form);
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest("#cockpit form.answer");
  if (form && target.closest(".purse")) show(form, target);
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-less], [data-more]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  field.value = number(field) + ("more" in button.dataset ? 1 : -1);
  field.value = number(field);
  show(field.form, field);
});

showSums();
