// A page that is on its way to another one looks for no more news: on a slow server the answer would begin the way anew, or
// lead off the one that the visitor has chosen.

let left = -Infinity;

const leave = () => (left = performance.now());

// Who stops the next page from loading, or only downloads a file, stays here: the page looks again once a request would be over.
const isLeaving = () => performance.now() - left < htmx.config.timeout;

const looksForNews = (element) => element.matches("[hx-trigger*=every]");

// By a link, a form or a script: the browser tells of each.
addEventListener("beforeunload", leave);

// The same page once more, by the browser's Back.
addEventListener("pageshow", () => (left = -Infinity));

document.addEventListener("htmx:beforeRequest", (event) => {
  if (looksForNews(event.detail.elt) && isLeaving()) event.preventDefault();
});

// An answer that had been asked for before. One that leads on may have the next request waiting behind it.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  if (!looksForNews(elt) || !(xhr.getResponseHeader("HX-Redirect") ?? xhr.getResponseHeader("HX-Refresh"))) return;
  if (isLeaving()) event.preventDefault();
  else leave();
});
