// Answers while the line is down. It keeps what is on its list, and nothing else: styles, scripts and pictures, and the results of my
// own finished races, which the server marks. A page with a hand is never kept, nor anything that was sent to the server.
{% autoescape off %}
const KEPT = "heatsite-1";
const OFFLINE = "{{ offline }}";
const STATIC = "{{ static }}";
const ALWAYS = [OFFLINE{% for one in kept %}, "{{ one }}"{% endfor %}];
{% endautoescape %}
const PICTURES = [STATIC, "/pictures/", "/cards/"];
const MOST = 400; // files: an old version's are put out first

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(ALWAYS)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

async function keep(request, answer) {
  const kept = await caches.open(KEPT);
  await kept.put(request, answer);
  const all = await kept.keys();
  for (const one of all.slice(ALWAYS.length, Math.max(ALWAYS.length, all.length - MOST))) await kept.delete(one);
}

// Files never change under their name on a site that is in use; elsewhere the newer one is asked for first.
async function file(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) keep(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("X-Keep") === "result") keep(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) ?? caches.match(OFFLINE);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (PICTURES.some((path) => url.pathname.startsWith(path))) event.respondWith(file(request));
});

// A message of the site: one for each race or room, the newest. A click opens its page, its button the page that stops them.
self.addEventListener("push", (event) => {
  let said;
  try {
    said = event.data.json();
  } catch {
    return;
  }
  event.waitUntil(
    self.registration.showNotification(said.title, {
      body: said.body,
      tag: said.tag,
      icon: "{{ icon }}",
      data: { url: said.url, stop: said.stop },
      actions: [{ action: "stop", title: said.stop_label }],
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.action === "stop" ? event.notification.data.stop : event.notification.data.url, self.location.origin);
  if (wanted.origin !== self.location.origin) return;
  const open = self.clients.matchAll({ type: "window" }).then((pages) => {
    const there = pages.find((page) => new URL(page.url).pathname === wanted.pathname);
    return there ? there.focus() : self.clients.openWindow(wanted.href);
  });
  event.waitUntil(open);
});
