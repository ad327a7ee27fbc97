// Has the browser keep what is needed to say that the line is down. Races do without: their pages are never kept.

if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/service-worker.js").catch(() => {});
