// The settings of a game that is to be started: which ready-made one they are is no longer said once they were changed,
// and how long it takes is reckoned anew for another track, other laps or rules.

const PRINTED = "0";

document.addEventListener("change", ({ target }) => {
  if (!target.name || target.closest(".evening")) return;
  const form = target.form;
  if (!form || !document.querySelector(".evenings")) return;
  if (!["name", "track", "rules", "least", "most", "clock", "grace", "watching", "listed"].includes(target.name)) {
    for (const one of document.querySelectorAll(".evening[aria-current]")) one.removeAttribute("aria-current");
  }
  if (["track", "laps", "rules"].includes(target.name)) reckon(form);
});

function reckon(form) {
  const track = form.elements.track && [...document.querySelectorAll("[name=track]")].find((one) => one.checked);
  const rules = [...document.querySelectorAll("[name=rules]")].find((one) => one.checked)?.value;
  const asked = form.elements.laps?.value ?? PRINTED;
  if (!track) return;
  for (const shown of document.querySelectorAll("[data-length]")) {
    const own = shown.dataset.laps && shown.dataset.laps !== PRINTED ? shown.dataset.laps : null;
    const laps = "more" in shown.dataset && asked !== PRINTED ? asked : (own ?? track.dataset.laps);
    const [pace, before] = JSON.parse(shown.dataset.length)[rules] ?? [0, 0];
    const exact = (pace * laps * track.dataset.spaces) / 100 + before;
    const minutes = Math.max("more" in shown.dataset ? 0 : 1, Math.round(exact));
    shown.textContent = shown.textContent.replace(/\d+/, minutes);
  }
}
