// The question that the player of this page is asked: the id of the cockpit's answer form, which no other form there has.

export function openQuestion() {
  return document.querySelector("#cockpit form[id]")?.id ?? "";
}
