// Cards that a driver marks early, while others are asked, and the one chosen on the market of a draft, stay marked when the form of the question itself takes the
// place of that form, also where another question comes between.

let marked = { question: "", faces: [] };

const form = () => document.querySelector("#cockpit form.answer");
const boxes = () => [...(form()?.querySelectorAll('[name="cards"], .take input') ?? [])];
const nameOf = (question) => question.split(".").slice(0, 3).join("."); // without its number

/** Before an update. */
export function rememberMarked() {
  const now = form();
  if (!now?.elements.early || !boxes().length) return;
  const faces = now.hasAttribute("data-sent") ? [] : boxes().filter((box) => box.checked).map((box) => box.value);
  marked = { question: nameOf(now.elements.question.value), faces };
}

/** After an update, before the new cockpit is shown. */
export function showMarked() {
  const now = form();
  if (!now?.elements.question || nameOf(now.elements.question.value) !== marked.question) return;
  if (boxes().some((box) => box.checked)) return; // what was decided lies chosen already
  const left = [...marked.faces];
  for (const box of boxes()) {
    const place = left.indexOf(box.value);
    if (place < 0 || box.disabled) continue;
    box.checked = true;
    left.splice(place, 1);
  }
  marked.faces = [];
}
