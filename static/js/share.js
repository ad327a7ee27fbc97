// Sharing an address: the system's own sheet where there is one, else the clipboard. Both need a secure context; without
// one the address stands in a field to be copied by hand.

const button = document.querySelector("[data-share]");
const field = document.querySelector("#share-address");

if (button && (navigator.share || navigator.clipboard)) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) {
        await navigator.share({ title: document.title, url: field.value });
        return;
      }
      await navigator.clipboard.writeText(field.value);
      button.querySelector("span").textContent = button.dataset.done;
    } catch {
      field.select(); // not now: the address is marked, ready to be copied
    }
  });
}
field?.addEventListener("focus", () => field.select());
