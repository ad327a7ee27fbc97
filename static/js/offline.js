// Has the browser keep what is needed to say that the line is down. Races do without: their pages are never kept.

const able = "serviceWorker" in navigator && isSecureContext;

/** The service worker's registration; nothing where the browser has none. */
export const registered = able ? navigator.serviceWorker.register("/service-worker.js").catch(() => undefined) : Promise.resolve();
