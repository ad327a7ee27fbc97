// Dates with a time, in the time zone and the language of the reader; and the time that a host types, as a moment that is the
// same for everybody.

const form = { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };

// The page's language, as it is written where the reader lives.
function language() {
  const spoken = document.documentElement.lang;
  return navigator.languages.find((one) => one.split("-")[0] === spoken) ?? spoken;
}

export function showMoments() {
  const words = new Intl.DateTimeFormat(language(), form);
  for (const one of document.querySelectorAll("time[data-moment]")) one.textContent = words.format(new Date(one.dateTime));
}

function local(moment) {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60000);
  return shifted.toISOString().slice(0, 16);
}

// A field of a time says below in which zone it is read; with this script in the reader's own.
function readMoment(field) {
  const whole = field.form.elements.moment;
  if (field.dataset.moment) field.value = local(new Date(field.dataset.moment));
  field.form.querySelector("[data-zone]").textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const write = () => {
    whole.value = field.value ? new Date(field.value).toISOString() : "";
  };
  field.addEventListener("input", write);
  write();
}

showMoments();
document.querySelectorAll("input[data-moment]").forEach(readMoment);
