// React with so many levers that each is one line: what a lever does stands beside the cards in play while it is looked at. A
// pointer or a key that comes to one opens it; a finger's first tap opens it and its second one uses it, so that nothing is
// used unread.

const lever = (target) => target.closest?.("#cockpit .many > .lever");
let touched = null; // a lever that was closed when the finger came down

function open(one) {
  for (const other of document.querySelectorAll("#cockpit .many > .lever.open")) other.classList.toggle("open", other === one);
  one.classList.add("open");
  const detail = document.querySelector("#cockpit .detail");
  const name = Object.assign(document.createElement("b"), { textContent: one.querySelector("strong").firstChild.textContent });
  const gives = one.querySelector(".gives").cloneNode(true);
  gives.querySelector(".values")?.remove();
  detail.replaceChildren(name, one.querySelector(".source").cloneNode(true), gives);
  one.scrollIntoView({ block: "nearest" });
}

document.addEventListener("pointerdown", (event) => {
  const one = lever(event.target);
  touched = one && event.pointerType !== "mouse" && !one.classList.contains("open") ? one : null;
});
document.addEventListener(
  "click",
  (event) => {
    const one = lever(event.target);
    if (!one) return;
    const first = one === touched;
    touched = null;
    open(one);
    if (!first) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
document.addEventListener("focusin", (event) => {
  const one = lever(event.target);
  if (one && event.target.matches(":focus-visible") && one !== touched) open(one);
});
document.addEventListener("pointerover", (event) => {
  const one = lever(event.target);
  if (one && event.pointerType === "mouse") open(one);
});
