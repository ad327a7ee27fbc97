// What is typed and not sent yet, in fields that an update replaces. A socket that comes back gets all that the page
// shows, and without this a name that somebody is just typing would be gone.

const KINDS = new Set(["text", "number", "textarea"]);

let typed = [];

/** Before an update: what is in the fields that differ from what the server wrote there. */
export function rememberTyped() {
  typed = [...document.querySelectorAll("input[id], textarea[id]")].filter(
    (field) => KINDS.has(field.type) && field.value !== field.defaultValue,
  );
}

/** After an update: it is in the fields that have taken their place. */
export function restoreTyped() {
  for (const { id, value, isConnected } of typed) {
    const field = isConnected ? null : document.getElementById(id);
    if (field) field.value = value;
  }
  typed = [];
}
