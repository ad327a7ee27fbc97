// The token that proves to the site that a form was sent from one of its pages. A page that was loaded has it in its forms;
// what scripts send takes it from the cookie.

export function csrfToken() {
  return /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}
