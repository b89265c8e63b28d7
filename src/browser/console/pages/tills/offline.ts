// The till's service worker keeps only its page and programs, so that an installed till opens without a connection.
export function keepShell(): void {
  if (!("serviceWorker" in navigator)) return;
  // Refused in private windows and by policies: the till then needs a connection to open.
  void navigator.serviceWorker.register("/console/till-worker.js", { scope: "/console/till" }).catch(() => {});
}
