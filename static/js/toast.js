// A message above the page for some seconds, for what has no place of its own on the page.

const SHOWN = 9000; // ms

export function toast(text) {
  const place = document.getElementById("messages");
  if (!place || !text) return;
  const words = document.createElement("p");
  words.textContent = text;
  const box = document.createElement("div");
  box.className = "toast warning";
  box.append(words);
  place.append(box);
  setTimeout(() => box.remove(), SHOWN);
}
